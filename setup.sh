#!/usr/bin/env bash
# Installs what graphvq is built with: Debian 12's packages, and LibTorch from PyPI into
# ${XDG_CACHE_HOME:-~/.cache}/graphvq. Does nothing where all is there.
#   ./setup.sh [--tests] [--cuda]
# --tests adds what tests/run.sh needs, --cuda the CUDA libraries that LibTorch loads (1.9 GB).
# With LIBTORCH_ROOT set to a LibTorch or to the torch folder of a Python, none is downloaded.
set -euo pipefail
here=$(dirname "$(realpath "$0")")
root=${XDG_CACHE_HOME:-$HOME/.cache}/graphvq/torch-2.11.0

packages=(
  g++ cmake ninja-build pkg-config
  libboost-dev                  # graph algorithms
  libeigen3-dev                 # linear algebra
  libnauty2-dev                 # canonical forms of graphs
  libcli11-dev libfmt-dev       # command line, messages
  libzstd-dev libxxhash-dev     # container: compression, content hash
  zlib1g-dev libzip-dev         # foreign files under gzip, numpy's npz
  libpugixml-dev                # GraphML, with no entity ever expanded
  gnuplot-nox                   # pictures of measures, at run time
  nlohmann-json3-dev libhwy-dev # headers of files; vector instructions chosen at run time
)
wheels=()
for option; do
  case $option in
    --tests) packages+=(
      catch2 clang-format mandoc
      clang libclang-rt-14-dev     # sanitizers and libFuzzer
      zsh fish                     # completion
      python3 zstd nauty graphviz python3-networkx python3-numpy
      python3-sklearn python3-scipy  # kernels and distances to compare with
    ) ;;
    --cuda) wheels+=(torch-cuda) ;;
    *) sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
  esac
done
if [ -n "${LIBTORCH_ROOT:-}" ]; then
  wheels=()
else
  [ ! -e "$root/nvidia/torch-cuda" ] || wheels=()
  [ -e "$root/torch/lib/libtorch_cpu.so" ] || wheels=(torch "${wheels[@]}")
fi
[ ${#wheels[@]} = 0 ] || python3 -m pip --version >/dev/null 2>&1 || packages+=(python3-pip)

say() { echo "setup.sh: $*" >&2; }

missing_packages() {
  local installed
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null || true)
  for package in "${packages[@]}"; do
    grep -qx "installed $package" <<<"$installed" || echo "$package"
  done
}

# Runs a command as root, if need be by sudo; sudo may ask only where there is a terminal.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then sudo "$@"
  else echo "not root, and no sudo that works" && return 1; fi
}

install_packages() {
  as_root apt-get update -qq &&
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}

# Downloads the wheels that cmake/$1-requirements.txt names and puts their libraries and headers in $root.
install_wheels() (
  requirements=$here/cmake/$1-requirements.txt
  [ "$(uname -sm)" = "Linux x86_64" ] || { say "the wheels are for Linux on x86_64"; return 1; }
  mkdir -p "$(dirname "$root")" && work=$(mktemp -d "$root.XXXXXX") || return 1
  trap 'rm -rf "$work"' EXIT
  mkdir "$work/wheels" "$work/new"
  platforms=(--platform manylinux2014_x86_64)
  for minor in 28 27 25 18 17 12; do platforms+=(--platform "manylinux_2_${minor}_x86_64"); done
  say "downloading what cmake/$1-requirements.txt names"
  TMPDIR=$work python3 -m pip --disable-pip-version-check download -q --no-cache-dir --no-deps \
    --require-hashes --only-binary=:all: --python-version 3.11 "${platforms[@]}" \
    -r "$requirements" -d "$work/wheels" >&2 || return 1
  python3 - "$work/new" "$work"/wheels/*.whl >&2 <<'PYTHON' || return 1
import re, sys, zipfile
wanted = re.compile(r"torch/(include|lib)/|nvidia/.+\.so|(?i:[^/]+\.dist-info/licenses?\b)")
for wheel in sys.argv[2:]:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(sys.argv[1], filter(wanted.match, archive.namelist()))
PYTHON
  # The folder is renamed into place, or its stamp written, when it is whole.
  if [ "$1" = torch ]; then
    mv -T "$work/new" "$root" 2>/dev/null || [ -e "$root/torch/lib/libtorch_cpu.so" ]
  else
    cp -rlfT "$work/new" "$root" && touch "$root/nvidia/$1"
  fi
)

missing=()
mapfile -t packages_left < <(missing_packages)
if [ ${#packages_left[@]} -gt 0 ]; then
  say "installing ${packages_left[*]}"
  log=$(install_packages "${packages_left[@]}" 2>&1) || echo "$log" >&2
  mapfile -t packages_left < <(missing_packages)
  [ ${#packages_left[@]} = 0 ] || missing+=("the Debian packages ${packages_left[*]}")
fi
for name in "${wheels[@]}"; do
  install_wheels "$name" ||
    missing+=("in $root the wheels $(grep -o '^[a-z][^ ]*' "$here/cmake/$name-requirements.txt" | xargs)")
done
[ ${#missing[@]} = 0 ] || { for line in "${missing[@]}"; do say "missing $line"; done; exit 1; }
