// What a probe's rows become: an H200's recorded rows give the shipped figures, and rows that say too little,
// or disagree, give sentences.
#include "gpu/measure/probe.h"
#include "gpu/probe/derive.h"
#include "sim/devices/devices.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

namespace warpscope {
namespace {

std::string text_of(const char* path) {
  std::ifstream file(path);
  return std::string{std::istreambuf_iterator<char>(file), {}};
}
/// Eight processes on one H200 in two sessions of 2026-11-23: the rows that figures are made of.
const std::string& recorded_rows() {
  static const std::string text = text_of(WARPSCOPE_SOURCE_DIR "/tests/gpu/h200_probe_rows.tsv");
  return text;
}
/// What atomics at one place take, of which the rows above have a part, and barriers: ten processes on an
/// H200, 2026-11-28.
std::string rows_of_atomics() {
  return text_of(WARPSCOPE_SOURCE_DIR "/tests/gpu/h200_probe_rows_atomics.tsv");
}

probe::Record record_of(const std::string& text) {
  std::string error;
  const auto record = probe::read_rows(text, error);
  EXPECT_TRUE(record.has_value()) << error;
  return record.value_or(probe::Record{});
}

probe::Derived derived_from(const std::string& text) {
  return probe::derive(record_of(text), *devices::find_device("cc90"));
}

/// Arrays updated in place beside arrays that are read: ten processes on an H200, 2026-11-28.
std::string rows_of_updates() {
  return text_of(WARPSCOPE_SOURCE_DIR "/tests/gpu/h200_probe_rows_rewrite.tsv");
}

std::string error_of(const std::string& text) {
  std::string error;
  EXPECT_FALSE(probe::read_rows(text, error).has_value());
  return error;
}

/// The rows with the values of those named so multiplied, in the processes from `first` on.
std::string scaled(std::string_view name, double factor, int first = 1) {
  std::string out;
  std::istringstream in(recorded_rows());
  int process = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#process ")) process = std::stoi(line.substr(9));
    const std::size_t value = line.find('\t', line.find('\t') + 1) + 1;
    const bool wanted = !line.starts_with('#') && process >= first &&
                        (name.empty() || line.substr(0, line.find('\t')) == name);
    if (wanted)
      line = line.substr(0, value) + std::to_string(std::stod(line.substr(value)) * factor) +
             line.substr(line.find('\t', value));
    out += line + "\n";
  }
  return out;
}

TEST(Probe, AnH200sRowsGiveTheShippedFigures) {
  const probe::Derived derived = derived_from(recorded_rows());
  EXPECT_TRUE(derived.missing.empty()) << derived.missing.front();
  // Without a word's row the turn has the request in it; arrays that are updated in place were not asked for.
  const std::set<std::string> without_a_word = {"atomic_turn", "atomic_request", "l2_rewritten"};
  EXPECT_EQ(derived.measured.find("l2_rewritten")->value, 1);
  EXPECT_NEAR(derived.measured.find("atomic_turn")->value, 0.63, .01);
  EXPECT_EQ(derived.measured.find("atomic_request")->value, 0);
  EXPECT_TRUE(derived.doubts.empty()) << derived.doubts.front();
  EXPECT_EQ(derived.measured.processes, 8u);
  const MeasuredDevice* shipped = devices::measured_for(*devices::find_device("cc90"));
  ASSERT_NE(shipped, nullptr);
  // Read off the rows by hand, or fitted before there was a probe; docs/speed-model.md tells the differences.
  const std::map<std::string, double> by_hand = {{"l1_lines", .04}, {"l2_held_copied", .07}};
  // Judged beside rows of another probe, or fitted to copies that it does not make (docs/speed-model.md).
  const std::set<std::string> of_other_rows = {
      "l2_stray",     "dram_write",      "store_end",      "dram_turn",  "dram_halves",
      "dram_spread",  "dram_turning",    "barrier_drain",  "dram_crowd", "atomic_several",
      "atomic_again", "atomic_returned", "atomic_swapped", "l1_ways"};
  for (const MeasuredFigure& figure : shipped->figures) {
    if (of_other_rows.contains(figure.key) || without_a_word.contains(figure.key)) continue;
    const MeasuredFigure* found = derived.measured.find(figure.key);
    ASSERT_NE(found, nullptr) << figure.key;
    EXPECT_EQ(found->unit, figure.unit);
    const auto exception = by_hand.find(figure.key);
    const double spread = exception != by_hand.end() ? exception->second
                                                     : std::max({figure.spread, found->spread, .01});
    EXPECT_NEAR(found->value / figure.value, 1, spread) << figure.key << " is " << found->value;
  }
}

TEST(Probe, AtomicsAndBarriersOfALaterSessionGiveTheShippedFigures) {
  const probe::Derived derived = derived_from(rows_of_atomics());
  const MeasuredDevice* shipped = devices::measured_for(*devices::find_device("cc90"));
  ASSERT_NE(shipped, nullptr);
  for (const char* key : {"atomic_turn", "atomic_request", "barrier_arrival"}) {
    const MeasuredFigure* found = derived.measured.find(key);
    ASSERT_NE(found, nullptr) << key;
    EXPECT_NEAR(found->value / shipped->find(key)->value, 1, .01) << key;
  }
}

TEST(Probe, ArraysUpdatedInPlaceGiveTheShippedFigure) {
  const probe::Derived derived = derived_from(rows_of_updates());
  const double shipped = devices::measured_for(*devices::find_device("cc90"))->find("l2_rewritten")->value;
  EXPECT_NEAR(derived.measured.find("l2_rewritten")->value / shipped, 1, .01);
}

TEST(Probe, AFigureIsTheMedianOfTheProcesses) {
  const double before = derived_from(recorded_rows()).measured.find("shared_latency")->value;
  EXPECT_NEAR(derived_from(scaled("chase_shared", 2, 8)).measured.find("shared_latency")->value, before, 1e-9)
      << "one process of eight";
  const MeasuredFigure doubled = *derived_from(scaled("chase_shared", 2)).measured.find("shared_latency");
  EXPECT_NEAR(doubled.value, 2 * before, .01);
  EXPECT_LT(doubled.spread, .01);
  EXPECT_NEAR(derived_from(scaled("chase_shared", 2, 8)).measured.find("shared_latency")->spread, 1, .01);
}

TEST(Probe, WhatItsRowsDoNotGiveIsNamed) {
  std::string without;
  std::istringstream in(recorded_rows());
  for (std::string line; std::getline(in, line);)
    if (!line.starts_with("read_grid\t")) without += line + "\n";
  const std::vector<std::string> missing = derived_from(without).missing;
  EXPECT_EQ(missing, (std::vector<std::string>{"l2_read_sector", "l2_held_read", "l2_none_read", "dram_read",
                                               "dram_write"}));
}

TEST(Probe, ABusyOrThrottledDeviceIsDoubted) {
  const auto doubts = [](const std::string& text) { return derived_from(text).doubts; };
  // In half of the processes somebody else takes turns with the kernels.
  const std::vector<std::string> busy = doubts(scaled("", 1.8, 5));
  ASSERT_EQ(busy.size(), 1u);
  EXPECT_NE(busy[0].find("the processes do not agree"), std::string::npos) << busy[0];
  EXPECT_NE(busy[0].find("was busy"), std::string::npos) << busy[0];
  const std::vector<std::string> slow = doubts(scaled("clock_arithmetic", .5));
  ASSERT_FALSE(slow.empty());
  EXPECT_NE(slow.back().find("its clock under load was 990 MHz, far below the 1980"), std::string::npos)
      << slow.back();
  std::string disturbed = recorded_rows();
  disturbed.insert(disturbed.find("#process 1"),
                   "#disturbed something else ran on the device 40 % of the time\n");
  EXPECT_EQ(doubts(disturbed).front(), "something else ran on the device 40 % of the time");
  EXPECT_NE(doubts(scaled("chase_shared", 0)).front().find("shared_latency"), std::string::npos)
      << "a latency of nothing cannot be";
}

TEST(Probe, ItsLinesAreReadStrictly) {
  const std::string head = "#warpscope_probe 1\n";
  EXPECT_EQ(error_of(""), "the probe's last line is missing: it did not come to its end");
  EXPECT_EQ(error_of("#warpscope_probe 2\n"),
            "this is not what `warpscope-measure --probe` of this version prints");
  EXPECT_EQ(error_of("warpscope-measure: no such option\n"),
            "this is not what `warpscope-measure --probe` of this version prints");
  EXPECT_EQ(error_of(head + "#error there is no NVIDIA driver on this machine\n"),
            "there is no NVIDIA driver on this machine");
  EXPECT_EQ(error_of(head + "#process 1\nlatency\tfadd\t4.1\tcycles\n"),
            "the probe's last line is missing: it did not come to its end");
  for (const char* line : {"latency\tfadd\tmany\tcycles", "latency\tfadd\t4", "latency\tfadd\tnan\tcycles",
                           "#multiprocessors -3", "#capability nine", "#nothing 1", "#device"})
    EXPECT_NE(error_of(head + "#process 1\n" + line + "\n").find("makes no sense"), std::string::npos)
        << line;
  EXPECT_NE(error_of(head + "latency\tfadd\t4.1\tcycles\n").find("makes no sense"), std::string::npos)
      << "a row of no process";
  EXPECT_NE(error_of(head + "#done\nmore\n").find("behind the probe's last line"), std::string::npos);
}

TEST(Probe, ItsFileIsReadAgain) {
  const MeasuredDevice measured = derived_from(recorded_rows()).measured;
  const devices::ParsedMeasured parsed = devices::parse_measured(probe::to_toml(measured), "h200.toml");
  ASSERT_TRUE(parsed.measured.has_value()) << parsed.error;
  EXPECT_EQ(parsed.measured->of, "cc90");
  EXPECT_EQ(parsed.measured->device, "NVIDIA H200");
  ASSERT_EQ(parsed.measured->figures.size(), measured.figures.size());
  for (const MeasuredFigure& figure : measured.figures) {
    const MeasuredFigure* found = parsed.measured->find(figure.key);
    ASSERT_NE(found, nullptr) << figure.key;
    EXPECT_NEAR(found->value, figure.value, figure.value * 1e-3) << figure.key;
    EXPECT_NEAR(found->spread, figure.spread, 1e-3) << figure.key;
  }
  EXPECT_EQ(probe::file_name_of("NVIDIA H200"), "h200");
  EXPECT_EQ(probe::file_name_of("NVIDIA GeForce RTX 4090"), "geforce-rtx-4090");
  EXPECT_EQ(probe::file_name_of("../../etc"), "etc");
  EXPECT_EQ(probe::file_name_of("***"), "device");
}

/// Each kernel that a section starts is in the text that NVRTC gets.
TEST(Probe, ItsKernelsTravelInside) {
  std::ifstream file(std::string(WARPSCOPE_SOURCE_DIR "/assets/probe/kernels.cuh"));
  EXPECT_EQ(measure::probe_kernels(), (std::string{std::istreambuf_iterator<char>(file), {}}));
  EXPECT_EQ(measure::probe_kernels().find("#include"), std::string::npos) << "NVRTC gets no headers";
}

} // namespace
} // namespace warpscope
