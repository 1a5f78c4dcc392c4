// The rule of the results' tabs: one value is chosen, and what is drawn follows from it.
#include "app/panels/results/tabs.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using panels::PinFollower;
using panels::shown_tab;
using enum panels::ResultsTab;

constexpr bool kernel = true, expression = false, difference = true, no_difference = false;

TEST(ResultsTabs, WhatIsChosenIsShown) {
  for (const panels::ResultsTab tab : {Table, Measured, Chart, Hazards, Values})
    EXPECT_EQ(shown_tab(tab, kernel, no_difference), tab);
  EXPECT_EQ(shown_tab(SincePin, kernel, difference), SincePin);
}

TEST(ResultsTabs, AnExpressionHasNoHazards) {
  EXPECT_EQ(shown_tab(Hazards, expression, no_difference), Table);
  EXPECT_EQ(shown_tab(Chart, expression, no_difference), Chart);
  EXPECT_EQ(shown_tab(SincePin, expression, difference), SincePin);
}

TEST(ResultsTabs, AnExpressionHasNoRoofline) {
  EXPECT_EQ(shown_tab(Roofline, expression, no_difference), Table);
  EXPECT_EQ(shown_tab(Roofline, kernel, no_difference), Roofline);
}

TEST(ResultsTabs, WithoutADifferenceThereIsNothingToSayOfAPin) {
  EXPECT_EQ(shown_tab(SincePin, kernel, no_difference), Table);
}

TEST(ResultsTabs, APinnedMomentComesToTheFrontAndGivesWayAgain) {
  PinFollower pin;
  EXPECT_EQ(pin.follow(Measured, false), Measured);
  EXPECT_EQ(pin.follow(Measured, true), SincePin);
  EXPECT_EQ(pin.follow(SincePin, true), SincePin);
  EXPECT_EQ(pin.follow(SincePin, false), Measured);
}

TEST(ResultsTabs, AChoiceMadeWhileAMomentIsPinnedStands) {
  PinFollower pin;
  EXPECT_EQ(pin.follow(Table, true), SincePin);
  EXPECT_EQ(pin.follow(Chart, true), Chart);
  EXPECT_EQ(pin.follow(Chart, false), Chart);
}

TEST(ResultsTabs, TheTabBehindThePinIsTheLastOneThatWasChosen) {
  PinFollower pin;
  EXPECT_EQ(pin.follow(Table, true), SincePin);
  EXPECT_EQ(pin.follow(Hazards, true), Hazards);
  EXPECT_EQ(pin.follow(SincePin, true), SincePin);
  EXPECT_EQ(pin.follow(SincePin, false), Hazards);
}

} // namespace
} // namespace warpscope
