// The results as a table: its columns, which rows a filter leaves, in which order, and the text that is
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
  std::string_view key;        ///< heads the column in files
  std::string_view label;      ///< heads it on screen
  std::string_view definition; ///< a sentence
  bool number;
};
[[nodiscard]] std::span<const ColumnInfo> result_columns();
[[nodiscard]] const ColumnInfo& info_of(ResultColumn column);

struct ResultOrder {
  std::optional<ResultColumn> column; ///< nullopt: as the text stands
  bool descending = false;
  bool operator==(const ResultOrder&) const = default;

  /// A click on the column's head: numbers largest first, then smallest first, then the text's order again.
  [[nodiscard]] ResultOrder after_click(ResultColumn clicked) const;
};

/// A click on the head of `clicked`: its first direction, then the other one, then the text's order again.
/// For any order of this form.
template <class Order, class Column>
[[nodiscard]] Order order_after_click(const Order& order, Column clicked, bool largest_first) {
  if (order.column != clicked) return {clicked, largest_first};
  if (order.descending == largest_first) return {clicked, !largest_first};
  return {};
}

/// What may be typed into the filter, as a tooltip.
[[nodiscard]] std::string_view filter_help();

/// A table as its filter and its order see it. Rows are numbers from 0 on.
struct TableQuestions {
  std::size_t rows = 0;
  std::function<bool(std::size_t row, std::string_view word)> says; ///< the word stands in the row
  std::function<std::optional<double>(std::size_t row, std::string_view name)> number; ///< nullopt: this row
                                                                                       ///< has none of that
                                                                                       ///< name
  std::function<bool(std::string_view name)> knows;         ///< some row may have a number of that name
  std::function<bool(std::size_t row)> total;               ///< totals come last in any order
  std::function<int(std::size_t a, std::size_t b)> compare; ///< negative, 0, positive; empty: the rows' own
                                                            ///< order
  bool descending = false;
};
/// Whatever the case of its letters.
[[nodiscard]] bool says_word(std::string_view text, std::string_view word);
/// The rows that `filter` leaves, in order; as arrange() below says.
[[nodiscard]] std::vector<std::size_t> arrange(const TableQuestions& table, std::string_view filter,
                                               std::string& problem);

/// Indices of the rows that `filter` leaves, in the order asked for; totals come last in any order. Words
/// separated by blanks must all hold: a word as it stands in the row ("tile", "store", "15"), or NAME OP
/// NUMBER, as "wavefronts>8", "each>=2", "line=15". `problem`: a sentence about a word that cannot be read;
/// such a word is ignored.
[[nodiscard]] std::vector<std::size_t> arrange(const std::vector<ResultRow>& rows, std::string_view filter,
                                               const ResultOrder& order, std::string& problem);

enum class TableFormat : std::uint8_t { Tsv, Csv };
/// A head line and a line for each index. Numbers without grouping; what is not known stays empty.
[[nodiscard]] std::string table_text(const std::vector<ResultRow>& rows,
                                     const std::vector<std::size_t>& indices, TableFormat format);

/// One line of fields: TSV with tabs and line ends as blanks, CSV as RFC 4180 quotes it (lines end in \n).
[[nodiscard]] std::string table_line(const std::vector<std::string>& fields, TableFormat format);

} // namespace warpscope::results
