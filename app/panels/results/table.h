// What the tables of the results share: heads that sort, rows that scroll, a filter.
#pragma once

#include "app/panels/window/paint.h"
#include "app/panels/window/panel.h"

#include <optional>
#include <string>
#include <vector>

namespace warpscope::panels {

/// Of the results: left and right of what they say.
[[nodiscard]] float table_margin(const PanelContext& c, const Paint& paint);

struct TableHead {
  int column = 0; ///< the number of its item, which tests click
  float x = 0;    ///< its left end, or its right end
  bool right = false;
  std::string label, tip;
  bool strong = false;
};
/// Each head is a button, for the pointer and for the keyboard. `sorted`: the column that the rows are sorted
/// by. Returns the column that was clicked.
[[nodiscard]] std::optional<int> table_heads(const PanelContext& c, const Paint& paint,
                                             const std::vector<TableHead>& heads, std::optional<int> sorted,
                                             bool descending, float cy, float em);

/// Scrolls by whole windows; returns how far it is scrolled.
float begin_rows(const char* id, view::Box box);
/// `height`: of all rows.
void end_rows(float height);

/// The text field; its outline shows that it filters, or that it cannot be parsed. Returns where it begins.
float table_filter(const PanelContext& c, const Paint& paint, std::string& filter, const std::string& problem,
                   float right, float width, float cy, float height);

} // namespace warpscope::panels
