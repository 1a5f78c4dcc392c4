// Tokenizes C++ text, follows its preprocessor directives and expands its macros.
#include "sim/source/code_tokens.h"

#include "sim/base/text.h"
#include "sim/source/scenario.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace warpscope::source {

namespace {

bool is_name_start(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}
bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }

/// One pass over a piece of text; comments and joined lines count as blanks.
class Scanner {
 public:
  Scanner(std::string_view text, std::size_t base) : text_(text), base_(base) {}

  /// Skips blanks; true when a line end was among them.
  bool blanks() {
    bool newline = false;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        newline = true;
        ++at_;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
        ++at_;
      } else if (c == '\\' && at_ + 1 < text_.size() && (text_[at_ + 1] == '\n' || text_[at_ + 1] == '\r')) {
        at_ += text_.substr(at_ + 1, 2) == "\r\n" ? 3 : 2;
      } else if (text_.substr(at_, 2) == "//") {
        skip_line_comment();
      } else if (text_.substr(at_, 2) == "/*") {
        const std::size_t close = text_.find("*/", at_ + 2);
        const std::size_t end = close == std::string_view::npos ? text_.size() : close + 2;
        at_ = end;
      } else {
        break;
      }
    }
    return newline;
  }

  [[nodiscard]] bool done() const { return at_ >= text_.size(); }
  [[nodiscard]] char peek() const { return text_[at_]; }

  CodeToken next() {
    CodeToken token;
    const std::size_t begin = at_;
    token.begin = base_ + begin;
    const char c = text_[at_];
    if (const std::size_t raw = raw_string(); raw != 0) {
      at_ += raw;
      token.kind = CodeToken::Kind::Text;
    } else if (is_name_start(c)) {
      while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
      token.kind = CodeToken::Kind::Name;
    } else if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
      number();
      token.kind = CodeToken::Kind::Number;
    } else if (c == '"' || c == '\'') {
      quoted(c);
      token.kind = CodeToken::Kind::Text;
    } else {
      at_ += mark_length();
    }
    token.text = text_.substr(begin, at_ - begin);
    token.touches_next = at_ < text_.size() && text_[at_] != ' ' && text_[at_] != '\t' &&
                         text_[at_] != '\n' && text_[at_] != '\r' && text_[at_] != '\\' &&
                         text_.substr(at_, 2) != "//" && text_.substr(at_, 2) != "/*";
    return token;
  }

  /// Returns the rest of the directive that begins here, joined lines included.
  std::string_view directive() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (text_.substr(at_, 2) == "//") {
        skip_line_comment();
        return text_.substr(begin, at_ - begin);
      }
      if (text_.substr(at_, 2) == "/*") {
        const std::size_t close = text_.find("*/", at_ + 2);
        at_ = close == std::string_view::npos ? text_.size() : close + 2;
        continue;
      }
      if (text_[at_] == '\\' && text_.substr(at_ + 1, 2) == "\r\n") at_ += 2;
      else if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      ++at_;
    }
    at_ = std::min(at_, text_.size());
    return text_.substr(begin, at_ - begin);
  }
  [[nodiscard]] std::size_t offset() const { return base_ + at_; }

 private:
  void skip_line_comment() {
    while (at_ < text_.size() && text_[at_] != '\n') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
      ++at_;
    }
    at_ = std::min(at_, text_.size());
  }

  void number() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool sign = (c == '+' || c == '-') && at_ > 0 &&
                        ((text_[at_ - 1] | 0x20) == 'e' || (text_[at_ - 1] | 0x20) == 'p') && !hexadecimal_;
      const bool separator = c == '\'' && at_ + 1 < text_.size() && is_name_part(text_[at_ + 1]);
      if (!is_name_part(c) && c != '.' && !sign && !separator) break;
      if ((c | 0x20) == 'x') hexadecimal_ = true;
      ++at_;
    }
    hexadecimal_ = false;
  }

  void quoted(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\') ++at_;
    at_ = std::min(at_ + 1, text_.size());
  }

  /// Returns the length of the raw string R"x( … )x" that begins here, 0 when there is none.
  [[nodiscard]] std::size_t raw_string() const {
    if (text_.substr(at_, 2) != "R\"") return 0;
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos || open - at_ > 18) return 0;
    const std::string close = ")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"";
    const std::size_t end = text_.find(close, open);
    return end == std::string_view::npos ? text_.size() - at_ : end + close.size() - at_;
  }

  [[nodiscard]] std::size_t mark_length() const {
    static constexpr std::array<std::string_view, 23> marks = {
        "<<<", "<<=", "...", "::", "->", "++", "--", "<<", "<=", ">=", "==", "!=",
        "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##"};
    for (const std::string_view mark : marks)
      if (text_.substr(at_).starts_with(mark)) return mark.size();
    return 1;
  }

  std::string_view text_;
  std::size_t base_;
  std::size_t at_ = 0;
  bool hexadecimal_ = false;
};

class Reader {
 public:
  explicit Reader(const std::vector<std::pair<std::string, std::string>>& macros) {
    for (const auto& [name, value] : macros) {
      CodeMacro macro;
      macro.body = tokens_of(value, 0);
      result_.macros.insert_or_assign(name, std::move(macro));
      given_.push_back(name);
    }
  }

  CodeText read(std::string_view text) {
    Scanner scanner(text, 0);
    bool line_begins = true;
    for (;;) {
      line_begins = scanner.blanks() || line_begins;
      if (scanner.done()) break;
      if (line_begins && scanner.peek() == '#') {
        const std::size_t begin = scanner.offset();
        directive(scanner.directive(), begin);
        continue;
      }
      const CodeToken token = scanner.next();
      line_begins = false;
      if (live()) result_.tokens.push_back(token);
    }
    return std::move(result_);
  }

 private:
  /// One #if … #endif.
  struct Branch {
    bool outer_live = true, taken = false, live = false;
  };

  [[nodiscard]] bool live() const { return branches_.empty() || branches_.back().live; }

  static std::vector<CodeToken> tokens_of(std::string_view text, std::size_t base) {
    std::vector<CodeToken> tokens;
    Scanner scanner(text, base);
    for (scanner.blanks(); !scanner.done(); scanner.blanks()) tokens.push_back(scanner.next());
    return tokens;
  }

  void directive(std::string_view text, std::size_t base) {
    const std::vector<CodeToken> words = tokens_of(text, base);
    if (words.size() < 2) return;
    const std::string_view name = words[1].text;
    const std::vector<CodeToken> rest(words.begin() + 2, words.end());
    if (name == "if") open(condition(rest));
    else if (name == "ifdef") open(!rest.empty() && defined(rest[0].text));
    else if (name == "ifndef") open(rest.empty() || !defined(rest[0].text));
    else if (name == "elif") next_branch(condition(rest));
    else if (name == "else") next_branch(true);
    else if (name == "endif" && !branches_.empty()) branches_.pop_back();
    else if (name == "define" && live()) define(rest);
    else if (name == "undef" && live() && !rest.empty()) result_.macros.erase(std::string(rest[0].text));
  }

  void open(bool value) {
    const bool outer = live();
    branches_.push_back({outer, value, outer && value});
  }
  void next_branch(bool value) {
    if (branches_.empty()) return;
    Branch& branch = branches_.back();
    branch.live = branch.outer_live && !branch.taken && value;
    branch.taken = branch.taken || value;
  }

  [[nodiscard]] bool defined(std::string_view name) const {
    return result_.macros.contains(name) || name == "__CUDACC__" || name == "__NVCC__";
  }

  [[nodiscard]] bool condition(const std::vector<CodeToken>& words) const {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i].text == "defined") {
        const bool bracket = i + 1 < words.size() && words[i + 1].text == "(";
        const std::size_t name = i + (bracket ? 2 : 1);
        text += name < words.size() && defined(words[name].text) ? " 1" : " 0";
        i = name + (bracket ? 1 : 0);
        continue;
      }
      text += " " + std::string(words[i].text);
      if (words[i].text == ">" && words[i].touches_next && i + 1 < words.size() && words[i + 1].text == ">") {
        text += ">";
        ++i;
      }
    }
    std::vector<std::pair<std::string, std::string>> names;
    for (const auto& [name, macro] : result_.macros) {
      if (macro.takes_arguments) continue;
      std::string value;
      for (const CodeToken& token : macro.body) value += std::string(token.text) + " ";
      names.emplace_back(name, value);
    }
    std::string error;
    return evaluate(text, names, error).value_or(1) != 0;
  }

  void define(const std::vector<CodeToken>& words) {
    if (words.empty() || words[0].kind != CodeToken::Kind::Name) return;
    const std::string name(words[0].text);
    if (std::find(given_.begin(), given_.end(), name) != given_.end()) return;
    CodeMacro macro;
    std::size_t at = 1;
    if (words.size() > 1 && words[1].text == "(" && words[0].touches_next) {
      macro.takes_arguments = true;
      for (at = 2; at < words.size() && words[at].text != ")"; ++at)
        if (words[at].kind == CodeToken::Kind::Name) macro.parameters.push_back(words[at].text);
      ++at;
    }
    if (at < words.size()) macro.body.assign(words.begin() + static_cast<std::ptrdiff_t>(at), words.end());
    result_.macros.insert_or_assign(name, std::move(macro));
  }

  CodeText result_;
  std::vector<std::string> given_;
  std::vector<Branch> branches_;
};

} // namespace

CodeText read_code(std::string_view text, const std::vector<std::pair<std::string, std::string>>& macros) {
  return Reader(macros).read(text);
}

} // namespace warpscope::source
