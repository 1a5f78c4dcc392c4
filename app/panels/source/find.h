// Searching the kernel's text, and going to a line: a bar above the text, opened by keys.
#pragma once

#include "app/panels/source/editor.h"
#include "app/panels/window/panel.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::panels {

inline constexpr std::size_t most_matches = 10'000;

/// The positions of `what` in `text`, ascending, without overlaps, none across lines; at most most_matches.
/// Ignores the case of ASCII letters unless `exact`.
[[nodiscard]] std::vector<LineRange> find_all(std::string_view text, std::string_view what, bool exact);

class SourceFind {
 public:
  /// For what is selected, where that is of one line; else for what was looked for last.
  void open_find(const CodeEditor& editor);
  void open_line();
  /// Searches and closes as keys and fields ask; returns the height that the bar takes at the top of `box`.
  float draw(PanelContext& c, const Paint& paint, CodeEditor& editor, view::Box box);
  /// Draws behind the text; call it after the editor.
  void draw_matches(const Paint& paint, const CodeEditor& editor, view::Box text, float line_h) const;

 private:
  enum class Mode : std::uint8_t { Closed, Find, Line };
  void search(const CodeEditor& editor);
  void go(int direction, CodeEditor& editor);

  Mode mode_ = Mode::Closed;
  std::string what_, line_;
  bool exact_ = false, focus_ = false;
  std::vector<LineRange> matches_;
  std::size_t current_ = 0;
  std::string searched_what_;
  std::size_t searched_hash_ = 0;
  bool searched_exact_ = false;
};

} // namespace warpscope::panels
