// A text table: columns as wide as necessary, numbers right-aligned, no frame except a rule below the head.
#pragma once

#include "app/cli/style.h"

#include <cstddef>
#include <string>
#include <vector>

namespace warpscope::cli {

struct Cell {
  std::string text;
  Tint tint = Tint::None;
};

class Table {
 public:
  enum class Align : std::uint8_t { Left, Right };

  Table& column(std::string head, Align align = Align::Right);
  void row(std::vector<Cell> cells); ///< missing cells are empty
  void rule();                       ///< a horizontal line, before a total
  [[nodiscard]] bool empty() const { return rows_.empty(); }
  /// Every line begins with two blanks and ends with a newline. The widest left-aligned column shrinks, down
  /// to 16, so that the table fits `width` columns.
  [[nodiscard]] std::string text(bool color, std::size_t width) const;

 private:
  struct Column {
    std::string head;
    Align align;
  };
  struct Row {
    std::vector<Cell> cells;
    bool is_rule = false;
  };
  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

} // namespace warpscope::cli
