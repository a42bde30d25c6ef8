. "$(dirname "$0")/lib.sh"

# Agreement with other packages as far as they are installed; the table is what `ctest -V` shows.
"${GRAPHVQ_PYTHON:-python3}" "$source_dir/tests/third_party.py" "$GRAPHVQ"
