// PTX and SASS beside the text: the instructions of the chosen line, linked to it and to each other, with
// their counts; below, the line as written and as compiled.
#include "app/language/language.h"
#include "app/measuring/code_reader.h"
#include "app/panels/source/compiled_words.h"
#include "app/panels/window/panel.h"
#include "app/panels/window/widgets.h"
#include "imgui_internal.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpscope::panels {

namespace {

using run::CodeRow;
using run::CodeTable;
using run::LineStory;

constexpr float code_size = 16, count_size = 16, head_size = 17;
/// How long a text has rested before its code is asked for.
constexpr double rest_seconds = .35;

/// A column of the code: what it shows, where, and how far it is scrolled.
struct Column {
  std::string title, note;
  const std::vector<CodeRow>* rows = nullptr;
  std::vector<std::pair<std::uint32_t, char>> shown; ///< index and '+', '-' or ' '; '-': of A's rows
  const std::vector<CodeRow>* removed = nullptr;     ///< A's
  bool counts = false;
  view::Box box;

  [[nodiscard]] const CodeRow& row(std::size_t i) const {
    return (shown[i].second == '-' ? *removed : *rows)[shown[i].first];
  }
};

bool has_story(const CodeTable& table, std::uint32_t line) {
  return std::any_of(table.stories.begin(), table.stories.end(),
                     [&](const LineStory& story) { return story.line == line; });
}

/// All rows of B, and those of A alone where they were.
void list_rows(Column& column, const std::vector<CodeRow>* a) {
  const std::vector<CodeRow>& rows = *column.rows;
  if (a == nullptr) {
    for (std::uint32_t i = 0; i < rows.size(); ++i) column.shown.emplace_back(i, ' ');
    return;
  }
  column.removed = a;
  const run::CodeDifference difference = run::compare_code(*a, rows);
  std::uint32_t i = 0;
  const auto remove_up_to_common = [&] {
    for (; i < a->size() && !difference.in_both_of_a[i]; ++i) column.shown.emplace_back(i, '-');
  };
  for (std::uint32_t j = 0; j < rows.size(); ++j) {
    if (difference.in_both_of_b[j]) {
      remove_up_to_common();
      ++i;
    }
    column.shown.emplace_back(j, difference.in_both_of_b[j] ? ' ' : '+');
  }
  remove_up_to_common();
}

class CompiledPanel final : public Panel {
 public:
  void draw(PanelContext& c) override {
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
    const view::Box strip = c.layout.stage_tabs, body = c.layout.stage;
    paint.fill(strip, c.theme.bg1);
    paint.fill(body, c.theme.bg0);
    if (body.w < 80 || body.h < 60) return;
    ask(c);
    const std::shared_ptr<const CodeTable> table = table_now(c);
    head(c, paint, strip, table.get());
    if (table == nullptr) return waiting(c, paint, body);
    keep_of_a(c);
    choose_line(c, *table);
    const float margin = paint.px(c.layout.big ? 32 : 20);
    float y = body.y + paint.px(c.layout.big ? 20 : 10);
    y = sentence(c, paint, *table, {body.x + margin, y, body.w - 2 * margin, body.h});
    const float below = table_height(c, paint, *table);
    const view::Box code{body.x + margin, y, body.w - 2 * margin, body.y + body.h - below - y};
    // The links begin at the text, also beside what is below the code.
    const float lead = paint.px(c.layout.big ? 60 : 36);
    if (below > 0) counts(c, paint, *table, {body.x, body.y + body.h - below, body.w, below}, margin, lead);
    if (code.h > paint.px(60)) columns(c, paint, *table, code, lead);
  }

 private:
  // ---- what is shown

  void ask(PanelContext& c) {
    const jobs::Runs& runs = c.session.runs();
    const std::uint64_t generation = runs.generation();
    if (generation != seen_) {
      seen_ = generation;
      since_ = ImGui::GetTime();
      reader_.stop();
    }
    const std::shared_ptr<const measuring::CodeReader::Answer> answer = reader_.answer();
    c.ui.compiled.due = !runs.stale() && runs.picture() != nullptr &&
                        (answer == nullptr || answer->key != generation || !answer->complete);
    const bool there = runs.shared_grid() != nullptr && !runs.stale() &&
                       runs.shown_generation() == generation && !runs.busy();
    if (!there) return;
    if (ImGui::GetTime() < since_ + rest_seconds) return c.ui.wake.by(since_ + rest_seconds);
    reader_.want(generation, runs.request(), runs.shared_grid());
    if (reader_.busy()) c.ui.wake.by(ImGui::GetTime() + .1);
  }

  /// The table of the chosen tier; the other one where there is no such.
  std::shared_ptr<const CodeTable> table_now(const PanelContext& c) {
    answer_ = reader_.answer();
    if (answer_ == nullptr) return nullptr;
    stale_ = answer_->key != c.session.runs().generation();
    if (c.ui.compiled.predicted && answer_->predicted != nullptr) return answer_->predicted;
    return answer_->read != nullptr ? answer_->read : answer_->predicted;
  }

  /// What is pinned keeps the code that it had.
  void keep_of_a(const PanelContext& c) {
    const results::Pinned* pinned = c.session.pair().pinned();
    if (std::exchange(pinned_, pinned) != pinned) a_ = nullptr;
    if (pinned != nullptr && !stale_ && pinned->run == c.session.runs().run()) a_ = answer_;
  }
  [[nodiscard]] const CodeTable* of_a(const CodeTable& now) const {
    if (a_ == nullptr || a_ == answer_) return nullptr;
    return (now.read ? a_->read : a_->predicted).get();
  }

  void choose_line(PanelContext& c, const CodeTable& table) {
    CompiledView& view = c.ui.compiled;
    std::uint32_t line = view.line;
    if (line == 0 && has_story(table, c.ui.hover.line)) line = c.ui.hover.line;
    if (line == 0) line = line_at_playhead(c.session);
    if (line == 0 && !table.stories.empty()) line = table.stories.front().line;
    // What the pointer is on in the code stays where it is.
    if (line != view.shown) scroll_to_line_ = scroll_to_line_ || !over_, c.ui.wake.again = true;
    view.shown = line;
    view.lines.clear();
    for (const LineStory& story : table.stories)
      if (view.lines.empty() || view.lines.back() != story.line) view.lines.push_back(story.line);
  }

  static std::uint32_t line_at_playhead(const session::Session& session) {
    const std::uint32_t site = session.time().site();
    const run::Result* picture = session.runs().picture();
    if (picture == nullptr || site >= picture->program->sites.size()) return 0;
    return picture->program->sites[site].span.line;
  }

  // ---- the strip

  void head(PanelContext& c, const Paint& paint, view::Box strip, const CodeTable* table) {
    paint.line(strip.x, strip.y + strip.h - .5f, strip.x + strip.w, strip.y + strip.h - .5f, c.theme.line);
    const float cy = strip.y + strip.h / 2, em = paint.size(15), margin = paint.px(c.layout.big ? 32 : 20);
    float right = strip.x + strip.w - margin;
    const float side = std::min(paint.px(30), strip.h - 4);
    if (icon_button(paint, "##close_compiled", right - side / 2, cy, side, Glyph::Close, side * .5f,
                    c.theme.t2, language::tr("compiled.close_tip")))
      c.ui.compiled.on = false;
    right -= side + paint.px(10);
    const bool read = table != nullptr && table->read;
    right = choice(c, paint, right, cy, "##read", language::tr("compiled.read"),
                   language::tr("compiled.read_tip"), read, [&] { c.ui.compiled.predicted = false; });
    right = choice(c, paint, right, cy, "##predicted", language::tr("compiled.predicted"),
                   language::tr("compiled.predicted_tip"), table != nullptr && !read,
                   [&] { c.ui.compiled.predicted = true; });
    if (read)
      right = choice(c, paint, right, cy, "##ptx", "PTX", language::tr("compiled.ptx_tip"), shows_ptx(c),
                     [&] { c.ui.compiled.ptx = !c.ui.compiled.ptx; });
    std::string facts(language::tr("compiled.title"));
    const float x = strip.x + margin, title_em = paint.size(18);
    const float end = paint.mid_fit(x, cy, facts, right - x, title_em, c.theme.t1, view::Font::SemiBold);
    paint.fill({x, strip.y + strip.h - 3, end - x, 3}, c.theme.now);
    if (table == nullptr) return;
    const std::string note = facts_of(*table);
    if (end + paint.px(14) + paint.width(note, em) < right)
      paint.mid(end + paint.px(14), cy, note, em, c.theme.t2);
  }

  template <class Chosen>
  float choice(const PanelContext& c, const Paint& paint, float right, float cy, const char* id,
               std::string_view label, std::string_view tip, bool on, Chosen chosen) {
    const float em = paint.size(15), w = paint.width(label, em) + paint.px(20), h = paint.px(28);
    const view::Box box{right - w, cy - h / 2, w, h};
    ImGui::SetCursorScreenPos({box.x, box.y});
    if (pressable(id, {box.w, box.h})) chosen();
    paint.fill(box, on ? c.theme.bg3 : c.theme.bg1, paint.px(5));
    paint.outline(box, on ? c.theme.now : c.theme.line, paint.px(5), on ? 2.f : 1.f);
    focus_ring(paint, box, paint.px(5));
    paint.mid_centre(box.x + box.w / 2, cy, label, em, on ? c.theme.t1 : c.theme.t2,
                     on ? view::Font::SemiBold : view::Font::Regular);
    tooltip(paint, c.fonts, tip);
    return box.x - paint.px(8);
  }

  static bool shows_ptx(const PanelContext& c) { return c.layout.big == c.ui.compiled.ptx; }

  void waiting(const PanelContext& c, const Paint& paint, view::Box body) const {
    std::string text(
        language::tr(reader_.busy() || c.session.busy() ? "compiled.computing" : "compiled.waits"));
    if (answer_ != nullptr && answer_->complete) text = answer_->why_not_predicted;
    wrapped_text(paint, body.x + paint.px(24), body.y + paint.px(28), body.w - paint.px(48), text,
                 paint.size(18), c.theme.t2);
  }

  // ---- the sentence

  float sentence(const PanelContext& c, const Paint& paint, const CodeTable& table, view::Box box) const {
    const float big = paint.size(c.layout.big ? 34 : 28), small = paint.size(16);
    const CompiledWords words = words_of(table, c.ui.compiled.shown);
    float y = box.y + big * .6f;
    float x = paint.mid_fit(box.x, y, words.strong, box.w, big,
                            words.plain   ? c.theme.t1
                            : words.warns ? c.theme.conflict_at(big)
                                          : c.theme.now,
                            view::Font::Bold);
    if (!words.rest.empty())
      paint.mid_fit(x, y, words.rest, box.x + box.w - x, big, c.theme.t1, view::Font::Bold);
    y += big * .6f + small * .8f;
    std::string under = words.under;
    if (!table.read)
      under += (under.empty() ? "" : ". ") + std::string(language::tr("compiled.names_are_ours"));
    if (c.ui.compiled.predicted || table.read || answer_->why_not_read.empty())
      paint.mid_fit(box.x, y, under, box.w, small, c.theme.t2);
    else {
      paint.mid_fit(box.x, y, under, box.w, small, c.theme.t2);
      tooltip_at(paint, c.fonts, {box.x, y - small, box.w, 2 * small}, answer_->why_not_read);
    }
    return y + small;
  }

  // ---- the columns

  void columns(PanelContext& c, const Paint& paint, const CodeTable& table, view::Box box, float lead) {
    const CodeTable* a = of_a(table);
    std::vector<Column> columns;
    if (!table.read) {
      columns.push_back(
          {std::string(language::tr("compiled.predicted_code")), "", &table.ptx, {}, nullptr, true, {}});
      list_rows(columns.back(), a != nullptr ? &a->ptx : nullptr);
    } else {
      if (shows_ptx(c) && !table.ptx.empty()) {
        columns.push_back({"PTX", "", &table.ptx, {}, nullptr, false, {}});
        list_rows(columns.back(), a != nullptr ? &a->ptx : nullptr);
      }
      columns.push_back(
          {"SASS", times_words(table, c.ui.compiled.shown), &table.machine, {}, nullptr, true, {}});
      list_rows(columns.back(), a != nullptr ? &a->machine : nullptr);
    }
    const float gap = paint.px(c.layout.big ? 90 : 50);
    const auto n = static_cast<float>(columns.size());
    const float each = (box.w - lead - gap * (n - 1)) / n;
    for (std::size_t i = 0; i < columns.size(); ++i)
      columns[i].box = {box.x + lead + static_cast<float>(i) * (each + gap), box.y, each, box.h};
    row_h_ = paint.px(c.layout.big ? 26 : 23);
    const float top = paint.px(34);
    const bool other = std::exchange(drawn_, &table) != &table;
    if (scroll_to_line_ || other || scroll_.size() != columns.size()) {
      scroll_to_line_ = false;
      scroll_.assign(columns.size(), 0);
      for (std::size_t i = 0; i < columns.size(); ++i) scroll_[i] = first_scroll(columns[i], c, box.h - top);
    }
    over_ = false;
    for (std::size_t i = 0; i < columns.size(); ++i) column(c, paint, columns[i], scroll_[i], i, top);
    links(c, paint, columns, top);
  }

  /// So that the line's first memory instruction is a third below the head.
  float first_scroll(const Column& column, const PanelContext& c, float height) const {
    std::size_t first = column.shown.size();
    for (std::size_t i = 0; i < column.shown.size(); ++i) {
      const CodeRow& row = column.row(i);
      if (row.line != c.ui.compiled.shown) continue;
      if (row.memory) {
        first = i;
        break;
      }
      first = std::min(first, i);
    }
    if (first == column.shown.size()) return 0;
    const float most = std::max(0.f, static_cast<float>(column.shown.size()) * row_h_ - height);
    return std::clamp(static_cast<float>(first) * row_h_ - height / 3, 0.f, most);
  }

  void column(PanelContext& c, const Paint& paint, const Column& column, float& scroll, std::size_t number,
              float top) {
    const view::Theme& t = c.theme;
    const view::Box& box = column.box;
    const float head_em = paint.size(head_size), em = paint.size(code_size), cy = box.y + top / 2;
    float x = paint.mid_fit(box.x, cy, column.title, box.w, head_em, t.t1, view::Font::SemiBold);
    if (!column.note.empty())
      paint.mid_fit(x + paint.px(10), cy, column.note, box.x + box.w - x - paint.px(10), paint.size(15),
                    t.t2);
    paint.line(box.x, box.y + top - 2, box.x + box.w, box.y + top - 2, t.line);
    const view::Box rows{box.x, box.y + top, box.w, box.h - top};
    const float most = std::max(0.f, static_cast<float>(column.shown.size()) * row_h_ - rows.h);
    ImGui::SetCursorScreenPos({rows.x, rows.y});
    const std::string id = "##code_" + std::to_string(number);
    const bool clicked = pressable(id.c_str(), {rows.w, std::max(rows.h, 1.f)});
    const bool over = ImGui::IsItemHovered();
    over_ = over_ || over;
    if (ImGui::IsItemFocused()) focus_ring(paint, rows, 2);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (over && ImGui::GetIO().MouseWheel != 0) {
      // All columns move, so that what is linked stays level.
      for (float& s : scroll_) s -= ImGui::GetIO().MouseWheel * 3 * row_h_;
    }
    scroll = std::clamp(scroll, 0.f, most);
    paint.list()->PushClipRect({rows.x - paint.px(14), rows.y}, {rows.x + rows.w, rows.y + rows.h}, true);
    const auto first = static_cast<std::size_t>(scroll / row_h_);
    for (std::size_t i = first; i < column.shown.size(); ++i) {
      const float y = rows.y + static_cast<float>(i) * row_h_ - scroll;
      if (y > rows.y + rows.h) break;
      const CodeRow& row = column.row(i);
      const char mark = column.shown[i].second;
      const bool linked = row.line != 0 && row.line == c.ui.compiled.shown;
      const bool under = over && mouse.y >= y && mouse.y < y + row_h_;
      const view::Box band{rows.x, y, rows.w, row_h_};
      if (linked && row.memory) paint.fill(band, view::mix(t.now, t.bg0, .28f), 3);
      else if (under && row.line != 0) paint.fill(band, t.bg2, 3);
      if (mark != ' ') {
        const view::Color color = mark == '+' ? t.now : t.conflict;
        paint.fill({rows.x - paint.px(10), y + 1, 3, row_h_ - 2}, color);
        paint.mid(rows.x - paint.px(5) - paint.width("+", em, view::Font::MonoBold) / 2, y + row_h_ / 2,
                  mark == '+' ? "+" : "−", em, color, view::Font::MonoBold);
      }
      const float count = column.counts ? counts_at(paint, t, row, band, linked) : band.x + band.w;
      // Arithmetic steps back behind the accesses, of the chosen line as well.
      const view::Color color = linked && row.memory ? t.t1 : linked || row.memory ? t.t2 : t.t3;
      paint.mid_fit(band.x + paint.px(10), y + row_h_ / 2, row.text, count - band.x - paint.px(18), em, color,
                    view::Font::Mono);
      if (under && row.line != 0) {
        c.ui.hover_line(row.line);
        tooltip_at(paint, c.fonts, band, row_tip(row));
        if (clicked) c.ui.compiled.line = c.ui.compiled.line == row.line ? 0 : row.line;
      }
    }
    paint.list()->PopClipRect();
  }

  /// "32 / 4", right-aligned. Returns where it begins.
  static float counts_at(const Paint& paint, const view::Theme& t, const CodeRow& row, view::Box band,
                         bool linked) {
    if (row.counts.empty()) return band.x + band.w;
    const run::CodeCount& count = row.counts.front();
    const float em = paint.size(count_size), cy = band.y + band.h / 2;
    float x = band.x + band.w - paint.px(8);
    if (count.ideal != 0) {
      const std::string fewest = " / " + mean_text(count.ideal, count.requests);
      paint.mid_right(x, cy, fewest, em, t.t2, view::Font::Mono);
      x -= paint.width(fewest, em, view::Font::Mono);
    }
    const bool worse = count.ideal != 0 && count.cost > count.ideal;
    const std::string cost = mean_text(count.cost, count.requests);
    paint.mid_right(x, cy, cost, em, worse ? t.conflict_at(em) : linked ? t.t1 : t.t2, view::Font::MonoBold);
    return x - paint.width(cost, em, view::Font::MonoBold) - paint.px(8);
  }

  // ---- the links

  void links(const PanelContext& c, const Paint& paint, const std::vector<Column>& columns, float top) const {
    const view::Theme& t = c.theme;
    const view::Box& body = c.layout.stage;
    struct End {
      float y = 0;
      bool memory = false;
    };
    std::vector<std::vector<End>> ends;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      std::vector<End>& list = ends.emplace_back();
      const view::Box& box = columns[i].box;
      for (std::size_t r = 0; r < columns[i].shown.size(); ++r) {
        const CodeRow& row = columns[i].row(r);
        if (row.line != c.ui.compiled.shown || row.line == 0 || !row.memory) continue;
        list.push_back({box.y + top + (static_cast<float>(r) + .5f) * row_h_ - scroll_[i], row.memory});
      }
    }
    const auto inside = [&](float y) {
      return std::clamp(y, columns[0].box.y + top, columns[0].box.y + columns[0].box.h);
    };
    const auto curve = [&](float x0, float y0, float x1, float y1) {
      const float bend = (x1 - x0) * .5f;
      paint.list()->AddBezierCubic(
          {x0, y0}, {x0 + bend, y0}, {x1 - bend, y1}, {x1, y1},
          ImGui::GetColorU32(ImVec4(static_cast<float>(t.now.r) / 255, static_cast<float>(t.now.g) / 255,
                                    static_cast<float>(t.now.b) / 255, .55f)),
          std::max(2.f, paint.px(3)));
    };
    paint.list()->PushClipRect({body.x, body.y}, {body.x + body.w, body.y + body.h}, true);
    const float y0 = c.ui.compiled.line_y.value_or(-1);
    if (y0 >= body.y && y0 <= body.y + body.h) {
      if (ends[0].empty()) { // dropped: the band ends in a cross
        const float x = body.x + paint.px(30), s = paint.px(6);
        curve(body.x, y0, x, y0);
        paint.line(x - s, y0 - s, x + s, y0 + s, t.conflict, 2);
        paint.line(x - s, y0 + s, x + s, y0 - s, t.conflict, 2);
      }
      for (const End& end : ends[0]) curve(body.x, y0, columns[0].box.x, inside(end.y));
    }
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
      const std::vector<End>&from = ends[i], &to = ends[i + 1];
      const std::size_t n = std::max(from.size(), to.size());
      if (from.empty() || to.empty()) continue;
      for (std::size_t k = 0; k < n; ++k)
        curve(columns[i].box.x + columns[i].box.w, inside(from[k * from.size() / n].y), columns[i + 1].box.x,
              inside(to[k * to.size() / n].y));
    }
    paint.list()->PopClipRect();
  }

  // ---- the line, as written and as compiled

  struct Figure {
    std::string name;
    std::uint64_t written = 0, compiled = 0;
    bool conflicts = false;
  };
  static std::vector<Figure> figures_of(const CodeTable& table, std::uint32_t line) {
    std::vector<Figure> figures;
    for (const LineStory& story : table.stories) {
      if (story.line != line) continue;
      const std::string access = access_words(story);
      const std::string unit(run::unit_of(story.written.space));
      figures.push_back({access + ", " + std::string(language::tr("compiled.requests")),
                         story.written.requests, story.compiled.requests, false});
      figures.push_back(
          {access + ", " + unit_words(story.written.space), story.written.cost, story.compiled.cost, false});
      if (story.written.ideal != 0 &&
          (story.written.cost > story.written.ideal || story.compiled.cost > story.compiled.ideal))
        figures.push_back({access + ", " + std::string(language::tr("compiled.above_fewest")),
                           story.written.cost - std::min(story.written.cost, story.written.ideal),
                           story.compiled.cost - std::min(story.compiled.cost, story.compiled.ideal), true});
    }
    return figures;
  }

  float table_height(const PanelContext& c, const Paint& paint, const CodeTable& table) const {
    const std::size_t rows = std::min<std::size_t>(figures_of(table, c.ui.compiled.shown).size(),
                                                   c.layout.big ? 6 : 4);
    return rows == 0 ? 0 : paint.px(30) * static_cast<float>(rows + 1) + paint.px(8);
  }

  void counts(const PanelContext& c, const Paint& paint, const CodeTable& table, view::Box box, float margin,
              float lead) const {
    const view::Theme& t = c.theme;
    paint.fill(box, t.bg1);
    paint.line(box.x, box.y + .5f, box.x + box.w, box.y + .5f, t.line);
    const float em = paint.size(16), h = paint.px(30), x = box.x + margin + lead,
                w = box.w - 2 * margin - lead;
    const float written = x + w * .52f, compiled = x + w * .68f, ratio = x + w * .82f;
    float cy = box.y + paint.px(4) + h / 2;
    std::string head = language::trf("compiled.line", language::arg("line", c.ui.compiled.shown));
    if (table.scaled) head += ", " + std::string(language::tr("compiled.scaled"));
    paint.mid_fit(x, cy, head, w * .34f, em, t.t1, view::Font::SemiBold);
    paint.mid_right(written, cy, language::tr("compiled.as_written"), paint.size(15), t.t2);
    paint.mid_right(compiled, cy, language::tr("compiled.as_compiled"), paint.size(15), t.t2);
    paint.mid_right(ratio, cy, language::tr("compiled.ratio"), paint.size(15), t.t2);
    const std::vector<Figure> figures = figures_of(table, c.ui.compiled.shown);
    const std::size_t rows = std::min<std::size_t>(figures.size(), c.layout.big ? 6 : 4);
    for (std::size_t i = 0; i < rows; ++i) {
      const Figure& figure = figures[i];
      cy += h;
      const auto color = [&](std::uint64_t value) {
        return figure.conflicts && value != 0 ? t.conflict_at(em) : t.t1;
      };
      paint.mid_fit(x, cy, figure.name, w * .38f, em, t.t1);
      paint.mid_right(written, cy, grouped(figure.written), em, color(figure.written), view::Font::Mono);
      paint.mid_right(compiled, cy, grouped(figure.compiled), em, color(figure.compiled),
                      view::Font::MonoBold);
      paint.mid_right(ratio, cy, ratio_text(figure.written, figure.compiled), em, t.t2);
      const float bx = ratio + paint.px(16), bw = x + w - bx, bh = paint.px(12);
      const std::uint64_t most = std::max<std::uint64_t>({figure.written, figure.compiled, 1});
      if (bw < paint.px(30)) continue;
      const auto part = [&](std::uint64_t value) {
        return bw * static_cast<float>(static_cast<double>(value) / static_cast<double>(most));
      };
      const view::Color bar = figure.conflicts ? t.conflict : t.edge;
      paint.fill({bx, cy - bh / 2, part(figure.compiled), bh}, bar, 2);
      paint.outline({bx, cy - bh / 2, part(figure.written), bh}, bar, 2, 1.5f);
    }
  }

  measuring::CodeReader reader_;
  std::shared_ptr<const measuring::CodeReader::Answer> answer_;
  bool stale_ = false;
  std::uint64_t seen_ = 0; ///< the newest generation
  double since_ = 0;       ///< when it came
  const results::Pinned* pinned_ = nullptr;
  std::shared_ptr<const measuring::CodeReader::Answer> a_; ///< of what is pinned; null: it was not asked for
  bool over_ = false;                                      ///< the pointer was on the code in the last frame
  std::vector<float> scroll_;                              ///< of each column, in pixels
  const CodeTable* drawn_ = nullptr; ///< the last one, to know another by its address alone
  float row_h_ = 24;
  bool scroll_to_line_ = true;
};

} // namespace

std::unique_ptr<Panel> make_compiled_panel() { return std::make_unique<CompiledPanel>(); }

} // namespace warpscope::panels
