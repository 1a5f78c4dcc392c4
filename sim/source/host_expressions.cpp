// Evaluates the host code's expressions: numbers, dim3, sizes of types, addresses, calls.
#include "sim/source/host_program.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace warpscope::source {

namespace {

using Kind = HostValue::Kind;

std::optional<HostValue> number_of(std::string_view text) {
  std::string digits;
  for (const char c : text)
    if (c != '\'') digits += c;
  const bool hex = digits.size() > 2 && digits[0] == '0' && (digits[1] | 0x20) == 'x';
  const bool real = !hex && digits.find_first_of(".eE") != std::string::npos;
  if (real) {
    double value = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (code != std::errc{}) return std::nullopt;
    const std::string_view rest(end, static_cast<std::size_t>(digits.data() + digits.size() - end));
    if (!rest.empty() && rest != "f" && rest != "F" && rest != "l" && rest != "L") return std::nullopt;
    return HostValue::of_real(value);
  }
  while (!digits.empty() &&
         ((digits.back() | 0x20) == 'u' || (digits.back() | 0x20) == 'l' || (digits.back() | 0x20) == 'z'))
    digits.pop_back();
  int base = 10;
  std::size_t skip = 0;
  if (hex) base = 16, skip = 2;
  else if (digits.size() > 2 && digits[0] == '0' && (digits[1] | 0x20) == 'b') base = 2, skip = 2;
  else if (digits.size() > 1 && digits[0] == '0') base = 8, skip = 1;
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(digits.data() + skip, digits.data() + digits.size(), value, base);
  if (code != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return HostValue::of(value);
}

std::optional<std::int64_t> bytes_of_word(std::string_view word) {
  static const std::map<std::string_view, std::int64_t> sizes = {{"char", 1},
                                                                 {"bool", 1},
                                                                 {"int8_t", 1},
                                                                 {"uint8_t", 1},
                                                                 {"uchar", 1},
                                                                 {"short", 2},
                                                                 {"int16_t", 2},
                                                                 {"uint16_t", 2},
                                                                 {"ushort", 2},
                                                                 {"half", 2},
                                                                 {"__half", 2},
                                                                 {"__nv_bfloat16", 2},
                                                                 {"nv_bfloat16", 2},
                                                                 {"int", 4},
                                                                 {"unsigned", 4},
                                                                 {"signed", 4},
                                                                 {"uint", 4},
                                                                 {"float", 4},
                                                                 {"int32_t", 4},
                                                                 {"uint32_t", 4},
                                                                 {"half2", 4},
                                                                 {"__half2", 4},
                                                                 {"long", 8},
                                                                 {"double", 8},
                                                                 {"size_t", 8},
                                                                 {"int64_t", 8},
                                                                 {"uint64_t", 8},
                                                                 {"ptrdiff_t", 8},
                                                                 {"dim3", 12},
                                                                 {"clock_t", 8},
                                                                 {"time_t", 8},
                                                                 {"curandState", 48},
                                                                 {"curandState_t", 48},
                                                                 {"curandStateXORWOW_t", 48},
                                                                 {"cuComplex", 8},
                                                                 {"cuFloatComplex", 8},
                                                                 {"cuDoubleComplex", 16}};
  if (const auto found = sizes.find(word); found != sizes.end()) return found->second;
  if (word.size() < 4 || word.back() < '1' || word.back() > '4') return std::nullopt; // float4, uchar3 …
  static const std::map<std::string_view, std::int64_t> scalars = {
      {"char", 1},  {"uchar", 1}, {"short", 2}, {"ushort", 2},   {"int", 4},       {"uint", 4},
      {"float", 4}, {"long", 8},  {"ulong", 8}, {"longlong", 8}, {"ulonglong", 8}, {"double", 8}};
  const auto scalar = scalars.find(word.substr(0, word.size() - 1));
  if (scalar == scalars.end()) return std::nullopt;
  return scalar->second * (word.back() - '0');
}

bool is_type_word(std::string_view word) {
  return word == "const" || word == "volatile" || word == "struct" || word == "void" || word == "auto" ||
         bytes_of_word(word).has_value();
}

bool is_whole_type(std::string_view type) {
  return type.find('*') == std::string_view::npos && type.find("float") == std::string_view::npos &&
         type.find("double") == std::string_view::npos;
}

/// Returns the value after it is stored in a variable of the type or cast to it.
HostValue converted(HostValue value, std::string_view type) {
  if (!value.is_number() || type.find('*') != std::string_view::npos) return value;
  if (type.find("float") != std::string_view::npos)
    return HostValue::of_real(static_cast<float>(value.as_real()));
  if (type.find("double") != std::string_view::npos) return HostValue::of_real(value.as_real());
  if (type.find("bool") != std::string_view::npos) return HostValue::of(value.as_real() != 0);
  if (value.kind != Kind::Real || type.empty() || type.find("auto") != std::string_view::npos ||
      !is_whole_type(type))
    return value;
  if (!(std::abs(value.real) < 9e18)) return HostValue::unknown("a number beyond 64 bits");
  return HostValue::of(static_cast<std::int64_t>(value.real));
}

struct Level {
  std::string_view mark;
  int level;
};
constexpr Level levels[] = {{"||", 0}, {"&&", 1}, {"|", 2},  {"^", 3}, {"&", 4}, {"==", 5},
                            {"!=", 5}, {"<=", 6}, {">=", 6}, {"<", 6}, {">", 6}, {"<<", 7},
                            {"+", 8},  {"-", 8},  {"*", 9},  {"/", 9}, {"%", 9}};

HostValue apply(std::string_view op, const HostValue& a, const HostValue& b) {
  if (op == "&&" || op == "||") { // one operand may decide alone
    const bool decides = op == "||";
    for (const HostValue* side : {&a, &b})
      if (side->is_number() && (side->as_real() != 0) == decides) return HostValue::of(decides ? 1 : 0);
  }
  if (!a.is_number()) return a.kind == Kind::Unknown ? a : HostValue::unknown("arithmetic with a pointer");
  if (!b.is_number()) return b.kind == Kind::Unknown ? b : HostValue::unknown("arithmetic with a pointer");
  if (op == "&&" || op == "||") return HostValue::of(op == "||" ? 0 : 1);
  if (a.kind == Kind::Real || b.kind == Kind::Real) {
    const double x = a.as_real(), y = b.as_real();
    if (op == "+") return HostValue::of_real(x + y);
    if (op == "-") return HostValue::of_real(x - y);
    if (op == "*") return HostValue::of_real(x * y);
    if (op == "/") return HostValue::of_real(x / y);
    if (op == "<") return HostValue::of(x < y);
    if (op == ">") return HostValue::of(x > y);
    if (op == "<=") return HostValue::of(x <= y);
    if (op == ">=") return HostValue::of(x >= y);
    if (op == "==") return HostValue::of(x == y);
    if (op == "!=") return HostValue::of(x != y);
    return HostValue::unknown("an operator that fractions do not have");
  }
  const std::int64_t x = a.integer, y = b.integer;
  std::int64_t result = 0;
  bool overflow = false;
  if (op == "+") overflow = __builtin_add_overflow(x, y, &result);
  else if (op == "-") overflow = __builtin_sub_overflow(x, y, &result);
  else if (op == "*") overflow = __builtin_mul_overflow(x, y, &result);
  else if (op == "/" || op == "%") {
    if (y == 0) return HostValue::unknown("a division by zero");
    overflow = x == std::numeric_limits<std::int64_t>::min() && y == -1;
    if (!overflow) result = op == "/" ? x / y : x % y;
  } else if (op == "<<" || op == ">>") {
    if (y < 0 || y > 62) return HostValue::unknown("a shift beyond 62");
    if (op == ">>") result = x >> y;
    else overflow = __builtin_mul_overflow(x, std::int64_t{1} << y, &result);
  } else if (op == "|") result = x | y;
  else if (op == "^") result = x ^ y;
  else if (op == "&") result = x & y;
  else if (op == "==") result = x == y;
  else if (op == "!=") result = x != y;
  else if (op == "<") result = x < y;
  else if (op == ">") result = x > y;
  else if (op == "<=") result = x <= y;
  else result = x >= y;
  if (overflow) return HostValue::unknown("a number beyond 64 bits");
  return HostValue::of(result);
}

/// ceil, min, sqrt, …: nullopt for any other name.
std::optional<HostValue> mathematics(std::string_view name, const std::vector<HostValue>& given) {
  static const std::map<std::string_view, double (*)(double)> one = {
      {"ceil", std::ceil},   {"ceilf", std::ceil},   {"floor", std::floor}, {"floorf", std::floor},
      {"sqrt", std::sqrt},   {"sqrtf", std::sqrt},   {"log2", std::log2},   {"log2f", std::log2},
      {"round", std::round}, {"roundf", std::round}, {"fabs", std::fabs},   {"fabsf", std::fabs},
      {"exp2", std::exp2}};
  for (const HostValue& value : given)
    if (value.kind == Kind::Unknown) return value;
    else if (!value.is_number()) return std::nullopt;
  if (const auto function = one.find(name); function != one.end() && given.size() == 1)
    return HostValue::of_real(function->second(given[0].as_real()));
  if (name == "abs" && given.size() == 1)
    return given[0].kind == Kind::Real ? HostValue::of_real(std::fabs(given[0].real))
                                       : HostValue::of(std::llabs(given[0].integer));
  if (given.size() != 2) return std::nullopt;
  if (name == "min" || name == "fmin" || name == "fminf")
    return given[0].as_real() <= given[1].as_real() ? given[0] : given[1];
  if (name == "max" || name == "fmax" || name == "fmaxf")
    return given[0].as_real() >= given[1].as_real() ? given[0] : given[1];
  if (name == "pow" || name == "powf")
    return HostValue::of_real(std::pow(given[0].as_real(), given[1].as_real()));
  return std::nullopt;
}

} // namespace

std::optional<std::size_t> HostProgram::find(std::string_view name) const {
  for (std::size_t s = scopes_.size(); s-- > visible_from_;)
    if (const auto found = scopes_[s].find(name); found != scopes_[s].end()) return found->second;
  if (!scopes_.empty())
    if (const auto found = scopes_[0].find(name); found != scopes_[0].end()) return found->second;
  return std::nullopt;
}

std::optional<std::int64_t> HostProgram::bytes_of_type(Tokens tokens) const {
  std::optional<std::int64_t> bytes;
  for (const CodeToken& token : tokens) {
    if (token.text == "*" || token.text == "&")
      return &token == tokens.data() ? std::nullopt : std::optional<std::int64_t>(8);
    const auto word = bytes_of_word(token.text);
    if (word) {
      const bool wide = bytes &&
                        (token.text == "int" || token.text == "unsigned" || token.text == "signed"); // long
                                                                                                     // int
      if (!wide) bytes = bytes && token.text == "long" ? 8 : *word;
      if (token.text == "int" && tokens.size() > 1 && tokens.front().text == "short") bytes = 2;
    } else if (const auto known = struct_bytes_.find(token.text); known != struct_bytes_.end()) {
      bytes = known->second;
    } else if (const auto macro = code_.macros.find(token.text); macro != code_.macros.end() &&
                                                                 macro->second.body.size() == 1 &&
                                                                 macro->second.body[0].text != token.text) {
      bytes = bytes_of_word(macro->second.body[0].text);
      if (!bytes) return std::nullopt;
    } else if (token.text != "const" && token.text != "struct" && token.text != "std" && token.text != "::" &&
               token.text != "volatile") {
      return std::nullopt;
    }
  }
  return bytes;
}

/// Precedence climbing over the tokens of one expression.
class HostProgram::Evaluator {
 public:
  Evaluator(HostProgram& program, Tokens tokens) : program_(program), tokens_(tokens) {}

  HostValue run() {
    if (tokens_.empty()) return HostValue::unknown("nothing");
    const HostValue value = conditional();
    if (at_ < tokens_.size() && value.kind != Kind::Unknown) return HostValue::unknown(text_of(tokens_));
    return value;
  }

 private:
  [[nodiscard]] std::string_view word(std::size_t ahead = 0) const {
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead].text : std::string_view();
  }
  bool take(std::string_view text) {
    if (word() != text) return false;
    ++at_;
    return true;
  }

  HostValue conditional() {
    HostValue condition = binary(0);
    if (!take("?")) return condition;
    HostValue yes = conditional();
    if (!take(":")) return HostValue::unknown(text_of(tokens_));
    HostValue no = conditional();
    if (!condition.is_number()) return condition;
    return condition.as_real() != 0 ? yes : no;
  }

  /// Returns the operator at the current token with its level, and how many tokens it consists of.
  [[nodiscard]] std::optional<Level> operation(std::size_t& length) const {
    length = 1;
    if (word() == ">" && word(1) == ">" && tokens_[at_].touches_next) {
      length = 2;
      return Level{">>", 7};
    }
    for (const Level& level : levels)
      if (word() == level.mark) return level;
    return std::nullopt;
  }

  HostValue binary(int lowest) {
    HostValue left = unary();
    std::size_t length = 0;
    for (auto op = operation(length); op && op->level >= lowest; op = operation(length)) {
      at_ += length;
      left = apply(op->mark, left, binary(op->level + 1));
      if (!program_.step()) return HostValue::unknown("a program too long to follow");
    }
    return left;
  }

  HostValue unary() {
    if (++program_.depth_ > deepest || !program_.step()) {
      --program_.depth_;
      at_ = tokens_.size();
      return HostValue::unknown("an expression too deep to follow");
    }
    HostValue value = unary_inside();
    --program_.depth_;
    return value;
  }

  HostValue unary_inside() {
    if (take("-")) return apply("-", HostValue::of(0), unary());
    if (take("+")) return unary();
    if (take("!")) return apply("==", unary(), HostValue::of(0));
    if (take("~")) return apply("^", unary(), HostValue::of(-1));
    if (word() == "&") {
      ++at_;
      const std::size_t begin = at_;
      unary();
      const Tokens target = tokens_.subspan(begin, at_ - begin);
      std::size_t variable = 0;
      if (HostValue buffer = program_.buffer_of(target, variable); buffer.kind == Kind::Buffer) return buffer;
      if (const auto index = program_.target_of(target)) {
        HostValue address;
        address.kind = Kind::Address;
        address.variable = *index;
        return address;
      }
      return HostValue::unknown("&" + text_of(target));
    }
    if (take("*")) {
      HostValue pointer = unary();
      return pointer.kind == Kind::Address   ? program_.variables_[pointer.variable].value
             : pointer.kind == Kind::Unknown ? pointer
                                             : HostValue::unknown("what a pointer points at");
    }
    if (word() == "sizeof") return size();
    if (const std::size_t close = cast(); close != 0) {
      const std::string type = text_of(tokens_.subspan(at_ + 1, close - at_ - 2));
      at_ = close;
      return converted(unary(), type);
    }
    return postfix(primary());
  }

  /// Returns the index after the cast `(int)` that begins here; 0 when there is none.
  [[nodiscard]] std::size_t cast() const {
    if (word() != "(") return 0;
    const std::size_t close = behind_closing(tokens_, at_);
    if (close >= tokens_.size() || close < at_ + 3) return 0;
    bool star = false, types = false;
    for (std::size_t i = at_ + 1; i + 1 < close; ++i) {
      const std::string_view w = tokens_[i].text;
      if (w == "*" || w == "&") star = true;
      else if (is_type_word(w)) types = true;
      else if (tokens_[i].kind != CodeToken::Kind::Name && w != "::" && w != "<" && w != ">") return 0;
      else if (program_.find(w)) return 0;
    }
    const std::string_view last = tokens_[close - 2].text;
    return types || (star && (last == "*" || last == "&")) ? close : 0;
  }

  HostValue size() {
    const std::size_t begin = at_++;
    if (word() != "(") return HostValue::unknown(text_of(tokens_.subspan(begin)));
    const std::size_t close = behind_closing(tokens_, at_);
    const Tokens inside = tokens_.subspan(at_ + 1, close - at_ - 2);
    at_ = close;
    if (const auto bytes = program_.bytes_of_type(inside)) return HostValue::of(*bytes);
    if (inside.size() == 1) {
      if (const auto index = program_.find(inside[0].text)) {
        const HostVariable& variable = program_.variables_[*index];
        if (variable.value.kind == Kind::Container)
          return HostValue::of(variable.value.integer * variable.value.element);
        if (variable.type.find('*') != std::string::npos) return HostValue::of(8);
        if (const auto bytes = bytes_of_word(variable.type)) return HostValue::of(*bytes);
      }
    }
    const bool element = (inside.size() == 2 && inside[0].text == "*") ||
                         (inside.size() > 3 && inside[1].text == "[");
    if (element)
      if (const auto index = program_.find(inside[inside[0].text == "*" ? 1 : 0].text)) {
        const HostVariable& variable = program_.variables_[*index];
        if (variable.value.kind == Kind::Container && variable.value.element > 0)
          return HostValue::of(variable.value.element);
        std::string type = variable.type;
        while (!type.empty() && (type.back() == '*' || type.back() == ' ')) type.pop_back();
        if (type.starts_with("const ")) type.erase(0, 6);
        if (const auto bytes = bytes_of_word(type)) return HostValue::of(*bytes);
        if (const auto known = program_.struct_bytes_.find(type); known != program_.struct_bytes_.end())
          return HostValue::of(known->second);
      }
    return HostValue::unknown(text_of(tokens_.subspan(begin, close - begin)));
  }

  HostValue primary() {
    if (at_ >= tokens_.size()) return HostValue::unknown(text_of(tokens_));
    const CodeToken& token = tokens_[at_];
    if (token.text == "(") {
      const std::size_t close = behind_closing(tokens_, at_);
      const Tokens inside = tokens_.subspan(at_ + 1, close - at_ - std::min<std::size_t>(2, close - at_));
      at_ = close;
      return Evaluator(program_, inside).run();
    }
    ++at_;
    if (token.kind == CodeToken::Kind::Number)
      return number_of(token.text).value_or(HostValue::unknown(std::string(token.text)));
    if (token.kind == CodeToken::Kind::Text) {
      HostValue text;
      text.kind = Kind::Text;
      return text;
    }
    if (token.kind != CodeToken::Kind::Name) return HostValue::unknown(text_of(tokens_));
    return name(token.text);
  }

  HostValue name(std::string_view name) {
    while (word() == "::" && at_ + 1 < tokens_.size()) { // std::min counts as min
      name = tokens_[at_ + 1].text;
      at_ += 2;
    }
    if (name == "true") return HostValue::of(1);
    if (name == "false") return HostValue::of(0);
    if (name == "nullptr" || name == "NULL") return HostValue::unknown(std::string(name));
    if (name == "static_cast" || name == "reinterpret_cast" || name == "const_cast") {
      const std::size_t close = behind_angles(tokens_, at_);
      const std::string type = text_of(tokens_.subspan(at_, close - at_));
      at_ = close;
      return converted(primary(), type);
    }
    const auto variable = program_.find(name);
    if (!variable) {
      if (const auto macro = program_.code_.macros.find(name); macro != program_.code_.macros.end())
        return expand(name, macro->second);
    }
    if (word() == "<" && program_.functions_.contains(name)) {
      const std::size_t close = behind_angles(tokens_, at_);
      if (close > at_ && close < tokens_.size() && tokens_[close].text == "(") {
        const Tokens arguments = tokens_.subspan(at_ + 1, close - at_ - 2);
        at_ = close;
        return call(name, arguments);
      }
    }
    if ((word() == "(" || word() == "{") && !variable) return call(name, {});
    if (variable)
      return program_.variables_[*variable].value.kind == Kind::Unknown &&
                     !program_.variables_[*variable].members.empty()
                 ? member_of(*variable, name)
                 : program_.variables_[*variable].value;
    if (word() == "." || word() == "->") {
      const std::string whole = std::string(name) + "." + std::string(word(1));
      at_ += 2;
      return HostValue::unknown(whole);
    }
    if (word() == "[") at_ = behind_closing(tokens_, at_);
    return HostValue::unknown(std::string(name));
  }

  HostValue member_of(std::size_t variable, std::string_view name) {
    if (word() != "." && word() != "->") return HostValue::unknown(std::string(name));
    const std::string_view member = word(1);
    const auto& members = program_.variables_[variable].members;
    at_ += 2;
    if (const auto found = members.find(member); found != members.end()) return found->second;
    return HostValue::unknown(std::string(name) + "." + std::string(member));
  }

  HostValue expand(std::string_view name, const CodeMacro& macro) {
    if (++program_.depth_ > deepest) {
      --program_.depth_;
      return HostValue::unknown(std::string(name));
    }
    std::vector<CodeToken> body = macro.body;
    if (macro.takes_arguments) {
      if (word() != "(") {
        --program_.depth_;
        return HostValue::unknown(std::string(name));
      }
      const std::size_t close = behind_closing(tokens_, at_);
      const auto arguments = split_at_commas(tokens_.subspan(at_ + 1, close - at_ - 2));
      at_ = close;
      body.clear();
      for (const CodeToken& token : macro.body) {
        const auto parameter = std::find(macro.parameters.begin(), macro.parameters.end(), token.text);
        const auto index = static_cast<std::size_t>(parameter - macro.parameters.begin());
        if (parameter == macro.parameters.end() || index >= arguments.size()) body.push_back(token);
        else body.insert(body.end(), arguments[index].begin(), arguments[index].end());
        if (body.size() > 4096) break;
      }
    }
    program_.expansions_.push_back(std::move(body));
    HostValue value = Evaluator(program_, program_.expansions_.back()).run();
    if (value.kind == Kind::Unknown && program_.expansions_.back().empty()) value.missing = std::string(name);
    --program_.depth_;
    return value;
  }

  HostValue call(std::string_view name, Tokens template_arguments) {
    const std::size_t close = behind_closing(tokens_, at_);
    const Tokens inside = tokens_.subspan(at_ + 1, close - at_ - std::min<std::size_t>(2, close - at_));
    at_ = close;
    const std::vector<Tokens> arguments = split_at_commas(inside);
    if (name == "dim3" || name == "make_uint3" || name == "uint3") {
      HostValue sizes;
      sizes.kind = Kind::Sizes;
      for (std::size_t i = 0; i < arguments.size() && i < 3; ++i) {
        HostValue value = converted(Evaluator(program_, arguments[i]).run(), "unsigned");
        if (value.kind != Kind::Integer)
          return value.kind == Kind::Unknown ? value : HostValue::unknown(text_of(arguments[i]));
        sizes.sizes[i] = value.integer;
      }
      return sizes;
    }
    if (is_type_word(name) && arguments.size() == 1)
      return converted(Evaluator(program_, arguments[0]).run(), name);
    if (name == "raw_pointer_cast" && arguments.size() == 1) return Evaluator(program_, arguments[0]).run();
    if (const auto function = program_.functions_.find(name); function != program_.functions_.end())
      return program_.call(function->second, arguments, template_arguments);
    std::vector<HostValue> values;
    for (const Tokens argument : arguments) values.push_back(Evaluator(program_, argument).run());
    if (const auto value = mathematics(name, values)) return *value;
    return HostValue::unknown(std::string(name) + "(" + text_of(inside) + ")");
  }

  HostValue postfix(HostValue value) {
    for (;;) {
      if (word() == "." || word() == "->") {
        const std::string_view member = word(1);
        at_ += 2;
        if (word() == "(") at_ = behind_closing(tokens_, at_);
        if (value.kind == Kind::Sizes && (member == "x" || member == "y" || member == "z")) {
          value = HostValue::of(value.sizes[static_cast<std::size_t>(member[0] - 'x')]);
        } else if (value.kind == Kind::Container && member == "size") {
          value = HostValue::of(value.integer);
        } else if (value.kind == Kind::Buffer && value.element > 0 && member == "size") {
          value = HostValue::of(value.integer / value.element);
        } else if (value.kind == Kind::Buffer && (member == "data" || member == "get" || member == "begin")) {
          continue;
        } else if (value.kind == Kind::Address) {
          const auto& members = program_.variables_[value.variable].members;
          const auto found = members.find(member);
          value = found != members.end() ? found->second : HostValue::unknown(std::string(member));
        } else {
          value = HostValue::unknown((value.missing.empty() ? "" : value.missing + ".") +
                                     std::string(member));
        }
      } else if (word() == "[") {
        at_ = behind_closing(tokens_, at_);
        value = HostValue::unknown(text_of(tokens_.subspan(0, at_)));
      } else if (word() == "++" || word() == "--") {
        ++at_;
      } else {
        return value;
      }
    }
  }

  HostProgram& program_;
  Tokens tokens_;
  std::size_t at_ = 0;
};

HostValue HostProgram::evaluate(Tokens tokens) {
  if (++depth_ > deepest) {
    --depth_;
    return HostValue::unknown("an expression too deep to follow");
  }
  HostValue value = Evaluator(*this, tokens).run();
  --depth_;
  return value;
}

/// Returns the variable that `name`, `(void **)&name` or `&name` refers to.
std::optional<std::size_t> HostProgram::target_of(Tokens tokens) {
  std::size_t at = 0;
  while (at < tokens.size() && (tokens[at].text == "&" || tokens[at].text == "(")) {
    if (tokens[at].text == "(") {
      const std::size_t close = behind_closing(tokens, at);
      if (close == tokens.size()) { // brackets around the whole expression
        tokens = tokens.subspan(at + 1, close - at - 2);
        at = 0;
        continue;
      }
      at = close; // a cast
    } else {
      ++at;
    }
  }
  if (at + 1 != tokens.size() || tokens[at].kind != CodeToken::Kind::Name) return std::nullopt;
  return find(tokens[at].text);
}

/// Returns the device buffer that a pointer argument points into: `d_a`, `(float4 *)d_a`, `&d_a[0]`.
HostValue HostProgram::buffer_of(Tokens tokens, std::size_t& variable) {
  if (tokens.size() > 3 && tokens[tokens.size() - 3].text == "[" && tokens[tokens.size() - 2].text == "0")
    tokens = tokens.subspan(0, tokens.size() - 3);
  if (const auto index = target_of(tokens); index && !tokens.empty() && tokens[0].text != "&") {
    variable = *index;
    return variables_[*index].value;
  }
  // d_a + offset, &d_a[offset]: the rest of the buffer from there on
  Tokens at;
  const bool taken = tokens.size() > 4 && tokens[0].text == "&" && tokens[2].text == "[" &&
                     behind_closing(tokens, 2) == tokens.size();
  if (taken) at = inside(tokens, 2, tokens.size());
  if (!taken && tokens.size() > 2 && tokens[1].text == "+") at = tokens.subspan(2);
  const auto index = at.empty() ? std::nullopt : find(tokens[taken ? 1 : 0].text);
  if (index && variables_[*index].value.kind == Kind::Buffer && variables_[*index].type.ends_with('*')) {
    const HostValue offset = evaluate(at);
    std::string type = variables_[*index].type.substr(0, variables_[*index].type.size() - 1);
    if (type.starts_with("const ")) type.erase(0, 6);
    const auto known = struct_bytes_.find(type);
    const auto bytes = known != struct_bytes_.end() ? std::optional(known->second) : bytes_of_word(type);
    HostValue rest = variables_[*index].value;
    std::int64_t skipped = 0;
    if (offset.kind != Kind::Integer) return offset;
    if (bytes && offset.integer >= 0 && !__builtin_mul_overflow(offset.integer, *bytes, &skipped) &&
        skipped < rest.integer) {
      rest.integer -= skipped;
      variable = *index;
      return rest;
    }
  }
  return HostValue::unknown(text_of(tokens));
}

} // namespace warpscope::source
