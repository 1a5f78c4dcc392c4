// What was served since the pinned moment, and which words of shared memory changed.
#include "app/panels/results/since_pin.h"

#include "app/language/language.h"
#include "app/panels/results/table.h"
#include "app/panels/window/widgets.h"
#include "app/results/words.h"
#include "app/view/since_pin.h"

#include <algorithm>
#include <cmath>

namespace warpscope::panels {

std::string since_pin_sentence(const session::Session& session) {
  const auto difference = session.difference();
  return difference == nullptr ? std::string() : results::since_pin_words(*difference);
}

void draw_since_pin(PanelContext& c, view::Box box) {
  const auto difference = c.session.difference();
  if (difference == nullptr || c.session.runs().picture() == nullptr) return;
  const view::Theme& t = c.theme;
  ImGui::SetCursorScreenPos({box.x, box.y});
  ImGui::BeginChild("##since", {box.w, box.h}, ImGuiChildFlags_None, ImGuiWindowFlags_None);
  const Paint paint(ImGui::GetWindowDrawList(), c.fonts, t, c.layout.scale);
  const view::SinceTable table = view::since_table(*c.session.runs().picture()->program, *difference);
  const float margin = table_margin(c, paint), em = paint.size(16), row_h = paint.px(29),
              scroll = ImGui::GetScrollY();
  const float half = box.w * .5f;
  const auto row_y = [&](std::size_t i) { return box.y - scroll + (static_cast<float>(i) + .5f) * row_h; };
  const auto seen = [&](float y) { return y > box.y - row_h && y < box.y + box.h + row_h; };

  // Left: lines. A click goes to the line's next access.
  const std::string sentence = since_pin_sentence(c.session);
  paint.mid_fit(margin, row_y(0), sentence, half - margin - paint.px(20), em, t.t1, view::Font::SemiBold);
  for (std::size_t i = 0; i < table.lines.size(); ++i) {
    const view::SinceLine& line = table.lines[i];
    const float y = row_y(i + 1);
    if (!seen(y)) continue;
    ImGui::SetCursorScreenPos({box.x, y - row_h / 2});
    ImGui::PushID(static_cast<int>(i));
    if (pressable("##line", {half, row_h}) && line.line != 0) {
      c.session.play(false);
      c.session.time().seek_line(line.line);
    }
    if (ImGui::IsItemHovered()) paint.fill({box.x, y - row_h / 2, half, row_h}, t.bg2);
    focus_ring(paint, {box.x + 1, y - row_h / 2, half - 2, row_h}, paint.px(4));
    ImGui::PopID();
    paint.mid_right(margin + paint.px(32), y, std::to_string(line.line), em, t.t3, view::Font::Mono);
    const float code = margin + paint.px(52), counts = box.x + half * .46f;
    paint.code(code, y, line.code, em, counts - code - paint.px(12));
    paint.mid_fit(counts, y, results::served_words(line.served), half - counts - paint.px(20), em, t.t2);
  }

  // Right: the words of shared memory.
  const float x = half + paint.px(12), then = x + (box.w - x) * .46f, now = x + (box.w - x) * .66f,
              right = box.w - margin;
  if (table.words.empty()) {
    paint.mid_fit(x, row_y(0), language::tr("since.no_word"), right - x, em, t.t2);
  } else {
    paint.mid_fit(x, row_y(0), language::trf("since.words", language::arg("count", grouped(table.all_words))),
                  then - x - paint.px(90), em, t.t2);
    paint.mid_right(then, row_y(0),
                    language::tr(difference->backwards() ? "since.at_the_pin_later" : "since.then"), em,
                    t.t2);
    paint.mid_right(now, row_y(0), language::tr("since.now"), em, t.t1, view::Font::SemiBold);
  }
  for (std::size_t i = 0; i < table.words.size(); ++i) {
    const view::SinceWord& word = table.words[i];
    const float y = row_y(i + 1);
    if (!seen(y)) continue;
    paint.mid_fit(x, y, word.name, then - x - paint.px(70), em, t.t1, view::Font::Mono);
    paint.mid_right(then, y, word.then, em, t.t2, view::Font::Mono);
    paint.mid_right(now, y, word.now, em, word.then == word.now ? t.t2 : t.t1,
                    word.then == word.now ? view::Font::Mono : view::Font::MonoBold);
    if (word.writes > 1)
      paint.mid_fit(now + paint.px(24), y, language::trf("since.writes", language::arg("count", word.writes)),
                    right - now - paint.px(24), em, t.t2);
  }
  std::size_t rows = 1 + std::max(table.lines.size(), table.words.size());
  if (table.words.size() < table.all_words) {
    paint.mid_fit(
        x, row_y(table.words.size() + 1),
        language::trf("since.more", language::arg("count", grouped(table.all_words - table.words.size()))),
        right - x, em, t.t2);
    ++rows;
  }
  ImGui::SetCursorPos({0, std::max(0.f, static_cast<float>(rows) * row_h - 1)});
  ImGui::Dummy({1, 1});
  ImGui::EndChild();
}

} // namespace warpscope::panels
