// The results as a table: its columns, the rows that a filter leaves, their order, and the text that is
// copied. Pure.
#pragma once

#include "app/results/rows.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::results {

enum class ResultColumn : std::uint8_t {
  Line,
  Code,
  Counter,
  Requests,
  Ideal,
  Warp,
  Block,
  Launch,
  Ratio,
  Why,
  Count
};

struct ColumnInfo {
  ResultColumn column;
  std::string_view key;        ///< the column's heading in files
  std::string_view label;      ///< the column's heading on screen
  std::string_view definition; ///< a sentence
  bool number;
};
[[nodiscard]] std::span<const ColumnInfo> result_columns();
[[nodiscard]] const ColumnInfo& info_of(ResultColumn column);

struct ResultOrder {
  std::optional<ResultColumn> column; ///< nullopt: in the order of the text
  bool descending = false;
  bool operator==(const ResultOrder&) const = default;

  /// A click on the column's head: numbers largest first, then smallest first, then back to the text's order.
  [[nodiscard]] ResultOrder after_click(ResultColumn clicked) const;
};

/// A click on the head of `clicked`: its first direction, then the other one, then back to the text's order.
/// For any order of this form.
template <class Order, class Column>
[[nodiscard]] Order order_after_click(const Order& order, Column clicked, bool largest_first) {
  if (order.column != clicked) return {clicked, largest_first};
  if (order.descending == largest_first) return {clicked, !largest_first};
  return {};
}

/// What may be typed into the filter, as a tooltip.
[[nodiscard]] std::string_view filter_help();

/// A table as its filter and its order see it. Rows are numbered from 0.
struct TableQuestions {
  std::size_t rows = 0;
  std::function<bool(std::size_t row, std::string_view word)> says; ///< true when the row contains the word
  /// nullopt: this row has no number of that name.
  std::function<std::optional<double>(std::size_t row, std::string_view name)> number;
  std::function<bool(std::string_view name)> knows; ///< true when some row may have a number of that name
  std::function<bool(std::size_t row)> total;       ///< totals come last in any order
  /// Negative, 0 or positive; empty: the rows' own order.
  std::function<int(std::size_t a, std::size_t b)> compare;
  bool descending = false;
};
/// Ignores case.
[[nodiscard]] bool says_word(std::string_view text, std::string_view word);
/// Returns the rows that `filter` leaves, in order, as arrange() below does.
[[nodiscard]] std::vector<std::size_t> arrange(const TableQuestions& table, std::string_view filter,
                                               std::string& problem);

/// Returns the indices of the rows that `filter` leaves, in the requested order; totals come last in any
/// order. Words separated by blanks must all match: a word that the row contains ("tile", "store", "15"), or
/// NAME OP NUMBER, as "wavefronts>8", "each>=2", "line=15". `problem`: a sentence about a word that cannot be
/// parsed; such a word is ignored.
[[nodiscard]] std::vector<std::size_t> arrange(const std::vector<ResultRow>& rows, std::string_view filter,
                                               const ResultOrder& order, std::string& problem);

enum class TableFormat : std::uint8_t { Tsv, Csv };
/// Returns a head line and a line for each index. Numbers without separators; unknown values stay empty.
[[nodiscard]] std::string table_text(const std::vector<ResultRow>& rows,
                                     const std::vector<std::size_t>& indices, TableFormat format);

/// Joins one line of fields: TSV with tabs and line ends as blanks, CSV quoted as in RFC 4180 (lines end in
/// \n).
[[nodiscard]] std::string table_line(const std::vector<std::string>& fields, TableFormat format);

} // namespace warpscope::results
