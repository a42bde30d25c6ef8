#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cmd/program/options.hpp"

namespace graphvq {

/// What a word of a command line is.
enum class Word : std::uint8_t { option, value, operand };

/// Each of `arguments`, of which the first is the command, by the options that there are. Throws
/// UsageError for `--option=` without a value, for which CLI11 would take the next word.
std::vector<Word> words(const Options& options, const std::vector<std::string>& arguments);

/// What CLI11 is to parse: it would take an operand in brackets for a list, so that such a one gets
/// a letter behind it, which `unmarked` takes off again.
std::vector<std::string> marked(const std::vector<std::string>& arguments,
                                const std::vector<Word>& words);
std::string unmarked(std::string word);

/// The arguments as one line that a POSIX shell takes, without the options that change no byte of
/// the result, which stay out of the history.
std::string canonical_command_line(const std::vector<std::string>& arguments,
                                   const std::vector<Word>& words);

}  // namespace graphvq
