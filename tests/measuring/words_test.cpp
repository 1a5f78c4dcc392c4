// Sentences about measurements, from values alone.
#include "app/measuring/words.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

measuring::Evidence evidence_of(measuring::Evidence::Origin origin) {
  measuring::Evidence e;
  e.origin = origin;
  e.file = "runs/today.json";
  e.recording.device.name = "NVIDIA H200";
  e.recording.date = "2026-11-21T23:11:05Z";
  return e;
}

compare::ComparedOutput output(compare::OutputMatch match) {
  compare::ComparedOutput out;
  out.match = match;
  return out;
}

measuring::MeasuredLine line_of(std::uint32_t line, compare::Why why) {
  measuring::MeasuredLine row;
  row.line = line;
  row.reason.why = why;
  return row;
}

TEST(MeasuringWords, SayWhereARecordingIsFrom) {
  using Origin = measuring::Evidence::Origin;
  EXPECT_EQ(measuring::origin_words(evidence_of(Origin::Shipped)), "recorded");
  EXPECT_EQ(measuring::origin_words(evidence_of(Origin::File)), "from today.json");
  EXPECT_EQ(measuring::device_words(evidence_of(Origin::Now), false), "H200 · measured now");
  EXPECT_EQ(measuring::device_words(evidence_of(Origin::Shipped), true), "NVIDIA H200 · recorded 2026-11-21");
}

TEST(MeasuringWords, ALongCommandIsAskedAboutByItsBeginning) {
  const std::string asked = measuring::question_words(std::string(1000, 'x'));
  EXPECT_TRUE(asked.ends_with(" " + std::string(200, 'x')));
}

TEST(MeasuringWords, TellHowFarAMeasurementIs) {
  EXPECT_EQ(measuring::running_words("local", 1.26, ""), "Measuring (local): 1.3 s");
  EXPECT_EQ(measuring::running_words("local", 0, "in the queue"), "Measuring (local): 0.0 s · in the queue");
}

TEST(MeasuringWords, ASpeedupBelowOneIsSlower) {
  const auto measured = [](double a, double b) {
    return measuring::measured_speedup_words(run::measured_speedup(a * 1e-6, b * 1e-6));
  };
  EXPECT_EQ(measured(40, 20), "B is 2.00× as fast, measured");
  EXPECT_EQ(measured(20, 40), "B is 2.00× as slow, measured");
  EXPECT_EQ(measured(20, 20), "no winner named, measured: within the noise");
  EXPECT_EQ(measured(1.36, 1.3), "no winner named, measured: within the noise");
}

TEST(MeasuringWords, AnEstimatedSpeedupHasItsIntervalAndMayNameNobody) {
  run::Speedup speedup{4, run::Interval{1.25, 12.5}, run::Speedup::Winner::B, run::Speedup::Why::Named};
  EXPECT_EQ(measuring::estimated_speedup_words(speedup), "4.00× as fast by the model (1.25 – 12.5)");
  speedup = {.25, run::Interval{.08, .8}, run::Speedup::Winner::A, run::Speedup::Why::Named};
  EXPECT_EQ(measuring::estimated_speedup_words(speedup), "4.00× as slow by the model (1.25 – 12.5)");
  speedup = {1.1, run::Interval{.8, 1.5}, run::Speedup::Winner::None, run::Speedup::Why::Interval};
  EXPECT_EQ(measuring::estimated_speedup_words(speedup),
            "1.10× as fast by the model (0.80 – 1.50): no winner named");
  speedup = {1.1, std::nullopt, run::Speedup::Winner::None, run::Speedup::Why::Unknown};
  EXPECT_EQ(measuring::estimated_speedup_words(speedup), "1.10× as fast by the model: no winner named");
}

TEST(MeasuringWords, AnEstimateSaysWhatItRestsOn) {
  run::Estimate e;
  e.seconds = 6.24e-6;
  e.bottleneck_sentence = "sectors read from L2";
  e.interval = run::Interval{2.74e-6, 14.2e-6};
  EXPECT_EQ(measuring::interval_words(e.interval), "(2.74 µs – 14.2 µs)");
  std::string said = measuring::estimate_words(e);
  for (const char* part : {"6.24 µs by the simulated multiprocessor", "sectors read from L2",
                           "between 2.74 µs and 14.2 µs", "nothing was fitted to"})
    EXPECT_NE(said.find(part), std::string::npos) << part << "\n" << said;
  EXPECT_EQ(said.find("5 %"), std::string::npos);
  e.model = run::Model::Plain;
  e.why_plain = "a block has too many instructions";
  e.borrowed_from = "Hopper (H200)";
  e.interval.reset();
  e.seconds = 1.2e-6;
  said = measuring::estimate_words(e);
  EXPECT_EQ(measuring::interval_words(e.interval), "");
  for (const char* part : {"by the plain model", "a block has too many instructions", "was not probed",
                           "Hopper (H200)", "no winner is named among them"})
    EXPECT_NE(said.find(part), std::string::npos) << part << "\n" << said;
}

TEST(MeasuringWords, OutputsAreTheSameOnlyWhereWhatTheyHoldIsDefined) {
  using enum compare::OutputMatch;
  EXPECT_FALSE(measuring::outputs_said({}, ""));
  EXPECT_FALSE(measuring::outputs_said({output(Unknown)}, "")) << "nothing was compared";
  EXPECT_EQ(measuring::outputs_said({output(Same)}, "")->text, "same bytes as simulated");
  EXPECT_EQ(measuring::outputs_said({output(Same), output(Close)}, "")->text,
            "outputs equal within rounding");
  EXPECT_TRUE(measuring::outputs_said({output(Close)}, "")->equal);
  const auto differ = measuring::outputs_said({output(Same), output(Differs)}, "");
  EXPECT_EQ(differ->text, "other bytes than simulated");
  EXPECT_FALSE(differ->equal);
  const std::string chance = "not defined: a race";
  EXPECT_EQ(measuring::outputs_said({output(Differs)}, chance)->text, chance);
  EXPECT_FALSE(measuring::outputs_said({output(Close)}, chance)->equal);
  EXPECT_EQ(measuring::outputs_said({output(Same)}, chance)->text, "same bytes as simulated, this time");
}

TEST(MeasuringWords, TheHintCountsLinesAndNotRows) {
  using enum compare::Why;
  measuring::MeasuredTable table;
  EXPECT_EQ(measuring::hint_of(table, "H200", "").text, "Measured: equal on H200");
  table.rows = {line_of(0, Merged), line_of(4, Equal), line_of(7, Merged), line_of(7, Merged)};
  EXPECT_EQ(measuring::hint_of(table, "H200", "").text, "Measured: 1 line differs on H200");
  table.rows.push_back(line_of(9, Merged));
  EXPECT_EQ(measuring::hint_of(table, "H200", "").text, "Measured: 2 lines differ on H200");
  EXPECT_EQ(measuring::hint_of(table, "H200", "").differing_lines, 2u);
  table.rows.push_back(line_of(9, Unexplained));
  const measuring::Hint hint = measuring::hint_of(table, "H200", "barrier of line 44 removed");
  EXPECT_EQ(hint.text, "Measured: 1 unexplained on H200, barrier of line 44 removed");
  EXPECT_EQ(hint.unexplained, 1u);
}

/// Each line that differs has its gravest reason, and no reason is named that is still looked for.
TEST(MeasuringWords, TheHintSaysWhyLinesDiffer) {
  using enum compare::Why;
  measuring::MeasuredTable table;
  table.rows = {line_of(4, Equal), line_of(7, Merged), line_of(7, Spilled), line_of(9, Merged)};
  table.rows[2].reason.because = "8 bytes a thread";
  measuring::Hint hint = measuring::hint_of(table, "H200", "");
  EXPECT_EQ(hint.text, "Measured: 2 lines differ on H200");
  EXPECT_EQ(hint.whole, "Measured: 2 lines differ on H200: spilled, merged");
  EXPECT_EQ(hint.lines.substr(0, hint.lines.find('\n')), "line 7: spilled: 8 bytes a thread");
  table.rows[3].reason.why = Unexplained;
  table.rows[3].due = true;
  hint = measuring::hint_of(table, "H200", "");
  EXPECT_EQ(hint.whole, hint.text) << "the reason of line 9 is not known yet";
  table.rows.clear();
  EXPECT_EQ(measuring::hint_of(table, "H200", "").whole, "Measured: equal on H200");
}

TEST(MeasuringWords, SayInWhatTheNearestRecordingDiffers) {
  measuring::NothingFits nothing;
  EXPECT_EQ(measuring::nothing_fits_words(nothing),
            "This kernel was not measured yet, and no recording is of it.");
  measuring::Evidence nearest = evidence_of(measuring::Evidence::Origin::Shipped);
  nearest.recording.file = "copy.cu";
  nearest.parameters = "PAD=1";
  nothing.of = std::make_shared<const measuring::Evidence>(nearest);
  EXPECT_EQ(measuring::nothing_fits_words(nothing),
            "No measurement is of this kernel as it stands; the nearest is copy.cu (PAD=1) on NVIDIA H200.");
  nothing.differs.text = nothing.differs.launch = true;
  EXPECT_NE(measuring::nothing_fits_words(nothing).find("differs in: text, launch."), std::string::npos);
}

TEST(MeasuringWords, NoSpillsAreSaidToBeNone) {
  protocol::Recording recording;
  recording.device.driver = "575.57";
  protocol::RecordedBuild build;
  EXPECT_EQ(measuring::resource_words(recording, nullptr), "driver 575.57");
  build.resources.emplace();
  build.resources->registers = 32;
  EXPECT_EQ(measuring::resource_words(recording, &build), "32 registers · no spills · driver 575.57");
  build.resources->spill_load_bytes = 8;
  EXPECT_EQ(measuring::resource_words(recording, &build).find("no spills"), std::string::npos);
}

} // namespace
} // namespace warpscope
