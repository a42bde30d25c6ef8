#!/usr/bin/env bash
# Everything from a bare clone: packages, style, build and tests, then those that load no LibTorch
# again under the address and undefined-behaviour sanitizers, and each fuzzer for 20 seconds.
set -euo pipefail
cd "$(dirname "$(realpath "$0")")/.."
./setup.sh --tests
echo "== style"
find cmd formats libgraphvq tests -name '*.[ch]pp' -print0 | xargs -0 clang-format --dry-run -Werror
pages=$(mktemp -d)
trap 'rm -rf "$pages"' EXIT
cmake -DOUT="$pages" -P cmake/pages.cmake
mandoc -T lint -W warning "$pages"/man?/*
for preset in release asan; do
  echo "== $preset"
  cmake --preset "$preset" >/dev/null
  cmake --build --preset "$preset"
  ctest --preset "$preset" -j "$(($(nproc) + 1))" # some tests wait
done
