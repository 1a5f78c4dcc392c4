// Parses swizzles, shapes with strides, and index expressions.
#include "sim/layouts/layouts.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>

namespace warpscope::layouts {
namespace {

constexpr std::uint32_t default_side = 32; ///< of an expression without a shape
constexpr std::uint32_t most_bits = 20;    ///< M + B + |S|
constexpr int most_depth = 64;             ///< of brackets and operators

/// Reads a text; the first fault stays.
class LayoutReader {
 public:
  explicit LayoutReader(std::string_view text) : text_(text) { skip(); }

  [[nodiscard]] bool ok() const { return !failed_; }
  [[nodiscard]] bool done() const { return at_ == text_.size(); }
  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] const Fault& fault() const { return fault_; }
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  void fail(std::string message, std::size_t at) {
    if (failed_) return;
    failed_ = true;
    fault_ = {std::move(message), std::min(at, text_.size())};
  }
  void fail(std::string message) { fail(std::move(message), at_); }
  void take(std::size_t count) { at_ += count, skip(); }
  bool accept(std::string_view token) {
    if (!text_.substr(at_).starts_with(token)) return false;
    take(token.size());
    return true;
  }
  void expect(char token) {
    if (!accept({&token, 1})) fail(fmt::format("'{}' is missing here", token));
  }
  std::string_view word() {
    const std::size_t from = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_'))
      ++at_;
    const std::string_view found = text_.substr(from, at_ - from);
    skip();
    return found;
  }
  /// A number up to `most`, decimal or hexadecimal.
  std::uint64_t number(std::uint64_t most, std::string_view what) {
    const std::size_t from = at_;
    std::uint64_t base = 10, value = 0;
    if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X')) at_ += 2, base = 16;
    const std::size_t digits = at_;
    for (; at_ < text_.size() && std::isxdigit(static_cast<unsigned char>(text_[at_])); ++at_) {
      const char c = text_[at_];
      const auto digit = static_cast<std::uint64_t>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
      if (digit >= base) break;
      value = std::min(value * base + digit, std::uint64_t{1} << 40);
    }
    if (at_ == digits) fail(fmt::format("a number for {} is missing here", what), from);
    else if (std::isalpha(static_cast<unsigned char>(peek()))) fail("no number goes on like this");
    else if (value > most) fail(fmt::format("{} may be {} at most", what, most), from);
    skip();
    return value;
  }

 private:
  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool failed_ = false;
  Fault fault_;
};

/// A number, or several of them in brackets.
struct Nested {
  std::uint64_t number = 0;
  std::vector<Nested> parts;
  bool leaf = true;
  std::size_t at = 0; ///< in the text
};

Nested parse_nested(LayoutReader& in, std::uint64_t least, std::string_view what, int depth = 0) {
  Nested found;
  found.at = in.at();
  if (depth > most_depth) {
    in.fail("brackets are nested too deep");
    return found;
  }
  if (in.accept("(")) {
    found.leaf = false;
    do found.parts.push_back(parse_nested(in, least, what, depth + 1));
    while (in.ok() && in.accept(","));
    in.expect(')');
    return found;
  }
  in.accept("_"); // CuTe prints a number of its own type so
  found.number = in.number(most_offset, what);
  if (found.number < least) in.fail(fmt::format("{} is {} at least", what, least), found.at);
  return found;
}

struct Mode {
  std::uint64_t extent = 1, stride = 1;
};

/// Appends the leaves; without strides, `compact` is the next stride.
void collect(LayoutReader& in, const Nested& shape, const Nested* stride, std::uint64_t& compact,
             std::vector<Mode>& modes) {
  if (shape.leaf) {
    if (stride != nullptr && !stride->leaf)
      in.fail("the stride has several parts where the shape has one number", stride->at);
    modes.push_back({shape.number, stride == nullptr ? compact : stride->number});
    compact = std::min<std::uint64_t>(compact * shape.number, std::uint64_t{1} << 40);
    return;
  }
  if (stride != nullptr && (stride->leaf || stride->parts.size() != shape.parts.size())) {
    in.fail(fmt::format("the shape has {} parts here, the stride {}", shape.parts.size(),
                        stride->leaf ? 1 : stride->parts.size()),
            stride->at);
    return;
  }
  for (std::size_t i = 0; in.ok() && i < shape.parts.size(); ++i)
    collect(in, shape.parts[i], stride == nullptr ? nullptr : &stride->parts[i], compact, modes);
}

std::uint64_t extent_of(const std::vector<Mode>& modes) {
  std::uint64_t extent = 1;
  for (const Mode& mode : modes) extent = std::min(extent * mode.extent, std::uint64_t{1} << 40);
  return extent;
}

std::uint64_t offset_of(const std::vector<Mode>& modes, std::uint64_t index) {
  std::uint64_t offset = 0;
  for (const Mode& mode : modes) {
    offset += index % mode.extent * mode.stride;
    index /= mode.extent;
  }
  return offset;
}

/// Computes an expression for one row and column while it reads it.
class IndexExpression {
 public:
  IndexExpression(LayoutReader& in, std::int64_t row, std::int64_t column)
      : in_(in), row_(row), column_(column) {}

  std::int64_t value() { return binary(0); }

 private:
  struct Operator {
    std::string_view sign;
    int level;
  };
  /// In C's order; the longer sign first.
  static constexpr std::array<Operator, 10> operators{
      {{"<<", 3}, {">>", 3}, {"|", 0}, {"^", 1}, {"&", 2}, {"+", 4}, {"-", 4}, {"*", 5}, {"/", 5}, {"%", 5}}};

  std::int64_t binary(int level) {
    std::int64_t left = unary();
    while (in_.ok()) {
      const std::size_t at = in_.at();
      const Operator* found = nullptr;
      for (const Operator& one : operators)
        if (found == nullptr && in_.peek() == one.sign[0] &&
            (one.sign.size() == 1 || in_.peek(1) == one.sign[1]))
          found = &one;
      if (found == nullptr || found->level < level) return left;
      in_.take(found->sign.size());
      const std::int64_t right = binary(found->level + 1);
      if (in_.ok()) left = combined(left, found->sign, right, at);
    }
    return left;
  }

  std::int64_t combined(std::int64_t a, std::string_view sign, std::int64_t b, std::size_t at) {
    constexpr std::int64_t most = std::int64_t{1} << 30;
    std::int64_t value = 0;
    switch (sign[0]) {
    case '+': value = a + b; break;
    case '-': value = a - b; break;
    case '*': value = a * b; break;
    case '|': value = a | b; break;
    case '^': value = a ^ b; break;
    case '&': value = a & b; break;
    case '/':
    case '%':
      if (b == 0) in_.fail(fmt::format("division by zero at row {}, column {}", row_, column_), at);
      else value = sign[0] == '/' ? a / b : a % b;
      break;
    default:
      if (b < 0 || b > 30) in_.fail("a shift is by 0 to 30 bits", at);
      else value = sign[0] == '<' ? a * (std::int64_t{1} << b) : a >> b;
    }
    if (value > most || value < -most)
      in_.fail(fmt::format("the number is too large at row {}, column {}", row_, column_), at);
    return value;
  }

  std::int64_t unary() {
    if (++depth_ > most_depth) in_.fail("brackets are nested too deep");
    std::int64_t value = 0;
    if (!in_.ok()) return 0;
    if (in_.accept("-")) value = -unary();
    else if (in_.accept("~")) value = ~unary();
    else if (in_.accept("+")) value = unary();
    else if (in_.accept("(")) {
      value = binary(0);
      in_.expect(')');
    } else if (std::isdigit(static_cast<unsigned char>(in_.peek()))) {
      value = static_cast<std::int64_t>(in_.number(most_offset, "a number"));
    } else {
      const std::size_t at = in_.at();
      const std::string_view name = in_.word();
      if (name == "row" || name == "r" || name == "i") value = row_;
      else if (name == "col" || name == "column" || name == "c" || name == "j") value = column_;
      else if (name.empty()) in_.fail("a number, row or col is missing here", at);
      else in_.fail(fmt::format("'{}' is not known here: row and col are", name), at);
    }
    --depth_;
    return value;
  }

  LayoutReader& in_;
  std::int64_t row_, column_;
  int depth_ = 0;
};

/// Brackets with only numbers and commas between them are strides.
bool looks_like_strides(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return std::isdigit(static_cast<unsigned char>(c)) || std::isspace(static_cast<unsigned char>(c)) ||
           c == '(' || c == ')' || c == ',' || c == '_';
  });
}

bool too_large(Parsed<Tile>& parsed, std::uint64_t rows, std::uint64_t columns) {
  if (rows * columns <= most_cells && rows <= most_cells && columns <= most_cells) return false;
  parsed.fault = {fmt::format("a tile has {} elements at most", most_cells), 0};
  return true;
}

Parsed<Tile> finished(Tile tile) {
  tile.end = *std::max_element(tile.offsets.begin(), tile.offsets.end()) + 1;
  return {std::move(tile), {}};
}

Parsed<Tile> by_expression(std::string_view text, std::size_t from, std::uint64_t rows,
                           std::uint64_t columns) {
  Parsed<Tile> parsed;
  if (too_large(parsed, rows, columns)) return parsed;
  Tile tile{static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(columns), {}, 0};
  tile.offsets.reserve(rows * columns);
  for (std::uint64_t row = 0; row < rows; ++row)
    for (std::uint64_t column = 0; column < columns; ++column) {
      LayoutReader in(text.substr(from));
      const std::int64_t value = IndexExpression(in, static_cast<std::int64_t>(row),
                                                 static_cast<std::int64_t>(column))
                                     .value();
      if (in.ok() && !in.done()) in.fail("an operator is missing here");
      if (in.ok() && (value < 0 || value >= most_offset))
        in.fail(fmt::format("row {}, column {} has offset {}: it must be 0 to {}", row, column, value,
                            most_offset - 1),
                0);
      if (!in.ok()) {
        parsed.fault = {in.fault().message, in.fault().at + from};
        return parsed;
      }
      tile.offsets.push_back(static_cast<std::uint32_t>(value));
    }
  return finished(std::move(tile));
}

} // namespace

Parsed<Swizzle> parse_swizzle(std::string_view text) {
  LayoutReader in(text);
  if (in.done()) return {Swizzle{}, {}};
  const std::size_t start = in.at();
  const std::string_view name = in.word();
  if (name != "Swizzle" && name != "Sw" && name != "swizzle")
    return {{}, {"a swizzle is written Swizzle<B,M,S>, three numbers", start}};
  Swizzle found;
  in.expect('<');
  found.bits = static_cast<std::uint32_t>(in.number(most_bits, "B"));
  in.expect(',');
  found.base = static_cast<std::uint32_t>(in.number(most_bits, "M"));
  in.expect(',');
  const std::size_t at = in.at();
  const bool negative = in.accept("-");
  found.shift = static_cast<std::int32_t>(in.number(most_bits, "S"));
  const auto distance = static_cast<std::uint32_t>(found.shift);
  if (negative) found.shift = -found.shift;
  if (in.ok() && distance < found.bits)
    in.fail(fmt::format("S must be {} at least: a bit is read or changed, not both", found.bits), at);
  if (in.ok() && found.base + found.bits + distance > most_bits)
    in.fail(fmt::format("M + B + S is {} at most", most_bits), start);
  in.expect('>');
  if (in.ok() && !in.done()) in.fail("nothing stands behind the swizzle");
  if (!in.ok()) return {{}, in.fault()};
  return {found, {}};
}

Parsed<Tile> parse_tile(std::string_view text) {
  LayoutReader in(text);
  if (in.done()) return {{}, {"a shape and its strides are missing, such as (8,64):(64,1)", in.at()}};
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos && !looks_like_strides(text))
    return by_expression(text, 0, default_side, default_side);

  const Nested shape = parse_nested(in, 1, "an extent");
  if (in.ok() && !in.done() && !in.accept(":")) in.fail("':' and the strides are missing here");
  if (!in.ok()) return {{}, in.fault()};
  std::optional<Nested> stride;
  if (colon != std::string_view::npos) {
    if (in.done()) return {{}, {"the strides are missing, or an expression in row and col", in.at()}};
    if (looks_like_strides(text.substr(colon + 1))) {
      stride = parse_nested(in, 0, "a stride");
      if (in.ok() && !in.done()) in.fail("nothing stands behind the strides");
    }
  }

  // The first mode is the row, what is left the column; one mode alone is one row.
  std::uint64_t compact = 1;
  std::vector<Mode> rows, columns;
  const bool flat = shape.leaf || shape.parts.size() == 1;
  if (flat || (stride && (stride->leaf || stride->parts.size() != shape.parts.size()))) {
    collect(in, shape, stride ? &*stride : nullptr, compact, columns);
  } else {
    for (std::size_t i = 0; in.ok() && i < shape.parts.size(); ++i)
      collect(in, shape.parts[i], stride ? &stride->parts[i] : nullptr, compact, i == 0 ? rows : columns);
  }
  if (!in.ok()) return {{}, in.fault()};
  const std::uint64_t height = extent_of(rows), width = extent_of(columns);
  if (colon != std::string_view::npos && !stride) return by_expression(text, in.at(), height, width);

  Parsed<Tile> parsed;
  if (too_large(parsed, height, width)) return parsed;
  const std::uint64_t last = offset_of(rows, height - 1) + offset_of(columns, width - 1);
  if (last >= most_offset) {
    parsed.fault = {fmt::format("the last element has offset {}: {} at most", last, most_offset - 1),
                    stride ? stride->at : 0};
    return parsed;
  }
  Tile tile{static_cast<std::uint32_t>(height), static_cast<std::uint32_t>(width), {}, 0};
  tile.offsets.reserve(height * width);
  for (std::uint64_t row = 0; row < height; ++row)
    for (std::uint64_t column = 0; column < width; ++column)
      tile.offsets.push_back(static_cast<std::uint32_t>(offset_of(rows, row) + offset_of(columns, column)));
  return finished(std::move(tile));
}

} // namespace warpscope::layouts
