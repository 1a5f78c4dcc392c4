// The columns of counts right of the text.
#include "app/panels/source/gutter.h"

#include "app/language/language.h"
#include "app/panels/window/widgets.h"
#include "app/results/gutter.h"

#include <algorithm>
#include <cmath>

namespace warpscope::panels {

namespace {

constexpr float number_size = 18, unit_size = 15, small_size = 14;

/// For at least `digits` characters.
float mono_width(const Paint& paint, std::size_t digits, float size, view::Font font = view::Font::Mono) {
  return paint.width(std::string(digits, '0'), paint.size(size), font);
}

/// Before a number that is the mean of accesses that differ.
constexpr float mean_size = 12;
float mean_width(const Paint& paint) {
  return paint.width(language::tr("source.mean"), paint.size(mean_size)) + paint.px(4);
}
void mean(const Paint& paint, float right, float cy, view::Color color) {
  paint.mid_right(right - paint.px(4), cy, language::tr("source.mean"), paint.size(mean_size), color);
}

/// Where there is no room for words a sign stands for the unit; the heading says which is which.
float sign_width(const Paint& paint) { return paint.size(14); }
void sign(const Paint& paint, model::CounterKind kind, float x, float cy, view::Color color) {
  const float w = sign_width(paint), h = w * .62f;
  if (kind == model::CounterKind::Wavefronts) { // rows, one after the other
    for (int row = 0; row < 3; ++row)
      paint.fill({x, cy - h / 2 + static_cast<float>(row) * h * .4f, w * .86f, std::max(2.f, h * .2f)}, color,
                 1);
  } else if (kind == model::CounterKind::Sectors) { // a part of a line
    paint.outline({x, cy - h / 2, w * .86f, h}, color, 1, 1.5f);
    paint.line(x + w * .43f, cy - h / 2, x + w * .43f, cy + h / 2, color, 1.5f);
  } else {
    paint.list()->AddCircle({x + w * .43f, cy}, h / 2, rgba(color), 16, 1.5f);
  }
}

} // namespace

float SourceGutter::slot_width(const Paint& paint, std::size_t digits, bool mean) const {
  return mono_width(paint, digits, number_size, view::Font::MonoBold) + paint.px(3) + sign_width(paint) +
         paint.px(6) + (mean ? mean_width(paint) : 0);
}

float SourceGutter::columns_width(const Paint& paint, bool ideal) const {
  // The left column's 6 px and 4 more keep the code and its counts apart.
  if (brief_)
    return slot_width(paint, digits_, means_) +
           (slots_ > 1 ? slot_width(paint, more_digits_, more_means_) : 0) + paint.px(4);
  return paint.width(unit_, paint.size(unit_size)) + paint.px(8) +
         (ideal ? mono_width(paint, 3 + ideal_digits_, small_size) : 0) +
         mono_width(paint, word_digits_, number_size, view::Font::MonoBold) +
         (word_means_ ? mean_width(paint) : 0) + paint.px(10);
}

float SourceGutter::layout(const PanelContext& c, const Paint& paint, const CodeEditor& editor, view::Box box,
                           float margin) {
  const std::shared_ptr<const std::string>& text = other ? other : c.session.document().kernel_text;
  // While the counts are hidden the columns stay as they are: the text does not jump.
  const bool hidden = c.session.counts_hidden() && text_ == text.get();
  if ((version_ != c.session.version() || text_ != text.get()) && !hidden) {
    version_ = c.session.version();
    text_ = text.get();
    longest_ = longest_of_two_ = 0;
    digits_ = word_digits_ = 2;
    slots_ = more_digits_ = 1;
    ideal_digits_ = request_digits_ = 1;
    means_ = more_means_ = word_means_ = false;
    unit_.clear(), more_unit_.clear();
    kinds_.clear();
    const auto longer = [&](std::string& known, const std::string& unit) {
      if (paint.width(unit, 15) > paint.width(known, 15)) known = unit;
    };
    // Lines with counts are the ones to read: their ends must be visible.
    for (const results::GutterRow& row : c.session.results().gutter(file)) {
      const std::string_view whole = warpscope::line_of(*text, row.line);
      std::string_view line = whole.substr(0, whole.find("//"));
      while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
      longest_ = std::max(longest_, line.size());
      const auto note = [&](const results::GutterCost& cost) {
        if (std::find(kinds_.begin(), kinds_.end(), cost.kind) == kinds_.end()) kinds_.push_back(cost.kind);
      };
      note(row);
      if (row.more.empty()) continue;
      slots_ = 2;
      longest_of_two_ = std::max(longest_of_two_, whole.size()); // the second count stands behind the text
      note(row.more.front());
    }
    // In one order, whatever a line's costs are: a column is found again after an edit.
    std::sort(kinds_.begin(), kinds_.end());
    for (const results::GutterRow& row : c.session.results().gutter(file)) {
      const std::vector<const results::GutterCost*> costs = in_columns(row);
      for (std::size_t i = 0; i < costs.size(); ++i) {
        if (costs[i] == nullptr) continue;
        std::size_t& digits = i == 0 ? digits_ : more_digits_;
        digits = std::max(digits, costs[i]->number.size());
        if (costs[i]->mean) (i == 0 ? means_ : more_means_) = true;
      }
      // In words the first is not always the costliest: what is measured is what is drawn.
      const std::vector<const results::GutterCost*> words = in_words(row);
      word_digits_ = std::max(word_digits_, words.front()->number.size());
      word_means_ = word_means_ || words.front()->mean;
      ideal_digits_ = std::max(ideal_digits_, words.front()->ideal.size());
      request_digits_ = std::max(request_digits_, words.front()->requests.size());
      longer(unit_, words.front()->unit);
      if (words.size() > 1) longer(more_unit_, words[1]->unit);
    }
  }
  const float digits = 4 +
                       std::floor(std::log10(static_cast<float>(std::max<std::size_t>(1, editor.lines()))));
  // The editor's columns are whole pixels wide.
  const auto fits_beside = [&](std::size_t glyphs, float em, float width) {
    return (static_cast<float>(glyphs) + digits + 1) * std::ceil(.6f * em) + paint.px(12) <=
           box.w - width - margin;
  };
  const auto fits = [&](float em, float width) { return fits_beside(longest_, em, width); };
  brief_ = false;
  const float plain = columns_width(paint, false), with_ideal = columns_width(paint, true);
  const float second = paint.width("+ " + std::string(more_digits_, '0') + " ", paint.size(small_size)) +
                       paint.width(more_unit_, paint.size(small_size)) +
                       (more_means_ ? mean_width(paint) : 0) + paint.px(18);
  width_ = box.w > 2.2f * plain ? plain : 0;
  const bool spelled = fits(paint.size(15), plain) &&
                       (slots_ == 1 || fits_beside(longest_of_two_, paint.size(15), plain + second));
  if (width_ > 0 && !spelled) {
    brief_ = true;
    width_ = columns_width(paint, false);
  }
  ideal_ = !brief_ && width_ > 0 && c.layout.big && fits(paint.size(16), with_ideal) &&
           (slots_ == 1 || fits_beside(longest_of_two_, paint.size(16), with_ideal + second));
  if (ideal_) width_ = with_ideal;
  requests_ = ideal_ && slots_ == 1 &&
              fits(paint.size(16),
                   with_ideal + mono_width(paint, request_digits_, small_size) + paint.px(16));
  if (requests_) width_ += mono_width(paint, request_digits_, small_size) + paint.px(16);
  em_ = paint.size(18);
  const auto all_fit = [&] {
    return fits(em_, width_) && (brief_ || slots_ == 1 || fits_beside(longest_of_two_, em_, width_ + second));
  };
  while (em_ > paint.size(15) && !all_fit()) em_ -= 1;
  return width_ > 0 ? width_ + margin : 0;
}

std::string_view SourceGutter::plural(model::CounterKind kind) const {
  return language::tr(model::row_of(kind).brief);
}

/// A kind has a column of its own while there are as many columns as kinds; a null leaves its column empty.
/// Two costs of one kind stand in the order of the text.
std::vector<const results::GutterCost*> SourceGutter::in_columns(const results::GutterRow& row) const {
  std::vector<const results::GutterCost*> costs = {&row};
  if (!row.more.empty()) costs.push_back(&row.more.front());
  std::stable_sort(costs.begin(), costs.end(), [](const auto* a, const auto* b) {
    return a->kind != b->kind ? a->kind < b->kind : a->place > b->place;
  });
  if (slots_ == 2 && kinds_.size() == 2 && costs.size() == 1 && costs.front()->kind == kinds_.back())
    costs.insert(costs.begin(), nullptr);
  return costs;
}

std::vector<const results::GutterCost*> SourceGutter::in_words(const results::GutterRow& row) const {
  std::vector<const results::GutterCost*> costs = in_columns(row);
  std::erase(costs, nullptr);
  return costs;
}

float SourceGutter::legend_width(const Paint& paint, float em) const {
  float w = 0;
  for (const model::CounterKind kind : kinds_)
    w += sign_width(paint) + paint.px(5) + paint.width(plural(kind), em) + paint.px(14);
  return w;
}

float SourceGutter::place_heading(const Paint& paint, float room) {
  heading_em_ = 0;
  if (width_ == 0) return 0;
  if (brief_) {
    // Smaller words before none: the tabs beside them are large enough to be read at any scale.
    for (const float size : {small_size, .85f * small_size, .7f * small_size}) {
      const float em = paint.size(size);
      if (legend_width(paint, em) > room) continue;
      heading_em_ = em;
      return legend_width(paint, em);
    }
    return 0;
  }
  const float text = paint.width(ideal_ ? language::tr("source.per_access_ideal")
                                        : language::tr("source.per_access"),
                                 paint.size(unit_size));
  if (text > room) return 0;
  heading_em_ = paint.size(unit_size);
  const float requests = requests_ ? columns_width(paint, ideal_) + paint.px(6) +
                                         paint.width(language::tr("source.requests"), heading_em_)
                                   : 0;
  return std::max({width_, text, requests});
}

void SourceGutter::legend(const PanelContext& c, const Paint& paint, float right, view::Box box,
                          float em) const {
  float x = right;
  const float cy = box.y + box.h / 2;
  for (const model::CounterKind kind : kinds_) {
    x = paint.mid_right(x, cy, plural(kind), em, c.theme.t2) - paint.px(5) - sign_width(paint);
    sign(paint, kind, x, cy, c.theme.t2);
    x -= paint.px(14);
  }
  tooltip_at(paint, c.fonts, {x, box.y, right - x, box.h}, language::tr("source.per_access_tip"));
}

float SourceGutter::legend_row(const PanelContext& c, const Paint& paint, view::Box box, float margin) const {
  if (!brief_ || heading_em_ > 0 || kinds_.empty() || c.session.results().gutter(file).empty()) return 0;
  const float em = paint.size(.85f * small_size), height = std::ceil(1.6f * em);
  if (legend_width(paint, em) > box.w - margin || box.h < 4 * height) return 0;
  legend(c, paint, box.x + box.w - margin, {box.x, box.y, box.w, height}, em);
  return height;
}

void SourceGutter::heading(const PanelContext& c, const Paint& paint, view::Box strip, float margin) const {
  if (heading_em_ == 0 || c.session.results().gutter(file).empty()) return;
  const float right = strip.x + strip.w - margin, cy = strip.y + strip.h / 2, em = heading_em_;
  if (brief_) {
    legend(c, paint, right, strip, em);
    return;
  }
  const float start = paint.mid_right(
      right, cy, ideal_ ? language::tr("source.per_access_ideal") : language::tr("source.per_access"), em,
      c.theme.t2);
  tooltip_at(paint, c.fonts, {start, strip.y, right - start, strip.h}, language::tr("source.per_access_tip"));
  if (!requests_) return;
  const float end = right - columns_width(paint, ideal_) - paint.px(6);
  const float from = paint.mid_right(end, cy, language::tr("source.requests"), em, c.theme.t2);
  tooltip_at(paint, c.fonts, {from, strip.y, end - from, strip.h}, language::tr("source.requests_tip"));
}

/// The cost with its unit in words, and that of the line's other access before it.
void SourceGutter::spelled(const Paint& paint, const CodeEditor& editor, const results::GutterRow& row,
                           float right, float cy, view::Color quiet, bool dim) const {
  const view::Theme& t = paint.theme();
  const std::vector<const results::GutterCost*> costs = in_words(row);
  const results::GutterCost& main = *costs.front();
  const auto tone = [&](const results::GutterCost& cost, view::Color plain) {
    return dim ? t.t3 : cost.over_ideal ? t.conflict_text : plain;
  };
  const float unit_em = paint.size(unit_size), small = paint.size(small_size),
              unit_x = right - paint.width(unit_, unit_em);
  paint.mid(unit_x, cy, main.unit, unit_em, quiet);
  float x = unit_x - paint.px(8);
  if (ideal_) {
    // Numbers stay in one column, whatever their ideals.
    const float column = x - mono_width(paint, 3 + ideal_digits_, small_size);
    paint.mid(column, cy, " / " + main.ideal, small, quiet, view::Font::Mono);
    x = column;
  }
  x = paint.mid_right(x, cy, main.number, paint.size(number_size), tone(main, t.t1), view::Font::MonoBold);
  if (main.mean) {
    mean(paint, x, cy, quiet);
    x -= mean_width(paint);
  }
  const float text_end = editor.text_end_x(row.line) + paint.px(10);
  float free = right - columns_width(paint, ideal_) - paint.px(6);
  if (requests_) {
    const float start = paint.mid_right(free, cy, main.requests, small, dim ? t.t3 : t.t2, view::Font::Mono);
    free -= mono_width(paint, request_digits_, small_size) + paint.px(10);
    x = std::min(x, start);
  }
  // Further accesses of the line: their cost where the code leaves room, else their number.
  if (costs.size() > 1) {
    const std::string more = "+ " + (costs[1]->mean ? std::string(language::tr("source.mean")) + " " : "") +
                             costs[1]->number + " " + costs[1]->unit;
    const std::string count = "+" + std::to_string(row.others);
    const float end = std::min(free, x - paint.px(8));
    if (end - paint.width(more, small) > text_end)
      paint.mid_right(end, cy, more, small, tone(*costs[1], t.t2));
    else if (end - paint.width(count, small, view::Font::Mono) > text_end)
      paint.mid_right(end, cy, count, small, t.t3, view::Font::Mono);
  } else if (row.others > 0) {
    const std::string count = "+" + std::to_string(row.others);
    const float end = std::min(free, x - paint.px(8));
    if (end - paint.width(count, small, view::Font::Mono) > text_end)
      paint.mid_right(end, cy, count, small, t.t3, view::Font::Mono);
  }
}

void SourceGutter::draw(PanelContext& c, const Paint& paint, const CodeEditor& editor, view::Box box,
                        float margin, float line_h, std::uint32_t line_now) {
  if (width_ == 0) return;
  const view::Theme& t = c.theme;
  const bool dim = c.session.runs().stale();
  const float right = box.x + box.w - margin;
  const float bar_w = std::min(paint.px(128), columns_width(paint, ideal_) - paint.px(6));
  const std::vector<results::GutterRow>& rows = c.session.results().gutter(file);
  const std::uint32_t last = editor.last_line();
  auto at = std::lower_bound(rows.begin(), rows.end(), editor.first_line(),
                             [](const results::GutterRow& row, std::uint32_t n) { return row.line < n; });
  for (; at != rows.end() && at->line <= last; ++at) {
    const results::GutterRow& row = *at;
    const float y = editor.row_y(row.line);
    if (y + line_h < box.y || y > box.y + box.h) continue;
    const bool on = row.line == line_now;
    const float cy = y + line_h / 2 - paint.px(2);
    const view::Color quiet = dim ? t.t3 : on ? t.t1 : t.t2;
    if (brief_) {
      float x = right;
      const auto slot = [&](const results::GutterCost& cost) {
        const view::Color tone = dim ? t.t3 : cost.over_ideal ? t.conflict_text : t.t1;
        sign(paint, cost.kind, x - sign_width(paint), cy, tone);
        const float left = paint.mid_right(x - sign_width(paint) - paint.px(3), cy, cost.number,
                                           paint.size(number_size), tone, view::Font::MonoBold);
        if (cost.mean) mean(paint, left, cy, quiet);
      };
      for (const results::GutterCost* cost : in_columns(row)) {
        if (cost != nullptr) slot(*cost);
        x -= slot_width(paint, digits_, means_);
      }
    } else {
      spelled(paint, editor, row, right, cy, quiet, dim);
    }
    const float bar_y = y + line_h - paint.px(5);
    paint.fill({right - bar_w, bar_y, bar_w, 3}, on ? t.line : t.bg3, 1);
    paint.fill({right - bar_w * row.share, bar_y, bar_w * row.share, 3},
               dim              ? t.edge
               : row.over_ideal ? t.conflict
                                : t.edge,
               1);
    if (row.over_ideal && !dim) paint.fill({right - bar_w * row.ideal_share - 1, bar_y - 1, 2, 5}, t.t1);
    const view::Box place{right - width_, y, width_ + margin, line_h};
    if (tooltip_at(paint, c.fonts, place,
                   row.tooltip + "\n" + std::string(language::tr("source.gutter_click")))) {
      c.ui.hover_line(row.line);
      if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) {
        c.session.play(false);
        c.session.time().seek_line(row.line, file);
      }
    }
  }
}

} // namespace warpscope::panels
