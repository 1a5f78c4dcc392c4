// The bundle's editor with room under a line, and with the document's text.
#include "app/panels/source/editor.h"

#include "app/document/file_form.h"
#include "app/view/code_text.h"
#include "imgui_internal.h"
#include "sim/base/utf8.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpscope::panels {

namespace {

using Colour = TextEditor::Color;

TextEditor::Palette palette_of(const view::Theme& t) {
  TextEditor::Palette p;
  const auto set = [&](Colour index, view::Color color) { p[static_cast<std::size_t>(index)] = rgba(color); };
  const view::Color clear = view::with_alpha(t.bg1, 0);
  for (std::size_t i = 0; i < p.size(); ++i) p[i] = rgba(t.t1);
  set(Colour::keyword, t.keyword);
  set(Colour::declaration, t.keyword);
  set(Colour::number, t.number);
  set(Colour::string, t.number);
  set(Colour::punctuation, t.t2);
  set(Colour::preprocessor, t.keyword);
  set(Colour::comment, t.t3);
  set(Colour::background, clear);
  set(Colour::cursor, t.now);
  set(Colour::selection, view::with_alpha(t.now, .25f));
  set(Colour::whitespace, t.t3);
  set(Colour::matchingBracketBackground, view::with_alpha(t.now, .2f));
  for (const Colour c : {Colour::matchingBracketActive, Colour::matchingBracketLevel1,
                         Colour::matchingBracketLevel2, Colour::matchingBracketLevel3})
    set(c, t.t2);
  set(Colour::matchingBracketError, t.hazard);
  set(Colour::lineNumber, t.t3);
  set(Colour::currentLineNumber, t.t1);
  set(Colour::currentLineHighlight, clear);
  set(Colour::currentLineHighlightBorder, clear);
  return p;
}

/// C++ with CUDA's keywords.
const TextEditor::Language& cuda_language() {
  static const TextEditor::Language language = [] {
    TextEditor::Language l = *TextEditor::Language::Cpp();
    l.name = "CUDA C++";
    for (const char* word : {"__global__", "__device__", "__host__", "__shared__", "__constant__",
                             "__restrict__", "__launch_bounds__"})
      l.keywords.insert(word);
    for (const std::string_view word : view::code_keywords()) l.keywords.emplace(word);
    return l;
  }();
  return language;
}

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

/// True for text that the editor returns unchanged.
bool is_plain(std::string_view text) {
  return is_utf8(text) && text.find('\r') == std::string_view::npos && !text.starts_with("\xEF\xBB\xBF");
}

TextEditor::DocPos place_of(std::string_view text, std::size_t byte) {
  const std::size_t start = byte == 0 ? 0 : text.rfind('\n', byte - 1) + 1; // npos + 1 == 0
  return {static_cast<std::size_t>(
              std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(start), '\n')),
          glyphs_in(text.substr(start, byte - start))};
}

/// Moves everything below `y` down by `height`. Small shapes move or stay as a whole; tall ones (a line
/// beside several rows) are stretched.
void move_down(ImDrawList& list, float y, float height, float bottom, float tall) {
  std::vector<char> seen(static_cast<std::size_t>(list.VtxBuffer.Size), 0);
  for (ImDrawCmd& command : list.CmdBuffer) {
    if (command.ElemCount == 0) continue;
    const bool own_clip = command.ClipRect.w - command.ClipRect.y < tall; // a wavy line is clipped to its row
    if (own_clip && (command.ClipRect.y + command.ClipRect.w) / 2 < y) continue;
    const ImDrawIdx* indices = list.IdxBuffer.Data + command.IdxOffset;
    ImDrawVert* vertices = list.VtxBuffer.Data + command.VtxOffset;
    for (unsigned i = 0; i + 2 < command.ElemCount; i += 3) {
      float low = 1e9f, high = -1e9f;
      for (unsigned k = 0; k < 3; ++k) {
        low = std::min(low, vertices[indices[i + k]].pos.y);
        high = std::max(high, vertices[indices[i + k]].pos.y);
      }
      const bool stretch = high - low > tall;
      const bool below = own_clip || (low + high) / 2 >= y;
      for (unsigned k = 0; k < 3; ++k) {
        const std::size_t index = command.VtxOffset + indices[i + k];
        if (seen[index]) continue;
        ImVec2& pos = list.VtxBuffer.Data[index].pos;
        seen[index] = 1;
        if (stretch ? pos.y >= y : below) pos.y += height;
      }
    }
    if (own_clip) {
      command.ClipRect.y = std::min(command.ClipRect.y + height, bottom);
      command.ClipRect.w = std::min(command.ClipRect.w + height, bottom);
    }
  }
}

} // namespace

std::size_t glyphs_in(std::string_view bytes) {
  return static_cast<std::size_t>(std::count_if(bytes.begin(), bytes.end(), begins_character));
}

std::vector<LineRange> line_ranges(std::string_view text, std::size_t begin, std::size_t end,
                                   std::size_t limit) {
  std::vector<LineRange> ranges;
  begin = std::min(begin, text.size());
  end = std::clamp(end, begin, text.size());
  const TextEditor::DocPos first = place_of(text, begin);
  auto line = static_cast<std::uint32_t>(first.line + 1);
  std::size_t glyph = first.index;
  while (ranges.size() < limit) {
    const std::size_t stop = std::min(text.find('\n', begin), text.size());
    const std::size_t to = std::min(stop, end);
    ranges.push_back({line, glyph, glyph + glyphs_in(text.substr(begin, to - begin))});
    if (end <= stop || stop == text.size()) break;
    begin = stop + 1;
    if (begin == end) break; // the change ends with its line
    glyph = 0;
    ++line;
  }
  return ranges;
}

/// The editor's own folds follow brackets. A request to open one makes it lay out its rows anew.
void CodeEditor::Editor::lay_out_again() {
  const FoldingState first = document[0].foldingState;
  document[0].foldingState = FoldingState::folded;
  lineFold.assign(1, Fold(0, 0));
  lineFold.unfoldAll(document);
  lineFold.clear();
  document[0].foldingState = first;
}

void CodeEditor::Editor::hide(std::size_t first, std::size_t last) {
  lay_out_again();
  document[first].foldingState = FoldingState::folded;
  for (std::size_t line = first + 1; line <= last; ++line) document[line].foldingState = FoldingState::hidden;
}

void CodeEditor::Editor::show_all() {
  lay_out_again();
  for (Line& line : document) line.foldingState = FoldingState::visible;
}

CodeEditor::CodeEditor() {
  editor_.SetLanguage(&cuda_language());
  editor_.SetTabSize(4);
  editor_.SetInsertSpacesOnTabs(true);
  editor_.SetShowWhitespacesEnabled(false);
  editor_.SetShowScrollbarMiniMapEnabled(false);
  editor_.SetShowMatchingBrackets(true);
  editor_.SetCompletePairedGlyphs(false);
  editor_.SetLineFoldingEnabled(false);
  editor_.SetSmoothScrollingEnabled(false);
  editor_.SetFindReplaceEnabled(false);
  editor_.SetLineNumberLeftMargin(2);
  editor_.SetTextLeftMargin(1);
}

void CodeEditor::set_theme(const view::Theme& theme) {
  if (dark_ == theme.dark && palette_set_) return;
  editor_.SetPalette(palette_of(theme));
  dark_ = theme.dark;
  palette_set_ = true;
}

bool CodeEditor::set_text(const std::shared_ptr<const std::string>& text, bool place) {
  if (text == shown_) return false;
  if (shown_ != nullptr && *text == text_) {
    shown_ = text;
    return false;
  }
  const bool plain = is_plain(*text);
  const document::TypedChange typed = document::typed_change(text_, *text);
  change_ = typed.change;
  // Where the texts leave the position open, prefer a change that begins with its line.
  const std::size_t leftmost = change_.begin - typed.slack;
  if (leftmost == 0 || (*text)[leftmost - 1] == '\n') change_.begin = leftmost;
  // Small changes are made as edits: marks, scrolling and selections elsewhere stay. Large ones would only
  // fill the editor's log.
  constexpr std::size_t large = 64u << 10;
  if (place && plain && shown_ != nullptr && change_.removed + change_.inserted < large) {
    const std::string_view inserted = std::string_view(*text).substr(change_.begin, change_.inserted);
    const TextEditor::DocPos from = place_of(text_, change_.begin),
                             to = place_of(text_, change_.begin + change_.removed);
    editor_.ReplaceSectionText(from, to, inserted);
    text_ = *text;
    editor_.SetCursor(place_of(text_, change_.begin + change_.inserted));
  } else {
    const std::size_t top = editor_.VisPos2DocPos({editor_.GetFirstVisibleRow(), 0}).line;
    editor_.SetText(*text);
    fold_first_ = fold_last_ = 0;
    text_ = plain ? *text : editor_.GetText();
    if (place) editor_.ScrollToLine(top, TextEditor::Scroll::alignTop);
    else change_ = {};
  }
  shown_ = text;
  undo_index_ = editor_.GetUndoIndex();
  check_fold();
  slid_line_ = 0;
  rest();
  return true;
}

void CodeEditor::fold(std::uint32_t first, std::uint32_t last) {
  if (first == 0 || last <= first || last > lines() || editor_.GetUndoIndex() != undo_index_) return;
  unfold();
  const auto end = document::offset_of(text_, last + 1, 1);
  editor_.hide(first - 1, last - 1);
  fold_first_ = first, fold_last_ = last;
  fold_text_ = text_.substr(0, end.value_or(text_.size()));
}

void CodeEditor::unfold() {
  if (fold_first_ == 0) return;
  editor_.show_all();
  fold_first_ = fold_last_ = 0;
}

void CodeEditor::reveal(std::uint32_t line) {
  if (line > fold_first_ && line <= fold_last_) unfold();
}

/// An edit within the fold would happen unseen.
void CodeEditor::check_fold() {
  if (fold_first_ != 0 && !text_.starts_with(fold_text_)) unfold();
}

/// A click on the line numbers is the breakpoints': it leaves the cursor where it is, and the keys, which
/// would change a line that may be out of sight, do not go to the text.
void CodeEditor::keep_from_numbers() {
  ImGuiIO& io = ImGui::GetIO();
  if (std::exchange(numbers_clicked_, false) && child_ != nullptr &&
      ImGui::GetCurrentContext()->NavWindow == child_)
    ImGui::FocusWindow(ImGui::GetCurrentWindow());
  const bool beside = drawn_ && look_.box.contains({io.MousePos.x, io.MousePos.y}) &&
                      io.MousePos.x < text_x();
  if (!beside || !ImGui::IsMouseClicked(ImGuiMouseButton_Left)) return;
  numbers_clicked_ = true; // the focus follows at the end of the frame
  io.MousePos.x = look_.box.x - 1;
}

bool CodeEditor::draw(const Fonts& fonts, const Look& look) {
  look_ = look;
  ImGuiIO& io = ImGui::GetIO();
  const ImVec2 mouse = io.MousePos;
  keep_from_numbers();
  // Below the room the mouse is meant for the text that was moved there.
  if (drawn_ && look.room.under > 0 && mouse.y > split_)
    io.MousePos.y = std::max(split_ - 1, mouse.y - look.room.height);
  if (drawn_ && slid_line_ != 0 && line_at(mouse.y) == slid_line_ && mouse.x > text_x())
    io.MousePos.x += slid_by_;
  ImGui::SetCursorScreenPos({look.box.x, look.box.y});
  ImGui::PushFont(fonts[view::Font::Mono], look.em);
  editor_.SetLineSpacing(std::clamp(look.line_h / look.em, 1.f, 2.f));
  editor_.Render("##text", {look.box.w, look.box.h}, ImGuiChildFlags_None,
                 ImGuiWindowFlags_NoMove | ImGuiWindowFlags_HorizontalScrollbar |
                     ImGuiWindowFlags_NoScrollbar);
  ImGui::PopFont();
  io.MousePos = mouse;
  drawn_ = true;
  make_room(look);
  keep_cursor_in_sight(look);
  scroll_back();
  if (editor_.GetUndoIndex() == undo_index_) return false;
  undo_index_ = editor_.GetUndoIndex();
  std::string now = editor_.GetText();
  if (now == text_) return false;
  text_ = std::move(now);
  check_fold();
  shown_ = std::make_shared<const std::string>(text_);
  return true;
}

void CodeEditor::make_room(const Look& look) {
  const float bottom = look.box.y + look.box.h;
  split_ = bottom;
  ImGuiWindow* panel = ImGui::GetCurrentWindow();
  ImGuiWindow* child = panel->DC.ChildWindows.empty() ? nullptr : panel->DC.ChildWindows.back();
  child_ = child;
  scroll_x_ = child != nullptr ? child->Scroll.x : 0;
  focused_ = child != nullptr && ImGui::GetCurrentContext()->NavWindow == child;
  if (look.room.under == 0 || child == nullptr) return;
  split_ = std::clamp(raw_y(look.room.under) + look.line_h, look.box.y,
                      std::max(look.box.y, bottom - look.room.height));
  move_down(*child->DrawList, split_, look.room.height, bottom, 2 * look.line_h);
  editor_.lengthen(look.room.height);
}

/// The cursor that a remedy or an undo has moved, or that a person has left, takes all lines sideways.
void CodeEditor::scroll_back() {
  if (std::exchange(was_focused_, focused_) && !focused_) rest();
  if (rest_ == 0) return;
  --rest_;
  ImGuiWindow* panel = ImGui::GetCurrentWindow();
  if (!focused_ && !panel->DC.ChildWindows.empty()) ImGui::SetScrollX(panel->DC.ChildWindows.back(), 0);
}

/// The editor assumes that it sees the rows that the room has pushed out at the bottom.
void CodeEditor::keep_cursor_in_sight(const Look& look) {
  const TextEditor::DocPos cursor = editor_.GetMainCursorPosition();
  if (cursor == cursor_) return;
  cursor_ = cursor;
  if (look.room.under == 0) return;
  const float hidden = row_y(static_cast<std::uint32_t>(cursor.line + 1)) + look.line_h -
                       (look.box.y + look.box.h);
  ImGuiWindow* panel = ImGui::GetCurrentWindow();
  if (hidden > 0 && hidden <= look.room.height + look.line_h && !panel->DC.ChildWindows.empty()) {
    ImGuiWindow* child = panel->DC.ChildWindows.back();
    ImGui::SetScrollY(child, child->Scroll.y + hidden);
  }
}

bool CodeEditor::moved_by_person() const {
  const ImGuiIO& io = ImGui::GetIO();
  return focused_ ||
         ((io.MouseWheel != 0 || io.MouseWheelH != 0) && look_.box.contains({io.MousePos.x, io.MousePos.y}));
}

float CodeEditor::raw_y(std::uint32_t line) const {
  if (!drawn_) return look_.box.y + static_cast<float>(line - 1) * look_.line_h;
  // The editor sets text at the top of its line; the row is drawn around the text's middle.
  return editor_.DocPos2ScreenPos({line - 1, 0}).y - std::max(0.f, (look_.line_h - look_.em) / 2);
}

float CodeEditor::row_y(std::uint32_t line) const {
  const float y = raw_y(line);
  return look_.room.under > 0 && y + look_.line_h / 2 >= split_ ? y + look_.room.height : y;
}

float CodeEditor::glyph_x(std::uint32_t line, std::size_t glyph) const {
  return editor_.DocPos2ScreenPos({line - 1, glyph}).x - (line == slid_line_ ? slid_by_ : 0);
}

float CodeEditor::text_end_x(std::uint32_t line) const { return glyph_x(line, ~std::size_t{0} >> 1); }

std::uint32_t CodeEditor::line_at(float y) const {
  if (!drawn_ || look_.line_h <= 0) return 0;
  if (look_.room.under > 0 && y >= split_) {
    if (y < split_ + look_.room.height) return 0;
    y -= look_.room.height;
  }
  const float row = std::floor((y - raw_y(1)) / look_.line_h);
  const float rows = static_cast<float>(lines() - (fold_last_ - fold_first_));
  if (row < 0 || row >= rows) return 0;
  const auto line = static_cast<std::uint32_t>(row) + 1;
  return fold_first_ != 0 && line > fold_first_ ? line + fold_last_ - fold_first_ : line;
}

std::uint32_t CodeEditor::first_line() const {
  return static_cast<std::uint32_t>(editor_.VisPos2DocPos({editor_.GetFirstVisibleRow(), 0}).line + 1);
}
std::uint32_t CodeEditor::last_line() const {
  return static_cast<std::uint32_t>(editor_.VisPos2DocPos({editor_.GetLastVisibleRow(), 0}).line + 1);
}

bool CodeEditor::in_sight(std::uint32_t line) const {
  const float y = row_y(line);
  return y >= look_.box.y - look_.line_h / 2 &&
         y + look_.line_h <= look_.box.y + look_.box.h + look_.line_h / 2;
}

void CodeEditor::scroll_to(std::uint32_t line) {
  editor_.ScrollToLine(line - 1, TextEditor::Scroll::alignMiddle);
}
void CodeEditor::show_from(std::uint32_t line) {
  editor_.ScrollToLine(line - 1, TextEditor::Scroll::alignTop);
}

void CodeEditor::select(const LineRange& range) {
  reveal(range.line);
  editor_.SelectRegion({range.line - 1, range.begin}, {range.line - 1, range.end});
  if (!in_sight(range.line)) scroll_to(range.line);
}

void CodeEditor::go_to_line(std::uint32_t line) {
  line = std::clamp<std::uint32_t>(line, 1, static_cast<std::uint32_t>(lines()));
  reveal(line);
  editor_.SetCursor({line - 1, 0});
  scroll_to(line);
}

std::string CodeEditor::selected() const {
  return editor_.AnyCursorHasSelection() ? editor_.GetCursorText(0) : std::string();
}

void CodeEditor::add_wave(const Span& span, view::Color color) {
  if (!span.known()) return;
  const std::string_view line = warpscope::line_of(text_, span.line);
  const std::size_t from = std::min<std::size_t>(span.column > 0 ? span.column - 1 : 0, line.size());
  const bool one_line = span.end_line == span.line && span.end_column > span.column;
  const std::size_t to = one_line ? std::min<std::size_t>(span.end_column - 1, line.size()) : from;
  const std::size_t begin = glyphs_in(line.substr(0, from));
  editor_.AddSquiggle({span.line - 1, begin},
                      {span.line - 1, std::max(begin + 1, glyphs_in(line.substr(0, to)))}, 0, rgba(color));
}

} // namespace warpscope::panels
