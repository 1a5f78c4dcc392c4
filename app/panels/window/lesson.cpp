// A lab's question below the picture, with "Show me"; then the answer, in one sentence with the numbers of
// the current run; below it, to scroll to, why it is so.
#include "app/language/language.h"
#include "app/panels/window/panel.h"
#include "app/panels/window/widgets.h"

#include <algorithm>
#include <cmath>

namespace warpscope::panels {

namespace {

/// Sizes and positions that the height and the drawing share.
struct Place {
  float question = 17, answer = 17, small = 15, pad = 12, row = 24, small_row = 20, indent = 28,
        text_width = 0, button = 0, button_h = 36;
  float asked_h = 0, answered_h = 0; ///< of the words alone
  float said_h = 0;                  ///< of the answer without its question

  Place(const Paint& paint, const Fonts& fonts, const Layout& layout, const source::Scenario& scenario) {
    question = answer = paint.size(17);
    small = paint.size(15);
    pad = paint.px(12);
    row = std::round(question * 1.36f);
    small_row = std::round(small * 1.36f);
    indent = paint.px(28);
    button_h = paint.px(38);
    button = text_button_width(paint, language::tr("lesson.show"), "", paint.size(16));
    text_width = layout.stage.w - button - 3 * margin(paint, layout);
    if (text_width < 40) return;
    const auto lines = [&](view::Font font, float em, std::string_view text, float width) {
      return static_cast<float>(lines_of_text(fonts[font], em, text, width).size());
    };
    asked_h = lines(view::Font::SemiBold, question, scenario.question, text_width) * row;
    if (!scenario.lesson) return;
    said_h = lines(view::Font::SemiBold, answer, scenario.lesson->answer, text_width - indent) * row;
    answered_h = lines(view::Font::Regular, small, scenario.question, text_width) * small_row + said_h;
  }
  /// Where the picture needs the room: the answer, in `most` pixels, but two lines at the least. The rest is
  /// scrolled to.
  [[nodiscard]] float compact_height(float most) const {
    const float two = std::max(button_h, 2 * row) + .6f * pad;
    return std::max(two, std::min(said_h + .6f * pad, most));
  }
  static float margin(const Paint& paint, const Layout& layout) { return paint.px(layout.big ? 32 : 24); }
  /// The same before and after the answer, so that the picture does not jump.
  [[nodiscard]] float height() const { return 1.5f * pad + std::max({asked_h, answered_h, button_h}); }
};

const source::Scenario* scenario_of(const session::Session& session) {
  const source::Scenario* scenario = session.scenario();
  if (session.document().mode != document::SourceMode::Kernel || scenario == nullptr ||
      scenario->question.empty())
    return nullptr;
  return scenario;
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
    const bool answered = state == lesson::Tutor::State::Answered && answer != nullptr;
    words(c, place, {x, box.y + 2, place.text_width, box.h - 4}, *scenario,
          answered ? &answer->sentence : nullptr);
    if (answered)
      tooltip_at(paint, c.fonts, {x, box.y, place.text_width, box.h}, language::tr("lesson.computed"));
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
    if (answer == nullptr || !lesson || answer->place.line == 0 ||
        c.session.time().moment().event != answer->place.event) {
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

  /// The question, with its answer below it and the lab's explanation below that: all of it. What has no room
  /// is scrolled to; a new answer is scrolled into view, with its question where both have room.
  /// Scrolled, the room is as high as whole lines are: no line is cut at its edge.
  void words(const PanelContext& c, const Place& place, view::Box room, const source::Scenario& scenario,
             const std::string* answer) {
    const view::Theme& t = c.theme;
    const std::string& question = scenario.question;
    const bool quiet = answer != nullptr; // the question has been asked
    const float asked_em = quiet ? place.small : place.question,
                asked_row = quiet ? place.small_row : place.row;
    const view::Font asked_font = quiet ? view::Font::Regular : view::Font::SemiBold;
    const std::vector<std::string_view> asked = lines_of_text(c.fonts[asked_font], asked_em, question,
                                                              room.w);
    std::vector<std::string_view> said, why;
    if (quiet) {
      said = lines_of_text(c.fonts[view::Font::SemiBold], place.answer, *answer, room.w - place.indent);
      why = lines_of_text(c.fonts[view::Font::Regular], place.answer, scenario.explanation,
                          room.w - place.indent);
    }
    const float asked_h = static_cast<float>(asked.size()) * asked_row,
                told_h = asked_h + static_cast<float>(said.size()) * place.row,
                height = told_h + static_cast<float>(why.size()) * place.row;
    const bool scrolls = height > room.h;
    const float above = quiet && told_h > room.h ? asked_h : 0; // of what a new answer scrolls past
    if (scrolls) {
      const float small_rows = quiet && above == 0 ? asked_h : 0;
      const float lines = small_rows +
                          std::max(1.f, std::floor((room.h - small_rows) / place.row)) * place.row;
      room.y += std::floor((room.h - lines) / 2);
      room.h = lines;
    }
    ImGui::SetCursorScreenPos({room.x, room.y});
    ImGui::PushStyleVar(ImGuiStyleVar_ScrollbarSize, 8);
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                                   (scrolls ? 0 : ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoNav);
    if (ImGui::BeginChild("##words", {room.w + 12, room.h}, ImGuiChildFlags_None, flags)) {
      const Paint paint(ImGui::GetWindowDrawList(), c.fonts, t, c.layout.scale);
      if (quiet != quiet_) ImGui::SetScrollY(above);
      quiet_ = quiet;
      Paint::log_scrolls = scrolls;
      float y = room.y + (scrolls ? -ImGui::GetScrollY() : (room.h - height) / 2);
      for (const std::string_view line : asked) {
        paint.mid(room.x, y + asked_row / 2, line, asked_em, quiet ? t.t2 : t.t1, asked_font);
        y += asked_row;
      }
      if (quiet) paint.glyph(Glyph::Check, room.x + paint.px(9), y + place.row / 2, paint.size(16), t.now);
      for (const std::string_view line : said) {
        paint.mid(room.x + place.indent, y + place.row / 2, line, place.answer, t.t1, view::Font::SemiBold);
        y += place.row;
      }
      for (const std::string_view line : why) {
        paint.mid(room.x + place.indent, y + place.row / 2, line, place.answer, t.t2);
        y += place.row;
      }
      Paint::log_scrolls = false;
      // An answer shorter than the room can be scrolled to its top, too: the question's rows are lower.
      ImGui::Dummy({room.w, !scrolls ? 1 : quiet ? std::max(height, above + room.h) : height});
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
  }

  bool placed_ = false, quiet_ = false;
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
  const float most = layout.stage.h - 260 * std::max(1.f, layout.scale); // the rest is the picture's
  return full <= most ? full : std::min(full, place.compact_height(most));
}

void show_me(PanelContext& c) {
  if (const std::string why_not = c.session.show_me(); !why_not.empty()) c.ui.say(why_not, true);
}

std::unique_ptr<Panel> make_lesson_panel() { return std::make_unique<LessonPanel>(); }

} // namespace warpscope::panels
