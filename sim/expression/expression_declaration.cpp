// Splits declarations at semicolons and commas and classifies each part.
#include "sim/expression/expression_declaration.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpscope::expression {

namespace {

using Tokens = ExpressionTokens;
using Part = DeclarationPart;

/// Returns the size of a scalar or vector type by name; 0 for any other name.
std::uint64_t known_type_bytes(std::string_view type) {
  struct Scalar {
    std::string_view name;
    std::uint64_t bytes;
  };
  static constexpr Scalar scalars[] = {
      {"bool", 1},      {"char", 1},    {"uchar", 1},    {"int8_t", 1}, {"uint8_t", 1}, {"short", 2},
      {"ushort", 2},    {"int16_t", 2}, {"uint16_t", 2}, {"half", 2},   {"__half", 2},  {"__nv_bfloat16", 2},
      {"int", 4},       {"uint", 4},    {"unsigned", 4}, {"signed", 4}, {"int32_t", 4}, {"uint32_t", 4},
      {"float", 4},     {"half2", 4},   {"__half2", 4},  {"long", 8},   {"ulong", 8},   {"longlong", 8},
      {"ulonglong", 8}, {"int64_t", 8}, {"uint64_t", 8}, {"size_t", 8}, {"double", 8}};
  for (const Scalar& scalar : scalars)
    if (type == scalar.name) return scalar.bytes;
  for (const std::string_view aligned : {"_16a", "_32a"}) // CUDA 13's names: double4_32a is a double4
    if (type.ends_with(aligned)) type.remove_suffix(aligned.size());
  if (type.empty() || type.back() < '1' || type.back() > '4') return 0;
  const auto count = static_cast<std::uint64_t>(type.back() - '0');
  type.remove_suffix(1);
  static constexpr std::string_view vectors[] = {"char",  "uchar",    "short",     "ushort",
                                                 "int",   "uint",     "float",     "long",
                                                 "ulong", "longlong", "ulonglong", "double"};
  for (const std::string_view vector : vectors)
    if (type == vector) return known_type_bytes(vector) * count;
  return 0;
}

bool is_qualifier(std::string_view word) {
  for (const std::string_view q :
       {"const", "volatile", "__shared__", "extern", "__restrict__", "__restrict", "static", "constexpr",
        "__constant__", "__device__", "__align__", "alignas", "mutable", "inline"})
    if (word == q) return true;
  return false;
}

/// Returns the words before the declarator, without qualifiers: "const unsigned char *p" gives "unsigned
/// char".
std::string type_of(const Tokens& tokens, std::size_t declarator) {
  std::string type;
  for (std::size_t i = 0; i < declarator && i < tokens.size(); ++i) {
    if (tokens[i].is("*") || tokens[i].is("&")) break;
    if (!tokens[i].is_identifier()) return {};
    if (!is_qualifier(tokens[i].text)) type += (type.empty() ? "" : " ") + std::string(tokens[i].text);
  }
  return type;
}

class Splitter {
 public:
  Splitter(std::string_view text, const Tokens& tokens, std::vector<Part>& parts, Diagnostics& diagnostics)
      : text_(text), declaration_(tokens), parts_(parts), diagnostics_(diagnostics) {}

  bool run() {
    Part part;
    const auto finish = [&](std::size_t end) {
      if (part.tokens.empty()) return true;
      part.begin = part.tokens.front().offset;
      part.end = end;
      return classify(part);
    };
    for (std::size_t i = 0; i < declaration_.size(); ++i) {
      const ExpressionToken& token = declaration_[i];
      if (token.is("__global__"))
        return refuse(token, "a whole kernel belongs into a .cu: open it in kernel mode");
      if (token.is(";") && token.depth == 0) {
        if (!finish(declaration_[i].offset)) return false;
        part = {};
        continue;
      }
      part.tokens.push_back(token);
      // A function's body needs no semicolon after it.
      if (token.is("}") && token.depth == 0 && is_function(part.tokens)) {
        part.needs_semicolon = false;
        if (!finish(token.offset + 1)) return false;
        part = {};
      }
    }
    return finish(declaration_.empty() ? 0 : declaration_.back().offset + declaration_.back().text.size());
  }

 private:
  static constexpr const char* no_type_and_name =
      "a declaration is a type and a name, as in __shared__ float tile[32][33] or const float *a";

  bool refuse(const ExpressionToken& token, std::string message) {
    diagnostics_.push_back(
        field_diagnostic(text_, "declaration", token.offset, token.text.size(), std::move(message)));
    return false;
  }

  /// `name(…) … {`: parentheses at the outer level before the brace, and no = before them.
  static bool is_function(const Tokens& tokens) {
    bool parentheses = false;
    for (const ExpressionToken& token : tokens) {
      if (token.depth != 0) continue;
      if (token.is("=") || token.is("struct") || token.is("class") || token.is("union") || token.is("enum"))
        return false;
      if (token.is("(")) parentheses = true;
      if (token.is("{")) return parentheses;
    }
    return false;
  }

  bool classify(Part& part) {
    const Tokens& tokens = part.tokens;
    for (const std::string_view word : {"struct", "class", "union", "enum", "using", "typedef", "template",
                                        "namespace", "__constant__", "__device__"})
      if (contains_word(tokens, word)) part.place = Part::Place::File;
    if (is_function(tokens)) part.place = Part::Place::File;
    part.shared = contains_word(tokens, "__shared__");
    if (part.shared) part.place = Part::Place::Body;
    if (part.shared && contains_word(tokens, "extern")) part.dynamic = true;
    if (tokens.front().is("if") || tokens.front().is("for") || tokens.front().is("while") ||
        tokens.front().is("return"))
      return refuse(tokens.front(), "only declarations stand here: statements need a kernel (.cu)");
    if (part.place == Part::Place::File) {
      name_file_part(part);
      parts_.push_back(std::move(part));
      return true;
    }
    return declarators(part);
  }

  static void name_file_part(Part& part) {
    const Tokens& tokens = part.tokens;
    if (tokens.front().is("struct") || tokens.front().is("class") || tokens.front().is("union") ||
        tokens.front().is("enum") || tokens.front().is("using")) {
      for (const ExpressionToken& token : tokens)
        if (token.depth == 0 && token.is_identifier()) part.names.emplace_back(token.text);
      return;
    }
    const bool function = is_function(tokens) || contains_word(tokens, "template");
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const bool last = i + 1 == tokens.size();
      if (!tokens[i].is_identifier() || tokens[i].depth != 0) continue;
      const bool ends = last || tokens[i + 1].is("[") || tokens[i + 1].is("=") || tokens[i + 1].is(",") ||
                        tokens[i + 1].is("(") || tokens[i + 1].is("{");
      if (!ends || is_qualifier(tokens[i].text)) continue;
      if (part.type.empty()) part.type = type_of(tokens, i);
      part.names.emplace_back(tokens[i].text);
      if (function) return;
    }
  }

  /// Splits "type a, *b[4] = …" at its commas: names, and pointers without a value, which become parameters.
  bool declarators(Part& part) {
    const Tokens& tokens = part.tokens;
    std::vector<std::pair<std::size_t, std::size_t>> ranges; // ranges of tokens
    std::size_t begin = 0;
    int angle = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (tokens[i].is("<")) ++angle;
      if (tokens[i].is(">") && angle > 0) --angle;
      if (tokens[i].is(",") && tokens[i].depth == 0 && angle == 0) {
        ranges.emplace_back(begin, i);
        begin = i + 1;
      }
    }
    ranges.emplace_back(begin, tokens.size());

    bool all_pointers = !part.shared, any_pointer = false;
    std::vector<std::size_t> name_at;
    for (const auto& [first, end] : ranges) {
      std::size_t name = end;
      bool star = false, value = false;
      for (std::size_t i = first; i < end; ++i) {
        const bool in_parentheses = tokens[i].depth == 1 && i > first &&
                                    contains_star_parenthesis(tokens, first, i);
        if (tokens[i].is("=") && tokens[i].depth == 0) value = true;
        if (tokens[i].is("{") && tokens[i].depth == 0) value = true;
        if (value) break;
        if (tokens[i].is("*")) star = star || tokens[i].depth == 0 || in_parentheses;
        if (tokens[i].is_identifier() && !is_qualifier(tokens[i].text) &&
            (tokens[i].depth == 0 || (in_parentheses && star)))
          name = i;
        if (tokens[i].is("[") && tokens[i].depth == 0 && i + 1 < end && tokens[i + 1].is("]") && !part.shared)
          star = true; // float a[]
      }
      if (name == end || (first == 0 && name == first)) {
        const ExpressionToken& at = first < tokens.size() ? tokens[first] : tokens.back();
        return refuse(at, no_type_and_name);
      }
      const bool array = name + 1 < end && tokens[name + 1].is("[");
      if (!value && !star && !array && !part.shared)
        return refuse(
            tokens[name],
            fmt::format("{} has no value: give it one, as in int {} = 32, or declare an array or a pointer",
                        tokens[name].text, tokens[name].text));
      any_pointer = any_pointer || (star && !value);
      all_pointers = all_pointers && star && !value;
      name_at.push_back(name);
      part.names.emplace_back(tokens[name].text);
    }
    part.type = type_of(tokens, name_at.front());
    if (!all_pointers) {
      if (any_pointer && !part.shared)
        return refuse(tokens.front(), "declare pointers apart from variables, with a ; between them");
      if (!part.shared && !contains_word(tokens, "=") && !contains_word(tokens, "{"))
        diagnostics_.push_back(field_diagnostic(
            text_, "declaration", part.begin, part.end - part.begin,
            fmt::format("{} has no __shared__ before it: it is an array of each thread's own (local memory)",
                        part.names.front()),
            Severity::Note));
      parts_.push_back(std::move(part));
      return true;
    }
    // One parameter per declarator. `float *a, *b`: the words up to the first * or name are repeated for b.
    std::size_t base_end = 0;
    while (base_end < name_at.front() && tokens[base_end].is_identifier()) ++base_end;
    if (base_end == 0) return refuse(tokens.front(), no_type_and_name);
    for (std::size_t k = 0; k < ranges.size(); ++k) {
      Part parameter;
      parameter.place = Part::Place::Parameter;
      parameter.names = {part.names[k]};
      parameter.type = contains_word(part.tokens, "(") ? std::string() : part.type;
      parameter.begin = tokens[ranges[k].first].offset;
      parameter.end = k + 1 == ranges.size() ? part.end : tokens[ranges[k].second].offset;
      while (parameter.end > parameter.begin &&
             (text_[parameter.end - 1] == ' ' || text_[parameter.end - 1] == '\n'))
        --parameter.end;
      if (k > 0) {
        parameter.has_base = true;
        parameter.base_begin = tokens.front().offset;
        parameter.base_end = tokens[base_end - 1].offset + tokens[base_end - 1].text.size();
      }
      parts_.push_back(std::move(parameter));
    }
    return true;
  }

  static bool contains_star_parenthesis(const Tokens& tokens, std::size_t first, std::size_t i) {
    for (std::size_t k = first; k + 1 <= i; ++k)
      if (tokens[k].is("(") && tokens[k].depth == 0 && tokens[k + 1].is("*")) return true;
    return false;
  }

  std::string_view text_;
  const Tokens& declaration_;
  std::vector<Part>& parts_;
  Diagnostics& diagnostics_;
};

} // namespace

bool contains_word(const ExpressionTokens& tokens, std::string_view word) {
  return std::any_of(tokens.begin(), tokens.end(), [&](const ExpressionToken& t) { return t.is(word); });
}

bool is_given_name(std::string_view word) {
  for (const std::string_view g : {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "sizeof",
                                   "return", "new", "delete", "this", "operator", "auto"})
    if (word == g) return true;
  return is_qualifier(word) || known_type_bytes(word) != 0;
}

std::uint64_t type_bytes(const std::string& type) {
  if (type.find(' ') == std::string::npos) return known_type_bytes(type);
  if (type.find("long") != std::string::npos) return 8;
  if (type.find("short") != std::string::npos) return 2;
  if (type.find("char") != std::string::npos) return 1;
  return type.find("int") != std::string::npos ? 4 : 0;
}

bool split_declaration(std::string_view text, const ExpressionTokens& tokens,
                       std::vector<DeclarationPart>& parts, Diagnostics& diagnostics) {
  return Splitter(text, tokens, parts, diagnostics).run();
}

} // namespace warpscope::expression
