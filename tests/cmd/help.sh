. "$(dirname "$0")/lib.sh"

expect_exit 0 graphvq help
expect_same "$work/stdout" <(graphvq --help)
expect_exit 0 graphvq help draw
expect_same "$work/stdout" <(graphvq draw --help)
expect_usage 'one argument too many: sample' graphvq help draw sample
