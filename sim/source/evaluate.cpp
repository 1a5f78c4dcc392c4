// Evaluates the header's integer expressions by recursive descent over the text. Depth and the number of
// values read are bounded, so that parameters that refer to each other (or to themselves) end in a message.
#include "sim/base/text.h"
#include "sim/source/nearest.h"
#include "sim/source/scenario.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

namespace warpscope::source {

namespace {

using Names = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t longest_expression = 4096;
constexpr int deepest = 192; ///< nesting depth of calls; a bracket costs three, a parameter's name four
constexpr int most_values = 20'000;

struct Limits {
  int values = 0; ///< values read so far, over all nested names
};

class Evaluator {
 public:
  Evaluator(std::string_view text, const Names& names, std::string& error, Limits& limits, int depth)
      : text_(text), names_(names), error_(error), limits_(limits), depth_(depth) {}

  std::optional<std::int64_t> run() {
    if (text_.size() > longest_expression)
      return fail(fmt::format("the expression is longer than {} characters", longest_expression)),
             std::nullopt;
    blanks();
    if (at_ == text_.size())
      return fail("the expression is empty: write a number or a parameter's name"), std::nullopt;
    const std::int64_t value = conditional(true);
    blanks();
    if (!failed_ && at_ < text_.size()) fail(fmt::format("unexpected \"{}\" in \"{}\"", rest(), shown()));
    if (failed_) return std::nullopt;
    return value;
  }

 private:
  // `live` is false in the branch of ?:, && or || that is not taken; it is parsed but cannot overflow or
  // divide by zero.
  std::int64_t conditional(bool live) {
    const Depth guard(*this);
    if (failed_) return 0;
    const std::int64_t condition = binary(0, live);
    if (!take("?")) return condition;
    const std::int64_t yes = conditional(live && condition != 0);
    if (!take(":")) return fail(fmt::format("the ? in \"{}\" has no : part", shown()));
    const std::int64_t no = conditional(live && condition == 0);
    return condition != 0 ? yes : no;
  }

  struct Operator {
    std::string_view text;
    int level;
  };
  /// C's precedence levels, weakest first. Longer spellings precede their prefixes.
  static constexpr Operator operators[] = {{"||", 0}, {"&&", 1}, {"==", 5}, {"!=", 5}, {"<<", 7}, {">>", 7},
                                           {"<=", 6}, {">=", 6}, {"|", 2},  {"^", 3},  {"&", 4},  {"<", 6},
                                           {">", 6},  {"+", 8},  {"-", 8},  {"*", 9},  {"/", 9},  {"%", 9}};

  const Operator* peek_operator() {
    blanks();
    for (const Operator& candidate : operators)
      if (text_.substr(at_).starts_with(candidate.text)) return &candidate;
    return nullptr;
  }

  std::int64_t binary(int level, bool live) {
    const Depth guard(*this);
    if (failed_) return 0;
    std::int64_t left = unary(live);
    for (const Operator* op = peek_operator(); !failed_ && op != nullptr && op->level >= level;
         op = peek_operator()) {
      at_ += op->text.size();
      const bool right_live = live && !(op->text == "&&" && left == 0) && !(op->text == "||" && left != 0);
      const std::int64_t right = binary(op->level + 1, right_live);
      if (failed_) return 0;
      left = apply(op->text, left, right, right_live);
    }
    return left;
  }

  std::int64_t apply(std::string_view op, std::int64_t a, std::int64_t b, bool live) {
    if (op == "||") return a != 0 || b != 0;
    if (op == "&&") return a != 0 && b != 0;
    if (!live) return 0;
    std::int64_t result = 0;
    bool overflow = false;
    if (op == "+") overflow = __builtin_add_overflow(a, b, &result);
    else if (op == "-") overflow = __builtin_sub_overflow(a, b, &result);
    else if (op == "*") overflow = __builtin_mul_overflow(a, b, &result);
    else if (op == "/" || op == "%") {
      if (b == 0)
        return fail(fmt::format("division by zero in \"{}\": the right side of {} is 0", shown(), op));
      overflow = a == std::numeric_limits<std::int64_t>::min() && b == -1;
      if (!overflow) result = op == "/" ? a / b : a % b;
    } else if (op == "<<" || op == ">>") {
      if (b < 0 || b > 63) return fail(fmt::format("a shift by {} in \"{}\": shift by 0 to 63", b, shown()));
      if (op == ">>") result = a >> b;
      else overflow = b == 63 ? a != 0 : __builtin_mul_overflow(a, std::int64_t{1} << b, &result);
    } else if (op == "|") result = a | b;
    else if (op == "^") result = a ^ b;
    else if (op == "&") result = a & b;
    else if (op == "==") result = a == b;
    else if (op == "!=") result = a != b;
    else if (op == "<=") result = a <= b;
    else if (op == ">=") result = a >= b;
    else if (op == "<") result = a < b;
    else result = a > b;
    if (overflow) return fail(fmt::format("\"{}\" overflows 64 bits at {} {} {}", shown(), a, op, b));
    return result;
  }

  std::int64_t unary(bool live) {
    const Depth guard(*this);
    blanks();
    if (failed_) return 0;
    if (take("-")) {
      const std::int64_t value = unary(live);
      if (value == std::numeric_limits<std::int64_t>::min())
        return fail(fmt::format("\"{}\" overflows 64 bits", shown()));
      return -value;
    }
    if (take("+")) return unary(live);
    if (take("~")) return ~unary(live);
    if (take("!")) return unary(live) == 0;
    return primary(live);
  }

  std::int64_t primary(bool live) {
    blanks();
    if (++limits_.values > most_values)
      return fail("the expression needs too many steps: do parameters name each other in circles?");
    if (at_ == text_.size()) return fail(fmt::format("\"{}\" ends where a number is expected", shown()));
    const char c = text_[at_];
    if (take("(")) {
      const std::int64_t value = conditional(live);
      if (!failed_ && !take(")")) return fail(fmt::format("a ) is missing in \"{}\"", shown()));
      return value;
    }
    if (is_digit(c)) return number();
    if (is_letter(c)) return name(live);
    return fail(
        fmt::format("unexpected \"{}\" in \"{}\" where a number or a name is expected", rest(), shown()));
  }

  std::int64_t number() {
    std::string digits;
    int base = 10;
    const std::size_t begin = at_;
    if (text_[at_] == '0' && at_ + 1 < text_.size()) {
      const char mark = static_cast<char>(text_[at_ + 1] | 0x20);
      base = mark == 'x' ? 16 : mark == 'b' ? 2 : is_digit(text_[at_ + 1]) ? 8 : 10;
      if (base == 16 || base == 2) at_ += 2;
    }
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const bool separator = c == '\'' && !digits.empty();
      if (!separator && !is_digit(c) && !(base == 16 && ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'))) break;
      if (!separator) digits += c;
      ++at_;
    }
    while (at_ < text_.size() && ((text_[at_] | 0x20) == 'u' || (text_[at_] | 0x20) == 'l')) ++at_;
    const bool fraction = at_ < text_.size() && (text_[at_] == '.' || is_letter(text_[at_]));
    if (fraction) {
      while (at_ < text_.size() && (is_digit(text_[at_]) || is_letter(text_[at_]) || text_[at_] == '.'))
        ++at_;
      return fail(fmt::format("{} is not a whole number", text_.substr(begin, at_ - begin)));
    }
    std::int64_t value = 0;
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
    if (code == std::errc::result_out_of_range)
      return fail(fmt::format("{} does not fit in 64 bits", clipped(text_.substr(begin, at_ - begin))));
    if (code != std::errc{} || end != digits.data() + digits.size())
      return fail(fmt::format("\"{}\" is not a number", clipped(text_.substr(begin, at_ - begin))));
    return value;
  }

  std::int64_t name(bool live) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (word == "true") return 1;
    if (word == "false") return 0;
    for (const auto& [known, value] : names_) {
      if (known != word) continue;
      if (depth_ + nesting_ >= deepest)
        return fail(fmt::format("{} is defined through itself, or nested too deeply", word));
      std::string inner_error;
      const std::optional<std::int64_t>
          inner = Evaluator(value, names_, inner_error, limits_, depth_ + nesting_ + 1).run();
      if (!inner)
        return fail(inner_error.starts_with("in ")
                        ? inner_error
                        : fmt::format("in {} = {}: {}", word, clipped(value), inner_error));
      return *inner;
    }
    if ((word == "min" || word == "max") && take("(")) {
      const std::int64_t a = conditional(live);
      if (!failed_ && !take(",")) return fail(fmt::format("{} takes two values, as in {}(a, b)", word, word));
      const std::int64_t b = failed_ ? 0 : conditional(live);
      if (!failed_ && !take(")"))
        return fail(fmt::format("a ) is missing behind {}(… in \"{}\"", word, shown()));
      return (word == "min") == (a < b) ? a : b;
    }
    std::vector<std::string> known;
    for (const auto& pair : names_) known.push_back(pair.first);
    const std::string near = nearest_name(word, known);
    return fail(fmt::format("unknown name {}{}", clipped(word),
                            near.empty() ? ": only parameters of [params] can stand here"
                                         : fmt::format(": did you mean {}?", near)));
  }

  bool take(std::string_view token) {
    blanks();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  void blanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r'))
      ++at_;
  }
  static std::string clipped(std::string_view text) {
    return text.size() > 60 ? std::string(text.substr(0, 60)) + "…" : std::string(text);
  }
  std::string shown() const { return clipped(text_); }
  std::string rest() const { return clipped(text_.substr(at_).substr(0, 12)); }
  std::int64_t fail(std::string message) {
    if (!failed_) error_ = std::move(message);
    failed_ = true;
    return 0;
  }

  struct Depth {
    explicit Depth(Evaluator& e) : owner(e) {
      if (++owner.nesting_ + owner.depth_ > deepest)
        owner.fail(fmt::format("\"{}\" is nested too deeply", owner.shown()));
    }
    ~Depth() { --owner.nesting_; }
    Evaluator& owner;
  };

  std::string_view text_;
  const Names& names_;
  std::string& error_;
  Limits& limits_;
  int depth_ = 0;
  int nesting_ = 0;
  std::size_t at_ = 0;
  bool failed_ = false;
};

} // namespace

std::optional<std::int64_t> evaluate(std::string_view expression, const Names& names, std::string& error) {
  Limits limits;
  return Evaluator(expression, names, error, limits, 0).run();
}

} // namespace warpscope::source
