// Finds host definitions with Clang's raw lexer and overwrites them with blanks.
#include "sim/frontend/host_code.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Basic/LangStandard.h"
#include "clang/Lex/Lexer.h"
#include "llvm/TargetParser/Triple.h"

#include <algorithm>
#include <set>

namespace warpscope::frontend {
namespace {

enum class DirectiveKind { None, If, IfZero, Else, EndIf };

struct RawToken {
  clang::tok::TokenKind kind;
  std::size_t begin, end;
  std::string_view text;
  /// Not None: the token stands for a whole conditional directive.
  DirectiveKind directive = DirectiveKind::None;
};

struct RawText {
  std::vector<RawToken> tokens;
  std::vector<TextRegion> directives;       ///< each from its `#` to the end of its last token
  std::set<std::string_view> marker_macros; ///< names whose replacement contains a device marker
};

const clang::LangOptions& cuda_language() {
  static const clang::LangOptions options = [] {
    clang::LangOptions result;
    std::vector<std::string> includes;
    clang::LangOptions::setLangDefaults(result, clang::Language::CUDA, llvm::Triple("nvptx64-nvidia-cuda"),
                                        includes, clang::LangStandard::lang_cxx20);
    return result;
  }();
  return options;
}

bool is_marker(std::string_view word) {
  static const std::set<std::string_view> words = {"__global__", "__device__",       "__constant__",
                                                   "__shared__", "__managed__",      "constexpr",
                                                   "consteval",  "__grid_constant__"};
  return words.count(word) != 0;
}

/// True for words whose parentheses are not a parameter list.
bool takes_attribute_arguments(std::string_view word) {
  static const std::set<std::string_view> words = {
      "alignas",  "__align__",        "__attribute__", "__declspec", "__launch_bounds__",
      "noexcept", "decltype",         "sizeof",        "alignof",    "requires",
      "explicit", "__cluster_dims__", "static_assert", "__maxnreg__"};
  return words.count(word) != 0;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text), buffer_(text) {}

  RawText read() {
    clang::Lexer lexer(clang::SourceLocation(), cuda_language(), buffer_.data(), buffer_.data(),
                       buffer_.data() + buffer_.size());
    bool more = true;
    lex(lexer, more);
    while (more || current_.isNot(clang::tok::eof)) {
      if (current_.is(clang::tok::eof)) break;
      if (current_.is(clang::tok::hash) && current_.isAtStartOfLine()) {
        directive(lexer);
      } else {
        result_.tokens.push_back(token());
        lex(lexer, more);
      }
    }
    close_markers();
    return std::move(result_);
  }

 private:
  void lex(clang::Lexer& lexer, bool& more) { more = !lexer.LexFromRawLexer(current_); }

  RawToken token() const {
    const std::size_t begin = offset();
    const std::size_t end = std::min(begin + current_.getLength(), text_.size());
    return {current_.getKind(), begin, end, text_.substr(begin, end - begin), DirectiveKind::None};
  }
  std::size_t offset() const { return current_.getLocation().getRawEncoding(); }

  void directive(clang::Lexer& lexer) {
    std::vector<RawToken> words;
    words.push_back(token());
    bool more = true;
    for (lex(lexer, more); current_.isNot(clang::tok::eof) && !current_.isAtStartOfLine(); lex(lexer, more)) {
      words.push_back(token());
    }
    result_.directives.push_back({words.front().begin, words.back().end});
    if (words.size() < 2) return;
    const std::string_view name = words[1].text;
    DirectiveKind kind = DirectiveKind::None;
    if (name == "if" || name == "ifdef" || name == "ifndef") {
      kind = name == "if" && words.size() == 3 && words[2].text == "0" ? DirectiveKind::IfZero
                                                                       : DirectiveKind::If;
    } else if (name == "else" || name == "elif" || name == "elifdef" || name == "elifndef") {
      kind = DirectiveKind::Else;
    } else if (name == "endif") {
      kind = DirectiveKind::EndIf;
    } else if (name == "define" && words.size() > 2) {
      std::vector<std::string_view> body;
      for (std::size_t i = 3; i < words.size(); ++i) body.push_back(words[i].text);
      macros_.emplace_back(words[2].text, std::move(body));
    }
    if (kind != DirectiveKind::None) {
      RawToken stand_in = words.front();
      stand_in.directive = kind;
      result_.tokens.push_back(stand_in);
    }
  }

  /// A macro that mentions a marker macro is one itself.
  void close_markers() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [name, body] : macros_) {
        if (result_.marker_macros.count(name) != 0) continue;
        const bool marks = std::any_of(body.begin(), body.end(), [&](std::string_view word) {
          // `constexpr` in a macro's body is most often part of a statement, so it does not make the macro a
          // marker.
          return (is_marker(word) && word != "constexpr") || result_.marker_macros.count(word) != 0;
        });
        if (marks) {
          result_.marker_macros.insert(name);
          changed = true;
        }
      }
    }
  }

  std::string_view text_;
  std::string buffer_; ///< Clang's lexer requires a terminating NUL
  clang::Token current_;
  RawText result_;
  std::vector<std::pair<std::string_view, std::vector<std::string_view>>> macros_;
};

/// Keeps every branch of a conditional directive whose branches all balance their braces, else the first
/// branch only.
std::vector<RawToken> one_reading(const std::vector<RawToken>& tokens) {
  struct Group {
    std::size_t begin;      ///< where the whole conditional begins in `out`
    std::size_t second = 0; ///< where the second branch begins; 0: none yet
    int depth = 0;          ///< brace depth in the current branch
    bool balanced = true, dropping = false;
  };
  std::vector<RawToken> out;
  std::vector<Group> groups;
  const auto end_branch = [&](Group& group) {
    if (group.dropping) {
      out.resize(group.begin);
      group.dropping = false;
    } else if (group.depth != 0) {
      group.balanced = false;
    }
  };
  for (const RawToken& token : tokens) {
    switch (token.directive) {
    case DirectiveKind::If:
    case DirectiveKind::IfZero:
      groups.push_back({out.size()});
      groups.back().dropping = token.directive == DirectiveKind::IfZero;
      break;
    case DirectiveKind::Else:
      if (groups.empty()) break;
      {
        Group& group = groups.back();
        const bool dropped = group.dropping;
        end_branch(group);
        if (group.second == 0 && !dropped) group.second = out.size() + 1;
        group.depth = 0;
      }
      break;
    case DirectiveKind::EndIf:
      if (groups.empty()) break;
      {
        Group group = groups.back();
        end_branch(group);
        groups.pop_back();
        if (!group.balanced && group.second != 0) out.resize(group.second - 1);
        if (!groups.empty()) {
          for (std::size_t i = group.begin; i < out.size(); ++i) {
            groups.back().depth += out[i].text == "{" ? 1 : out[i].text == "}" ? -1 : 0;
          }
        }
      }
      break;
    case DirectiveKind::None:
      out.push_back(token);
      if (!groups.empty()) groups.back().depth += token.text == "{" ? 1 : token.text == "}" ? -1 : 0;
      break;
    }
  }
  return out;
}

class Splitter {
 public:
  Splitter(std::vector<RawToken> tokens, const std::set<std::string_view>& marker_macros)
      : tokens_(std::move(tokens)), marker_macros_(marker_macros) {}

  void run() {
    while (at_ < tokens_.size()) {
      declarations(0, false);
      if (at_ < tokens_.size()) ++at_; // an unmatched closing brace
    }
  }
  std::vector<TextRegion> host, doubtful, device_functions;

 private:
  std::string_view word(std::size_t i) const {
    return i < tokens_.size() ? tokens_[i].text : std::string_view();
  }
  bool marks(std::size_t i) const { return is_marker(word(i)) || marker_macros_.count(word(i)) != 0; }

  /// Returns the index after the bracket that closes the one at `i`.
  std::size_t behind_closing(std::size_t i) const {
    int depth = 0;
    for (; i < tokens_.size(); ++i) {
      const std::string_view w = word(i);
      if (w == "{" || w == "(" || w == "[") ++depth;
      if (w == "}" || w == ")" || w == "]") {
        if (--depth <= 0) return i + 1;
      }
    }
    return i;
  }

  /// Returns the index after the `< … >` that begins at i; i when that is not a template list.
  std::size_t behind_angles(std::size_t i) const {
    if (word(i) != "<") return i;
    int depth = 0;
    for (std::size_t k = i; k < tokens_.size(); ++k) {
      const std::string_view w = word(k);
      if (w == "(" || w == "[" || w == "{") {
        k = behind_closing(k) - 1;
      } else if (w == "<") {
        ++depth;
      } else if (w == ">" || w == ">>" || w == ">>>") {
        depth -= static_cast<int>(w.size());
        if (depth <= 0) return k + 1;
      } else if (w == ";") {
        break;
      }
    }
    return i;
  }

  /// `template void launch<float>(float *);`, with `extern` before it or not.
  bool instantiates(std::size_t first) const {
    if (word(first) == "extern") ++first;
    return word(first) == "template" && word(first + 1) != "<";
  }

  /// Returns the name of the function whose parameter list opens at `open`, without its template arguments.
  std::string_view name_before(std::size_t first, std::size_t open) const {
    std::size_t i = open - 1;
    for (int depth = 0; i > first; --i) {
      const std::string_view w = word(i);
      if (w == ">" || w == ">>" || w == ">>>") depth += static_cast<int>(w.size());
      else if (w == "<") --depth;
      if (depth <= 0 && w != "<") break;
      if (depth <= 0) {
        --i;
        break;
      }
    }
    return word(i);
  }

  void declarations(int level, bool in_class) {
    while (at_ < tokens_.size() && word(at_) != "}") {
      if (word(at_) == ";") {
        ++at_;
        continue;
      }
      if (!in_class && level < 200 && enters_namespace()) {
        declarations(level + 1, false);
        if (at_ < tokens_.size()) ++at_;
        continue;
      }
      if (in_class && (word(at_) == "public" || word(at_) == "private" || word(at_) == "protected") &&
          word(at_ + 1) == ":") {
        at_ += 2;
        continue;
      }
      declaration(level, in_class);
    }
  }

  /// `namespace … {`, `inline namespace … {`, `extern "C" {`: moves at_ past the brace.
  bool enters_namespace() {
    std::size_t i = at_;
    if (word(i) == "extern" && i + 1 < tokens_.size() && tokens_[i + 1].kind == clang::tok::string_literal &&
        word(i + 2) == "{") {
      at_ = i + 3;
      return true;
    }
    if (word(i) == "inline") ++i;
    if (word(i) != "namespace") return false;
    for (++i; i < tokens_.size(); ++i) {
      if (word(i) == "{") {
        at_ = i + 1;
        return true;
      }
      if (word(i) == ";" || word(i) == "=" || word(i) == "}") return false;
    }
    return false;
  }

  void declaration(int level, bool in_class) {
    const std::size_t first = at_;
    std::size_t i = first;
    bool marked = false, parameters = false, assigned = false, is_class = false, initializers = false,
         body = false;
    bool is_alias = word(first) == "using" || word(first) == "typedef";
    std::size_t class_body = 0;
    std::string_view function; ///< the name before the first parameter list
    while (i < tokens_.size()) {
      const std::string_view w = word(i);
      marked = marked || marks(i);
      if (w == ";") {
        ++i;
        break;
      }
      if (w == "}") break;
      if (w == "template") {
        i = std::max(i + 1, behind_angles(i + 1));
        continue;
      }
      if (w == "operator") { // the name may be `()`, `[]`, `=`, …
        ++i;
        if (word(i) == "(" || word(i) == "[") {
          i += 2;
        } else if (i < tokens_.size() && word(i) != ";") {
          ++i;
        }
        continue;
      }
      if ((w == "struct" || w == "class" || w == "union" || w == "enum") && !parameters && !assigned)
        is_class = true;
      if (w == "=" &&
          !(parameters && (word(i + 1) == "default" || word(i + 1) == "delete" || word(i + 1) == "0"))) {
        assigned = true;
      }
      if (w == ":" && parameters) initializers = true;
      if (w == "(" || w == "[") {
        const std::size_t behind = behind_closing(i);
        for (std::size_t k = i; k < behind; ++k) marked = marked || (!parameters && assigned && marks(k));
        if (w == "(" && i > first && !takes_attribute_arguments(word(i - 1))) {
          if (!parameters) function = name_before(first, i);
          parameters = true;
        }
        i = behind;
        continue;
      }
      if (w == "{") {
        const std::size_t behind = behind_closing(i);
        if (parameters && !assigned && !is_alias) {
          if (initializers && (word(behind) == "," || word(behind) == "{") && word(i - 1) != ")") {
            i = behind;
            continue;
          }
          body = true;
          i = behind;
          break;
        }
        if (is_class && class_body == 0) class_body = i;
        for (std::size_t k = i; k < behind; ++k) marked = marked || marks(k);
        i = behind;
        continue;
      }
      ++i;
    }
    if (i == first) ++i;
    const TextRegion region{tokens_[first].begin, tokens_[i - 1].end};
    if (marked && parameters) device_names_.insert(function);
    if (marked && body) device_functions.push_back(region);
    if (body && !marked && !in_class) {
      host.push_back(region);
      host_functions_.insert(function);
    } else if (!marked && instantiates(first) && host_functions_.count(function) != 0 &&
               device_names_.count(function) == 0) {
      host.push_back(region); // its template has just gone
    } else if (!marked) {
      doubtful.push_back(region);
    } else if (is_class && class_body != 0 && level < 200) {
      // A class with device members: its other members may be host code.
      at_ = class_body + 1;
      declarations(level + 1, true);
    }
    at_ = i;
  }

  std::vector<RawToken> tokens_;
  const std::set<std::string_view>& marker_macros_;
  std::set<std::string_view> host_functions_, device_names_; ///< of the functions that were found
  std::size_t at_ = 0;
};

void blank(std::string& text, TextRegion region, const std::vector<TextRegion>& directives) {
  auto next = std::lower_bound(
      directives.begin(), directives.end(), region.begin,
      [](const TextRegion& directive, std::size_t at) { return directive.end <= at; });
  for (std::size_t i = region.begin; i < region.end && i < text.size(); ++i) {
    while (next != directives.end() && next->end <= i) ++next;
    if (next != directives.end() && i >= next->begin) continue;
    if (text[i] != '\n' && text[i] != '\r') text[i] = ' ';
  }
}

} // namespace

std::set<std::string, std::less<>> marker_macros(std::string_view text) {
  const RawText raw = Reader(text).read();
  return {raw.marker_macros.begin(), raw.marker_macros.end()};
}

HostCode blank_host_code(std::string_view text, const std::set<std::string, std::less<>>& markers) {
  RawText raw = Reader(text).read();
  raw.marker_macros.insert(markers.begin(), markers.end());
  Splitter splitter(one_reading(raw.tokens), raw.marker_macros);
  splitter.run();
  HostCode result;
  result.text = std::string(text);
  result.blanked = std::move(splitter.host);
  result.doubtful = std::move(splitter.doubtful);
  result.device_functions = std::move(splitter.device_functions);
  for (const TextRegion& region : result.blanked) blank(result.text, region, raw.directives);
  return result;
}

void blank_region(std::string& text, TextRegion region) {
  const RawText raw = Reader(text).read();
  blank(text, region, raw.directives);
}

} // namespace warpscope::frontend
