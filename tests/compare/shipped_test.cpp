// The recordings in the tree, and files of recordings that are none.
#include "app/compare/compare.h"
#include "app/compare/counts.h"
#include "app/compare/shipped.h"
#include "app/measuring/measure_request.h"
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace warpscope {
namespace {

/// True where the recording itself says so, with the compiler's error.
bool does_not_compile(const protocol::Recording& recording, const protocol::RecordedBuild& build) {
  return !build.totals && std::ranges::any_of(recording.could_not, [&](const protocol::CouldNot& c) {
    return c.part == protocol::name_of(build.kind) &&
           c.reason.find("does not compile: line ") != c.reason.npos;
  });
}

TEST(ShippedRecordings, AreWholeAndOfEveryLab) {
  std::map<std::string, std::set<std::string>> labs_of;
  std::set<std::string> without_written; // labs whose text with volatile variables is no C++
  std::map<std::string, std::map<std::string, std::size_t>> launches_of;
  for (const compare::ShippedRecording& shipped : compare::shipped_recordings()) {
    const protocol::Recording& recording = shipped.recording;
    const std::string name = shipped.device + " " + shipped.lab + " " + shipped.parameters;
    labs_of[shipped.device].insert(shipped.lab);
    ++launches_of[shipped.device][shipped.lab];
    EXPECT_EQ(recording.status, protocol::RecordingStatus::Done) << name;
    EXPECT_TRUE(recording.parts) << name;
    ASSERT_EQ(recording.builds.size(), 2u) << name;
    for (const protocol::RecordedBuild& build : recording.builds) {
      if (build.kind == protocol::BuildKind::AsWritten && does_not_compile(recording, build)) {
        without_written.insert(shipped.lab);
        continue;
      }
      EXPECT_TRUE(build.lines && build.totals && build.warm && build.cold && build.resources) << name;
    }
    for (const protocol::RecordedCheck& check : recording.checks) EXPECT_EQ(check.mismatches, 0u) << name;
  }
  // Its pipeline's state is an object in shared memory, which as written would be volatile: no member
  // function of the library's takes that.
  EXPECT_EQ(without_written, (std::set<std::string>{"copy_pipeline"}));
  ASSERT_TRUE(labs_of.contains("h200"));
  std::set<std::string> recorded; // index.toml names those that wait for a GPU
  for (const labs::Lab& lab : labs::labs())
    if (lab.recorded && !lab.program) recorded.insert(lab.id);
  EXPECT_EQ(labs_of["h200"], recorded);
  // Another device was there when there were fewer labs; of a lab that it has, it has every launch.
  for (const auto& [device, launches] : launches_of)
    for (const auto& [lab, count] : launches)
      EXPECT_EQ(count, launches_of["h200"][lab]) << device << " " << lab;
}

/// scan_look_back asks each predecessor's state until it is published. Nothing else may be excused by that.
TEST(ShippedRecordings, ALoopThatWaitsForOtherBlocksMayRunAsOftenAsItMust) {
  const labs::Lab* lab = labs::find_lab("scan_look_back");
  ASSERT_NE(lab, nullptr);
  run::Request request;
  request.file = lab->file_name;
  request.text = lab->text;
  request.device = *devices::find_device("cc90");
  compile::Compiler compiler;
  const run::Result result = run::simulate(compiler, request);
  const auto line_of = [&](std::string_view piece) {
    const std::size_t at = lab->text.find(piece);
    return 1 + static_cast<std::uint32_t>(
                   std::count(lab->text.begin(), lab->text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  };
  const std::uint32_t asks = line_of("unsigned known = atomicAdd"), own = line_of("earlier += sums[b--]"),
                      all = line_of("earlier += upto[b]");
  EXPECT_EQ(compare::counts_of(result).asks_again,
            (std::map<std::uint32_t, std::uint32_t>{{asks, asks}, {own, asks}, {all, asks}}));

  const auto with = [&](std::uint64_t times) {
    return compare::LineCounters{
        {asks, {{{model::CounterGroup::GlobalAtomic, model::CounterKind::Executed}, times}}}};
  };
  EXPECT_EQ(compare::explain_waiting(asks, with(15), with(71)).why, compare::Why::NotModelled);
  EXPECT_EQ(compare::explain_waiting(asks, with(15), with(15)).why, compare::Why::Equal);
  EXPECT_EQ(compare::explain_waiting(asks, with(15), with(0)).why, compare::Why::Equal)
      << "an atomic that never ran waited for nobody";
  EXPECT_EQ(compare::explain_waiting(own, with(15), with(71)).why, compare::Why::Equal);

  std::map<std::string, std::size_t> waiting; // by device
  for (const compare::ShippedRecording& shipped : compare::shipped_recordings()) {
    if (shipped.lab != lab->id || shipped.parameters != "N=4096") continue;
    for (const compare::MeasuredRow& row :
         compare::compare(compare::counts_of(result), shipped.recording).rows) {
      const bool waits = row.reason.because.find("until other blocks have stored") != std::string::npos;
      waiting[shipped.device] += waits ? 1 : 0;
      EXPECT_TRUE(!waits || !row.line || (*row.line >= asks && *row.line <= all)) << *row.line;
      EXPECT_NE(row.reason.why, compare::Why::Unexplained) << row.line.value_or(0) << row.reason.because;
    }
  }
  ASSERT_TRUE(waiting.contains("h200"));
  for (const auto& [device, rows] : waiting)
    EXPECT_EQ(rows, 10u) << device << ": two counts of the atomic, three of each load, two totals";
}

/// The defaults of every lab as they are asked for today: a lab that was edited and not recorded again fails
/// here.
TEST(ShippedRecordings, AreOfTheLabsAsTheyAre) {
  compile::Compiler compiler;
  for (const labs::Lab& lab : labs::labs()) {
    if (!lab.recorded || lab.program) continue;
    run::Request simulation;
    simulation.file = lab.file_name;
    simulation.text = lab.text;
    simulation.device = *devices::find_device("cc90");
    Diagnostics diagnostics;
    const auto request = measuring::make_measure_request(compiler, simulation, diagnostics);
    ASSERT_TRUE(request) << lab.id;
    const auto found = compare::shipped_recordings_of(protocol::hash_of(*request));
    EXPECT_FALSE(found.empty()) << lab.id << " is not what was recorded: scripts/record DEVICE";
    for (const compare::ShippedRecording& shipped : found)
      EXPECT_EQ(protocol::mismatch(shipped.recording, *request), "") << lab.id;
  }
}

TEST(RecordingFile, WrongOnesAreOneSentence) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "recording"},
      {"[]", "recording"},
      {"{}", "\"warpscope_recording\" is missing"},
      {R"({"warpscope_recordings":2,"lab":"x","launches":[]})",
       "reads version 1, and the recordings are of version 2"},
      {R"({"warpscope_recordings":1,"lab":"x"})", "\"launches\" is missing"},
      {R"({"warpscope_recordings":1,"lab":"x","launches":[{"parameters":"","recording":{}}]})",
       "$.launches[0].recording"},
      {R"({"warpscope_recordings":1,"lab":"x","launches":[{"parameters":""}]})", "$.launches[0]"},
  };
  for (const auto& [json, sentence] : cases) {
    std::string error;
    EXPECT_FALSE(protocol::parse_recording_file(json, error)) << json;
    EXPECT_NE(error.find(sentence), std::string::npos) << json << " said: " << error;
  }
}

} // namespace
} // namespace warpscope
