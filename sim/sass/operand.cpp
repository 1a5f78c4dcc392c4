// Parses the text of one machine instruction, as nvdisasm writes it.
#include "sim/sass/operand.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace warpscope::sass {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool takes(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text.remove_prefix(word.size());
  return true;
}

/// Splits at `at`, outside of brackets.
std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] == '[') ++depth;
    if (i < text.size() && text[i] == ']') --depth;
    if (i != text.size() && (text[i] != at || depth != 0)) continue;
    std::string_view part = text.substr(begin, i - begin);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    parts.push_back(part);
    begin = i + 1;
  }
  return parts;
}

/// Reads a register's name: R12, RZ, UR4, URZ.
bool take_register(std::string_view& text, std::uint16_t& row) {
  std::string_view rest = text;
  const bool uniform = takes(rest, "UR");
  if (!uniform && !takes(rest, "R")) return false;
  if (takes(rest, "Z")) row = uniform ? uniform_zero : zero_row;
  else {
    unsigned number = 0;
    const auto [end, code] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (code != std::errc{} || number >= (uniform ? 63u : 255u)) return false;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    row = static_cast<std::uint16_t>(uniform ? first_uniform + number : number);
  }
  if (!rest.empty() && rest[0] != '.' && rest[0] != '|' && rest[0] != ']' && rest[0] != '+') return false;
  text = rest;
  return true;
}

bool take_integer(std::string_view& text, std::uint64_t& bits) {
  std::string_view rest = text;
  const bool negative = takes(rest, "-");
  if (!takes(rest, "0x")) return false;
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(rest.data(), rest.data() + rest.size(), value, 16);
  if (code != std::errc{}) return false;
  rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  bits = negative ? 0 - value : value;
  text = rest;
  return true;
}

bool parse_float(std::string_view text, double& value) {
  std::string_view rest = text;
  const bool negative = takes(rest, "-");
  takes(rest, "+");
  if (rest == "INF") value = std::numeric_limits<double>::infinity();
  else if (rest == "QNAN") value = std::numeric_limits<double>::quiet_NaN();
  else if (!rest.empty() && (is_digit(rest[0]) || rest[0] == '.')) {
    const std::string copy(rest);
    char* end = nullptr;
    value = std::strtod(copy.c_str(), &end);
    if (*end != '\0') return false;
  } else return false;
  if (negative) value = -value;
  return true;
}

/// R8.64, R8.X4, R8.U32, UR4, 0x10, -0x10 joined by '+'.
bool parse_sum(std::string_view text, Operand& operand) {
  if (text.empty()) return false;
  while (!text.empty()) {
    takes(text, "+");
    std::uint16_t row = no_row;
    std::uint64_t bits = 0;
    if (take_register(text, row)) {
      const bool uniform = row >= first_uniform;
      if (uniform && row == uniform_zero && (text.empty() || text[0] == '+')) continue;
      (uniform ? operand.uniform : operand.row) = row;
      while (takes(text, ".")) {
        if (takes(text, "64")) (uniform ? operand.uniform_wide : operand.wide) = true;
        else if (takes(text, "U32")) operand.suffix = "U32";
        else if (takes(text, "X16")) operand.scale = 16;
        else if (takes(text, "X4")) operand.scale = 4;
        else if (takes(text, "X8")) operand.scale = 8;
        else if (!takes(text, "reuse")) return false;
      }
    } else if (take_integer(text, bits)) operand.bits += bits;
    else return false;
    if (!text.empty() && text[0] != '+') return false;
  }
  return true;
}

bool parse_address(std::string_view text, Operand& operand) {
  operand.kind = Operand::Kind::Address;
  if (takes(text, "desc[")) { // a description of the memory, which changes no address
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return false;
    text.remove_prefix(end + 1);
  }
  if (!text.starts_with('[') || !text.ends_with(']')) return false;
  return parse_sum(text.substr(1, text.size() - 2), operand);
}

bool parse_constant(std::string_view text, Operand& operand) {
  operand.kind = Operand::Kind::Constant;
  std::uint64_t bank = 0;
  if (!takes(text, "[") || !take_integer(text, bank) || !takes(text, "][") || !text.ends_with(']'))
    return false;
  operand.bank = static_cast<std::uint8_t>(bank);
  return bank < 32 && parse_sum(text.substr(0, text.size() - 1), operand);
}

bool parse_predicate(std::string_view text, std::uint16_t& row) {
  const bool uniform = takes(text, "UP");
  if (!uniform && !takes(text, "P")) return false;
  if (text == "T") row = true_predicate;
  else if (text.size() == 1 && text[0] >= '0' && text[0] <= '6')
    row = static_cast<std::uint16_t>(text[0] - '0');
  else return false;
  if (uniform) row = static_cast<std::uint16_t>(row + first_uniform_predicate);
  return true;
}

std::optional<Operand> parse_operand(std::string_view text) {
  Operand operand;
  if (text.starts_with('[') || text.starts_with("desc["))
    return parse_address(text, operand) ? std::optional(operand) : std::nullopt;
  if (take_integer(text, operand.bits)) {
    operand.kind = Operand::Kind::Integer;
    return text.empty() ? std::optional(operand) : std::nullopt;
  }
  if (parse_float(text, operand.value)) {
    operand.kind = Operand::Kind::Float;
    return operand;
  }
  std::string_view rest = text;
  if (takes(rest, "!")) operand.inverted = true;
  if (parse_predicate(rest, operand.row)) {
    operand.kind = Operand::Kind::Predicate;
    return operand;
  }
  if (takes(rest, "~")) operand.inverted = true;
  if (takes(rest, "-")) operand.negative = true;
  if (takes(rest, "|")) operand.absolute = true;
  if (takes(rest, "c") && rest.starts_with('[')) {
    const std::size_t end = rest.rfind(']');
    if (end == std::string_view::npos || !parse_constant(rest.substr(0, end + 1), operand))
      return std::nullopt;
    rest.remove_prefix(end + 1);
  } else if (rest = text, rest.remove_prefix(operand.inverted + operand.negative + operand.absolute),
             take_register(rest, operand.row)) {
    operand.kind = Operand::Kind::Register;
  } else if (text.size() >= 2 && text[0] == 'B' && is_digit(text[1])) {
    unsigned number = 0;
    std::from_chars(text.data() + 1, text.data() + text.size(), number);
    operand.kind = Operand::Kind::Barrier;
    operand.row = static_cast<std::uint16_t>(number & 15);
    return operand;
  } else {
    operand.name = text;
    return operand;
  }
  // What may follow a register or a constant, in any order: |, .reuse, .H0_H0.
  while (!rest.empty()) {
    if (takes(rest, "|") || takes(rest, ".reuse")) continue;
    if (takes(rest, ".H0_H0")) operand.half = 1;
    else if (takes(rest, ".H1_H1")) operand.half = 2;
    else if (takes(rest, ".H1_H0")) operand.half = 0;
    else if (takes(rest, ".")) {
      const std::size_t end = std::min(rest.find_first_of(".|"), rest.size());
      operand.suffix += rest.substr(0, end);
      rest.remove_prefix(end);
    } else return std::nullopt;
  }
  return operand;
}

} // namespace

std::optional<Written> parse_instruction(std::string_view text) {
  Written written;
  if (takes(text, "@")) {
    written.unless = takes(text, "!");
    const std::size_t end = text.find(' ');
    std::uint16_t row = 0;
    if (end == std::string_view::npos || !parse_predicate(text.substr(0, end), row)) return std::nullopt;
    written.guard = static_cast<std::uint8_t>(row);
    text.remove_prefix(end + 1);
  }
  const std::size_t space = std::min(text.find(' '), text.size());
  const std::vector<std::string_view> words = split(text.substr(0, space), '.');
  written.mnemonic = words[0];
  for (std::size_t i = 1; i < words.size(); ++i) written.modifiers.emplace_back(words[i]);
  if (space == text.size()) return written;
  for (const std::string_view part : split(text.substr(space + 1), ',')) {
    std::optional<Operand> operand = parse_operand(part);
    if (!operand) return std::nullopt;
    written.operands.push_back(std::move(*operand));
  }
  return written;
}

} // namespace warpscope::sass
