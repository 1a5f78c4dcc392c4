// What is chosen in scenes, as names and values: each way back gives the same scene, and what is wrong is
// said.
#include "app/view/fragment_view.h"
#include "app/view/scene_choices.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using fragments::Operand;
using view::Choices;

TEST(SceneChoices, NothingIsChosenInANewScene) {
  EXPECT_TRUE(view::scene_choices({}, {}).empty());
  view::FragmentOptions fragment;
  fragment.pointed = view::FragmentRegister{Operand::B, 1};
  EXPECT_TRUE(view::choices_of(fragment).empty()) << "what the pointer is on is no choice";
}

TEST(SceneChoices, AFragmentComesBack) {
  view::FragmentOptions chosen;
  chosen.lane = 6;
  chosen.product = view::FragmentProduct{
      fragments::find_shape(fragments::Family::Mma, fragments::Type::Half, "m16n8k8"),
      fragments::Type::Float};
  ASSERT_NE(chosen.product->shape, nullptr);
  chosen.operand = Operand::B;
  chosen.reg = view::FragmentRegister{Operand::A, 1};
  chosen.other_side = true;
  chosen.wavefront = 3;
  chosen.selector = 2;
  chosen.pattern = 4;
  const Choices said = view::choices_of(chosen);
  EXPECT_EQ(said, (Choices{{"instruction", "m16n8k8.half.float"},
                           {"lane", "6"},
                           {"operand", "B"},
                           {"pattern", "4"},
                           {"register", "A1"},
                           {"rows", "otherwise"},
                           {"selector", "2"},
                           {"wavefront", "3"}}));
  view::FragmentOptions back;
  back.lane = 9; // of before: nothing of it stays
  EXPECT_EQ(view::take_choices(back, said), "");
  EXPECT_EQ(view::choices_of(back), said);
  EXPECT_EQ(back.product, chosen.product);
  EXPECT_EQ(back.reg, chosen.reg);
}

TEST(SceneChoices, EveryInstructionOfTheMenuComesBack) {
  const auto shapes = fragments::shapes();
  for (std::uint32_t shape = 0; shape < shapes.size(); ++shape)
    for (std::uint32_t sum = 0; sum < fragments::sums_of(shapes[shape]).size(); ++sum) {
      view::FragmentOptions chosen;
      chosen.explore = true;
      chosen.shape = shape;
      chosen.sum = sum;
      view::FragmentOptions back;
      ASSERT_EQ(view::take_choices(back, view::choices_of(chosen)), "");
      EXPECT_EQ(back.shape, shape) << view::choices_of(chosen).at("instruction");
      EXPECT_EQ(back.sum, sum);
      EXPECT_TRUE(back.explore);
    }
}

TEST(SceneChoices, LayoutsComeBack) {
  view::LayoutOptions chosen;
  chosen.swizzle = chosen.drawn_swizzle = "Swizzle<2,3,3>";
  chosen.tile = chosen.drawn_tile = "(32,32): row*33 + col";
  chosen.unit = layouts::Unit::Bytes;
  chosen.type = 3;
  chosen.reading = {false, 4, 8};
  chosen.cell = {2, 7};
  chosen.follows = false;
  view::LayoutOptions back;
  EXPECT_EQ(view::take_choices(back, view::choices_of(chosen)), "");
  EXPECT_EQ(back, chosen);
  // A text that cannot be read is shown as it was typed.
  EXPECT_EQ(view::take_choices(back, {{"swizzle", "Swizzle<2,"}}), "");
  EXPECT_EQ(back.swizzle, "Swizzle<2,");
  EXPECT_EQ(back.drawn_swizzle, "Swizzle<3,3,3>");
}

TEST(SceneChoices, TheTextsAccessIsFollowedUnlessALayoutWasChosen) {
  view::LayoutOptions fresh;
  EXPECT_TRUE(view::choices_of(fresh).empty());
  EXPECT_TRUE(fresh.follows);
  // The access of a text is not written down, only what a person changed about it.
  view::LayoutOptions followed;
  followed.whose = "Line 14";
  followed.tile = followed.drawn_tile = "(32,33):(33,1)";
  EXPECT_TRUE(view::choices_of(followed).empty());
  followed.swizzle = "Swizzle<2,0,5>";
  followed.own_swizzle = true;
  view::LayoutOptions back;
  EXPECT_EQ(view::take_choices(back, view::choices_of(followed)), "");
  EXPECT_TRUE(back.follows);
  EXPECT_TRUE(back.own_swizzle);
  EXPECT_EQ(back.swizzle, "Swizzle<2,0,5>");
  // The example by choice is no access either, also after a restart.
  view::leave_access(fresh);
  EXPECT_EQ(view::take_choices(back, view::choices_of(fresh)), "");
  EXPECT_FALSE(back.follows);
  EXPECT_EQ(view::take_choices(back, {{"swizzle", "Swizzle<2,3,3>"}}), "");
  EXPECT_FALSE(back.follows);
}

TEST(SceneChoices, WhatIsNoneIsSaidAndLeftOut) {
  view::FragmentOptions fragment;
  const std::pair<Choices, const char*> wrong[] = {
      {{{"lane", "32"}}, "fragment: lane = 32 is none; such as 0 … 31."},
      {{{"lane", ""}}, "fragment: lane =  is none"},
      {{{"register", "D1"}}, "fragment: register = D1 is none; such as A0, B1, C2."},
      {{{"register", "A"}}, "fragment: register = A is none"},
      {{{"operand", "C"}}, "fragment: operand = C is none"},
      {{{"instruction", "m16n8k99.half"}}, "fragment: instruction = m16n8k99.half is none"},
      {{{"instruction", "m16n8k16.half.float.x"}}, "is none; such as m16n8k16.half.float."},
      {{{"colour", "red"}}, "fragment: there is no colour to choose; there are instruction, load, operand"},
  };
  for (const auto& [choices, sentence] : wrong) {
    const std::string said = view::take_choices(fragment, choices);
    EXPECT_NE(said.find(sentence), std::string::npos) << said;
    EXPECT_EQ(fragment, view::FragmentOptions{}) << said;
  }
  view::LayoutOptions layouts;
  for (const Choices& choices :
       {Choices{{"cell", "5"}}, Choices{{"cell", "5,x"}}, Choices{{"type", "hlaf"}}, Choices{{"bytes", "3"}},
        Choices{{"column", "-1"}}, Choices{{"counts", "bits"}}})
    EXPECT_NE(view::take_choices(layouts, choices).find("layouts: " + choices.begin()->first + " = "),
              std::string::npos);
  EXPECT_NE(view::take_scene_choices(fragment, layouts, {{"banks", {{"lane", "3"}}}}, false).find("banks"),
            std::string::npos);
}

TEST(SceneChoices, AChosenInstructionOfNoTextIsTheMenus) {
  view::SceneRequest in;
  in.options = view::page_options(1280, 720, view::dark_theme());
  ASSERT_EQ(view::take_choices(in.options.fragment, {{"instruction", "m16n8k8.tf32"}}), "");
  const view::FragmentDrawn drawn = view::drawn_fragment(in);
  EXPECT_FALSE(drawn.of_text);
  EXPECT_EQ(drawn.layout.shape.name(), "m16n8k8");
  EXPECT_EQ(fragments::type_of(drawn.layout.shape.type).name, "tf32");
}

} // namespace
} // namespace warpscope
