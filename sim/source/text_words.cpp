// Reads names, literals and comments.
#include "sim/source/text_words.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace warpscope::source {

namespace {

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

} // namespace

bool is_name(std::string_view word) {
  return !word.empty() && is_letter(word.front()) &&
         std::isdigit(static_cast<unsigned char>(word.front())) == 0;
}

std::string_view TextWords::next() {
  skip();
  const std::size_t begin = at_;
  if (at_ >= text_.size()) return {};
  const char first = text_[at_++];
  if (is_letter(first)) {
    while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
    if (at_ < text_.size() && text_[at_] == '"' && text_[at_ - 1] == 'R') raw();
  } else if (first == '"' || first == '\'') {
    while (at_ < text_.size() && text_[at_] != first && text_[at_] != '\n') at_ += text_[at_] == '\\' ? 2 : 1;
    at_ = std::min(at_ + 1, text_.size());
  }
  return text_.substr(begin, at_ - begin);
}

void TextWords::skip() {
  while (at_ < text_.size()) {
    const std::string_view rest = text_.substr(at_);
    if (std::isspace(static_cast<unsigned char>(rest.front())) != 0) {
      ++at_;
    } else if (rest.starts_with("//")) {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (rest.starts_with("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else {
      return;
    }
  }
}

void TextWords::raw() {
  const std::size_t open = text_.find('(', at_);
  if (open == std::string_view::npos) return;
  const std::string close = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
  const std::size_t end = text_.find(close, open);
  at_ = end == std::string_view::npos ? text_.size() : end + close.size();
}

} // namespace warpscope::source
