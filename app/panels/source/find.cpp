// The bar to find in the text and to go to a line.
#include "app/panels/source/find.h"

#include "app/document/document.h"
#include "app/language/language.h"
#include "app/panels/window/widgets.h"
#include "misc/cpp/imgui_stdlib.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <functional>

namespace warpscope::panels {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::size_t glyphs(std::string_view bytes) {
  return static_cast<std::size_t>(std::count_if(
      bytes.begin(), bytes.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

} // namespace

std::vector<LineRange> find_all(std::string_view text, std::string_view what, bool exact) {
  std::vector<LineRange> found;
  if (what.empty() || what.find('\n') != std::string_view::npos) return found;
  const auto same = [exact](char a, char b) { return exact ? a == b : lower(a) == lower(b); };
  std::uint32_t line = 1;
  for (std::size_t begin = 0; begin <= text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view row = text.substr(begin, end - begin);
    for (auto at = row.begin(); found.size() < most_matches;) {
      at = std::search(at, row.end(), what.begin(), what.end(), same);
      if (at == row.end()) break;
      const std::size_t from = glyphs(row.substr(0, static_cast<std::size_t>(at - row.begin())));
      found.push_back({line, from, from + glyphs(what)});
      at += static_cast<std::ptrdiff_t>(what.size());
    }
    begin = end + 1;
  }
  return found;
}

void SourceFind::search(const CodeEditor& editor) {
  const std::size_t hash = std::hash<std::string>{}(editor.text());
  if (searched_what_ == what_ && searched_hash_ == hash && searched_exact_ == exact_) return;
  const bool other = searched_what_ != what_ || searched_exact_ != exact_;
  searched_what_ = what_;
  searched_hash_ = hash;
  searched_exact_ = exact_;
  matches_ = find_all(editor.text(), what_, exact_);
  if (!other) {
    current_ = std::min(current_, matches_.empty() ? 0 : matches_.size() - 1);
    return;
  }
  const auto next = std::find_if(matches_.begin(), matches_.end(),
                                 [&](const LineRange& m) { return m.line >= editor.cursor_line(); });
  current_ = next == matches_.end() ? 0 : static_cast<std::size_t>(next - matches_.begin());
}

void SourceFind::go(int direction, CodeEditor& editor) {
  if (matches_.empty()) return;
  const auto count = static_cast<long long>(matches_.size());
  current_ = static_cast<std::size_t>((static_cast<long long>(current_) + direction + count) % count);
  editor.select(matches_[current_]);
}

void SourceFind::open_find(const CodeEditor& editor) {
  mode_ = Mode::Find;
  focus_ = true;
  if (const std::string selected = editor.selected();
      !selected.empty() && selected.find('\n') == std::string::npos && selected.size() < 200)
    what_ = selected;
}

void SourceFind::open_line() {
  mode_ = Mode::Line;
  focus_ = true;
  line_.clear();
}

float SourceFind::draw(PanelContext& c, const Paint& paint, CodeEditor& editor, view::Box box) {
  if (mode_ == Mode::Closed) return 0;

  const view::Theme& t = c.theme;
  const float h = paint.px(48), cy = box.y + h / 2, em = paint.size(16), button = paint.px(32),
              margin = paint.px(14);
  paint.fill({box.x, box.y, box.w, h}, t.bg2);
  const bool find = mode_ == Mode::Find;
  float right = box.x + box.w - margin - button / 2;
  bool close = icon_button(paint, "##find_close", right, cy, button, Glyph::Close, paint.size(12), t.t2,
                           language::tr("find.close"));
  right -= button / 2 + paint.px(4);
  int step = 0;
  std::string count;
  if (find) {
    search(editor);
    right -= button / 2;
    if (icon_button(paint, "##find_next", right, cy, button, Glyph::Next, paint.size(11), t.t1,
                    language::tr("find.next")))
      step = 1;
    right -= button;
    if (icon_button(paint, "##find_previous", right, cy, button, Glyph::Previous, paint.size(11), t.t1,
                    language::tr("find.previous")))
      step = -1;
    right -= button;
    if (icon_button(paint, "##find_case", right, cy, button, Glyph::Check, 0, t.t2,
                    language::tr("find.exact")))
      exact_ = !exact_;
    paint.mid_centre(right, cy, "Aa", em, exact_ ? t.now : t.t2,
                     exact_ ? view::Font::SemiBold : view::Font::Regular);
    if (exact_) paint.fill({right - paint.px(10), cy + paint.px(12), paint.px(20), 2}, t.now);
    right -= button / 2 + paint.px(8);
    const std::size_t n = matches_.size();
    count = what_.empty() ? std::string()
            : n == 0      ? std::string(language::tr("find.none"))
                          : language::trf("find.n_of_m", language::arg("n", grouped(current_ + 1)),
                                          language::arg("m", grouped(n) + (n == most_matches ? "+" : "")));
  } else {
    count = language::trf("find.lines", language::arg("lines", grouped(editor.lines())));
  }
  const float count_w = std::max(paint.width(count, em), paint.width("100 of 100", em));
  right = right - count_w;
  paint.mid(right, cy, count, em, find && matches_.empty() && !what_.empty() ? t.conflict_text : t.t2);
  const float x = box.x + margin;

  ImGui::SetCursorScreenPos({x, box.y + paint.px(7)});
  ImGui::SetNextItemWidth(std::max(paint.px(60), right - x - paint.px(12)));
  const bool focus = std::exchange(focus_, false);
  if (focus) ImGui::SetKeyboardFocusHere();
  ImGui::PushFont(c.fonts[view::Font::Mono], em);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {paint.px(10), std::max(0.f, (paint.px(34) - em) / 2)});
  constexpr ImGuiInputTextFlags flags = ImGuiInputTextFlags_EnterReturnsTrue |
                                        ImGuiInputTextFlags_AutoSelectAll | ImGuiInputTextFlags_NoUndoRedo;
  const bool enter = find
                         ? ImGui::InputTextWithHint("##find", language::tr("find.hint").data(), &what_, flags)
                         : ImGui::InputTextWithHint("##line", language::tr("find.line_hint").data(), &line_,
                                                    flags | ImGuiInputTextFlags_CharsDecimal);
  const bool active = ImGui::IsItemActive() || ImGui::IsItemDeactivated();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  paint.outline({x, box.y + paint.px(7), std::max(paint.px(60), right - x - paint.px(12)), paint.px(34)},
                ImGui::IsItemActive() ? t.now : t.line, paint.px(6));

  if (find) {
    const std::string before = searched_what_;
    const bool exact_before = searched_exact_;
    search(editor);
    if ((before != what_ || exact_before != exact_) && !matches_.empty()) editor.select(matches_[current_]);
    if (enter) step = ImGui::GetIO().KeyShift ? -1 : 1;
    if (ImGui::IsKeyPressed(ImGuiKey_F3)) step = ImGui::GetIO().KeyShift ? -1 : 1;
    if (step != 0) go(step, editor);
  } else if (enter) {
    std::uint32_t line = 0;
    const auto [end, code] = std::from_chars(line_.data(), line_.data() + line_.size(), line);
    if (code == std::errc{} && line > 0) {
      editor.go_to_line(line);
      close = true;
    } else if (!line_.empty()) {
      focus_ = true;
    }
  }
  if (enter && find) focus_ = true;
  close |= ImGui::IsKeyPressed(ImGuiKey_Escape, false) && (active || editor.focused());
  if (close) {
    mode_ = Mode::Closed;
    editor.focus();
  }
  paint.line(box.x, box.y + h - .5f, box.x + box.w, box.y + h - .5f, t.line);
  return h;
}

void SourceFind::draw_matches(const Paint& paint, const CodeEditor& editor, view::Box text,
                              float line_h) const {
  if (mode_ != Mode::Find || matches_.empty()) return;
  const view::Theme& t = paint.theme();
  const std::uint32_t last = editor.last_line();
  auto at = std::lower_bound(matches_.begin(), matches_.end(), editor.first_line(),
                             [](const LineRange& m, std::uint32_t n) { return m.line < n; });
  for (; at != matches_.end() && at->line <= last; ++at) {
    const float x = editor.glyph_x(at->line, at->begin),
                end = std::min(editor.glyph_x(at->line, at->end), text.x + text.w);
    if (end <= x) continue;
    const view::Box place{x, editor.row_y(at->line) + paint.px(2), end - x, line_h - paint.px(4)};
    paint.fill(place, view::with_alpha(t.broadcast, .28f), 3);
    if (static_cast<std::size_t>(at - matches_.begin()) == current_) paint.outline(place, t.now, 3, 2);
  }
}

} // namespace warpscope::panels
