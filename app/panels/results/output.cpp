// Draws the lines that a program printed and the cards of its findings.
#include "app/panels/results/output.h"

#include "app/language/language.h"
#include "app/panels/results/table.h"
#include "app/panels/window/widgets.h"
#include "imgui.h"
#include "imgui_internal.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace warpscope::panels {

namespace {

struct Line {
  std::string_view text;
  bool error = false;
};

std::vector<Line> lines_of(const std::vector<jobs::Printed>& printed) {
  std::vector<Line> lines;
  for (const jobs::Printed& piece : printed) {
    std::string_view rest = piece.text;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view line = rest.substr(0, end);
      if (const std::size_t back = line.rfind('\r', line.size() - (line.ends_with('\r') ? 2 : 1));
          back != std::string_view::npos && back + 1 < line.size())
        line.remove_prefix(back + 1); // as a terminal shows it
      lines.push_back({line, piece.error});
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return lines;
}

} // namespace

void OutputView::header(PanelContext& c, const Paint& paint, float end, float right, float cy) const {
  const jobs::Programs& programs = c.session.programs();
  const float em = paint.size(15);
  std::string text;
  if (programs.phase() == jobs::Programs::Phase::Compiling) {
    text = language::tr("program.compiling_first"); // why it may take longer than the next time
    if (paint.width(text, em) > right - end - paint.px(16)) text = language::tr("program.compiling");
  } else if (programs.phase() == jobs::Programs::Phase::Running) text = language::tr("program.running");
  else if (!programs.failed().empty()) text = programs.failed();
  else if (programs.record()) text = results::program_words(*programs.record());
  else text = language::tr("program.no_run");
  if (const double first = programs.seconds_to_first_line(); first > 0 && programs.record()) {
    const std::string said = language::trf("program.first_line",
                                           language::arg("seconds", fmt::format("{:.2f}", first)));
    if (right - end > paint.width(said, em) + paint.width(text, em) + paint.px(40))
      right = paint.mid_right(right, cy, said, em, c.theme.t2) - paint.px(16);
  }
  if (right - end > paint.px(90))
    paint.mid_fit(end + paint.px(8), cy, text, right - end - paint.px(16), em, c.theme.t2);
}

void OutputView::draw(PanelContext& c, view::Box box) {
  const std::shared_ptr<const whole::Record>& record = c.session.programs().record();
  // A run is read from its beginning, once it is there and as long as nobody scrolled; not from the
  // recordings that stand below it.
  const bool busy = c.session.programs().busy();
  if (busy && !std::exchange(busy_, busy)) {
    by_hand_ = false;
    to_begin_ = awaits_ = true;
  }
  busy_ = busy;
  if (of_ != record) {
    // A record that is only completed, by an estimate, moves nothing.
    const bool other = awaits_ || !of_ || file_ != c.session.document().kernel_file;
    if (other && record != nullptr) {
      to_begin_ |= !std::exchange(by_hand_, false);
      awaits_ = false;
      file_ = c.session.document().kernel_file;
    }
    of_ = record;
    const std::vector<program::SourceFile>& texts = c.session.programs().texts();
    patterns_ = results::print_patterns(texts);
    by_.clear();
    recorded_ = c.session.recorded_output();
    cards_ = record ? results::finding_cards(*record, texts.empty() ? std::string() : texts.front().path)
                    : std::vector<results::FindingCard>();
  }
  const float split = std::round(box.w * .465f);
  printed(c, {box.x, box.y, split, box.h});
  findings(c, {box.x + split, box.y, box.w - split, box.h});
}

const results::PrintedBy& OutputView::printed_by(std::size_t index, std::string_view line, bool error) {
  Known& known = by_[index];
  const std::size_t hash = std::hash<std::string_view>()(line) * 2 + (error ? 1 : 0) + 1;
  if (known.line != hash) known = {hash, results::printed_by(patterns_, line, error)};
  return known.by;
}

/// "48", "util.cu:48": where the statement is in the present text.
std::string OutputView::place_words(const PanelContext& c, const results::PrintedBy& by) {
  const std::vector<program::SourceFile>& texts = c.session.programs().texts();
  if (by.file >= texts.size()) return {};
  const std::string& path = texts[by.file].path;
  const std::string line = std::to_string(c.session.present_line(by.line, path));
  return by.file == 0 ? line : path.substr(path.rfind('/') + 1) + ":" + line;
}

/// A printed line, with the numbers that come from the model underlined.
void OutputView::text(const PanelContext& c, const Paint& paint, std::string_view line,
                      const results::PrintedBy& by, float x, float cy, float right, float em) {
  const bool clock = by.source == results::TimeSource::Clock;
  const std::string pill(language::tr(clock ? "program.clock_pill" : "program.modelled_pill"));
  const float small = paint.size(14), pill_w = paint.width(pill, small, view::Font::SemiBold) + paint.px(22);
  const float room = right - x - (by.modelled.empty() ? 0 : pill_w + paint.px(14));
  const float end = paint.mid_fit(x, cy, line, room, em, c.theme.t1, view::Font::Mono);
  if (by.modelled.empty()) return;
  for (const auto& [from, to] : by.modelled) {
    const float begin = x + paint.width(line.substr(0, from), em, view::Font::Mono),
                stop = x + paint.width(line.substr(0, to), em, view::Font::Mono);
    if (begin < end) paint.fill({begin, cy + em * .62f, std::min(stop, end) - begin, 2}, c.theme.broadcast);
  }
  const float h = small * 1.65f;
  const view::Box plate{end + paint.px(14), cy - h / 2, pill_w, h};
  paint.outline(plate, c.theme.broadcast, h / 2, 1.5f);
  paint.mid_centre(plate.x + plate.w / 2, cy, pill, small, c.theme.t1, view::Font::SemiBold);
  tooltip_at(paint, c.fonts, plate, language::tr(clock ? "program.clock_tip" : "program.modelled_tip"));
}

void OutputView::printed(PanelContext& c, view::Box box) {
  const std::vector<Line> lines = lines_of(c.session.programs().printed());
  const float scroll_y = begin_rows("##printed", box);
  const bool wheel = ImGui::IsWindowHovered() && ImGui::GetIO().MouseWheel != 0,
             bar = ImGui::GetActiveID() ==
                   ImGui::GetWindowScrollbarID(ImGui::GetCurrentWindow(), ImGuiAxis_Y);
  by_hand_ |= busy_ && (wheel || (bar && ImGui::GetActiveID() != 0));
  const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
  const float margin = table_margin(c, paint), em = paint.size(17), row_h = paint.px(29);
  float y = box.y - scroll_y + paint.px(8);
  if (lines.empty()) {
    const bool over = c.session.programs().phase() == jobs::Programs::Phase::Ended &&
                      c.session.programs().record() != nullptr;
    paint.mid(box.x + margin, y + row_h / 2,
              language::tr(over ? "program.prints_nothing" : "program.prints_nothing_yet"), paint.size(16),
              c.theme.t2);
  }
  const float room = box.w - 2 * margin;
  const std::vector<program::SourceFile>& texts = c.session.programs().texts();
  by_.resize(lines.size());
  float numbers_w = 0;
  for (const results::PrintPattern& pattern : patterns_)
    numbers_w = std::max(numbers_w, paint.width(place_words(c, {pattern.file, pattern.line, {}}),
                                                paint.size(15), view::Font::Mono) +
                                        paint.px(14));
  numbers_w = std::min(numbers_w, room * .3f);
  const results::PrintedBy* chosen = nullptr;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line& line = lines[i];
    if (y <= box.y + box.h && y + row_h >= box.y) {
      const results::PrintedBy& by = printed_by(i, line.text, line.error);
      float x = box.x + margin;
      if (numbers_w > 0) {
        if (by.line != 0) {
          const std::string number = place_words(c, by);
          paint.mid_right(x + numbers_w - paint.px(14), y + row_h / 2, number, paint.size(15), c.theme.t3,
                          view::Font::Mono);
          ImGui::SetCursorScreenPos({x, y});
          if (pressable(("##printed_" + std::to_string(i)).c_str(), {room, row_h})) chosen = &by;
          focus_ring(paint, {x, y, room, row_h}, paint.px(4));
          if (ImGui::IsItemHovered() && by.file == 0) c.ui.hover_line(c.session.present_line(by.line));
        }
        x += numbers_w;
      }
      if (line.error) {
        paint.fill({x, y + 2, paint.px(3), row_h - 4}, c.theme.edge);
        tooltip_at(paint, c.fonts, {x, y, room, row_h}, language::tr("program.stderr_tip"));
        x += paint.px(14);
      }
      text(c, paint, line.text, by, x, y + row_h / 2, box.x + margin + room, em);
    }
    y += row_h;
  }
  const float printed_end = y;
  y = recorded(c, paint, {box.x + margin + numbers_w, y, room - numbers_w, row_h});
  if (chosen != nullptr && chosen->file < texts.size())
    c.ui.commands.add(
        ShowLine{texts[chosen->file].path, c.session.present_line(chosen->line, texts[chosen->file].path)});
  if (std::exchange(to_begin_, false)) ImGui::SetScrollY(0);
  else if (lines.size() != lines_ && !by_hand_ && busy_) // the last printed line comes into sight
    ImGui::SetScrollY(std::max(0.f, printed_end + scroll_y - box.y + paint.px(8) - box.h));
  end_rows(y + scroll_y - box.y + paint.px(8));
  lines_ = lines.size();
}

/// What the lab printed on a GPU, below this run's lines. Returns where it ends.
float OutputView::recorded(const PanelContext& c, const Paint& paint, view::Box row) const {
  for (const session::Session::Recorded& one : recorded_) {
    row.y += row.h / 2;
    const std::string words = language::trf("program.recorded", language::arg("device", one.on));
    paint.line(row.x, row.y, row.x + row.w, row.y, c.theme.line);
    paint.mid_fit(row.x, row.y + row.h / 2, words, row.w, paint.size(15), c.theme.t2);
    tooltip_at(paint, c.fonts, {row.x, row.y, row.w, row.h},
               words + "\n" + std::string(language::tr("program.recorded_tip")));
    for (const std::string& line : one.lines) {
      row.y += row.h;
      paint.mid_fit(row.x, row.y + row.h / 2, line, row.w, paint.size(17), c.theme.t2, view::Font::Mono);
    }
    row.y += row.h;
  }
  return row.y;
}

void OutputView::findings(PanelContext& c, view::Box box) {
  const float scroll_y = begin_rows("##findings", box);
  const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
  const view::Theme& t = c.theme;
  const float margin = table_margin(c, paint), em = paint.size(18), small = paint.size(15),
              pad = paint.px(24), x = box.x, w = box.w - margin;
  float y = box.y - scroll_y + paint.px(8);
  if (cards_.empty() && of_)
    paint.mid(x + pad, y + paint.px(14), language::tr("program.no_findings"), paint.size(16), t.t2);
  for (std::size_t i = 0; i < cards_.size(); ++i) {
    const results::FindingCard& card = cards_[i];
    const float text_x = x + pad + paint.px(32), button_h = paint.px(34);
    const std::uint32_t line = c.session.present_line(card.line, card.file);
    const std::string label = card.race ? std::string(language::tr("program.show_race"))
                                        : language::trf("program.show_line", language::arg("line", line));
    const float button_w = card.line == 0 ? 0 : text_button_width(paint, label, "", small) + paint.px(16);
    const float room = x + w - text_x - button_w - paint.px(16);
    const float why_h = card.why.empty() ? 0
                                         : wrapped_text(Paint(nullptr, c.fonts, t, c.layout.scale), text_x, 0,
                                                        room, card.why, small, t.t2);
    const float h = paint.px(50) + (why_h > 0 ? why_h + paint.px(4) : 0);
    if (y < box.y + box.h && y + h > box.y) {
      const view::Color mark = card.error ? t.hazard : t.conflict;
      paint.fill({x, y, w, h}, t.bg2, paint.px(6));
      paint.fill({x, y, paint.px(4), h}, mark);
      const float cy = y + paint.px(25);
      paint.glyph(card.error && !card.race ? Glyph::Close : Glyph::Warning, x + pad, cy, paint.size(16),
                  mark);
      paint.mid_fit(text_x, cy, card.title, room, em, t.t1, view::Font::SemiBold);
      tooltip_at(paint, c.fonts, {text_x, y, room, h}, card.title + "\n" + card.why);
      if (why_h > 0) (void)wrapped_text(paint, text_x, y + paint.px(44), room, card.why, small, t.t2);
      if (button_w > 0) {
        float at = x + w - button_w;
        if (text_button(paint, ("##finding_" + std::to_string(i)).c_str(), at, cy - button_h / 2, button_h,
                        label, "", small, i == 0))
          go(c, card);
      }
    }
    y += h + paint.px(8);
  }
  end_rows(y + scroll_y - box.y);
}

void OutputView::go(PanelContext& c, const results::FindingCard& card) const {
  c.ui.commands.add(ShowLine{card.file, c.session.present_line(card.line, card.file)});
  if (!card.race || card.index >= of_->findings.size()) return;
  const whole::Finding& finding = of_->findings[card.index];
  for (std::size_t i = 0; i < of_->launches.size(); ++i)
    if (!of_->launches[i].result.hazards.empty() &&
        (of_->launches[i].number == finding.launch || i + 1 == of_->launches.size())) {
      c.session.choose_launch(i);
      break;
    }
  c.ui.scene = view::SceneKind::Block;
}

} // namespace warpscope::panels
