// Goes through a C++ text word by word.
#pragma once

#include <cstddef>
#include <string_view>

namespace warpscope::source {

/// A word is a name or number, a literal, or one other character. Comments and blanks are left out.
class TextWords {
 public:
  explicit TextWords(std::string_view text) : text_(text) {}
  [[nodiscard]] std::string_view next(); ///< empty at the end

 private:
  void skip();
  void raw();

  std::string_view text_;
  std::size_t at_ = 0;
};

[[nodiscard]] bool is_name(std::string_view word);

} // namespace warpscope::source
