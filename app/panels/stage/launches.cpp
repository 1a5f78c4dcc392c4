// The row of a program's launches and copies: a block each, as wide as its modelled time, one scale for all.
#include "app/results/launches.h"

#include "app/language/language.h"
#include "app/panels/stage/kernel_fields_row.h"
#include "app/panels/window/panel.h"
#include "app/panels/window/widgets.h"
#include "imgui.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace warpscope::panels {

namespace {

using results::LaunchItem;

/// How many blocks have the row's width: more of them are scrolled to.
constexpr float most_in_sight = 40;

void dashed_box(const Paint& paint, view::Box box, view::Color color, float width, float dash, float gap) {
  const auto side = [&](float x0, float y0, float x1, float y1) {
    const float length = std::hypot(x1 - x0, y1 - y0), dx = (x1 - x0) / length, dy = (y1 - y0) / length;
    for (float at = 0; at < length; at += dash + gap) {
      const float to = std::min(length, at + dash);
      paint.line(x0 + dx * at, y0 + dy * at, x0 + dx * to, y0 + dy * to, color, width);
    }
  };
  side(box.x, box.y, box.x + box.w, box.y);
  side(box.x + box.w, box.y, box.x + box.w, box.y + box.h);
  side(box.x + box.w, box.y + box.h, box.x, box.y + box.h);
  side(box.x, box.y + box.h, box.x, box.y);
}

void arrow(const Paint& paint, LaunchItem::Kind kind, float cx, float cy, float size, view::Color color) {
  const float r = size / 2, head = size * .32f;
  const bool up = kind == LaunchItem::Kind::ToHost;
  if (kind == LaunchItem::Kind::OnDevice || kind == LaunchItem::Kind::Fill) {
    paint.line(cx - r, cy, cx + r, cy, color, 1.5f);
    paint.line(cx + r - head, cy - head, cx + r, cy, color, 1.5f);
    paint.line(cx + r - head, cy + head, cx + r, cy, color, 1.5f);
    return;
  }
  const float tip = up ? cy - r : cy + r, back = up ? tip + head : tip - head;
  paint.line(cx, cy - r, cx, cy + r, color, 1.5f);
  paint.line(cx - head, back, cx, tip, color, 1.5f);
  paint.line(cx + head, back, cx, tip, color, 1.5f);
}

class LaunchesPanel final : public Panel {
 public:
  void draw(PanelContext& c) override {
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme,
                      c.layout.scale * (c.ui.presenter ? launches_before_a_class : 1));
    const view::Box box = c.layout.launches;
    paint.line(box.x, box.y + box.h - .5f, box.x + box.w, box.y + box.h - .5f, c.theme.line);
    const float left = box.x + paint.px(c.layout.big ? 24 : 14);
    const float from = box.x + std::round(c.layout.scale * (c.layout.big ? 384 : 328)),
                to = box.x + box.w - paint.px(c.layout.big ? 32 : 26);
    if (fields_.needed(c.session)) {
      fields_.draw(c, paint, box, left, from, to);
      return;
    }
    take(c);
    if (c.session.programs().busy() && !ImGui::GetIO().WantTextInput &&
        !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel) &&
        ImGui::IsKeyPressed(ImGuiKey_Escape, false))
      c.session.stop_program();
    title(c, paint, box, left, from);
    if (to - from < 80) return;
    const jobs::Programs& programs = c.session.programs();
    if (items_.empty()) {
      if (programs.phase() == jobs::Programs::Phase::Ended && programs.record())
        paint.mid(from, box.y + box.h / 2, language::tr("program.none"), paint.size(16), c.theme.t2);
      return;
    }
    const bool dim = programs.phase() == jobs::Programs::Phase::Compiling ||
                     programs.phase() == jobs::Programs::Phase::Running;
    blocks(c, paint, box, from, to, dim);
    repeats(c, paint);
  }

 private:
  void take(PanelContext& c) {
    const std::shared_ptr<const whole::Record>& record = c.session.programs().record();
    if (of_ == record) return;
    of_ = record;
    items_ = record ? results::launch_items(*record) : std::vector<LaunchItem>();
    scroll_ = 0;
    shown_.reset();
  }

  void title(PanelContext& c, const Paint& paint, view::Box box, float left, float right) const {
    const view::Theme& t = c.theme;
    const float y1 = box.y + box.h * .34f, y2 = box.y + box.h * .69f, em = paint.size(18),
                small = paint.size(15);
    paint.mid(left, y1, language::tr("program.launches_title"), em, t.t1, view::Font::SemiBold);
    const jobs::Programs& programs = c.session.programs();
    const float room = right - left - paint.px(16);
    if (programs.phase() == jobs::Programs::Phase::Compiling)
      paint.mid_fit(left, y2, language::tr("program.compiling"), room, small, t.t2);
    else if (programs.phase() == jobs::Programs::Phase::Running) {
      const jobs::Programs::Progress& now = programs.progress();
      const std::string said = now.kernel.empty()
                                   ? std::string(language::tr("program.running"))
                                   : language::trf(
                                         "program.running_kernel", language::arg("kernel", now.kernel),
                                         language::arg("percent", static_cast<int>(now.share * 100)));
      paint.mid_fit(left, y2, said, room, small, t.t2);
      const float w = std::min(room, paint.px(220));
      paint.fill({left, y2 + paint.px(14), w, paint.px(4)}, t.bg3, 2);
      paint.fill({left, y2 + paint.px(14), w * static_cast<float>(now.share), paint.px(4)}, t.now, 2);
    } else if (of_) {
      const results::ProgramCounts counts = results::program_counts(*of_);
      float x = paint.mid(left, y2, results::modelled_time(counts.seconds), small, t.t1,
                          view::Font::SemiBold);
      std::string rest(language::tr("program.modelled"));
      if (counts.repeats > 0 && c.layout.big) rest += language::tr("program.all_repeats");
      x += paint.px(5);
      paint.mid_fit(x, y2, rest, right - x - paint.px(12), small, t.t2);
    }
  }

  [[nodiscard]] static float fixed_width(const Paint& paint, const LaunchItem& item) {
    return paint.width(item.name, paint.size(16), view::Font::SemiBold) + paint.px(62);
  }

  /// The blocks' widths: linear in time beside those that have none.
  [[nodiscard]] std::vector<float> widths(const Paint& paint, float room, float gap) const {
    double seconds = 0;
    float fixed = 0;
    for (const LaunchItem& item : items_) {
      seconds += item.seconds;
      if (item.never_ran) fixed += fixed_width(paint, item);
      if (item.repeats > 0 && item.is_launch()) fixed += paint.px(8); // the deck's edges
    }
    const auto count = static_cast<float>(items_.size());
    const float all = room * std::max(1.f, count / most_in_sight);
    const float left = std::max(all - fixed - gap * (count - 1), all * .3f);
    // A block that time alone would make too thin has 2 px: the others give them.
    double scale = seconds > 0 ? left / seconds : 0;
    const float least = std::max(2.f, paint.px(2));
    for (int round = 0; round < 4 && seconds > 0; ++round) {
      double thin = 0, rest = 0;
      for (const LaunchItem& item : items_) {
        if (item.never_ran) continue;
        if (item.seconds * scale < least) thin += least;
        else rest += item.seconds;
      }
      if (rest > 0) scale = std::max(0.0, left - thin) / rest;
    }
    std::vector<float> w;
    for (const LaunchItem& item : items_)
      w.push_back(item.never_ran ? fixed_width(paint, item)
                                 : std::max(least, static_cast<float>(item.seconds * scale)));
    return w;
  }

  void blocks(PanelContext& c, const Paint& paint, view::Box box, float from, float to, bool dim) {
    const float gap = paint.px(static_cast<float>(items_.size()) > most_in_sight ? 3 : 7);
    const std::vector<float> w = widths(paint, to - from, gap);
    const std::optional<std::size_t> chosen = c.session.programs().looked_into();
    float whole = 0, chosen_from = 0, chosen_to = 0;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (chosen && items_[i].holds(*chosen)) chosen_from = whole, chosen_to = whole + w[i];
      whole += w[i] + gap + (deck(items_[i]) ? paint.px(8) : 0);
    }
    float most = std::max(0.f, whole - gap - (to - from));
    if (most < paint.px(8)) most = 0; // rounding
    const ImGuiIO& io = ImGui::GetIO();
    if (most > 0 && ImGui::IsMouseHoveringRect({from, box.y}, {to, box.y + box.h}))
      scroll_ -= (io.MouseWheel + io.MouseWheelH) * paint.px(80);
    if (chosen != shown_ && chosen) { // the chosen one is brought into sight
      if (chosen_from < scroll_) scroll_ = chosen_from;
      if (chosen_to > scroll_ + to - from) scroll_ = chosen_to - (to - from);
      shown_ = chosen;
    }
    scroll_ = std::clamp(scroll_, 0.f, most);
    if (most > 0) paint.list()->PushClipRect({from - 4, box.y}, {to + 4, box.y + box.h}, true);
    float x = from - scroll_, time_end = from - paint.px(20);
    const bool big = box.h > paint.px(80);
    const float top = box.y + box.h * (big ? .34f : .42f), height = box.h * (big ? .53f : .46f);
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const view::Box place{std::round(x), std::round(top), std::max(2.f, std::round(w[i])),
                            std::round(height)};
      if (place.x + place.w > from - 4 && place.x < to + 4)
        block(c, paint, items_[i], i, place, chosen && items_[i].holds(*chosen), dim, big, time_end, to);
      x += w[i] + gap + (deck(items_[i]) ? paint.px(8) : 0);
    }
    if (most > 0) {
      paint.list()->PopClipRect();
      const float share = (to - from) / (to - from + most);
      paint.fill({from + (to - from) * (1 - share) * scroll_ / most, box.y + box.h - paint.px(5),
                  (to - from) * share, paint.px(3)},
                 c.theme.edge, 1.5f);
    }
  }

  [[nodiscard]] static bool deck(const LaunchItem& item) { return item.is_launch() && item.repeats > 0; }

  void block(PanelContext& c, const Paint& paint, const LaunchItem& item, std::size_t index, view::Box place,
             bool on, bool dim, bool big, float& time_end, float right) {
    const view::Theme& t = c.theme;
    ImGui::SetCursorScreenPos({place.x - 1, place.y});
    ImGui::SetNextItemAllowOverlap(); // its pill lies on it
    const bool clicked = pressable(("##launch_" + std::to_string(index)).c_str(),
                                   {std::max(5.f, place.w + 2), place.h});
    const bool hot = ImGui::IsItemHovered();
    if (deck(item) && ImGui::IsItemClicked(ImGuiMouseButton_Right)) open_ = index; // where no pill fits, too
    tooltip(paint, c.fonts, results::item_words(*of_, item));
    if (hot && item.is_launch()) c.ui.hover_line(c.session.present_line(item.place.line, item.place.file));
    if (clicked) click(c, item);
    focus_ring(paint, {place.x - 3, place.y - 3, place.w + 6, place.h + 6}, paint.px(5));
    const float radius = paint.px(4), alpha = dim ? .45f : 1.f;
    const auto tone = [&](view::Color color) { return dim ? view::with_alpha(color, alpha) : color; };
    if (deck(item))
      for (int edge = 2; edge >= 1; --edge) {
        const float d = paint.px(4) * static_cast<float>(edge);
        const view::Box behind{place.x + d, place.y - d * .6f, place.w, place.h};
        paint.fill(behind, t.bg0, radius);
        paint.outline(behind, tone(on ? t.now : t.edge), radius, 1);
      }
    if (item.never_ran) {
      dashed_box(paint, place, tone(t.hazard), 1.5f, 3, 4);
    } else if (!item.is_launch()) {
      paint.fill(place, t.bg0, radius);
      paint.outline(place, tone(hot ? t.t1 : t.edge), radius, 1.5f);
    } else {
      paint.fill(place, tone(on ? view::mix(t.now, t.bg1, .24f) : hot ? t.line : t.bg3), radius);
      if (item.race || item.failed) dashed_box(paint, place, tone(t.hazard), 2, 7, 4);
    }
    if (on) paint.outline({place.x - 1, place.y - 1, place.w + 2, place.h + 2}, tone(t.now), radius, 2.5f);
    if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible)
      paint.outline({place.x - 3, place.y - 3, place.w + 6, place.h + 6}, t.now, radius, 2);
    words(c, paint, item, index, place, on, big, tone);
    times(paint, item, place, on, big, tone, time_end, right);
  }

  static std::string pill_of(const LaunchItem& item) {
    const std::string count = grouped(item.repeats + 1), executed = grouped(item.of.size());
    if (item.of.size() == 1 && !item.never_ran)
      return language::trf("program.run_once", language::arg("count", count));
    if (item.of.size() == item.repeats + 1 || item.never_ran)
      return language::trf("program.run_all", language::arg("count", count));
    return language::trf("program.run_some", language::arg("count", count),
                         language::arg("executed", executed));
  }

  template <typename Tone>
  void words(PanelContext& c, const Paint& paint, const LaunchItem& item, std::size_t index, view::Box place,
             bool on, bool big, const Tone& tone) {
    const view::Theme& t = c.theme;
    const float em = paint.size(16), pad = paint.px(big ? 12 : 9), mark = paint.size(14);
    float x = place.x + pad, end = place.x + place.w - pad;
    const float two = big && item.is_launch() ? place.y + place.h * .3f : place.y + place.h / 2;
    if ((item.never_ran || item.race || item.failed) && place.w > mark + paint.px(4)) {
      const Glyph glyph = item.never_ran ? Glyph::Close : Glyph::Warning;
      const float name_w = paint.width(item.name, em, view::Font::SemiBold);
      if (name_w + mark + paint.px(6) <= end - x) {
        paint.glyph(glyph, end - mark / 2, two, mark, tone(t.hazard));
        end -= mark + paint.px(6);
      } else if (big && name_w + paint.px(8) <= place.w) { // the mark below the name
        paint.mid_centre(place.x + place.w / 2, two, item.name, em, tone(t.t1), view::Font::SemiBold);
        paint.glyph(glyph, place.x + place.w / 2, place.y + place.h * .72f, mark, tone(t.hazard));
        return;
      } else {
        paint.glyph(glyph, place.x + place.w / 2, place.y + place.h / 2, mark, tone(t.hazard));
        return;
      }
    }
    if (!item.is_launch()) {
      if (place.w < mark + 4) return;
      const bool alone = place.w < paint.px(56);
      arrow(paint, item.kind, alone ? place.x + place.w / 2 : x + mark / 2, two, mark, tone(t.t1));
      if (alone) return;
      x += mark + paint.px(8);
      const float to = paint.mid_fit(x, two, item.name, end - x, em, tone(t.t1), view::Font::SemiBold);
      if (end - to > paint.width(item.detail, em) + paint.px(10))
        paint.mid(to + paint.px(10), two, item.detail, em, tone(t.t2));
      return;
    }
    std::string name = item.of.size() > 1 && item.repeats == 0
                           ? language::trf("program.folded", language::arg("name", item.name),
                                           language::arg("count", item.of.size()))
                           : item.name;
    if (deck(item)) {
      const float free = end - x - paint.px(8) -
                         paint.width(name, em, view::Font::SemiBold) * (big ? .6f : 1.f);
      std::string pill = pill_of(item);
      if (paint.width(pill, paint.size(14), view::Font::SemiBold) + paint.px(big ? 20 : 14) >= free)
        pill = language::trf("program.run_all", language::arg("count", grouped(item.repeats + 1)));
      const float small = paint.size(14),
                  w = paint.width(pill, small, view::Font::SemiBold) + paint.px(big ? 20 : 14),
                  h = std::min(place.h - 6, paint.px(24));
      if (w < free) {
        const view::Box plate{end - w, place.y + (place.h - h) / 2, w, h};
        ImGui::SetCursorScreenPos({plate.x, plate.y});
        if (pressable(("##repeats_" + std::to_string(index)).c_str(), {w, h})) open_ = index;
        const bool over = ImGui::IsItemHovered();
        focus_ring(paint, {plate.x - 2, plate.y - 2, plate.w + 4, plate.h + 4}, h / 2);
        paint.fill(plate, over ? t.bg3 : t.bg0, h / 2);
        paint.outline(plate, tone(on || over ? t.t1 : t.edge), h / 2, 1.25f);
        paint.mid_centre(plate.x + w / 2, plate.y + h / 2, pill, small, tone(t.t1), view::Font::SemiBold);
        end -= w + paint.px(8);
      }
    }
    if (paint.width(name, em, view::Font::SemiBold) > end - x)
      x = place.x + paint.px(4), end += pad - paint.px(4);
    if (end - x < paint.px(12)) return;
    paint.mid_fit(x, two, name, end - x, em, tone(t.t1), view::Font::SemiBold);
    if (big && paint.width(item.detail, paint.size(14), view::Font::Mono) <= end - x)
      paint.mid(x, place.y + place.h * .73f, item.detail, paint.size(14), tone(t.t2), view::Font::Mono);
  }

  template <typename Tone>
  static void times(const Paint& paint, const LaunchItem& item, view::Box place, bool on, bool big,
                    const Tone& tone, float& time_end, float right) {
    const view::Theme& t = paint.theme();
    const float em = paint.size(15), cy = place.y - paint.px(big ? 17 : 12);
    std::string text = results::modelled_time(item.seconds);
    if (item.never_ran)
      text = language::tr(item.never_ended ? "program.never_ended_mark" : "program.never_ran_mark");
    else if (item.race && !big) text = language::tr("program.race_mark");
    else if (deck(item)) {
      const std::string sum = results::modelled_time(item.total);
      text = big ? language::trf("program.each", language::arg("time", text), language::arg("sum", sum))
                 : language::trf("program.each_short", language::arg("time", text));
    } else if (item.seconds <= 0) return;
    const bool strong = on || item.never_ran || (item.race && !big);
    const float w = paint.width(text, em, strong ? view::Font::SemiBold : view::Font::Regular);
    if (place.x < time_end || place.x + w > right + paint.px(20)) return;
    if (!strong && place.w < std::min(w * .8f, paint.px(44))) return;
    paint.mid(place.x, cy, text, em, tone(strong ? t.t1 : t.t2),
              strong ? view::Font::SemiBold : view::Font::Regular);
    time_end = place.x + w + paint.px(10);
  }

  /// The launches of a deck, one a row: a click looks into it.
  void repeats(PanelContext& c, const Paint& paint) {
    const char* const id = "##repeats";
    if (const std::optional<std::size_t> open = std::exchange(open_, std::nullopt)) {
      listed_ = *open;
      ImGui::OpenPopup(id);
    }
    ImGui::SetNextWindowSizeConstraints(
        {0, 0}, {ImGui::GetMainViewport()->Size.x * .9f, ImGui::GetMainViewport()->Size.y * .6f});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {paint.px(14), paint.px(12)});
    ImGui::PushFont(c.fonts[view::Font::Regular], paint.size(16));
    if (ImGui::BeginPopup(id)) {
      if (listed_ < items_.size() && items_[listed_].is_launch() && !items_[listed_].of.empty())
        rows(c, paint, items_[listed_]);
      else ImGui::CloseCurrentPopup();
      ImGui::EndPopup();
    }
    ImGui::PopFont();
    ImGui::PopStyleVar();
  }

  void rows(PanelContext& c, const Paint& paint, const LaunchItem& item) const {
    ImGui::PushFont(c.fonts[view::Font::SemiBold], paint.size(16));
    ImGui::TextUnformatted(
        language::trf("program.repeats_title", language::arg("kernel", item.name),
                      language::arg("count", grouped(item.repeats + 1)),
                      language::arg("line", c.session.present_line(item.place.line, item.place.file)))
            .c_str());
    ImGui::PopFont();
    const std::optional<std::size_t> chosen = c.session.programs().looked_into();
    for (const results::RepeatRow& row : results::repeat_rows(*of_, item)) {
      if (!row.launch) {
        ImGui::PushStyleColor(ImGuiCol_Text, vec4(c.theme.t2));
        ImGui::TextUnformatted(row.text.c_str());
        ImGui::PopStyleColor();
      } else if (ImGui::Selectable((row.text + "###repeat_" + std::to_string(*row.launch)).c_str(),
                                   chosen == row.launch)) {
        c.session.choose_launch(*row.launch);
      }
    }
  }

  /// Of a fold: the one that takes longest.
  void click(PanelContext& c, const LaunchItem& item) const {
    if (!item.is_launch() || item.never_ran)
      c.ui.commands.add(ShowLine{item.place.file, c.session.present_line(item.place.line, item.place.file)});
    if (item.never_ran) c.ui.commands.add(ResultsTab::Output);
    if (!item.is_launch() || item.of.empty()) return;
    c.session.choose_launch(
        *std::max_element(item.of.begin(), item.of.end(), [&](std::size_t a, std::size_t b) {
          return of_->launches[a].seconds < of_->launches[b].seconds;
        }));
  }

  std::shared_ptr<const whole::Record> of_;
  std::vector<LaunchItem> items_;
  KernelFieldsRow fields_;
  float scroll_ = 0;
  std::optional<std::size_t> open_;  ///< the deck whose pill was clicked, an index into items_
  std::size_t listed_ = 0;           ///< the one whose list is open
  std::optional<std::size_t> shown_; ///< the chosen launch that was brought into sight
};

} // namespace

std::unique_ptr<Panel> make_launches_panel() { return std::make_unique<LaunchesPanel>(); }

} // namespace warpscope::panels
