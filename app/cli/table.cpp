// Lays out text tables.
#include "app/cli/table.h"

#include <algorithm>

namespace warpscope::cli {

namespace {

constexpr std::size_t margin = 2;
constexpr std::size_t gap = 2;
constexpr std::size_t narrowest = 16;

std::string repeated(std::string_view piece, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += piece;
  return out;
}

} // namespace

Table& Table::column(std::string head, Align align) {
  columns_.push_back({std::move(head), align});
  return *this;
}

void Table::row(std::vector<Cell> cells) {
  cells.resize(columns_.size());
  rows_.push_back({std::move(cells), false});
}

void Table::rule() { rows_.push_back({{}, true}); }

std::string Table::text(bool color, std::size_t width) const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t widest = columns_of(columns_[c].head);
    for (const Row& row : rows_)
      if (!row.is_rule) widest = std::max(widest, columns_of(row.cells[c].text));
    widths.push_back(widest);
  }
  std::size_t total = margin;
  for (const std::size_t w : widths) total += w + gap;
  total -= columns_.empty() ? 0 : gap;
  if (total > width) { // the widest text column shrinks
    std::size_t widest = columns_.size();
    for (std::size_t c = 0; c < columns_.size(); ++c)
      if (columns_[c].align == Align::Left && (widest == columns_.size() || widths[c] > widths[widest]))
        widest = c;
    if (widest != columns_.size()) {
      const std::size_t room = widths[widest] - std::min(widths[widest], total - width);
      const std::size_t new_width = std::max({room, narrowest, columns_of(columns_[widest].head)});
      if (new_width < widths[widest]) {
        total -= widths[widest] - new_width;
        widths[widest] = new_width;
      }
    }
  }

  std::string out;
  const auto put = [&](const Row& row, bool head) {
    std::string line(margin, ' ');
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const Cell& cell = row.cells[c];
      const std::string shown = clipped(cell.text, widths[c]);
      const std::string pad(widths[c] - columns_of(shown), ' ');
      const std::string colored = tinted(shown, head ? Tint::Dim : cell.tint, color);
      line += columns_[c].align == Align::Right ? pad + colored : colored + pad;
      if (c + 1 < columns_.size()) line += std::string(gap, ' ');
    }
    while (!line.empty() && line.back() == ' ') line.pop_back();
    out += line + "\n";
  };
  const std::string across = std::string(margin, ' ') +
                             tinted(repeated("─", total - margin), Tint::Dim, color) + "\n";
  Row head;
  for (const Column& column : columns_) head.cells.push_back({column.head, Tint::Dim});
  put(head, true);
  out += across;
  for (const Row& row : rows_) {
    if (row.is_rule) out += across;
    else put(row, false);
  }
  return out;
}

} // namespace warpscope::cli
