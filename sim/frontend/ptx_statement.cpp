// Reads inline PTX.
#include "sim/frontend/ptx_statement.h"

#include <charconv>

namespace warpscope::frontend {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> pieces;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    if (const std::string_view piece = trimmed(text.substr(begin, end - begin)); !piece.empty())
      pieces.emplace_back(piece);
    begin = end + 1;
  }
  return pieces;
}

std::optional<PtxOperand> operand_of(std::string_view text) {
  PtxOperand operand;
  text = trimmed(text);
  if (text.starts_with('[') && text.ends_with(']')) {
    operand.address = true;
    text = trimmed(text.substr(1, text.size() - 2));
    std::vector<std::string> coordinates; // "[map, {x, y}]"
    if (const std::size_t open = text.find('{'); open != std::string_view::npos && text.ends_with('}')) {
      coordinates = split(text.substr(open + 1, text.size() - open - 2), ',');
      text = trimmed(text.substr(0, open));
      if (!text.ends_with(',') || coordinates.empty()) return std::nullopt;
      text = trimmed(text.substr(0, text.size() - 1));
    }
    if (const std::size_t sign = text.find('+'); sign != std::string_view::npos) {
      const std::string_view number = trimmed(text.substr(sign + 1));
      const auto [end, code] = std::from_chars(number.data(), number.data() + number.size(), operand.offset);
      if (code != std::errc{} || end != number.data() + number.size()) return std::nullopt;
      text = trimmed(text.substr(0, sign));
    }
    operand.names = {std::string(text)};
    operand.names.insert(operand.names.end(), coordinates.begin(), coordinates.end());
  } else if (text.starts_with('{') && text.ends_with('}')) {
    operand.names = split(text.substr(1, text.size() - 2), ',');
  } else {
    operand.names = split(text, '|');
  }
  if (operand.names.empty()) return std::nullopt;
  return operand;
}

/// nullopt: it cannot be read. Declarations and labels become statements, too.
std::optional<PtxStatement> statement_of(std::string_view text) {
  PtxStatement result;
  if (text.starts_with('@')) {
    const std::size_t end = text.find_first_of(" \t\n");
    if (end == std::string_view::npos) return std::nullopt;
    result.negated = text.substr(1, 1) == "!";
    result.predicate = text.substr(result.negated ? 2 : 1, end - (result.negated ? 2 : 1));
    text = trimmed(text.substr(end));
  }
  const std::size_t end = std::min(text.find_first_of(" \t\n"), text.size());
  const std::string_view name = text.substr(0, end);
  if (name.ends_with(':')) return std::nullopt; // a label, which "ld.global.L1::no_allocate.u32" is not
  result.words = split(name, '.');
  if (result.words.empty()) return std::nullopt;
  if (name.starts_with('.')) result.words.insert(result.words.begin(), "declare");
  text = trimmed(text.substr(end));
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    if (c != ',' || depth != 0) continue;
    if (const std::string_view piece = trimmed(text.substr(begin, i - begin)); !piece.empty()) {
      auto operand = operand_of(piece);
      if (!operand) return std::nullopt;
      result.operands.push_back(std::move(*operand));
    }
    begin = i + 1;
  }
  return result;
}

/// Without comments, in one line.
std::string plain_text(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "//") i = std::min(text.find('\n', i), text.size());
    else if (text.substr(i, 2) == "/*") { // stands for a blank
      i = std::min(text.find("*/", i + 2), text.size() - 2) + 1;
      plain += ' ';
      continue;
    }
    if (i < text.size()) plain += text[i] == '\t' || text[i] == '\r' || text[i] == '\n' ? ' ' : text[i];
  }
  return plain;
}

/// Takes "label:" off the beginning; empty: there is none.
std::string take_label(std::string_view& text) {
  const std::size_t end = std::min(text.find(' '), text.size());
  if (end == 0 || text[end - 1] != ':') return {};
  std::string label(text.substr(0, end - 1));
  text = trimmed(text.substr(end));
  return label;
}

/// "bra label", with ".uni" or without.
bool goes_to(const PtxStatement& one, const std::string& label) {
  return one.words.front() == "bra" && one.operands.size() == 1 && one.operands[0].names.size() == 1 &&
         one.operands[0].names[0] == label;
}

} // namespace

std::optional<PtxWait> ptx_wait(std::string_view text) {
  std::vector<PtxStatement> statements;
  std::string first, last;
  for (const std::string& piece : split(plain_text(text), ';')) {
    std::string_view rest = piece;
    while (rest.starts_with('{') || rest.starts_with('}')) rest = trimmed(rest.substr(1));
    if (std::string label = take_label(rest); !label.empty()) {
      std::string& to = statements.empty() && first.empty() ? first : last;
      if (!to.empty()) return std::nullopt;
      to = std::move(label);
    }
    while (rest.starts_with('{') || rest.starts_with('}')) rest = trimmed(rest.substr(1));
    if (rest.empty()) continue;
    if (!last.empty()) return std::nullopt; // something stands behind the loop
    auto statement = statement_of(rest);
    if (!statement) return std::nullopt;
    if (statement->words.front() == "declare") continue;
    if (first.empty()) return std::nullopt; // or in front of it
    statements.push_back(std::move(*statement));
  }
  const bool two = statements.size() == 2 && last.empty(), three = statements.size() == 3 && !last.empty();
  if ((!two && !three) || statements[1].predicate.empty() || !statements[0].predicate.empty())
    return std::nullopt;
  const PtxStatement& branch = statements[1];
  if (two && goes_to(branch, first)) return PtxWait{statements[0], branch.predicate, !branch.negated};
  if (three && goes_to(branch, last) && statements[2].predicate.empty() && goes_to(statements[2], first))
    return PtxWait{statements[0], branch.predicate, branch.negated};
  return std::nullopt;
}

std::optional<std::vector<PtxStatement>> ptx_statements(std::string_view text) {
  std::vector<PtxStatement> result;
  for (std::string piece : split(plain_text(text), ';')) {
    std::string_view rest = piece;
    while (rest.starts_with('{') || rest.starts_with('}')) rest = trimmed(rest.substr(1));
    if (rest.empty()) continue;
    auto statement = statement_of(rest);
    if (!statement) return std::nullopt;
    if (statement->words.front() != "declare") result.push_back(std::move(*statement));
  }
  return result;
}

std::optional<PtxType> ptx_type(std::string_view word) {
  if (word == "pred") return PtxType{1, 'p'};
  if (word == "f16") return PtxType{16, 'h'};
  if (word == "f16x2") return PtxType{32, 'h'};
  if (word == "bf16") return PtxType{16, 'e'};
  if (word == "bf16x2") return PtxType{32, 'e'};
  if (word.size() < 2 || std::string_view("busf").find(word[0]) == std::string_view::npos)
    return std::nullopt;
  PtxType type{0, word[0]};
  const auto [end, code] = std::from_chars(word.data() + 1, word.data() + word.size(), type.bits);
  if (code != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  const bool known = type.bits == 8 || type.bits == 16 || type.bits == 32 || type.bits == 64;
  return known && !(type.kind == 'f' && type.bits < 32) ? std::optional(type) : std::nullopt;
}

} // namespace warpscope::frontend
