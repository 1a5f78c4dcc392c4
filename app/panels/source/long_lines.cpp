// Draws what a narrow panel would hide of a long line: the access at the playhead, and that a line goes on.
#include "app/panels/source/long_lines.h"

#include "app/view/code_text.h"
#include "imgui.h"
#include "imgui_internal.h"
#include "sim/base/utf8.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace warpscope::panels {

namespace {

/// Whose row has another ground under the text.
view::Color ground_of(const PanelContext& c, std::uint32_t line, std::uint32_t line_now) {
  return line == line_now ? c.theme.bg3 : c.theme.bg1;
}

std::size_t code_end(std::string_view line) {
  const std::size_t code = line.substr(0, line.find("//")).find_last_not_of(" \t");
  return code == std::string_view::npos ? 0 : code + 1;
}

} // namespace

void LongLines::follow(CodeEditor& editor, const std::optional<LineRange>& access) {
  editor.slide(0, 0);
  first_ = 0;
  if (!access || !editor.drawn() || access->line == 0 || access->line > editor.lines()) return;
  const float left = editor.text_x(), right = editor.text_right();
  const float cell = editor.cell();
  if (cell <= 0 || right - left < 8 * cell) return;
  const std::string_view line = warpscope::line_of(editor.text(), access->line);
  // A line whose code ends soon after the access is shown to its end, else the last place says that it goes
  // on.
  const std::size_t last = glyphs_in(line.substr(0, code_end(line)));
  const std::size_t end = last <= access->end + 2 ? std::max(last, access->end) : access->end + 1;
  if (editor.glyph_x(access->line, std::min(end, glyphs_in(line))) <= right) return;
  const float most = editor.glyph_x(access->line, access->begin) - left - cell;
  const float wanted = std::ceil((editor.glyph_x(access->line, end) - right) / cell) * cell;
  const float by = std::min(wanted, std::floor(most / cell) * cell);
  if (by <= 0) return;
  access_ = *access;
  while (first_ < access->begin && editor.glyph_x(access->line, first_) < left + by) ++first_;
  editor.slide(access->line, by);
}

void LongLines::slid(const Paint& over, const CodeEditor& editor, const CodeEditor::Look& look) const {
  const std::uint32_t line = editor.slid_line();
  if (!editor.in_sight(line)) return;
  const view::Theme& t = over.theme();
  const float left = editor.text_x(), right = editor.text_right(), y = editor.row_y(line),
              middle = y + look.line_h / 2, top = std::round(middle - look.em / 2);
  over.fill({left, y, right + editor.cell() - left, look.line_h}, t.bg3);
  const float from = std::max(left, editor.glyph_x(line, access_.begin)),
              to = std::min(right, editor.glyph_x(line, access_.end));
  over.fill({from, y + look.line_h - over.px(4), to - from, 2}, t.now);
  const std::string_view text = warpscope::line_of(editor.text(), line);
  // Blanks alone that are gone are not missed.
  const bool cut = text.substr(0, text.find_first_not_of(" \t")).size() < first_;
  const std::size_t start = first_ + (cut ? 1 : 0);
  if (cut) over.mid(editor.glyph_x(line, first_), middle, "…", look.em, t.t2, view::Font::Mono);
  std::size_t glyph = 0;
  for (const view::CodeRun& run : view::code_runs(text)) {
    const view::Color color = view::code_color(run.kind, t);
    for (std::size_t at = run.begin; at < run.end; ++glyph) {
      std::size_t length = 1;
      while (at + length < run.end && (static_cast<unsigned char>(text[at + length]) & 0xC0) == 0x80)
        ++length;
      if (glyph >= start && run.kind != view::CodeKind::Blank)
        over.list()->AddText(over.fonts()[view::Font::Mono], look.em, {editor.glyph_x(line, glyph), top},
                             rgba(color), text.data() + at, text.data() + at + length);
      at += length;
    }
  }
}

void LongLines::draw(const PanelContext& c, const CodeEditor& editor, const CodeEditor::Look& look,
                     std::uint32_t line_now) const {
  const ImGuiWindow* panel = ImGui::GetCurrentWindow();
  if (panel->DC.ChildWindows.empty() || !editor.drawn()) return;
  const Paint over(panel->DC.ChildWindows.back()->DrawList, c.fonts, c.theme, c.layout.scale);
  over.list()->PushClipRect({look.box.x, look.box.y}, {look.box.x + look.box.w, look.box.y + look.box.h});
  if (editor.slid_line() != 0) slid(over, editor, look);
  const float cell = editor.cell(), right = editor.text_right();
  for (std::uint32_t line = std::max(1u, editor.first_line()); line <= editor.last_line() && cell > 0;
       ++line) {
    if (editor.text_end_x(line) <= right + 1 || !editor.in_sight(line)) continue;
    // The place that the last whole glyph would take, and what is left of a cut one.
    const float x = editor.glyph_x(line, 0) + std::floor((right - editor.glyph_x(line, 0)) / cell - 1) * cell;
    const float y = editor.row_y(line);
    over.fill({x, y, right + cell - x, look.line_h}, ground_of(c, line, line_now));
    over.mid(x, y + look.line_h / 2, "…", look.em, c.theme.t2, view::Font::Mono);
  }
  over.list()->PopClipRect();
}

} // namespace warpscope::panels
