// `warpscope probe` as a person runs it, with a script in warpscope-measure's place: what it writes, what it
// refuses, and that a file of its own is used from then on.
#include "tests/cli/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace warpscope {
namespace {

const std::string rows_file = WARPSCOPE_SOURCE_DIR "/tests/gpu/h200_probe_rows.tsv";

/// A program that prints these lines when it is asked for a probe.
std::string prober(const std::string& name, const std::string& script) {
  const std::string path = temporary_file(name, "#!/bin/sh\n" + script + "\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}
ProgramRun probe_with(const std::string& program, const std::string& arguments) {
  return run_command("WARPSCOPE_MEASURE='" + program + "' warpscope probe " + arguments);
}
std::string own_folder() { return temporary("config") + "/warpscope/devices"; }

/// The recorded rows with each occurrence of `from` replaced.
std::string rows_with(const std::string& name, const std::string& from, const std::string& to) {
  std::string text = read_whole(rows_file);
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return temporary_file(name, text);
}

TEST(ProbeCommand, WritesWhereEstimatesFindItAndTheyUseIt) {
  std::filesystem::remove_all(temporary("config"));
  const std::string estimate = "warpscope compare copy_stride --set STRIDE=16 --shipped --on h200 --json";
  const auto before = nlohmann::json::parse(run_command(estimate).out)["launches"][0]["estimate"];
  EXPECT_FALSE(before["means"].contains("probe"));
  // The same rows, of a device whose launches take a microsecond more.
  std::string slower = read_whole(rows_file);
  for (std::size_t at = slower.find("empty\tbatch=256\t"); at != std::string::npos;
       at = slower.find("empty\tbatch=256\t", at + 1))
    slower.replace(slower.find("0.", at), 2, "1.");
  const std::string rows = temporary_file("slower.tsv", slower);
  const ProgramRun run = probe_with(prober("prober", "test \"$1 $2 $3\" = '--probe 2 4' && cat " + rows),
                                    "--device 2 --processes 4");
  EXPECT_EQ(run.code, 0) << run.err;
  const std::string file = own_folder() + "/h200.toml";
  EXPECT_EQ(run.out, "NVIDIA H200: 40 figures of 8 processes in " + file + "\n");
  EXPECT_NE(read_whole(file).find("launch = { value = 1."), std::string::npos) << read_whole(file);
  const auto after = nlohmann::json::parse(run_command(estimate).out)["launches"][0]["estimate"];
  EXPECT_EQ(after["means"]["probe"], file);
  EXPECT_GT(after["start"].get<double>(), before["start"].get<double>() + .9e-6);
  // A file that is none is named and left out.
  std::filesystem::rename(file, own_folder() + "/a.toml");
  temporary_file("config/warpscope/devices/b.toml", "of = 3\n");
  const ProgramRun with_broken = run_command("warpscope devices cc90");
  EXPECT_EQ(with_broken.code, 0);
  EXPECT_NE(with_broken.err.find("b.toml: of is missing; it is a text; it is left out"), std::string::npos)
      << with_broken.err;
  std::filesystem::remove_all(temporary("config"));
}

TEST(ProbeCommand, AProbeOfAnotherArchitectureIsItsOwnAndHasNoIntervalYet) {
  std::filesystem::remove_all(temporary("config"));
  const std::string estimate = "warpscope sim copy_stride --set STRIDE=1 --device cc80 --json";
  const auto borrowed = nlohmann::json::parse(run_command(estimate).out)["estimate"];
  EXPECT_EQ(borrowed["means"]["estimated_from"], "Hopper (H200)");
  EXPECT_TRUE(borrowed["interval"].is_null());
  const std::string rows = rows_with("ampere.tsv", "#capability 9.0", "#capability 8.0");
  EXPECT_EQ(run_command("warpscope probe --rows " + rows).code, 0);
  const auto own = nlohmann::json::parse(run_command(estimate).out)["estimate"];
  EXPECT_FALSE(own["means"].contains("estimated_from")) << own["means"];
  EXPECT_TRUE(own["means"].contains("probe")) << own["means"];
  const auto& assumed = own["means"]["assumed"];
  EXPECT_TRUE(std::any_of(assumed.begin(), assumed.end(), [](const auto& figure) {
    return figure["figure"] == "atomic_swapped" && figure["source"] == "an H200's";
  })) << own["means"];
  EXPECT_TRUE(own["interval"].is_null()) << "nobody has measured how far off they are there";
  std::filesystem::remove_all(temporary("config"));
}

TEST(ProbeCommand, RowsOfElsewhereJsonAndStandardOutput) {
  const ProgramRun run = run_command("warpscope probe --rows - -o - --json < " + rows_file);
  EXPECT_EQ(run.code, 0) << run.err;
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["device"], "NVIDIA H200");
  EXPECT_EQ(json["of"], "cc90");
  EXPECT_EQ(json["figures"].size(), 40u);
  EXPECT_TRUE(json["file"].is_null());
  EXPECT_TRUE(json["doubts"].empty());
  const ProgramRun toml = run_command("warpscope probe --rows " + rows_file + " -o -");
  EXPECT_NE(toml.out.find("shared_latency = { value = 29.09, unit = \"cycles\""), std::string::npos);
}

TEST(ProbeCommand, ABusyOrThrottledDeviceIsSaidAndNothingIsWrittenUnlessForced) {
  const std::string file = temporary("busy.toml");
  const std::string rows = rows_with(
      "busy.tsv", "#process 1\n",
      "#disturbed something else ran on the device 40 % of the time\n#process 1\n");
  const ProgramRun run = run_command("warpscope probe --rows " + rows + " -o " + file);
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.err.find("something else ran on the device 40 %"), std::string::npos) << run.err;
  EXPECT_NE(run.err.find("nothing was written; --force writes it all the same"), std::string::npos)
      << run.err;
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_EQ(run_command("warpscope probe --force --rows " + rows + " -o " + file).code, 0);
  EXPECT_TRUE(std::filesystem::exists(file));
  const std::string fast = rows_with("throttled.tsv", "#clock_mhz 1980", "#clock_mhz 3000");
  const ProgramRun throttled = run_command("warpscope probe --rows " + fast + " -o " +
                                           temporary("throttled.toml"));
  EXPECT_EQ(throttled.code, 1);
  EXPECT_NE(throttled.err.find("its clock under load was 1980 MHz, far below the 3000"), std::string::npos)
      << throttled.err;
  EXPECT_FALSE(std::filesystem::exists(temporary("throttled.toml")));
}

TEST(ProbeCommand, WithoutAGpuOrACompilerItSaysSo) {
  const std::string file = temporary("none.toml");
  const auto said = [&](const std::string& script) {
    const ProgramRun run = probe_with(prober("prober", script), "-o " + file);
    EXPECT_EQ(run.code, 1);
    EXPECT_FALSE(std::filesystem::exists(file));
    return run.err;
  };
  EXPECT_NE(said("echo '#warpscope_probe 1'; echo '#error there is no libnvrtc on this machine'; exit 1")
                .find("warpscope: there is no libnvrtc on this machine"),
            std::string::npos);
  EXPECT_NE(
      said("echo '#warpscope_probe 1'; echo oh >&2; exit 3").find("the probe ended early (exit code 3): oh"),
      std::string::npos);
  EXPECT_NE(said("cat " + rows_file + " | sed 's/#capability 9.0/#capability 99.0/'")
                .find("there is no description of compute capability 99.0"),
            std::string::npos);
  EXPECT_NE(said("head -500 " + rows_file + "; kill -9 $$").find("the probe ended early (signal 9"),
            std::string::npos);
  if (!std::filesystem::exists("/dev/nvidiactl")) {
    const ProgramRun run = probe_with(std::string(WARPSCOPE_BINARY_DIR) + "/warpscope-measure", "-o " + file);
    EXPECT_EQ(run.code, 1);
    EXPECT_NE(run.err.find("there is no NVIDIA driver on this machine"), std::string::npos) << run.err;
  }
}

TEST(ProbeCommand, WhatCannotBeWrittenIsSaidBeforeItMeasures) {
  const std::string program = prober("prober", "touch " + temporary("asked") + "; cat " + rows_file);
  const auto said = [&](const std::string& file) {
    const ProgramRun run = probe_with(program, "-o " + file);
    EXPECT_NE(run.code, 0);
    EXPECT_FALSE(std::filesystem::exists(temporary("asked")));
    return run.err;
  };
  EXPECT_NE(said("/nonexistent/h200.toml").find("there is no folder /nonexistent"), std::string::npos);
  EXPECT_NE(said(testing::TempDir()).find("is a folder"), std::string::npos);
  // A file system that takes no files.
  const ProgramRun full = probe_with(program, "-o /proc/h200.toml");
  EXPECT_NE(full.code, 0);
  EXPECT_NE(full.err.find("cannot be written"), std::string::npos) << full.err;
}

TEST(ProbeCommand, InterruptedItLeavesNoHalfFile) {
  const std::string file = temporary("half.toml");
  const std::string old = "# what was there\n";
  temporary_file("half.toml", old);
  const ProgramRun run = run_command(
      "WARPSCOPE_MEASURE='" + prober("prober", "head -300 " + rows_file + "; sleep 100") +
      "' timeout --foreground --preserve-status -s INT 2 warpscope probe -o " + file);
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.err.find("interrupted: nothing was written"), std::string::npos) << run.err;
  EXPECT_EQ(read_whole(file), old);
  EXPECT_FALSE(std::filesystem::exists(file + ".new"));
}

} // namespace
} // namespace warpscope
