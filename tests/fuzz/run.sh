#!/usr/bin/env bash
# run.sh PROGRAM READER FOLDER: runs a fuzzer for $GRAPHVQ_FUZZ_SECONDS (20) from FOLDER/seeds/READER.
# Its corpus stays in FOLDER/corpus/READER, what it finds in FOLDER/found/.
set -euo pipefail
program=$1 reader=$2 folder=$3
corpus=$folder/corpus/$reader
mkdir -p "$corpus" "$folder/found"
[ -n "$(ls "$folder/seeds/$reader")" ] || { echo "no seeds"; exit 1; }
exec "$program" -max_total_time="${GRAPHVQ_FUZZ_SECONDS:-20}" -timeout=60 -rss_limit_mb=1024 \
  -print_final_stats=1 -artifact_prefix="$folder/found/$reader-" "$corpus" "$folder/seeds/$reader"
