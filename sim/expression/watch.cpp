// Parses watched expressions and works them out lane by lane.
#include "sim/expression/watch.h"

#include "sim/expression/expression_tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

namespace warpscope::expression {

struct Watch::Node {
  enum class Kind : std::uint8_t { Constant, Name, Index, Unary, Binary, Choice, Cast, Call } kind{};
  std::size_t offset = 0, length = 1;
  std::string text; ///< the name, the operator or the function
  ElementType type = ElementType::I32;
  std::uint64_t bits = 0;
  std::vector<std::shared_ptr<const Node>> parts;
};

namespace {

using Node = Watch::Node;
using NodePtr = std::shared_ptr<const Node>;

bool is_real(ElementType t) {
  return t == ElementType::F32 || t == ElementType::F64 || t == ElementType::F16 || t == ElementType::BF16;
}
bool is_signed(ElementType t) {
  return t == ElementType::I8 || t == ElementType::I16 || t == ElementType::I32 || t == ElementType::I64;
}

std::optional<ElementType> type_named(std::string_view name) {
  constexpr std::pair<std::string_view, ElementType> more[] = {{"unsigned", ElementType::U32},
                                                               {"size_t", ElementType::U64},
                                                               {"long", ElementType::I64},
                                                               {"unsigned long", ElementType::U64}};
  for (const auto& [word, type] : more)
    if (word == name) return type;
  for (int i = 0; i < static_cast<int>(ElementType::Other); ++i)
    if (name_of(static_cast<ElementType>(i)) == name) return static_cast<ElementType>(i);
  return std::nullopt;
}

// -- values ---------------------------------------------------------------------------------------

double real_of(ElementType type, std::uint64_t bits) {
  switch (type) {
  case ElementType::F32: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  case ElementType::F64: return std::bit_cast<double>(bits);
  case ElementType::BF16: return std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16));
  case ElementType::F16: {
    const auto sign = (bits >> 15 & 1) != 0 ? -1.0 : 1.0;
    const int exponent = static_cast<int>(bits >> 10 & 31);
    const auto fraction = static_cast<double>(bits & 1023);
    if (exponent == 31) return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
    return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
  }
  default: break;
  }
  return is_signed(type) ? static_cast<double>(static_cast<std::int64_t>(bits)) : static_cast<double>(bits);
}

std::uint64_t wrapped(ElementType type, std::uint64_t bits) {
  switch (type) {
  case ElementType::Bool: return bits != 0 ? 1 : 0;
  case ElementType::I8: return static_cast<std::uint64_t>(static_cast<std::int8_t>(bits));
  case ElementType::U8: return bits & 0xff;
  case ElementType::I16: return static_cast<std::uint64_t>(static_cast<std::int16_t>(bits));
  case ElementType::U16: return bits & 0xffff;
  case ElementType::I32: return static_cast<std::uint64_t>(static_cast<std::int32_t>(bits));
  case ElementType::U32: return bits & 0xffff'ffff;
  default: return bits;
  }
}

std::uint64_t converted(ElementType from, ElementType to, std::uint64_t bits) {
  if (from == to) return bits;
  if (to == ElementType::F64) return std::bit_cast<std::uint64_t>(real_of(from, bits));
  if (to == ElementType::F32) return std::bit_cast<std::uint32_t>(static_cast<float>(real_of(from, bits)));
  if (is_real(from)) {
    const double value = real_of(from, bits);
    if (to == ElementType::Bool) return value != 0 ? 1 : 0;
    if (std::isnan(value)) return 0;
    // A device's conversion gives the nearest number that the type has.
    const bool wide = size_of(to) == 8;
    const double low = !is_signed(to) ? 0 : wide ? -0x1p63 : -0x1p31;
    const double high = is_signed(to) ? (wide ? 0x1.fffffffffffffp62 : 0x1.fffffffcp30)
                                      : (wide ? 0x1.fffffffffffffp63 : 0x1.fffffffep31);
    const double clamped = std::clamp(std::trunc(value), low, high);
    return wrapped(to, is_signed(to) ? static_cast<std::uint64_t>(static_cast<std::int64_t>(clamped))
                                     : static_cast<std::uint64_t>(clamped));
  }
  return wrapped(to, bits);
}

ElementType promoted(ElementType type) {
  if (type == ElementType::F16 || type == ElementType::BF16) return ElementType::F32;
  return !is_real(type) && size_of(type) < 4 ? ElementType::I32 : type;
}
ElementType common(ElementType a, ElementType b) {
  a = promoted(a), b = promoted(b);
  for (const ElementType type :
       {ElementType::F64, ElementType::F32, ElementType::U64, ElementType::I64, ElementType::U32})
    if (a == type || b == type) return type;
  return ElementType::I32;
}

WatchLanes as(ElementType type, const WatchLanes& value) {
  WatchLanes made = value;
  made.type = type;
  for (std::uint64_t& bits : made.bits) bits = converted(value.type, type, bits);
  return made;
}

// -- parsing --------------------------------------------------------------------------------------

constexpr std::string_view levels[][4] = {
    {"||"},       {"&&"},     {"|"},          {"^"}, {"&"}, {"==", "!="}, {"<", ">", "<=", ">="},
    {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}};
constexpr std::size_t level_count = std::size(levels);

class Parser {
 public:
  Parser(std::string_view text, const char* field, const ExpressionTokens& tokens, Diagnostics& diagnostics)
      : text_(text), field_(field), tokens_(tokens), diagnostics_(diagnostics) {}

  NodePtr parse() {
    NodePtr made = choice();
    if (made != nullptr && at_ < tokens_.size()) {
      const std::string_view found = tokens_[at_].text;
      return refuse(found == "=" || (found.size() == 2 && found[1] == '=')
                        ? "a watch changes nothing: write == to compare"
                        : fmt::format("nothing can follow here, but '{}' does", found));
    }
    return made;
  }

 private:
  [[nodiscard]] bool here(std::string_view what, std::size_t ahead = 0) const {
    return at_ + ahead < tokens_.size() && tokens_[at_ + ahead].is(what);
  }
  NodePtr refuse(const std::string& message) {
    const std::size_t offset = at_ < tokens_.size() ? tokens_[at_].offset : text_.size();
    const std::size_t length = at_ < tokens_.size() ? tokens_[at_].text.size() : 1;
    diagnostics_.push_back(field_diagnostic(text_, field_, offset, length, message));
    return nullptr;
  }
  std::shared_ptr<Node> node(Node::Kind kind) const {
    auto made = std::make_shared<Node>();
    made->kind = kind;
    made->offset = at_ < tokens_.size() ? tokens_[at_].offset : text_.size();
    made->length = at_ < tokens_.size() ? tokens_[at_].text.size() : 1;
    made->text = at_ < tokens_.size() ? std::string(tokens_[at_].text) : "";
    return made;
  }
  bool take(std::string_view what) {
    if (!here(what)) return false;
    ++at_;
    return true;
  }

  NodePtr choice() {
    NodePtr condition = binary(0);
    if (condition == nullptr || !here("?")) return condition;
    auto made = node(Node::Kind::Choice);
    ++at_;
    NodePtr yes = choice();
    if (yes == nullptr) return nullptr;
    if (!take(":")) return refuse("a ':' is missing");
    NodePtr no = choice();
    if (no == nullptr) return nullptr;
    made->parts = {condition, yes, no};
    return made;
  }

  NodePtr binary(std::size_t level) {
    if (level == level_count) return unary();
    NodePtr left = binary(level + 1);
    while (left != nullptr) {
      const bool known = at_ < tokens_.size() &&
                         std::any_of(
                             std::begin(levels[level]), std::end(levels[level]),
                             [&](std::string_view op) { return !op.empty() && here(op); });
      if (!known) return left;
      auto made = node(Node::Kind::Binary);
      ++at_;
      NodePtr right = binary(level + 1);
      if (right == nullptr) return nullptr;
      made->parts = {left, right};
      left = made;
    }
    return nullptr;
  }

  /// Words of a type from here on, and a bracket behind them.
  std::optional<ElementType> cast_here(std::size_t& words) const {
    std::string name;
    words = 0;
    for (; at_ + 1 + words < tokens_.size() && tokens_[at_ + 1 + words].is_identifier(); ++words)
      name += (words == 0 ? "" : " ") + std::string(tokens_[at_ + 1 + words].text);
    return words != 0 && here(")", 1 + words) ? type_named(name) : std::nullopt;
  }

  NodePtr unary() {
    for (const std::string_view op : {"-", "+", "!", "~"})
      if (here(op)) {
        auto made = node(Node::Kind::Unary);
        ++at_;
        NodePtr value = unary();
        if (value == nullptr) return nullptr;
        made->parts = {value};
        return made;
      }
    if (here("*") || here("&")) return refuse("a watch follows no pointer by itself: write p[0]");
    if (here("(")) {
      std::size_t words = 0;
      if (const std::optional<ElementType> type = cast_here(words)) {
        auto made = node(Node::Kind::Cast);
        made->type = *type;
        at_ += words + 2;
        NodePtr value = unary();
        if (value == nullptr) return nullptr;
        made->parts = {value};
        return made;
      }
    }
    return postfix();
  }

  NodePtr postfix() {
    NodePtr made = primary();
    while (made != nullptr && here("[")) {
      auto index = node(Node::Kind::Index);
      if (made->kind != Node::Kind::Name && made->kind != Node::Kind::Index)
        return refuse("only an array or a pointer can be indexed");
      ++at_;
      NodePtr inner = choice();
      if (inner == nullptr) return nullptr;
      if (!take("]")) return refuse("a ']' is missing");
      index->parts = {made, inner};
      made = index;
    }
    return made;
  }

  NodePtr number() {
    auto made = node(Node::Kind::Constant);
    std::string digits = made->text;
    std::erase(digits, '\'');
    const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
    const bool real = !hex && digits.find_first_of(".eE") != std::string::npos;
    if (real) {
      const bool narrow = digits.back() == 'f' || digits.back() == 'F';
      if (narrow) digits.pop_back();
      double value = 0;
      const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
      if (read.ptr != digits.data() + digits.size() || read.ec != std::errc())
        return refuse("this is no number");
      made->type = narrow ? ElementType::F32 : ElementType::F64;
      made->bits = converted(ElementType::F64, made->type, std::bit_cast<std::uint64_t>(value));
    } else {
      bool is_unsigned = false, is_long = false;
      while (!digits.empty() && std::string_view("uUlL").find(digits.back()) != std::string_view::npos) {
        (std::tolower(digits.back()) == 'u' ? is_unsigned : is_long) = true;
        digits.pop_back();
      }
      const bool octal = !hex && digits.size() > 1 && digits[0] == '0';
      const char* begin = digits.data() + (hex ? 2 : 0);
      std::uint64_t value = 0;
      const auto read = std::from_chars(begin, digits.data() + digits.size(), value,
                                        hex     ? 16
                                        : octal ? 8
                                                : 10);
      if (read.ptr != digits.data() + digits.size() || read.ec != std::errc())
        return refuse("this is no number");
      const bool fits_int = value <= 0x7fff'ffffu, fits_unsigned = value <= 0xffff'ffffu;
      if (!is_long && fits_int && !is_unsigned) made->type = ElementType::I32;
      else if (!is_long && fits_unsigned && (is_unsigned || hex)) made->type = ElementType::U32;
      else made->type = is_unsigned || value >> 63 != 0 ? ElementType::U64 : ElementType::I64;
      made->bits = value;
    }
    ++at_;
    return made;
  }

  NodePtr primary() {
    if (at_ >= tokens_.size()) return refuse("an expression ends here too early");
    const ExpressionToken& token = tokens_[at_];
    if (token.kind == ExpressionToken::Kind::Number) return number();
    if (take("(")) {
      NodePtr inner = choice();
      if (inner == nullptr) return nullptr;
      return take(")") ? inner : refuse("a ')' is missing");
    }
    if (!token.is_identifier()) return refuse(fmt::format("a value is expected here, not '{}'", token.text));
    if (token.is("true") || token.is("false")) {
      auto made = node(Node::Kind::Constant);
      made->type = ElementType::Bool;
      made->bits = token.is("true") ? 1 : 0;
      ++at_;
      return made;
    }
    if (here("(", 1)) return call();
    auto made = node(Node::Kind::Name);
    ++at_;
    while (here(".") && at_ + 1 < tokens_.size() && tokens_[at_ + 1].is_identifier()) {
      made->text += "." + std::string(tokens_[at_ + 1].text);
      at_ += 2;
    }
    made->length = tokens_[at_ - 1].offset + tokens_[at_ - 1].text.size() - made->offset;
    return made;
  }

  NodePtr call() {
    auto made = node(Node::Kind::Call);
    const std::size_t wanted = made->text == "abs" ? 1 : made->text == "min" || made->text == "max" ? 2 : 0;
    const std::optional<ElementType> type = type_named(made->text);
    if (wanted == 0 && !type)
      return refuse(
          fmt::format("a watch calls nothing but min, max and abs; '{}' is not among them", made->text));
    at_ += 2;
    do {
      NodePtr argument = choice();
      if (argument == nullptr) return nullptr;
      made->parts.push_back(argument);
    } while (take(","));
    if (!here(")")) return refuse("a ')' is missing");
    if (made->parts.size() != (type ? 1 : wanted))
      return refuse(fmt::format("'{}' takes {} value{}", made->text, type ? 1 : wanted,
                                (type ? 1 : wanted) == 1 ? "" : "s"));
    ++at_;
    if (type) made->kind = Node::Kind::Cast, made->type = *type;
    return made;
  }

  std::string_view text_;
  const char* field_;
  const ExpressionTokens& tokens_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
};

// -- working it out -------------------------------------------------------------------------------

class Evaluation {
 public:
  Evaluation(const WatchNames& names, std::string_view text, const char* field, Diagnostics& diagnostics)
      : names_(names), text_(text), field_(field), diagnostics_(diagnostics) {}

  WatchLanes value(const Node& node) {
    switch (node.kind) {
    case Node::Kind::Constant: {
      WatchLanes made;
      made.type = node.type;
      made.bits.fill(node.bits);
      made.known = ~0u;
      return made;
    }
    case Node::Kind::Name: return named(node);
    case Node::Kind::Index: return indexed(node);
    case Node::Kind::Unary: return unary(node);
    case Node::Kind::Binary: return binary(node);
    case Node::Kind::Cast: return as(node.type, value(*node.parts[0]));
    case Node::Kind::Call: return call(node);
    case Node::Kind::Choice: break;
    }
    const WatchLanes condition = as(ElementType::Bool, value(*node.parts[0]));
    WatchLanes yes = value(*node.parts[1]), no = value(*node.parts[2]);
    const ElementType type = common(yes.type, no.type);
    yes = as(type, yes), no = as(type, no);
    WatchLanes made;
    made.type = type;
    for (std::uint32_t i = 0; i < warp_size; ++i) {
      const WatchLanes& from = condition.bits[i] != 0 ? yes : no;
      made.bits[i] = from.bits[i];
      made.known |= condition.known & from.known & (1u << i);
    }
    made.why = !condition.why.empty() ? condition.why : !yes.why.empty() ? yes.why : no.why;
    return made;
  }

 private:
  WatchLanes refuse(const Node& node, std::string message) {
    diagnostics_.push_back(field_diagnostic(text_, field_, node.offset, node.length, std::move(message)));
    return {};
  }

  bool find(const Node& node, WatchLanes& made, bool& is_array, WatchArray& array) {
    if (names_.find(node.text, made, is_array, array)) return true;
    std::string near;
    for (const std::string& name : names_.all())
      if (near.empty() && name.size() + 1 >= node.text.size() && node.text.size() + 1 >= name.size() &&
          node.text.size() > 1 && (name.starts_with(node.text) || node.text.starts_with(name)))
        near = name;
    refuse(node, fmt::format("nothing here is called '{}'{}", node.text,
                             near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
    return false;
  }

  WatchLanes named(const Node& node) {
    WatchLanes made;
    bool is_array = false;
    WatchArray array;
    if (!find(node, made, is_array, array)) return {};
    if (is_array) return refuse(node, fmt::format("'{}' is an array: write {}[…]", node.text, node.text));
    return made;
  }

  WatchLanes indexed(const Node& node) {
    std::vector<const Node*> indices;
    const Node* base = &node;
    for (; base->kind == Node::Kind::Index; base = base->parts[0].get())
      indices.insert(indices.begin(), base->parts[1].get());
    WatchLanes single;
    bool is_array = false;
    WatchArray array;
    if (!find(*base, single, is_array, array)) return {};
    if (!is_array) return refuse(*base, fmt::format("'{}' is no array", base->text));
    if (indices.size() != array.dimensions.size())
      return refuse(*base, fmt::format("'{}' takes {} {}", base->text, array.dimensions.size(),
                                       array.dimensions.size() == 1 ? "index" : "indices"));
    std::array<std::uint64_t, warp_size> flat{};
    std::uint32_t lanes = ~0u;
    std::string why;
    for (std::size_t d = 0; d < indices.size(); ++d) {
      WatchLanes index = value(*indices[d]);
      if (is_real(index.type)) return refuse(*indices[d], "an index is a whole number");
      if (why.empty()) why = index.why;
      lanes &= index.known;
      for (std::uint32_t i = 0; i < warp_size; ++i) {
        if (array.dimensions[d] != 0 && index.bits[i] >= array.dimensions[d] && (lanes >> i & 1u) != 0) {
          lanes &= ~(1u << i);
          if (why.empty())
            why = fmt::format("lane {}: index {} of '{}' is outside of its {}", i,
                              static_cast<std::int64_t>(index.bits[i]), base->text, array.dimensions[d]);
        }
        flat[i] = flat[i] * (d == 0 ? 0 : array.dimensions[d]) + index.bits[i];
      }
    }
    WatchLanes made = names_.elements(array, flat, lanes);
    if (made.why.empty()) made.why = why;
    return made;
  }

  WatchLanes unary(const Node& node) {
    WatchLanes operand = value(*node.parts[0]);
    if (node.text == "!") {
      operand = as(ElementType::Bool, operand);
      for (std::uint64_t& bits : operand.bits) bits ^= 1;
      return operand;
    }
    operand = as(promoted(operand.type), operand);
    if (node.text == "~" && is_real(operand.type)) return refuse(node, "'~' takes a whole number");
    for (std::uint64_t& bits : operand.bits) {
      if (node.text == "~") bits = wrapped(operand.type, ~bits);
      if (node.text != "-") continue;
      bits = is_real(operand.type) ? converted(ElementType::F64, operand.type,
                                               std::bit_cast<std::uint64_t>(-real_of(operand.type, bits)))
                                   : wrapped(operand.type, 0 - bits);
    }
    return operand;
  }

  WatchLanes call(const Node& node) {
    WatchLanes left = value(*node.parts[0]);
    if (node.text == "abs") {
      left = as(promoted(left.type), left);
      for (std::uint64_t& bits : left.bits)
        bits = is_real(left.type)
                   ? converted(ElementType::F64, left.type,
                               std::bit_cast<std::uint64_t>(std::fabs(real_of(left.type, bits))))
               : is_signed(left.type) && static_cast<std::int64_t>(bits) < 0 ? wrapped(left.type, 0 - bits)
                                                                             : bits;
      return left;
    }
    WatchLanes right = value(*node.parts[1]);
    const ElementType type = common(left.type, right.type);
    left = as(type, left), right = as(type, right);
    const bool least = node.text == "min";
    for (std::uint32_t i = 0; i < warp_size; ++i)
      if (less(type, right.bits[i], left.bits[i]) == least) left.bits[i] = right.bits[i];
    left.known &= right.known;
    if (left.why.empty()) left.why = right.why;
    return left;
  }

  static bool less(ElementType type, std::uint64_t a, std::uint64_t b) {
    if (is_real(type)) return real_of(type, a) < real_of(type, b);
    return is_signed(type) ? static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b) : a < b;
  }

  WatchLanes binary(const Node& node) {
    WatchLanes left = value(*node.parts[0]), right = value(*node.parts[1]);
    const std::string& op = node.text;
    const bool logical = op == "&&" || op == "||", shifts = op == "<<" || op == ">>";
    const bool whole = shifts || op == "%" || op == "&" || op == "|" || op == "^";
    if (whole && (is_real(left.type) || is_real(right.type)))
      return refuse(node, fmt::format("'{}' takes whole numbers", op));
    const ElementType type = logical  ? ElementType::Bool
                             : shifts ? promoted(left.type)
                                      : common(left.type, right.type);
    left = as(type, left);
    if (!shifts) right = as(type, right);
    WatchLanes made;
    const bool compares = op == "==" || op == "!=" || op == "<" || op == ">" || op == "<=" || op == ">=";
    made.type = compares || logical ? ElementType::Bool : type;
    made.known = left.known & right.known;
    made.why = left.why.empty() ? right.why : left.why;
    for (std::uint32_t i = 0; i < warp_size; ++i) {
      if ((made.known >> i & 1u) == 0) continue;
      const std::uint64_t a = left.bits[i], b = right.bits[i];
      if (compares) made.bits[i] = compared(op, type, a, b) ? 1 : 0;
      else if (logical) made.bits[i] = op == "&&" ? a & b : a | b;
      else if (is_real(type)) made.bits[i] = real_result(op, type, a, b);
      else if ((op == "/" || op == "%") && b == 0) {
        made.known &= ~(1u << i);
        if (made.why.empty()) made.why = fmt::format("lane {} divides by zero", i);
      } else made.bits[i] = wrapped(type, whole_result(op, type, a, b));
    }
    return made;
  }

  static bool compared(const std::string& op, ElementType type, std::uint64_t a, std::uint64_t b) {
    const bool same = is_real(type) ? real_of(type, a) == real_of(type, b) : a == b;
    if (op == "==") return same;
    if (op == "!=") return !same;
    if (op == "<") return less(type, a, b);
    if (op == ">") return less(type, b, a);
    return same || (op == "<=" ? less(type, a, b) : less(type, b, a));
  }
  static std::uint64_t real_result(const std::string& op, ElementType type, std::uint64_t a,
                                   std::uint64_t b) {
    const double x = real_of(type, a), y = real_of(type, b);
    // Exact in double for the operands of one float operation, and rounded once.
    const double result = op == "+" ? x + y : op == "-" ? x - y : op == "*" ? x * y : x / y;
    return converted(ElementType::F64, type, std::bit_cast<std::uint64_t>(result));
  }
  static std::uint64_t whole_result(const std::string& op, ElementType type, std::uint64_t a,
                                    std::uint64_t b) {
    const auto x = static_cast<std::int64_t>(a), y = static_cast<std::int64_t>(b);
    const std::uint64_t bits = 8 * size_of(type);
    if (op == "+") return a + b;
    if (op == "-") return a - b;
    if (op == "*") return a * b;
    if (op == "&") return a & b;
    if (op == "|") return a | b;
    if (op == "^") return a ^ b;
    if (op == "<<") return b >= bits ? 0 : a << b;
    if (op == ">>") {
      if (is_signed(type)) return static_cast<std::uint64_t>(x >> std::min<std::uint64_t>(b, 63));
      return b >= bits ? 0 : a >> b;
    }
    if (is_signed(type)) {
      if (y == -1) return op == "/" ? 0 - a : 0; // the least number has no opposite
      return static_cast<std::uint64_t>(op == "/" ? x / y : x % y);
    }
    return op == "/" ? a / b : a % b;
  }

  const WatchNames& names_;
  std::string_view text_;
  const char* field_;
  Diagnostics& diagnostics_;
};

} // namespace

std::shared_ptr<const Watch> Watch::parse(std::string text, const char* field, Diagnostics& diagnostics) {
  auto made = std::make_shared<Watch>();
  made->text_ = std::move(text);
  made->field_ = field;
  ExpressionTokens tokens;
  if (!tokenize_field(made->text_, field, tokens, diagnostics)) return nullptr;
  made->root_ = Parser(made->text_, field, tokens, diagnostics).parse();
  return made->root_ == nullptr ? nullptr : made;
}

WatchLanes Watch::evaluate(const WatchNames& names, Diagnostics& diagnostics) const {
  return Evaluation(names, text_, field_.c_str(), diagnostics).value(*root_);
}

} // namespace warpscope::expression
