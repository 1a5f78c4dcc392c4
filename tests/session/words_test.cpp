// Sentences about results and documents, from values alone.
#include "app/document/words.h"
#include "app/results/words.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

source::ResolvedLaunch launch_of(std::uint32_t blocks) {
  source::ResolvedLaunch launch;
  launch.kernel = "copy";
  launch.grid = {blocks, 1, 1};
  launch.block = {32, 8, 1};
  return launch;
}

TEST(ResultWords, OneBlockIsNotOneBlocks) {
  EXPECT_EQ(results::launch_words(launch_of(1)), "copy · grid 1 · block 32 × 8 · 1 block");
  EXPECT_EQ(results::launch_words(launch_of(2048)), "copy · grid 2048 · block 32 × 8 · 2,048 blocks");
  EXPECT_EQ(results::expression_words(launch_of(1)), "one block of 32 × 8 threads");
}

TEST(ResultWords, ACheckSaysWhatIsWrongFirst) {
  EXPECT_EQ(results::check_words("out", 0, ""), "out is right");
  EXPECT_EQ(results::check_words("out", 3, "out[35] = 0, should be 35"), "out: out[35] = 0, should be 35");
}

TEST(ResultWords, AHazardNamesBothItsLines) {
  results::HazardRow row;
  EXPECT_EQ(results::hazard_lines(row), "") << "no line is known";
  row.line = 14;
  EXPECT_EQ(results::hazard_lines(row), "14");
  row.first_line = 14;
  EXPECT_EQ(results::hazard_lines(row), "14");
  row.first_line = 12;
  EXPECT_EQ(results::hazard_lines(row), "12 → 14");
  EXPECT_EQ(results::hazards_title(0), "Hazards");
  EXPECT_EQ(results::hazards_title(1200), "Hazards 1,200");
}

TEST(ResultWords, OnlyWhatWasServedIsTold) {
  playback::SiteServed served;
  EXPECT_EQ(results::served_words(served), "");
  served.accesses = 1;
  served.wavefronts = 1024;
  EXPECT_EQ(results::served_words(served), "1 access, 1,024 wavefronts");
}

TEST(ResultWords, SinceThePinIsToldInTheDirectionOfTime) {
  playback::MomentDifference difference;
  difference.pin = 3;
  difference.now = 9;
  EXPECT_EQ(results::since_pin_words(difference), "since the pin: nothing");
  difference.now = 1;
  difference.total.sectors = 1;
  difference.words.resize(2);
  EXPECT_EQ(results::since_pin_words(difference), "from here to the pin: 1 sector, 2 words written");
}

TEST(DocumentWords, ACutBarrierStillStandsInTheFile) {
  document::Document d;
  d.mode = document::SourceMode::Kernel;
  const std::string plain = document::saved_words(d, "a.cu");
  EXPECT_EQ(plain, "Saved a.cu");
  d.cuts = {14};
  EXPECT_NE(document::saved_words(d, "a.cu"), plain);
  d.mode = document::SourceMode::Expression;
  EXPECT_EQ(document::saved_words(d, "a.cu"), plain) << "an expression has no barriers";
}

} // namespace
} // namespace warpscope
