// While the counts are hidden no scene may reveal them: two accesses that cost 1 and 32 must give the same
// Picture.
#include "tests/view/fixture.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using namespace testing;

constexpr view::SceneKind all_scenes[] = {view::SceneKind::Banks, view::SceneKind::Array,
                                          view::SceneKind::Sectors, view::SceneKind::Block};

view::SceneRequest asked(const Sample& s, float width, float height, std::uint32_t wavefront = 0) {
  view::SceneRequest in = s.input(width, height, wavefront);
  in.options.question.hide_counts = true;
  return in;
}

TEST(QuestionPicture, IsTheSameHoweverMuchTheAccessCosts) {
  const Sample dear = column_read(32), cheap = column_read(33);
  for (const view::SceneKind scene : all_scenes) {
    EXPECT_EQ(view::build_scene(scene, asked(dear, 1280, 720)),
              view::build_scene(scene, asked(cheap, 1280, 720)));
    EXPECT_EQ(view::build_scene(scene, asked(dear, 1280, 720, 17)),
              view::build_scene(scene, asked(cheap, 1280, 720)))
        << "the wavefront at the playhead is no hint either";
    if (scene != view::SceneKind::Sectors) { // which says that shared memory is elsewhere
      EXPECT_NE(view::build_scene(scene, dear.input(1280, 720)),
                view::build_scene(scene, cheap.input(1280, 720)));
    }
  }
  for (const std::uint32_t stride : {2u, 32u}) {
    Sample far = global_read(stride, 0), near = global_read(1, 0);
    // The text may tell: it is what the question is about.
    far.program.sites[0].text = near.program.sites[0].text;
    EXPECT_EQ(view::build_scene(view::SceneKind::Sectors, asked(far, 900, 600)),
              view::build_scene(view::SceneKind::Sectors, asked(near, 900, 600)));
  }
}

TEST(QuestionPicture, AsksInTheUnitOfTheMemory) {
  EXPECT_EQ(view::make_headline(asked(column_read(), 1280, 720), view::SceneKind::Banks).strong,
            "How many wavefronts?");
  EXPECT_EQ(view::make_headline(asked(column_read(), 1280, 720), view::SceneKind::Block).strong,
            "How many wavefronts?");
  EXPECT_EQ(view::make_headline(asked(global_read(2, 0), 1280, 720), view::SceneKind::Sectors).strong,
            "How many sectors?");
}

/// Its lanes' words tell how many sectors it takes: "each in its own memory" is half of the answer.
TEST(QuestionPicture, HidesAThreadsOwnArrayWhereALessonAsks) {
  const auto own = [](std::uint32_t words) {
    Sample s;
    s.variable("own", Space::Local, {16}, "float", 4);
    s.add("own", "own[i]", Space::Local, AccessKind::Load, 4,
          [words](std::uint32_t t) { return 4 * (t % words); });
    return s;
  };
  const Sample dear = own(16), cheap = own(1);
  view::SceneRequest in = asked(dear, 1280, 720), other = asked(cheap, 1280, 720);
  const std::string told = view::make_headline(in, view::SceneKind::Banks).strong;
  EXPECT_NE(told, "How many sectors?") << "a number would be compared with another access";
  in.options.question.chosen_outside = other.options.question.chosen_outside = true;
  EXPECT_EQ(view::make_headline(in, view::SceneKind::Banks).strong, "How many sectors?");
  EXPECT_EQ(view::build_scene(view::SceneKind::Banks, in), view::build_scene(view::SceneKind::Banks, other));
  EXPECT_EQ(unsound(view::build_scene(view::SceneKind::Banks, in)), "");
}

TEST(QuestionPicture, ShowsWhatIsTyped) {
  const Sample s = column_read();
  view::SceneRequest in = asked(s, 1280, 720);
  EXPECT_NE(all_text(view::build_scene(view::SceneKind::Banks, in)).find("?|Type a number"),
            std::string::npos);
  in.options.question.guess = "16";
  EXPECT_NE(all_text(view::build_scene(view::SceneKind::Banks, in)).find("16|Enter compares"),
            std::string::npos);
}

TEST(QuestionPicture, HidesTheCountsOfThePresentersLines) {
  const Sample s = column_read();
  const view::SceneSourceLine line{9, "float v = tile[tx][ty];", "32", "wavefronts", true, true};
  view::SceneRequest in = asked(s, 1920, 1080);
  in.options.frame.presenter = true;
  in.options.frame.source_lines = {line};
  const std::string hidden = all_text(view::build_scene(view::SceneKind::Banks, in));
  EXPECT_NE(hidden.find("float|v|"), std::string::npos);
  EXPECT_EQ(hidden.find("|wavefronts|"), std::string::npos);
  in.options.question.hide_counts = false;
  EXPECT_NE(all_text(view::build_scene(view::SceneKind::Banks, in)).find("|wavefronts|"), std::string::npos);
}

TEST(QuestionPicture, IsSoundInEverySize) {
  for (const auto& [w, h] : {std::pair{120.F, 60.F},
                             {400.F, 200.F},
                             {794.F, 460.F},
                             {1190.F, 598.F},
                             {1920.F, 1080.F},
                             {3840.F, 2160.F}})
    for (const bool presenter : {false, true})
      for (const Sample& s : {column_read(), shared_stride(1, 0xFF), global_read(32, 0)}) {
        view::SceneRequest in = asked(s, w, h);
        in.options.frame.presenter = presenter;
        const view::Picture picture = view::build_scene(view::SceneKind::Banks, in);
        EXPECT_EQ(unsound(picture), "") << w << "x" << h;
        if (w >= 700) {
          EXPECT_EQ(overlapping(picture), "") << w << "x" << h << (presenter ? " presenter" : "");
        }
      }
}

TEST(Verdict, StandsInFrontOfTheReason) {
  const Sample s = column_read();
  view::SceneRequest in = s.input(1280, 720);
  in.options.question.verdict = "You said 8, it is 32";
  const view::Headline h = view::make_headline(in, view::SceneKind::Banks);
  EXPECT_EQ(h.strong + h.rest, "32 wavefronts where 1 would do");
  EXPECT_EQ(h.lead, "You said 8, it is 32");
  EXPECT_EQ(h.explanation, "32-way conflict: every lane wants another word of bank 13");
  in.options.question.verdict_is_right = true;
  const view::Picture right = view::build_scene(view::SceneKind::Banks, in);
  in.options.question.verdict_is_right = false;
  EXPECT_NE(right, view::build_scene(view::SceneKind::Banks, in)) << "a tick for the right answer";
}

} // namespace
} // namespace warpscope
