. "$(dirname "$0")/lib.sh"

expect_exit 0 graphvq help
expect_same "$work/stdout" <(graphvq --help)
expect_exit 0 graphvq help draw
expect_same "$work/stdout" <(graphvq draw --help)
# Pages that are no command's are shown by man, where it is.
mkdir bin
printf '#!/bin/sh\necho "$@"\n' >bin/man && chmod +x bin/man
PATH=$PWD/bin:$PATH expect_exit 0 graphvq help tutorial
expect_text '7 graphvq-tutorial'
PATH=$PWD/bin:$PATH expect_exit 0 graphvq help formats
expect_text '5 graphvq-formats'
program=$(command -v "$GRAPHVQ")
said='graphvq help: no program man *graphvq-formats(5)' expect_exit 1 env PATH=/nowhere "$program" help formats
expect_usage 'one argument too many: sample' graphvq help draw sample
