// `warpscope compare` as a person runs it, with the shipped recordings, with files, and with a program in
// warpscope-measure's place.
#include "tests/cli/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace warpscope {
namespace {

using Json = nlohmann::json;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(CompareCommand, ALabBesideItsRecordings) {
  const ProgramRun run = run_command("warpscope compare matmul_tile16 --set N=128 --shipped --on h200");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_NE(run.out.find("recorded: NVIDIA H200, driver "), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("merged: the compiler merged 4 loads of 4 bytes into one of 16"), std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("as compiled   L2 warm "), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find("unexplained"), std::string::npos) << run.out;
}

/// Of variants: measured and estimated speedups with intervals, and a winner or the words that there is none.
TEST(CompareCommand, VariantsHaveSpeedupsWithIntervalsAndPerhapsNoWinner) {
  const std::string
      command = "warpscope compare transpose_tile --all --set WIDTH=1024 --set ROWS=8 --shipped --on h200";
  const ProgramRun text = run_command(command), json = run_command(command + " --json");
  EXPECT_EQ(text.code, 0) << text.err;
  const Json document = Json::parse(json.out);
  ASSERT_TRUE(document.contains("pairs"));
  ASSERT_FALSE(document["pairs"].empty());
  for (const Json& pair : document["pairs"]) {
    const Json& estimated = pair["estimated"];
    const double low = estimated["interval"]["low"], high = estimated["interval"]["high"];
    EXPECT_LT(low, estimated["ratio"]);
    EXPECT_GT(high, estimated["ratio"]);
    EXPECT_EQ(estimated["winner"].is_null(), estimated.contains("why_no_winner")) << pair;
    if (low <= 1 && high >= 1) {
      EXPECT_TRUE(estimated["winner"].is_null()) << pair;
    }
  }
  for (const Json& launch : document["launches"]) {
    EXPECT_EQ(launch["estimate"]["means"]["model"], "machine");
    EXPECT_GT(launch["estimate"]["interval"]["high"], launch["estimate"]["seconds"]);
  }
  EXPECT_NE(text.out.find("Seconds of the one to those of the other"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("    measured   "), std::string::npos);
  EXPECT_NE(text.out.find("    estimated  "), std::string::npos);
  const ProgramRun short_launches = run_command(
      "warpscope compare bank_stride --all --shipped --on h200 --json");
  for (const Json& pair : Json::parse(short_launches.out)["pairs"])
    EXPECT_TRUE(pair["estimated"]["winner"].is_null()) << "launches of 1.3 us";
}

/// The figure of the README: no difference without a proven reason.
TEST(CompareCommand, EveryLabIsExplained) {
  const ProgramRun run = run_command("warpscope compare --all --shipped --json --on h200");
  EXPECT_EQ(run.code, 0) << run.err;
  const Json document = Json::parse(run.out);
  EXPECT_EQ(document["launches"].size(), 797u);
  std::size_t lines = 0, other = 0;
  for (const Json& row : document["rows"]) {
    EXPECT_NE(row["why"], "unexplained") << row;
    if (row["line"].is_null()) continue;
    ++lines;
    // Volatile accesses differ by the line that the compiler gives them, by copies of a loop, in a spin lock.
    if (row["simulated"] != row["as_written"] && !row["as_written"].is_null()) {
      ++other;
      EXPECT_NE(row["why"], "equal") << row;
    }
  }
  EXPECT_GT(lines, 8000u);
  EXPECT_LT(other, lines / 11);
}

/// Recordings as warpscope-measure printed them, of kernels in which the compiler does more than in the labs:
/// stores of two lines merged, loads moved to another line, loads made once for two uses.
TEST(CompareCommand, WhatTheCompilerDidToOtherKernels) {
  for (const std::string kernel : {"plain_scan_blelloch", "odd_even_sort", "struct_arrays", "heat_2d"}) {
    const std::string recording = "tests/compare/recordings/" + kernel + ".json",
                      command = "warpscope compare tests/hardware/kernels/" + kernel +
                                ".cu --json --recording ";
    const ProgramRun run = run_command(command + recording);
    EXPECT_EQ(run.code, 0) << kernel << run.err;
    EXPECT_NE(run.out.find(kernel == "heat_2d" ? "\"why\":\"hoisted or dropped\"" : "\"why\":\"merged\""),
              std::string::npos)
        << kernel;
    const std::string text = read_whole(std::string(WARPSCOPE_SOURCE_DIR) + "/" + recording);
    const std::string lie = temporary_file(
        "lie.json", replaced(text, "\"shared_load\":{\"executed\":", "\"shared_load\":{\"executed\":9"));
    EXPECT_EQ(run_command(command + lie).code, 1) << kernel;
  }
}

TEST(CompareCommand, ARecordingThatLiesIsUnexplained) {
  const std::string recording = read_whole(std::string(WARPSCOPE_SOURCE_DIR) +
                                           "/assets/recordings/h200/transpose_tile.json");
  const std::string lie = temporary_file(
      "lie.json", replaced(recording, "\"wavefronts\":1048576", "\"wavefronts\":1048575"));
  const ProgramRun run = run_command("warpscope compare transpose_tile --json --recording " + lie);
  EXPECT_EQ(run.code, 1) << run.err;
  std::size_t unexplained = 0;
  const Json document = Json::parse(run.out);
  for (const Json& row : document["rows"]) unexplained += row["why"] == "unexplained";
  EXPECT_GE(unexplained, 1u);
  EXPECT_EQ(run_command("warpscope compare transpose_tile --set PAD=1 --recording " + lie).code, 0)
      << "the lie is in another launch";
}

TEST(CompareCommand, WrongRecordingsAreOneSentence) {
  const std::string shelf = "assets/recordings/h200/transpose_tile.json";
  const std::string text = read_whole(std::string(WARPSCOPE_SOURCE_DIR) + "/" + shelf);
  const std::string version = temporary_file(
      "version.json", replaced(text, "\"warpscope_recordings\":1", "\"warpscope_recordings\":3"));
  const std::string half = temporary_file("half.json", text.substr(0, text.size() / 2));
  const std::string lab = read_whole(std::string(WARPSCOPE_SOURCE_DIR) + "/assets/labs/transpose_tile.cu");
  const std::string edited = temporary_file("edited.cu",
                                            replaced(lab, "__shared__ float", "__shared__  float"));
  const struct {
    std::string arguments;
    int code;
    const char* sentence;
  } cases[] = {
      {"", 2, "name a file or a lab, or --all for every lab"},
      {"no_such_lab", 2, "there is no file no_such_lab"},
      {"transpose_tile --recording /no/such.json", 2, "there is no file /no/such.json that can be read"},
      {"transpose_tile --recording assets", 2, "the folder assets holds no recordings"},
      {"transpose_tile --recording " + version, 2, "reads version 1, and the recordings are of version 3"},
      {"transpose_tile --recording " + half, 2, "half.json: "},
      {"transpose_tile --set WIDTH=128 --recording " + shelf, 2, "has other macros and launch and arguments"},
      {"transpose_tile --block 32,4 --recording " + shelf, 2, "has other launch"},
      {"transpose_tile --arg in=one[1024*1024] --recording " + shelf, 2, "has other arguments"},
      {edited + " --recording " + shelf, 2,
       "(of transpose_tile.cu with WIDTH=1024 ROWS=8 PAD=0) has other text"},
      {"transpose_tile --shipped --set WIDTH=128", 1,
       "no shipped recording is of this launch: the recording (of transpose_tile.cu with WIDTH=1024 ROWS=8 "
       "PAD=0) has other"},
      {"transpose_tile --shipped --on v100", 1, "(on v100)"},
      {"transpose_tile --device-prefix \"ssh 'host\"", 2, "has a quote that does not end"},
      {"transpose_tile --set", 2, "--set"},
  };
  for (const auto& c : cases) {
    const ProgramRun run = run_command("warpscope compare " + c.arguments);
    EXPECT_EQ(run.code, c.code) << c.arguments << "\n" << run.err;
    EXPECT_NE(run.err.find(c.sentence), std::string::npos) << c.arguments << " said: " << run.err;
  }
}

TEST(CompareCommand, AMeasurementComesBeforeTheShippedRecordings) {
  const auto with = [](const std::string& fault) {
    return run_command("WARPSCOPE_FAKE=" + fault + " WARPSCOPE_MEASURE='" + WARPSCOPE_BINARY_DIR +
                       "/warpscope-fake-measure' warpscope compare column_read --on h200");
  };
  const ProgramRun lying = with(""); // the fake counts 4,096 sectors in line 1
  EXPECT_EQ(lying.code, 1) << lying.out;
  EXPECT_NE(lying.out.find("measured now: fake"), std::string::npos) << lying.out;
  EXPECT_NE(lying.out.find("unexplained"), std::string::npos) << lying.out;
  const ProgramRun crashed = with("crash");
  EXPECT_EQ(crashed.code, 0) << crashed.err;
  EXPECT_NE(crashed.err.find("nothing was measured: "), std::string::npos) << crashed.err;
  EXPECT_NE(crashed.out.find("recorded: NVIDIA H200"), std::string::npos) << crashed.out;
}

} // namespace
} // namespace warpscope
