// The text of a kernel in the bundle's editor, and what the window needs in addition: room below a line for a
// message, positions of lines on the screen, a text that follows the document while its cursor stays.
//
// The editor has rows of one height only. Room below a line is made after it has drawn: its draw list is
// moved down from there, and the mouse is moved up by as much while the editor reads it.
#pragma once

#include "TextEditor.h"
#include "app/document/text_edit.h"
#include "app/panels/window/paint.h"
#include "imgui.h"

#include <memory>
#include <string>
#include <vector>

struct ImGuiWindow;

namespace warpscope::panels {

/// A range of glyphs of a line (from 0).
struct LineRange {
  std::uint32_t line = 0; ///< from 1
  std::size_t begin = 0, end = 0;
};
/// The lines that [begin, end) touches, at most `limit` of them; an empty range has one, of no width.
[[nodiscard]] std::vector<LineRange> line_ranges(std::string_view text, std::size_t begin, std::size_t end,
                                                 std::size_t limit = 64);

/// Characters of UTF-8.
[[nodiscard]] std::size_t glyphs_in(std::string_view bytes);

class CodeEditor {
 public:
  CodeEditor();

  struct Room {
    std::uint32_t under = 0; ///< the line; 0: none
    float height = 0;
  };
  struct Look {
    view::Box box; ///< of the text, with its line numbers
    float line_h = 0, em = 0;
    Room room;
  };

  void set_theme(const view::Theme& theme);
  /// Returns true when the text changed. `place`: the cursor moves to the change, which is shown; otherwise
  /// text and cursor begin at the top.
  bool set_text(const std::shared_ptr<const std::string>& text, bool place);
  /// Draws; true when the person changed the text.
  bool draw(const Fonts& fonts, const Look& look);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::size_t lines() const { return editor_.GetLineCount(); }
  /// The change by the last set_text() that changed something and kept the place: in bytes of the present
  /// text.
  [[nodiscard]] const document::TextChange& last_change() const { return change_; }

  // Positions on the screen, valid after draw().
  [[nodiscard]] float row_y(std::uint32_t line) const; ///< the top of the row, with its text in the middle
  [[nodiscard]] float room_y() const { return split_; }
  [[nodiscard]] float glyph_x(std::uint32_t line, std::size_t glyph) const;
  [[nodiscard]] float text_end_x(std::uint32_t line) const; ///< right of its last glyph
  [[nodiscard]] float text_right() const { return look_.box.x + look_.box.w - 1; }
  [[nodiscard]] float cell() const { return editor_.GetGlyphWidth(); } ///< of a glyph: whole pixels
  /// Where lines begin while nothing is scrolled sideways.
  [[nodiscard]] float text_x() const { return editor_.DocPos2ScreenPos({0, 0}).x + scroll_x_; }
  [[nodiscard]] std::uint32_t line_at(float y) const; ///< 0: none
  [[nodiscard]] std::uint32_t first_line() const;     ///< the first visible line
  [[nodiscard]] std::uint32_t last_line() const;
  [[nodiscard]] bool in_sight(std::uint32_t line) const;
  [[nodiscard]] bool drawn() const { return drawn_; }

  /// Draws this line `by` pixels further left than the others (long_lines.h draws it); line 0: none.
  /// Positions and clicks on it are moved along.
  void slide(std::uint32_t line, float by) { slid_line_ = line, slid_by_ = by; }
  [[nodiscard]] std::uint32_t slid_line() const { return slid_line_; }
  /// Scrolls back to the beginnings of the lines, unless somebody works in the text.
  void rest() { rest_ = 3; }
  void scroll_to(std::uint32_t line);
  void show_from(std::uint32_t line); ///< as the first line in sight
  /// Selects glyphs of a line and scrolls them into view.
  void select(const LineRange& range);
  void go_to_line(std::uint32_t line);
  void focus() { editor_.SetFocus(); }
  [[nodiscard]] bool focused() const { return focused_; }
  /// Whether somebody works in the text or turns the wheel over it.
  [[nodiscard]] bool moved_by_person() const;
  [[nodiscard]] std::uint32_t cursor_line() const {
    return static_cast<std::uint32_t>(editor_.GetMainCursorPosition().line + 1);
  }
  [[nodiscard]] std::string selected() const;
  [[nodiscard]] bool has_selection() const { return editor_.AnyCursorHasSelection(); }

  /// Hides the lines first + 1 to last; `first` stays and ends with an ellipsis. They come back when they are
  /// edited, searched or gone to, and with unfold().
  void fold(std::uint32_t first, std::uint32_t last);
  void unfold();
  void reveal(std::uint32_t line);                                      ///< unfolds what the line is in
  [[nodiscard]] std::uint32_t folded_at() const { return fold_first_; } ///< the line that stays; 0: no fold

  /// Wavy lines: bytes of a line, columns from 1 as the compiler counts them.
  void clear_waves() { editor_.ClearSquiggles(); }
  void add_wave(const Span& span, view::Color color);

 private:
  /// Gives access to its protected size: the room has to be scrollable too.
  struct Editor : TextEditor {
    void lengthen(float height) { totalSize.y += height; }
    void hide(std::size_t first, std::size_t last);
    void show_all();

   private:
    void lay_out_again();
  };

  [[nodiscard]] float raw_y(std::uint32_t line) const;
  void keep_from_numbers();
  void make_room(const Look& look);
  void keep_cursor_in_sight(const Look& look);
  void check_fold();
  void scroll_back();

  Editor editor_;
  std::shared_ptr<const std::string> shown_; ///< the document's text
  std::string text_; ///< the editor's text: the same except for bytes that are not UTF-8
  document::TextChange change_;
  std::size_t undo_index_ = 0;
  TextEditor::DocPos cursor_;
  Look look_;
  float split_ = 0;                              ///< where the room begins; the end of the box without one
  std::uint32_t fold_first_ = 0, fold_last_ = 0; ///< lines; 0: nothing is folded
  std::string fold_text_;                        ///< the text up to the fold's end, while it was folded
  std::uint32_t slid_line_ = 0;                  ///< 0: none
  float slid_by_ = 0, scroll_x_ = 0;
  int rest_ = 0; ///< frames in which the text returns to the beginnings of its lines: the cursor moves it
                 ///< late
  ImGuiWindow* child_ = nullptr; ///< in which the editor draws
  bool numbers_clicked_ = false; ///< in the last frame
  bool drawn_ = false, focused_ = false, was_focused_ = false, dark_ = true, palette_set_ = false;
};

} // namespace warpscope::panels
