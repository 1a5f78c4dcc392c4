// A lesson that is played, around its picture: title, dots, headline and sentence above; the question with
// its choices, and the keys, below.
#include "app/language/language.h"
#include "app/panels/stage/pen.h"
#include "app/panels/window/panel.h"
#include "app/panels/window/widgets.h"
#include "app/view/text_metrics.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace warpscope::panels {

namespace {

using lesson::Course;

constexpr float lecture_width = 1920, lecture_height = 1080; ///< the sizes below are of a stage of this size
constexpr std::size_t most_question_lines = 3;

/// A choice in its parts: "16" and "wavefronts", or a sentence alone.
struct ChoiceWords {
  std::string number, words;
};
ChoiceWords choice_words(const labs::Moment& moment, std::size_t choice) {
  const std::string& text = moment.choices[choice];
  if (moment.right > 0 || moment.count.empty()) return {{}, text};
  const std::uint64_t n = std::strtoull(text.c_str(), nullptr, 10);
  return {grouped(n), std::string(lesson::unit_of_count(moment.count, n))};
}

/// The picture's headline tells under its count of a fault or a race of another access. Where it is this
/// access that is wrong, the headline says so itself.
bool warns_of_elsewhere(const Course& course, const view::Headline& headline) {
  return course.phase() == Course::Phase::Shown && headline.lead_warns &&
         headline.tone != view::Headline::Tone::Hazard;
}

/// Sizes and positions that the layout and both panels share.
struct CoursePlaces {
  float q = 1, margin = 64, small = 28, sentence = 36, sentence_row = 48, question = 44, question_row = 56,
        choice = 34, choice_row = 42, chip_h = 92, title_y = 44, headline = 84, headline_y = 132;
  bool brief = false; ///< glyphs in place of key hints, and no foot line
  std::vector<std::string_view> said, asked;
  std::vector<std::vector<std::string_view>> choices; ///< of sentences: their lines
  float head = 0, band = 0, keys = 0;                 ///< heights

  /// `warns`: something else than the access on the stage is wrong, which takes a row of the head.
  CoursePlaces(const Fonts& fonts, const Course& course, float width, float height, bool warns = false) {
    q = std::min(width / lecture_width, height / lecture_height);
    const auto px = [&](float value) { return std::round(value * q); };
    const auto text = [&](float size) { return std::max(13.F, std::round(size * q)); };
    margin = px(64);
    small = text(28);
    sentence = text(36);
    sentence_row = std::round(sentence * 1.32F);
    question = text(44);
    question_row = std::round(question * 1.28F);
    choice = text(34);
    choice_row = std::round(choice * 1.25F);
    headline = text(84);
    title_y = px(44);
    headline_y = px(132);
    brief = q < .7F;
    const float room = width - 2 * margin;
    const bool waits = course.phase() == Course::Phase::Waiting;
    said = lines_of_text(fonts[view::Font::Regular], sentence,
                         waits ? std::string_view(course.moment().say) : course.sentence(), room - px(56));
    head = px(190) + std::max<float>(1, static_cast<float>(said.size())) * sentence_row + px(14);
    if (!course.problem().empty() || course.moved() || warns) head += sentence_row;
    keys = std::max(px(86), small * 2);
    if (!course.question_in_sight()) return;
    asked = lines_of_text(fonts[view::Font::SemiBold], question, course.moment().ask, room);
    if (asked.size() > most_question_lines) asked.resize(most_question_lines);
    band = px(28) + static_cast<float>(asked.size()) * question_row;
    const std::size_t count = course.moment().choices.size();
    std::size_t rows = 1;
    for (std::size_t i = 0; i < count; ++i) {
      const ChoiceWords words = choice_words(course.moment(), i);
      choices.push_back(words.number.empty()
                            ? lines_of_text(fonts[view::Font::Regular], choice, course.moment().choices[i],
                                            chip_width(room, count) - px(124))
                            : std::vector<std::string_view>{});
      rows = std::max(rows, choices.back().size());
    }
    chip_h = std::max(px(92), static_cast<float>(rows) * choice_row + px(32));
    if (count > 0) band += px(16) + chip_h;
    if (!brief) band += px(56);
    else band += px(24);
  }
  [[nodiscard]] float gap() const { return std::round(24 * q); }
  [[nodiscard]] float chip_width(float room, std::size_t count) const {
    return std::floor((room - static_cast<float>(count - 1) * gap()) / static_cast<float>(count));
  }
};

class CourseHeadPanel final : public Panel {
 public:
  void draw(PanelContext& c) override {
    const Course& course = *c.session.course();
    swap_strokes(c, course.index());
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
    const view::Theme& t = c.theme;
    const view::Box box = c.layout.course_head;
    const CoursePlaces place(c.fonts, course, c.layout.width, c.layout.height);
    paint.fill(box, t.bg1);
    const float x = place.margin, right = box.w - place.margin;
    const float dots_from = dots(paint, course, place, right);
    paint.mid_fit(x, place.title_y, course.lesson().title, dots_from - x - place.gap(), place.small, t.t2);

    const float pips_from = wavefront(c, paint, course, place, right);
    headline(c, paint, course, place, x, pips_from - x - place.gap());

    float y = place.headline_y + std::round(58 * place.q) + place.sentence_row / 2;
    const float indent = std::round(48 * place.q);
    if (course.phase() == Course::Phase::Shown) {
      paint.glyph(Glyph::Stack, x + place.sentence * .4F, y, place.sentence * .62F,
                  view::tone_color(c.ui.stage.headline.tone, t));
      for (const std::string_view line : place.said) {
        paint.mid(x + indent, y, line, place.sentence, t.t1);
        y += place.sentence_row;
      }
    }
    warning(c, paint, course, place,
            {x, box.y + box.h - place.sentence_row - std::round(8 * place.q), right - x, place.sentence_row});
  }

 private:
  /// Done: a tick; now: a pill; to come: a ring, with a question mark where something is asked. Returns where
  /// the row begins.
  static float dots(const Paint& paint, const Course& course, const CoursePlaces& place, float right) {
    const view::Theme& t = paint.theme();
    const std::size_t count = course.lesson().moments.size();
    const std::string n_of_m = language::trf("course.n_of_m", language::arg("n", course.index() + 1),
                                             language::arg("m", count));
    float x = paint.mid_right(right, place.title_y, n_of_m, place.small, t.t1, view::Font::SemiBold);
    const float r = std::round(10 * place.q), pill = std::round(64 * place.q), y = place.title_y,
                em = std::max(13.F, std::round(18 * place.q));
    const float step = std::min(std::round(46 * place.q),
                                (x - place.margin - pill) / (static_cast<float>(count) * 2));
    x -= std::round(40 * place.q);
    for (std::size_t i = count; i-- > 0;) {
      const bool now = i == course.index(), asks = !course.lesson().moments[i].ask.empty();
      const float w = now ? pill : 2 * r;
      const view::Box box{x - w, y - r, w, 2 * r};
      const float cx = box.x + w / 2;
      if (now) paint.fill(box, t.now, r);
      else if (course.done(i)) paint.fill(box, t.bg3, r);
      else paint.outline(box, t.t3, r, std::max(1.F, 2 * place.q));
      const bool tick = !now && course.done(i);
      if (tick) paint.glyph(Glyph::Check, cx, y, r * 1.1F, t.t1);
      else if (asks && (now || step > em * .9F))
        paint.mid_centre(cx, y, "?", em, now ? t.on_now : t.t2, view::Font::SemiBold);
      x = box.x - std::max(2.F, step - 2 * r);
    }
    return x;
  }

  /// "wavefront 12 of 32". Returns where it begins.
  static float wavefront(const PanelContext& c, const Paint& paint, const Course& course,
                         const CoursePlaces& place, float right) {
    const playback::Playhead& time = c.session.time();
    if (course.hides() || !course.place() || course.last_wavefront() == 0 || time.track().empty() ||
        time.moment().event != course.place()->event)
      return right;
    const std::uint32_t all = course.last_wavefront() + 1, n = std::min(time.moment().wavefront + 1, all);
    const std::string text = language::trf("course.wavefront", language::arg("n", n),
                                           language::arg("all", all));
    const float w = std::max(paint.width(text, place.small), std::round(300 * place.q));
    const float from = right - w, y = place.headline_y - place.small * .5F;
    paint.mid(from, y, text, place.small, paint.theme().t2);
    const float bar = std::round(8 * place.q), top = y + place.small * .8F;
    paint.fill({from, top, w, bar}, paint.theme().bg3, bar / 2);
    paint.fill({from, top, w * static_cast<float>(n) / static_cast<float>(all), bar}, paint.theme().now,
               bar / 2);
    return from;
  }

  static void headline(const PanelContext& c, const Paint& paint, const Course& course,
                       const CoursePlaces& place, float x, float room) {
    const view::Theme& t = c.theme;
    std::string strong = c.ui.stage.headline.strong, rest = c.ui.stage.headline.rest;
    view::Color tone = view::tone_color(c.ui.stage.headline.tone, t);
    if (course.hides()) {
      strong = "?";
      // A question whose choices are sentences asks for no count.
      rest = course.moment().right > 0 ? std::string()
                                       : " " + std::string(lesson::unit_of_count(course.moment().count, 2));
      tone = t.now;
    } else if (!course.place()) {
      return;
    } else if (const std::string answer = answer_of(course);
               !answer.empty() && counts_the_access(c) && !strong.starts_with(answer)) {
      strong = answer; // where the picture's own sentence is about something else
      rest.clear();
      tone = t.t1;
    }
    float em = place.headline;
    const float w = paint.width(strong + rest, em, view::Font::Bold);
    if (w > room) em = std::max(place.sentence, std::floor(em * room / w));
    const float end = paint.mid_fit(x, place.headline_y, strong, room, em, tone, view::Font::Bold);
    paint.mid_fit(end, place.headline_y, rest, room - (end - x), em, t.t1, view::Font::Bold);
  }

  /// The headline is a count of the access on the stage and no alarm: "4 sectors where 2 would do".
  static bool counts_the_access(const PanelContext& c) {
    const view::SceneKind scene = c.ui.scene;
    return c.ui.stage.headline.tone != view::Headline::Tone::Hazard &&
           (scene == view::SceneKind::Banks || scene == view::SceneKind::Sectors ||
            scene == view::SceneKind::Array);
  }

  /// What the moment asked for: "16 lanes" as it was counted, or the right one of its sentences; empty: it
  /// asked for nothing.
  static std::string answer_of(const Course& course) {
    const labs::Moment& moment = course.moment();
    if (moment.ask.empty()) return {};
    if (moment.right > 0) {
      const std::optional<std::size_t> right = course.right();
      std::string answer = right ? moment.choices[*right] : std::string();
      if (!answer.empty() && answer.front() >= 'a' && answer.front() <= 'z') answer.front() -= 'a' - 'A';
      return answer;
    }
    const auto counted = course.counts().find(moment.count);
    if (counted == course.counts().end()) return {};
    const std::string_view unit = lesson::unit_of_count(moment.count, counted->second);
    return grouped(counted->second) + (unit.empty() ? "" : " ") + std::string(unit);
  }

  static void warning(const PanelContext& c, const Paint& paint, const Course& course,
                      const CoursePlaces& place, view::Box row) {
    std::string text = course.problem();
    if (text.empty() && warns_of_elsewhere(course, c.ui.stage.headline)) text = c.ui.stage.headline.lead;
    if (course.moved())
      text = language::trf("course.moved", language::arg("recorded", grouped(course.moved()->recorded)),
                           language::arg("now", grouped(course.moved()->now)));
    if (text.empty() || (course.moved() && course.hides())) return;
    const float cy = row.y + row.h / 2, em = place.small;
    paint.glyph(Glyph::Warning, row.x + em * .6F, cy, em, paint.theme().hazard);
    paint.mid_fit(row.x + em * 1.7F, cy, text, row.w - em * 1.7F, em, paint.theme().t1);
  }

  /// What the pen drew stays with its moment.
  void swap_strokes(PanelContext& c, std::size_t index) {
    const std::string& id = c.session.course()->lesson().id;
    if (id != lesson_) {
      lesson_ = id;
      kept_.clear();
      index_ = index;
      c.ui.stage.strokes.clear();
    }
    kept_.resize(c.session.course()->lesson().moments.size());
    if (index == index_) return;
    kept_[index_] = std::exchange(c.ui.stage.strokes, std::move(kept_[index]));
    index_ = index;
  }

  std::string lesson_;
  std::vector<std::vector<std::vector<view::Point>>> kept_;
  std::size_t index_ = 0;
};

class CourseFootPanel final : public Panel {
 public:
  void draw(PanelContext& c) override {
    const Course& course = *c.session.course();
    const Paint paint(ImGui::GetWindowDrawList(), c.fonts, c.theme, c.layout.scale);
    const view::Box box = c.layout.course_foot;
    const CoursePlaces place(c.fonts, course, c.layout.width, c.layout.height);
    const float keys = std::min(place.keys, box.h);
    paint.fill(box, c.theme.bg1);
    // A key of this frame may have taken the question away, whose room is still there.
    if (box.h > keys && course.question_in_sight())
      band(c, paint, place, {box.x, box.y, box.w, box.h - keys});
    key_row(c, paint, place, {box.x, box.y + box.h - keys, box.w, keys});
  }

 private:
  static void band(PanelContext& c, const Paint& paint, const CoursePlaces& place, view::Box box) {
    const Course& course = *c.session.course();
    const view::Theme& t = c.theme;
    paint.fill(box, t.bg2);
    paint.fill({box.x, box.y, std::round(8 * place.q), box.h}, t.now);
    const float x = place.margin, room = box.w - 2 * place.margin;
    float y = box.y + std::round(20 * place.q) + place.question_row / 2;
    for (const std::string_view line : place.asked) {
      paint.mid(x, y, line, place.question, t.t1, view::Font::SemiBold);
      y += place.question_row;
    }
    y += std::round(12 * place.q) - place.question_row / 2;
    const std::size_t count = course.moment().choices.size();
    for (std::size_t i = 0; i < count; ++i) {
      const float w = place.chip_width(room, count);
      chip(c, paint, place, i, {x + static_cast<float>(i) * (w + place.gap()), y, w, place.chip_h});
    }
    if (place.brief) return;
    const float foot = box.y + box.h - std::round(30 * place.q);
    if (course.phase() == Course::Phase::Asked)
      paint.mid(x, foot,
                language::tr(course.chosen()   ? "course.chosen"
                             : !course.hides() ? "course.open_question"
                             : count > 0       ? "course.hidden"
                                               : "course.hidden_thought"),
                place.small, t.t2);
    score(c, paint, place, x + room, foot);
  }

  /// What the class has answered right so far; a click clears it.
  static void score(PanelContext& c, const Paint& paint, const CoursePlaces& place, float right, float cy) {
    const document::ClassScore score = c.session.class_score();
    if (score.of == 0) return;
    const std::string words = language::trf("course.score", language::arg("right", score.right),
                                            language::arg("all", score.of));
    const float width = paint.width(words, place.small), height = place.small * 1.5F;
    const view::Box box{right - width, cy - height / 2, width, height};
    ImGui::SetCursorScreenPos({box.x, box.y});
    const bool clear = pressable("##clear_score", {box.w, box.h});
    focus_ring(paint, box, paint.px(4));
    paint.mid_right(right, cy, words, place.small, ImGui::IsItemHovered() ? c.theme.t1 : c.theme.t2);
    tooltip(paint, c.fonts, language::tr("course.score_tip"));
    if (clear) c.session.clear_class_score();
  }

  /// Chosen: filled; shown: the right one has a tick and a ring, a wrong one is dim and dashed.
  static void chip(PanelContext& c, const Paint& paint, const CoursePlaces& place, std::size_t i,
                   view::Box box) {
    const Course& course = *c.session.course();
    const view::Theme& t = c.theme;
    ImGui::SetCursorScreenPos({box.x, box.y});
    ImGui::PushID(static_cast<int>(i));
    const bool pressed = pressable("##choice", {box.w, box.h});
    ImGui::PopID();
    const bool asked = course.phase() == Course::Phase::Asked;
    const bool chosen = course.chosen() == i, correct = course.right() == i;
    const float radius = std::round(8 * place.q), line = std::max(1.5F, 2 * place.q);
    const bool filled = asked && chosen, shown_right = !asked && correct, dim = !asked && !correct;
    if (filled) paint.fill(box, t.broadcast, radius);
    else paint.fill(box, t.bg1, radius);
    if (shown_right) paint.outline(box, t.now, radius, 2 * line);
    else if (dim) // what was chosen stays known as such, without a word of praise
      paint.dashed(box, chosen ? t.broadcast : t.edge, chosen ? 2 * line : line, std::max(4.F, 10 * place.q));
    else if (!filled) paint.outline(box, t.t3, radius, line);
    focus_ring(paint, box, radius);
    const bool quiet = dim && !chosen;
    const view::Color ink = filled  ? t.on_broadcast
                            : quiet ? t.t3
                                    : t.t1,
                      soft = filled  ? t.on_broadcast
                             : quiet ? t.t3
                                     : t.t2;
    const float cy = box.y + box.h / 2, key = std::round(52 * place.q);
    const view::Box cap{box.x + std::round(24 * place.q), cy - key / 2, key, key};
    paint.outline(cap, soft, radius / 2, line);
    const char letter[] = {static_cast<char>('A' + i), 0};
    if (shown_right) paint.glyph(Glyph::Check, cap.x + key / 2, cy, key * .6F, t.now);
    else paint.mid_centre(cap.x + key / 2, cy, letter, place.small, ink, view::Font::MonoBold);
    float x = cap.x + key + std::round(24 * place.q);
    const ChoiceWords words = choice_words(course.moment(), i);
    if (words.number.empty()) {
      const std::vector<std::string_view>& lines = place.choices[i];
      float y = cy - static_cast<float>(lines.size() - 1) * place.choice_row / 2;
      for (const std::string_view part : lines) {
        paint.mid(x, y, part, place.choice, ink);
        y += place.choice_row;
      }
    } else {
      x = paint.mid(x, cy, words.number, std::round(place.question * 1.05F), ink, view::Font::Bold);
      paint.mid_fit(x + std::round(14 * place.q), cy, words.words,
                    box.x + box.w - x - std::round(28 * place.q), place.sentence, soft);
    }
    if (pressed) c.session.choose_in_lesson(i);
  }

  /// Behind the last moment: what the next step leads to, and what was answered right.
  static void end_of_lesson(PanelContext& c, const Paint& paint, const CoursePlaces& place, float left,
                            float right, float cy) {
    const lesson::CourseTitle* next = lesson::next_course(c.session.course()->lesson().id);
    const document::ClassScore score = c.session.class_score();
    std::string says = next == nullptr
                           ? std::string(language::tr("course.end"))
                           : language::trf("course.end_next", language::arg("lesson", next->title),
                                           language::arg("minutes", next->minutes));
    if (score.of > 0)
      says = language::trf(
          "course.end_score", language::arg("end", says),
          language::arg("score", language::trf("course.score", language::arg("right", score.right),
                                               language::arg("all", score.of))));
    // Beside the keys: a long title takes a second line, in which nothing is cut.
    const std::vector<std::string_view> lines = lines_of_text(c.fonts[view::Font::SemiBold], place.small,
                                                              says, right - left - place.gap());
    const float row = std::round(place.small * 1.25F);
    float y = cy - static_cast<float>(lines.size() - 1) * row / 2;
    for (const std::string_view line : lines) {
      paint.mid_right(right, y, line, place.small, c.theme.t1, view::Font::SemiBold);
      y += row;
    }
  }

  static void key_row(PanelContext& c, const Paint& paint, const CoursePlaces& place, view::Box box) {
    const view::Theme& t = c.theme;
    const Course& course = *c.session.course();
    const float cy = box.y + box.h / 2;
    float x = place.margin;
    const bool first = course.index() == 0; // whoever is here for the first time reads two keys in words
    const auto hint = [&](const char* id, const char* key, const std::string& word, bool always = false) {
      const float em = std::max(13.F, std::round(20 * place.q)),
                  side = std::max(std::round(36 * place.q),
                                  paint.width(key, em, view::Font::Mono) + std::round(18 * place.q));
      const float h = std::max(std::round(36 * place.q), em * 1.3F);
      const float words = place.brief && !always ? 0 : paint.width(word, place.small);
      const float gap = std::round(12 * place.q);
      ImGui::SetCursorScreenPos({x, cy - h / 2});
      const bool pressed = pressable(id, {side + (words > 0 ? gap + words : 0), h});
      if (words == 0) tooltip(paint, c.fonts, word);
      focus_ring(paint, {x, cy - h / 2, side, h}, std::round(6 * place.q));
      paint.outline({x, cy - h / 2, side, h}, t.t3, std::round(6 * place.q), std::max(1.F, 2 * place.q));
      paint.mid_centre(x + side / 2, cy, key, em, t.t1, view::Font::Mono);
      x += side + gap;
      if (words > 0) x = paint.mid(x, cy, word, place.small, t.t2) + std::round(36 * place.q);
      return pressed;
    };
    const auto word = [](std::string_view key) { return std::string(language::tr(key)); };
    if (hint("##back", "←", word("course.back"))) c.session.back_in_lesson();
    if (hint("##next", "→", word("course.next"), first)) c.session.next_in_lesson();
    if (!course.moment().ask.empty() && hint("##question", "Q", word("course.question")))
      c.session.ask_in_lesson();
    if (hint("##pen", "P", word("course.pen"))) c.ui.stage.pen = !c.ui.stage.pen;
    if (!c.ui.stage.strokes.empty() && hint("##erase", "E", word("course.erase"))) c.ui.stage.strokes.clear();
    if (hint("##leave", "Esc", word("course.leave"), first)) c.ui.presenter = false;
    if (const std::optional<std::size_t> left = c.session.left_at();
        left && hint("##go_on", "End",
                     language::trf("course.go_on_at", language::arg("n", *left + 1),
                                   language::arg("m", course.lesson().moments.size())),
                     true))
      c.session.go_on_in_lesson();
    const float right = box.w - place.margin;
    if (c.ui.stage.pen) {
      const float r = std::round(9 * place.q);
      paint.list()->AddCircleFilled({right - r, cy}, r, rgba(pen_color(t)), 24);
      paint.mid_right(right - 3 * r, cy, language::tr("course.pen_on"), place.small, t.t1);
    } else if (course.ended()) {
      end_of_lesson(c, paint, place, x, right, cy);
    } else if (!course.question_in_sight() || place.brief) {
      score(c, paint, place, right, cy);
    }
  }
};

} // namespace

void make_room_for_course(Layout& layout, const Course& course, const Fonts& fonts,
                          const view::Headline& headline) {
  const CoursePlaces place(fonts, course, layout.width, layout.height, warns_of_elsewhere(course, headline));
  const float head = std::min(place.head, layout.stage.h * .5F);
  layout.course_head = {0, 0, layout.width, head};
  // The picture keeps a third of the height: the question gives way, the keys do not.
  const float foot = std::min(place.band + place.keys, layout.height * .66F - head);
  layout.course_foot = {0, layout.height - foot, layout.width, foot};
  layout.stage_tabs = {0, head, layout.width, 0};
  layout.stage.y = head;
  layout.stage.h = layout.height - head - foot;
}

bool course_keys(PanelContext& c) {
  if (c.session.course() == nullptr) return false;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeyShift || io.KeyAlt || io.KeySuper) return false;
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, false); };
  if (pressed(ImGuiKey_RightArrow)) return c.session.next_in_lesson(), true;
  if (pressed(ImGuiKey_LeftArrow)) return c.session.back_in_lesson(), true;
  if (pressed(ImGuiKey_Q)) return c.session.ask_in_lesson(), true;
  if (pressed(ImGuiKey_End) && c.session.left_at()) return c.session.go_on_in_lesson(), true;
  for (int i = 0; i < static_cast<int>(labs::most_choices); ++i)
    for (const ImGuiKey first : {ImGuiKey_A, ImGuiKey_1, ImGuiKey_Keypad1})
      if (pressed(static_cast<ImGuiKey>(first + i)))
        return c.session.choose_in_lesson(static_cast<std::size_t>(i)), true;
  return false;
}

void draw_recording_mark(const PanelContext& c) {
  if (!c.session.records() || c.session.course() != nullptr) return;
  const Paint paint(ImGui::GetForegroundDrawList(), c.fonts, c.theme, c.layout.scale);
  const std::string text = language::trf("course.recording",
                                         language::arg("count", c.session.recording().moments.size()));
  const float em = paint.size(16), h = paint.px(34), dot = paint.px(6),
              w = paint.width(text, em) + paint.px(28) + 3 * dot;
  const view::Box plate{c.layout.stage.x + (c.layout.stage.w - w) / 2,
                        c.layout.stage.y + c.layout.stage.h - h - paint.px(10), w, h};
  paint.fill(plate, c.theme.bg3, h / 2);
  paint.list()->AddCircleFilled({plate.x + paint.px(14) + dot, plate.y + h / 2}, dot, rgba(c.theme.hazard),
                                16);
  paint.mid(plate.x + paint.px(14) + 3 * dot, plate.y + h / 2, text, em, c.theme.t1);
}

std::unique_ptr<Panel> make_course_head_panel() { return std::make_unique<CourseHeadPanel>(); }
std::unique_ptr<Panel> make_course_foot_panel() { return std::make_unique<CourseFootPanel>(); }

} // namespace warpscope::panels
