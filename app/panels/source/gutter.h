// The cost of each line of the kernel, to the right of it: requests, the cost of an access and its ideal, as
// numbers and bars.
#pragma once

#include "app/panels/source/editor.h"
#include "app/panels/window/panel.h"
#include "app/results/gutter.h"

namespace warpscope::panels {

class SourceGutter {
 public:
  std::uint32_t file = 0;                   ///< Span::file of the text that is shown
  std::shared_ptr<const std::string> other; ///< a header's text in place of the document's
  /// Decides which columns there is room for and returns the width they take; 0: none.
  float layout(const PanelContext& c, const Paint& paint, const CodeEditor& editor, view::Box box,
               float margin);
  [[nodiscard]] float code_em() const { return em_; }
  /// Call it after the editor.
  void draw(PanelContext& c, const Paint& paint, const CodeEditor& editor, view::Box box, float margin,
            float line_h, std::uint32_t line_now);
  /// Decides where the heading has room; `room` is what the strip of tabs has left. Returns its width there;
  /// 0: it gets none.
  float place_heading(const Paint& paint, float room);
  /// Draws the signs' legend above the text where the strip has no room. Returns the height of its row.
  float legend_row(const PanelContext& c, const Paint& paint, view::Box box, float margin) const;
  /// Draws the heading above its columns, in the tab strip.
  void heading(const PanelContext& c, const Paint& paint, view::Box strip, float margin) const;
  [[nodiscard]] bool shown() const { return width_ > 0; }
  [[nodiscard]] float width() const { return width_; }

 private:
  [[nodiscard]] float columns_width(const Paint& paint, bool ideal) const;
  /// A number of so many digits and the sign of its unit; `mean`: with the word for a mean before it.
  [[nodiscard]] float slot_width(const Paint& paint, std::size_t digits, bool mean) const;
  /// The line's costs in the order of their columns, the right one first.
  [[nodiscard]] std::vector<const results::GutterCost*> in_columns(const results::GutterRow& row) const;
  /// The same without an empty column: a unit in words needs none. The first is the one with its ideal.
  [[nodiscard]] std::vector<const results::GutterCost*> in_words(const results::GutterRow& row) const;
  [[nodiscard]] float legend_width(const Paint& paint, float em) const;
  void legend(const PanelContext& c, const Paint& paint, float right, view::Box box, float em) const;
  [[nodiscard]] std::string_view plural(model::CounterKind kind) const;
  void spelled(const Paint& paint, const CodeEditor& editor, const results::GutterRow& row, float right,
               float cy, view::Color quiet, bool dim) const;

  float width_ = 0, em_ = 18;
  float heading_em_ = 0; ///< of the heading in the strip; 0: it is not there
  bool ideal_ = false, requests_ = false, brief_ = false;
  std::uint64_t version_ = ~0ull;
  const std::string* text_ = nullptr;
  std::size_t digits_ = 2; ///< of the longest number in the right column of signs
  std::size_t word_digits_ = 2, ideal_digits_ = 1, request_digits_ = 1; ///< of the columns in words
  std::size_t longest_ = 0;                 ///< of the lines with counts, in glyphs, without comments
  std::size_t longest_of_two_ = 0;          ///< of those with two counts, with their comments
  std::size_t more_digits_ = 1;             ///< of the number in the left column
  bool means_ = false, more_means_ = false; ///< a number in the right, the left column is a mean
  bool word_means_ = false;
  std::string unit_, more_unit_;          ///< the longest of the first and of the further costs in words
  std::size_t slots_ = 1;                 ///< costs beside a line: 2 where one has two counts
  std::vector<model::CounterKind> kinds_; ///< of the costs: the right column's first
};

} // namespace warpscope::panels
