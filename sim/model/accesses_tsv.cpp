// Parses tables of accesses row by row, counts each and reports errors with line and column.
#include "sim/model/accesses_tsv.h"

#include "sim/base/access.h"
#include "sim/model/banks.h"
#include "sim/model/constant.h"
#include "sim/model/sectors.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <istream>
#include <optional>
#include <ostream>
#include <sstream>
#include <vector>

namespace warpscope::model {

namespace {

enum Column : unsigned { Id, SpaceName, Op, Width, Mask, Offsets, column_count };
constexpr std::array<std::string_view, column_count> column_names = {"id",    "space", "op",
                                                                     "width", "mask",  "offsets"};

/// An error, and its position in the line (in bytes, from 1).
struct RowError {
  std::size_t column = 1;
  std::string message;
};

struct Row {
  std::string_view id;
  Space space = Space::Shared;
  AccessKind kind = AccessKind::Load;
  WarpAccess access;
};

/// Quotes a foreign text for a message: cut to fit a sentence, with control characters made visible.
std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text.substr(0, 40)) {
    const bool printable = static_cast<unsigned char>(c) >= 0x20 && c != 0x7F;
    out += printable ? std::string(1, c) : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return out + (text.size() > 40 ? "…'" : "'");
}

struct Field {
  std::string_view text;
  std::size_t column = 1;
};

Field trimmed(Field field) {
  while (!field.text.empty() && field.text.front() == ' ') field.text.remove_prefix(1), ++field.column;
  while (!field.text.empty() && field.text.back() == ' ') field.text.remove_suffix(1);
  return field;
}

std::vector<Field> split_fields(std::string_view line) {
  std::vector<Field> fields;
  std::size_t start = 0;
  for (;;) {
    const std::size_t end = line.find('\t', start);
    fields.push_back(trimmed({line.substr(start, end - start), start + 1}));
    if (end == std::string_view::npos) return fields;
    start = end + 1;
  }
}

/// Returns "shared, global or constant".
std::string counted_spaces() {
  std::string names;
  for (const CostRule rule : {CostRule::Banks, CostRule::Sectors, CostRule::Passes})
    for (unsigned number = 0; number < space_count; ++number)
      if (const Space space = static_cast<Space>(number); cost_rule(space) == rule)
        names += (names.empty() ? "" : ", ") + std::string(name_of(space));
  return names.replace(names.rfind(", "), 2, " or ");
}

template <typename Number> bool parse_number(std::string_view text, int base, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return error == std::errc{} && end == text.data() + text.size();
}

class Table {
 public:
  std::optional<RowError> read_header(std::string_view line) {
    const std::vector<Field> fields = split_fields(line);
    std::array<bool, column_count> found{};
    for (std::size_t i = 0; i < fields.size(); ++i) {
      for (unsigned c = 0; c < column_count; ++c) {
        if (fields[i].text != column_names[c]) continue;
        if (found[c])
          return RowError{fields[i].column,
                          fmt::format("the column {} is named twice; keep one", column_names[c])};
        found[c] = true;
        place_[c] = i;
      }
    }
    std::string missing;
    for (unsigned c = 0; c < column_count; ++c)
      if (!found[c]) missing += fmt::format("{}{}", missing.empty() ? "" : ", ", column_names[c]);
    if (!missing.empty())
      return RowError{
          1, fmt::format("the first line must name the columns, between tabs; missing: {}", missing)};
    return std::nullopt;
  }

  std::optional<RowError> read_row(std::string_view line, Row& row) const {
    const std::vector<Field> fields = split_fields(line);
    for (unsigned c = 0; c < column_count; ++c)
      if (place_[c] >= fields.size())
        return RowError{line.size() + 1, fmt::format("the row ends before its column {}; it has {} fields",
                                                     column_names[c], fields.size())};
    const auto field = [&](Column c) { return fields[place_[c]]; };
    row.id = field(Id).text;
    if (auto error = read_space(field(SpaceName), row)) return error;
    if (auto error = read_op(field(Op), row)) return error;
    if (auto error = read_width(field(Width), row)) return error;
    if (auto error = read_mask(field(Mask), row)) return error;
    return read_offsets(field(Offsets), row);
  }

 private:
  static std::optional<RowError> read_space(Field field, Row& row) {
    for (unsigned number = 0; number < space_count; ++number) {
      row.space = static_cast<Space>(number);
      if (cost_rule(row.space) != CostRule::Uncounted && field.text == name_of(row.space))
        return std::nullopt;
    }
    return RowError{field.column,
                    fmt::format("unknown space {}; use {}", quoted(field.text), counted_spaces())};
  }

  static std::optional<RowError> read_op(Field field, Row& row) {
    if (field.text == "ld") row.kind = AccessKind::Load;
    else if (field.text == "st") row.kind = AccessKind::Store;
    else if (field.text == "red" || field.text == "atom") row.kind = AccessKind::Atomic;
    else return RowError{field.column, fmt::format("unknown op {}; use ld, st or red", quoted(field.text))};
    if (cost_rule(row.space) == CostRule::Passes && row.kind != AccessKind::Load)
      return RowError{field.column, fmt::format("{} memory can only be loaded; use ld", name_of(row.space))};
    return std::nullopt;
  }

  static std::optional<RowError> read_width(Field field, Row& row) {
    std::uint32_t width = 0;
    if (!parse_number(field.text, 10, width) || width == 0 || width > 16 || (width & (width - 1)) != 0)
      return RowError{field.column, fmt::format("width {} is none of 1, 2, 4, 8, 16", quoted(field.text))};
    row.access.width = width;
    return std::nullopt;
  }

  static std::optional<RowError> read_mask(Field field, Row& row) {
    std::string_view digits = field.text;
    if (digits.starts_with("0x") || digits.starts_with("0X")) digits.remove_prefix(2);
    if (digits.starts_with('-') || !parse_number(digits, 16, row.access.mask))
      return RowError{field.column,
                      fmt::format("mask {} is no hexadecimal number of up to 8 digits", quoted(field.text))};
    return std::nullopt;
  }

  /// Commas and blanks separate offsets; a comma with nothing before it stands for a lane without an offset
  /// (allowed while inactive).
  static std::optional<RowError> read_offsets(Field field, Row& row) {
    const std::string_view text = field.text;
    std::size_t at = 0, count = 0;
    const auto skip_blanks = [&] {
      while (at < text.size() && text[at] == ' ') ++at;
    };
    skip_blanks();
    while (at < text.size()) {
      const std::size_t end = std::min(text.find_first_of(", ", at), text.size());
      const std::string_view item = text.substr(at, end - at);
      if (count < warp_size)
        if (auto error = read_offset(item, field.column + at, static_cast<std::uint32_t>(count), row))
          return error;
      ++count;
      at = end;
      skip_blanks();
      if (at == text.size()) break;
      if (text[at] == ',') {
        ++at;
        skip_blanks();
        if (at == text.size()) { // a comma at the very end: one more, empty offset
          if (count < warp_size)
            if (auto error = read_offset({}, field.column + at, static_cast<std::uint32_t>(count), row))
              return error;
          ++count;
        }
      }
    }
    if (count != warp_size)
      return RowError{field.column,
                      fmt::format("{} offsets, but a warp has 32 lanes; give one for each", count)};
    return std::nullopt;
  }

  static std::optional<RowError> read_offset(std::string_view item, std::size_t column, std::uint32_t lane,
                                             Row& row) {
    WarpAccess& access = row.access;
    access.offset[lane] = 0;
    if ((access.mask >> lane & 1u) == 0) return std::nullopt;
    std::uint64_t value = 0;
    if (!parse_number(item, 10, value))
      return RowError{column,
                      fmt::format("lane {}: offset {} is no number of bytes from 0", lane, quoted(item))};
    if (value + access.width > std::uint64_t{1} << 32 || value > 0xFFFFFFFFu)
      return RowError{column, fmt::format("lane {}: offset {} lies beyond 4 GiB", lane, value)};
    if (value % access.width != 0)
      return RowError{
          column, fmt::format("lane {}: offset {} is no multiple of the width {}; the hardware faults on it",
                              lane, value, access.width)};
    access.offset[lane] = static_cast<std::uint32_t>(value);
    return std::nullopt;
  }

  std::array<std::size_t, column_count> place_{};
};

void write_counts(std::ostream& out, const Row& row) {
  std::string line;
  switch (cost_rule(row.space)) {
  case CostRule::Banks: {
    const BankCounts c = count_banks(row.access, row.kind);
    line = fmt::format("{}\t{}\t{}\t{}\t\t\t\n", row.id, c.requests, c.wavefronts, c.bank_conflicts);
    break;
  }
  case CostRule::Sectors: {
    const SectorCounts c = count_sectors(row.access, row.kind);
    line = fmt::format("{}\t{}\t\t\t{}\t{}\t\n", row.id, c.requests, c.sectors, c.lines);
    break;
  }
  default: {
    const ConstantCounts c = count_constant(row.access);
    line = fmt::format("{}\t{}\t\t\t\t\t{}\n", row.id, c.requests, c.passes);
    break;
  }
  }
  out << line;
}

enum class LineEnd { Newline, EndOfText, TooLong };

/// Reads the next line without its end; of a line that is too long only the beginning is kept, the rest is
/// skipped.
LineEnd read_line(std::istream& in, std::string& line) {
  line.clear();
  std::streambuf& buffer = *in.rdbuf();
  bool too_long = false;
  for (;;) {
    const int c = buffer.sbumpc();
    if (c == std::char_traits<char>::eof()) return too_long ? LineEnd::TooLong : LineEnd::EndOfText;
    if (c == '\n') break;
    if (line.size() < max_accesses_line_bytes) line += static_cast<char>(c);
    else too_long = true;
  }
  if (!line.empty() && line.back() == '\r') line.pop_back();
  return too_long ? LineEnd::TooLong : LineEnd::Newline;
}

} // namespace

Diagnostics count_accesses_tsv(std::istream& in, std::ostream& out, std::string_view file) {
  Diagnostics diagnostics;
  std::uint32_t number = 0;
  const auto tell = [&](std::size_t column, std::string message) {
    Diagnostic d;
    d.file = file;
    const std::uint32_t c = static_cast<std::uint32_t>(column);
    d.span = {number, c, number, c + 1};
    d.message = std::move(message);
    diagnostics.push_back(std::move(d));
  };

  out << "id\trequests\twavefronts\tbank_conflicts\tsectors\tlines\tpasses\n";
  Table table;
  bool have_header = false;
  std::string line;
  for (bool more = true; more;) {
    const LineEnd end = read_line(in, line);
    more = end != LineEnd::EndOfText;
    ++number;
    std::string_view text = line;
    if (!more && !text.empty() && text.back() == '\r') text.remove_suffix(1);
    if (number == 1 && text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3); // a byte order mark
    if (end == LineEnd::TooLong) {
      tell(1, fmt::format("the line is longer than {} bytes; a row needs fewer than 1,000",
                          max_accesses_line_bytes));
    } else if (text.find_first_not_of(" \t") == std::string_view::npos) {
      continue;
    } else if (!have_header) {
      if (auto error = table.read_header(text)) {
        tell(error->column, std::move(error->message));
        return diagnostics;
      }
      have_header = true;
    } else {
      Row row;
      if (auto error = table.read_row(text, row)) tell(error->column, std::move(error->message));
      else write_counts(out, row);
    }
    if (diagnostics.size() == max_accesses_errors && more) {
      tell(1, fmt::format("stopped reading after {} errors", max_accesses_errors));
      return diagnostics;
    }
  }
  if (!have_header && diagnostics.empty()) {
    number = 1;
    tell(1, "the table is empty; its first line must name the columns id, space, op, width, mask, offsets");
  }
  if (in.bad()) tell(1, "the file could not be read to its end");
  return diagnostics;
}

AccessesTsv count_accesses_tsv(std::string_view text, std::string_view file) {
  AccessesTsv result;
  std::istringstream in{std::string(text)};
  std::ostringstream out;
  result.diagnostics = count_accesses_tsv(in, out, file);
  result.tsv = out.str();
  return result;
}

} // namespace warpscope::model
