// A lab's question below the picture, with "Show me"; then the answer, in one sentence with the numbers of
// the current run.
#include "app/language/language.h"
#include "app/panels/window/panel.h"
#include "app/panels/window/widgets.h"

#include <algorithm>
#include <cmath>

namespace warpscope::panels {

namespace {

/// Wraps the text at this width; the last line contains all that is left.
std::vector<std::string_view> wrap(ImFont* font, float em, std::string_view text, float width,
                                   std::size_t most) {
  std::vector<std::string_view> lines;
  const char *begin = text.data(), *end = begin + text.size();
  while (begin < end) {
    const char* stop = lines.size() + 1 == most ? end : font->CalcWordWrapPosition(em, begin, end, width);
    if (stop == begin) ++stop;
    lines.emplace_back(begin, static_cast<std::size_t>(stop - begin));
    begin = stop;
    while (begin < end && *begin == ' ') ++begin;
  }
  return lines;
}

/// Sizes and positions that the height and the drawing share.
struct Place {
  float question = 17, answer = 17, small = 15, pad = 12, row = 24, text_width = 0, button = 0, button_h = 36;
  std::size_t question_lines = 1, answer_lines = 1;

  Place(const Paint& paint, const Fonts& fonts, const Layout& layout, const source::Scenario& scenario) {
    question = answer = paint.size(17);
    small = paint.size(15);
    pad = paint.px(12);
    row = std::round(question * 1.36f);
    button_h = paint.px(38);
    button = text_button_width(paint, language::tr("lesson.show"), "", paint.size(16));
    text_width = layout.stage.w - button - 3 * margin(paint, layout);
    if (text_width < 40) return;
    question_lines = wrap(fonts[view::Font::SemiBold], question, scenario.question, text_width, 3).size();
    answer_lines = scenario.lesson ? wrap(fonts[view::Font::SemiBold], answer, scenario.lesson->answer,
                                          text_width - paint.px(28), 4)
                                         .size()
                                   : 0;
  }
  /// Where the picture needs the room: two lines at most, the rest on hover.
  [[nodiscard]] float compact_height() const { return std::max(button_h, 2 * row) + .6f * pad; }
  [[nodiscard]] std::size_t rows_in(float height) const {
    return static_cast<std::size_t>(std::max(1.f, std::floor((height - 2) / row)));
  }
  static float margin(const Paint& paint, const Layout& layout) { return paint.px(layout.big ? 32 : 24); }
  /// The same before and after the answer, so that the picture does not jump.
  [[nodiscard]] float height() const {
    return 2 * pad + std::max({static_cast<float>(question_lines) * row,
                               static_cast<float>(answer_lines) * row + small * 1.5f, button_h});
  }
};

const source::Scenario* scenario_of(const session::Session& session) {
  const run::Result* picture = session.runs().picture();
  if (session.document().mode != document::SourceMode::Kernel || picture == nullptr ||
      picture->scenario.question.empty())
    return nullptr;
  return &picture->scenario;
}

class LessonPanel final : public Panel {
 public:
  void draw(PanelContext& c) override {
    const source::Scenario* scenario = scenario_of(c.session);
    if (scenario == nullptr) return;
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
    const view::Theme& t = c.theme;
    const view::Box box = c.layout.lesson;
    const Place place(paint, c.fonts, c.layout, *scenario);
    const float margin = Place::margin(paint, c.layout), x = box.x + margin;
    paint.fill({box.x - 1, box.y, 3, box.h}, t.bg0);
    paint.line(box.x, box.y + .5f, box.x + box.w, box.y + .5f, t.line);

    const lesson::Tutor::State state = c.session.lesson_state();
    const lesson::LessonAnswer* answer = c.session.lesson().answer();
    keep_scene(c, answer, scenario->lesson);
    const bool compact = box.h < place.height();
    if (compact) {
      const bool answered = state == lesson::Tutor::State::Answered;
      const std::string& text = answered ? answer->sentence : scenario->question;
      const std::vector<std::string_view> lines = wrap(c.fonts[view::Font::SemiBold], place.question, text,
                                                       place.text_width,
                                                       std::min<std::size_t>(2, place.rows_in(box.h)));
      float y = box.y + box.h / 2 - place.row * (static_cast<float>(lines.size()) - 1) / 2;
      for (const std::string_view line : lines) {
        paint.mid_fit(x, y, line, place.text_width, place.question, t.t1, view::Font::SemiBold);
        y += place.row;
      }
      tooltip_at(paint, c.fonts, {x, box.y, place.text_width, box.h},
                 answered ? text + "\n" + std::string(language::tr("lesson.computed")) : text);
    } else if (state == lesson::Tutor::State::Answered) {
      float y = box.y + place.pad + place.small * .6f;
      paint.mid_fit(x, y, scenario->question, place.text_width, place.small, t.t2);
      tooltip_at(paint, c.fonts, {x, box.y, place.text_width, place.pad + place.small * 1.2f},
                 scenario->question);
      y += place.small * .7f + place.row * .6f;
      paint.glyph(Glyph::Check, x + paint.px(9), y, paint.size(16), t.now);
      for (const std::string_view line : wrap(c.fonts[view::Font::SemiBold], place.answer, answer->sentence,
                                              place.text_width - paint.px(28), 4)) {
        paint.mid_fit(x + paint.px(28), y, line, place.text_width - paint.px(28), place.answer, t.t1,
                      view::Font::SemiBold);
        y += place.row;
      }
      tooltip_at(paint, c.fonts,
                 {x, box.y + place.pad + place.small * 1.3f, place.text_width,
                  box.h - place.pad - place.small * 1.3f},
                 language::tr("lesson.computed"));
    } else {
      const std::vector<std::string_view> lines = wrap(c.fonts[view::Font::SemiBold], place.question,
                                                       scenario->question, place.text_width, 3);
      float y = box.y + box.h / 2 - place.row * (static_cast<float>(lines.size()) - 1) / 2;
      for (const std::string_view line : lines) {
        paint.mid_fit(x, y, line, place.text_width, place.question, t.t1, view::Font::SemiBold);
        y += place.row;
      }
    }
    if (!scenario->lesson) return;
    float button_x = box.x + box.w - margin - place.button;
    const bool playing = state == lesson::Tutor::State::Playing;
    if (text_button(paint, "##show_me", button_x, box.y + (box.h - place.button_h) / 2, place.button_h,
                    language::tr("lesson.show"), "", paint.size(16), state == lesson::Tutor::State::Asked))
      show_me(c);
    tooltip(paint, c.fonts,
            playing                                   ? language::tr("lesson.playing")
            : state == lesson::Tutor::State::Answered ? language::tr("lesson.again_tip")
                                                      : language::tr("lesson.show_tip"));
    if (!c.session.lesson().problem().empty() && said_ != c.session.lesson().problem())
      c.ui.say(c.session.lesson().problem(), true);
    said_ = c.session.lesson().problem();
  }

 private:
  /// Selects the lesson's scene once its access is there; the person may then choose another one.
  void keep_scene(PanelContext& c, const lesson::LessonAnswer* answer,
                  const std::optional<source::Lesson>& lesson) {
    if (answer == nullptr || !lesson || c.session.time().moment().event != answer->place.event) {
      placed_ = false;
      return;
    }
    if (std::exchange(placed_, true)) return;
    if (lesson->scene.empty()) { // the one that draws what the answer counts
      const Space space = c.session.time().playback().trace()->event(answer->place.event).space;
      if (cost_rule(space) == CostRule::Sectors) c.ui.scene = view::SceneKind::Sectors;
      if (cost_rule(space) == CostRule::Banks) c.ui.scene = view::SceneKind::Banks;
      return;
    }
    if (const std::optional<view::SceneKind> scene = view::scene_by_id(lesson->scene)) c.ui.scene = *scene;
    else c.ui.say(language::trf("lesson.no_scene", language::arg("scene", lesson->scene)), true);
  }

  bool placed_ = false;
  std::string said_;
};

} // namespace

float lesson_height(const session::Session& session, const Fonts& fonts, const view::Theme& theme,
                    const Layout& layout) {
  const source::Scenario* scenario = scenario_of(session);
  if (scenario == nullptr || layout.stage_tabs.h <= 0) return 0;
  const Paint paint(nullptr, fonts, theme, layout.scale);
  const Place place(paint, fonts, layout, *scenario);
  const float full = place.height();
  const bool room = layout.stage.h - full >= 260 * std::max(1.f, layout.scale);
  return room ? full : std::min(full, place.compact_height());
}

void show_me(PanelContext& c) {
  if (const std::string why_not = c.session.show_me(); !why_not.empty()) c.ui.say(why_not, true);
}

std::unique_ptr<Panel> make_lesson_panel() { return std::make_unique<LessonPanel>(); }

} // namespace warpscope::panels
