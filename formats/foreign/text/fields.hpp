#pragma once

#include <string>
#include <string_view>

namespace graphvq {

/// What parts the fields of a text, by its first row: tabs where it has one, else commas, else
/// blanks. Tabs and commas within quotes, a dictionary or a comment do not count.
char separator_of(std::string_view row);

/// How many fields a row has; 0 where a quote in it has no end.
std::size_t count_fields(std::string_view row, char separator);

/// The fields of a row, which may be quoted as RFC 4180 has it. Tabs or commas part fields, which
/// may be empty; blanks and tabs part words, and one that starts with # ends the row.
class Fields {
 public:
  Fields() = default;
  Fields(std::string_view row, char separator);

  /// Whether another field follows.
  bool more() const { return more_; }
  /// What is left of the row.
  std::string_view rest() const { return rest_; }
  /// The next field, which holds until the one after it is asked for. Throws Error, with rest() at
  /// the field, for a quote that does not end where the field does.
  std::string_view next();
  /// Whether that field was quoted.
  bool quoted() const { return quoted_; }

 private:
  std::string_view next_word();
  std::size_t unquote();

  std::string_view rest_;
  char separator_ = ' ';
  bool more_ = false;
  bool quoted_ = false;
  std::string text_;  // of a quoted field
};

}  // namespace graphvq
