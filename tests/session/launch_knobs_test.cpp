// The launch's numbers as buttons, read from the text and written back.
#include "app/document/launch_knobs.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

const std::string header = "/* warpscope\n"
                           "kernel = \"k\"\n"
                           "grid   = [ \"WIDTH/32\", 4 ]\n"
                           "block  = [32, \"8\"]   # threads\n"
                           "[params]\n"
                           "WIDTH = [1024, 256]\n"
                           "[args]\n"
                           "in    = \"ramp[WIDTH]\"\n"
                           "n     = 100\n"
                           "width = \"WIDTH\"\n"
                           "scale = \"0.5f\"\n"
                           "*/\n"
                           "__global__ void k(const float *in, int n, int width, float scale) {}\n";

std::vector<document::LaunchKnob> knobs_of(const std::string& text) {
  Diagnostics diagnostics;
  const source::Scenario scenario = source::parse_scenario("k.cu", text, diagnostics);
  const std::optional<source::ResolvedLaunch> launch = source::resolve(scenario, {}, diagnostics);
  EXPECT_TRUE(launch) << format_diagnostics(diagnostics);
  return launch ? document::launch_knobs(text, scenario, *launch) : std::vector<document::LaunchKnob>{};
}

TEST(LaunchKnobs, AreTheHeadersPlainNumbers) {
  const std::vector<document::LaunchKnob> knobs = knobs_of(header);
  ASSERT_EQ(knobs.size(), 6u);
  const auto is = [&](std::size_t i, const char* name, const char* text, std::int64_t value, bool turns) {
    EXPECT_EQ(knobs[i].name, name);
    EXPECT_EQ(knobs[i].text, text);
    EXPECT_EQ(knobs[i].value, value);
    EXPECT_EQ(knobs[i].turns, turns);
    EXPECT_EQ(header.substr(knobs[i].begin, knobs[i].end - knobs[i].begin), text);
  };
  is(0, "grid.x", "WIDTH/32", 32, false);
  is(1, "grid.y", "4", 4, true);
  is(2, "block.x", "32", 32, true);
  is(3, "block.y", "8", 8, true);
  is(4, "n", "100", 100, true);
  is(5, "width", "WIDTH", 1024, false);
}

TEST(LaunchKnobs, ATurnIsReadBackFromTheText) {
  std::string text = header;
  for (const char* name : {"grid.y", "block.x", "block.y", "n"}) {
    for (const document::LaunchKnob& knob : knobs_of(text))
      if (knob.name == name) {
        text = document::turn(text, knob, 16);
        break;
      }
    const std::vector<document::LaunchKnob> after = knobs_of(text);
    ASSERT_EQ(after.size(), 6u) << text;
    for (const document::LaunchKnob& knob : after)
      if (knob.name == name) {
        EXPECT_EQ(knob.value, 16) << text;
      }
  }
  EXPECT_NE(text.find("block  = [16, \"16\"]   # threads\n"), std::string::npos) << text;
  EXPECT_NE(text.find("n     = 16\n"), std::string::npos) << text;
}

TEST(LaunchKnobs, AnotherTextHasNone) {
  Diagnostics diagnostics;
  const source::Scenario scenario = source::parse_scenario("k.cu", header, diagnostics);
  const std::optional<source::ResolvedLaunch> launch = source::resolve(scenario, {}, diagnostics);
  ASSERT_TRUE(launch);
  EXPECT_TRUE(document::launch_knobs(header + "// typed", scenario, *launch).empty());
}

TEST(LaunchKnobs, ButtonsDoubleSizesAndStepOtherNumbers) {
  document::LaunchKnob knob;
  knob.kind = document::LaunchKnob::Kind::Block;
  const auto next = [&](std::int64_t value, int direction) {
    knob.value = value;
    return document::next_value(knob, direction);
  };
  EXPECT_EQ(next(32, 1), 64);
  EXPECT_EQ(next(32, -1), 16);
  EXPECT_EQ(next(8, -1), 4);
  EXPECT_EQ(next(4, 1), 5);
  EXPECT_EQ(next(100, 1), 101);
  EXPECT_EQ(next(1, -1), 1) << "a size begins at 1";
  knob.kind = document::LaunchKnob::Kind::Argument;
  EXPECT_EQ(next(0, -1), -1);
}

} // namespace
} // namespace warpscope
