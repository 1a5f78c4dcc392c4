// The plate with the compiler's message, under its line.
#include "app/panels/source/messages.h"

#include "app/document/words.h"
#include "app/language/language.h"
#include "app/language/sentence.h"
#include "app/panels/window/widgets.h"

#include <algorithm>

namespace warpscope::panels {

namespace {

constexpr std::size_t most_lines = 3; ///< of one message; the rest is in its tooltip

view::Color color_of(Severity severity, const view::Theme& t) {
  return severity == Severity::Error ? t.hazard : severity == Severity::Warning ? t.conflict : t.edge;
}

std::vector<std::string> wrap(const Paint& paint, std::string_view text, float width, float em) {
  std::vector<std::string> lines;
  ImFont* font = paint.fonts()[view::Font::Regular];
  const char *begin = text.data(), *end = begin + text.size();
  while (begin < end && lines.size() < most_lines) {
    const char* stop = lines.size() + 1 == most_lines ? end
                                                      : font->CalcWordWrapPosition(em, begin, end, width);
    if (stop == begin) ++stop;
    const char* next = std::find(begin, stop, '\n');
    lines.emplace_back(begin, next);
    begin = next < stop ? next + 1 : stop;
    while (begin < end && *begin == ' ') ++begin;
  }
  return lines;
}

} // namespace

void SourceMessages::take(PanelContext& c, CodeEditor& editor) {
  Diagnostics now = c.session.runs().diagnostics();
  now.insert(now.end(), c.measuring.messages().begin(),
             c.measuring.messages().end()); // the GPU's compiler is a different one
  for (Diagnostic& d : now) d.message = document::without_options(std::move(d.message));
  std::erase_if(now, [&](const Diagnostic& d) { return d.span.known() && d.span.file != file; });
  if (now == known_ && dark_ == c.theme.dark) return;
  const bool same = now == known_;
  dark_ = c.theme.dark;
  known_ = now;
  if (!same) {
    list_.clear();
    std::copy_if(now.begin(), now.end(), std::back_inserter(list_),
                 [](const Diagnostic& d) { return d.span.known(); });
    const auto error = std::find_if(list_.begin(), list_.end(),
                                    [](const Diagnostic& d) { return d.severity == Severity::Error; });
    shown_ = error == list_.end() ? ~std::size_t{0} : static_cast<std::size_t>(error - list_.begin());
  }
  editor.clear_waves();
  for (const Diagnostic& d : list_)
    if (d.severity != Severity::Note) editor.add_wave(d.span, color_of(d.severity, c.theme));
}

CodeEditor::Room SourceMessages::layout(PanelContext& c, const Paint& paint, CodeEditor& editor,
                                        view::Box box, float line_h) {
  take(c, editor);
  if (go_ != 0) go(std::exchange(go_, 0), editor);
  const Diagnostic* d = shown();
  if (d == nullptr) return {};
  const float em = paint.size(16), small = paint.size(15), pad = paint.px(44);
  const float width = box.w - paint.px(28) - pad - paint.px(12);
  const std::string what = document::describe_fixes(editor.text(), d->fixes);
  cure_ = what.empty() ? std::string() : language::trf("source.fix", language::arg("what", what));
  buttons_w_ = cure_.empty()
                   ? 0
                   : text_button_width(paint, language::tr("source.fix_label"), what, small) + paint.px(8);
  if (list_.size() > 1) buttons_w_ += paint.width("20 of 20", small) + 2 * paint.px(30);
  std::string text = language::as_sentence(d->message);
  const bool one_row = paint.width(text, em) + buttons_w_ <= width;
  buttons_below_ = !one_row && buttons_w_ > 0;
  lines_ = wrap(paint, text, width, em);
  const float rows = static_cast<float>(lines_.size()) * em * 1.3f + (buttons_below_ ? paint.px(36) : 0);
  plate_h_ = std::max(paint.px(34), rows + paint.px(12));
  // The wavy line extends a little below its row.
  return {d->span.line, plate_h_ + (line_h - paint.size(15)) / 2 + paint.px(6)};
}

void SourceMessages::draw(PanelContext& c, const Paint& paint, const CodeEditor& editor, view::Box box,
                          float line_h) {
  // A sign before each line: a click shows or hides its message.
  std::uint32_t before = 0;
  for (std::size_t i = 0; i < list_.size(); ++i) {
    const Diagnostic& d = list_[i];
    if (d.severity == Severity::Note || d.span.line == before || !editor.in_sight(d.span.line)) continue;
    before = d.span.line;
    const float cy = editor.row_y(d.span.line) + line_h / 2, size = paint.size(13);
    paint.glyph(Glyph::Warning, box.x + paint.px(13), cy, size, color_of(d.severity, c.theme));
    if (tooltip_at(paint, c.fonts, {box.x, cy - line_h / 2, paint.px(26), line_h},
                   language::as_sentence(d.message)) &&
        ImGui::IsMouseClicked(ImGuiMouseButton_Left))
      shown_ = shown_ == i && d.severity != Severity::Error ? ~std::size_t{0} : i;
  }
  const Diagnostic* d = shown();
  if (d == nullptr || plate_h_ == 0 || lines_.empty()) return; // chosen in this frame: it has no room yet
  const float em = paint.size(16), small = paint.size(15);
  const float x = box.x + paint.px(14), w = box.w - paint.px(28);
  const float y = editor.room_y() + (line_h - paint.size(15)) / 2 + paint.px(2);
  // A child of its own: the editor's text would cover what is drawn in the panel itself.
  ImGui::SetCursorScreenPos({x, y});
  ImGui::BeginChild("##message", {w, plate_h_}, ImGuiChildFlags_None,
                    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoScrollWithMouse);
  const Paint over(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
  over.fill({x, y, w, plate_h_}, c.theme.bg3, paint.px(6));
  over.fill({x, y, 4, plate_h_}, color_of(d->severity, c.theme), 2);
  const float first = y + paint.px(6) + em * .65f +
                      std::max(0.f, (plate_h_ - paint.px(12) - static_cast<float>(lines_.size()) * em * 1.3f -
                                     (buttons_below_ ? paint.px(36) : 0)) /
                                        2);
  over.glyph(Glyph::Warning, x + paint.px(24), first, em, color_of(d->severity, c.theme));
  const float room = w - paint.px(56) - (buttons_below_ ? 0 : buttons_w_);
  for (std::size_t i = 0; i < lines_.size(); ++i)
    over.mid_fit(x + paint.px(44), first + static_cast<float>(i) * em * 1.3f, lines_[i], room, em,
                 c.theme.t1);

  const float button = paint.px(28),
              by = buttons_below_ ? y + plate_h_ - paint.px(6) - button : y + (plate_h_ - button) / 2;
  float right = x + w - paint.px(8);
  if (list_.size() > 1) {
    right -= button / 2;
    if (icon_button(over, "##next_message", right, by + button / 2, button, Glyph::Next, paint.size(11),
                    c.theme.t1, language::tr("source.next_message")))
      go_ = 1;
    right -= button / 2 + paint.px(4);
    const std::string count = language::trf("source.n_of_m", language::arg("n", shown_ + 1),
                                            language::arg("m", list_.size()));
    right = over.mid_right(right, by + button / 2, count, small, c.theme.t2) - paint.px(4) - button / 2;
    if (icon_button(over, "##previous_message", right, by + button / 2, button, Glyph::Previous,
                    paint.size(11), c.theme.t1, language::tr("source.previous_message")))
      go_ = -1;
    right -= button / 2 + paint.px(8);
  }
  if (!cure_.empty()) {
    const std::string what = document::describe_fixes(editor.text(), d->fixes);
    float bx = buttons_below_
                   ? x + paint.px(44)
                   : right - text_button_width(over, language::tr("source.fix_label"), what, small);
    const bool clicked = text_button(over, "##fix", bx, by, button, language::tr("source.fix_label"), what,
                                     small);
    tooltip(over, c.fonts, language::tr("source.fix_tip"));
    if (clicked) fix(c);
  }
  ImGui::EndChild();
  tooltip_at(paint, c.fonts,
             {x, y, w - buttons_w_ - paint.px(16), plate_h_ - (buttons_below_ ? paint.px(36) : 0)},
             d->message.size() > 120 ? d->message : std::string());
}

bool SourceMessages::go(int direction, CodeEditor& editor) {
  if (list_.empty()) return false;
  if (shown() == nullptr) {
    const auto after = std::find_if(list_.begin(), list_.end(),
                                    [&](const Diagnostic& d) { return d.span.line >= editor.cursor_line(); });
    shown_ = after == list_.end() ? 0 : static_cast<std::size_t>(after - list_.begin());
  } else {
    const auto count = static_cast<int>(list_.size());
    shown_ = static_cast<std::size_t>((static_cast<int>(shown_) + direction + count) % count);
  }
  editor.reveal(list_[shown_].span.line);
  if (!editor.in_sight(list_[shown_].span.line)) editor.scroll_to(list_[shown_].span.line);
  return true;
}

bool SourceMessages::fix(PanelContext& c) {
  const Diagnostic* d = shown();
  if (d == nullptr || d->fixes.empty()) return false;
  const Diagnostic copy = *d;
  return c.session.edit()->apply_fix(copy);
}

} // namespace warpscope::panels
