// Why a recording differs from the simulation: the window gives the reasons that `warpscope compare` gives,
// of every recorded lab and whatever device the window simulates. With the compiler of this machine where
// there is one.
#include "app/document/catalog.h"
#include "app/measuring/measuring.h"
#include "app/measuring/words.h"
#include "sim/labs/labs.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace warpscope {
namespace {

using Clock = std::chrono::steady_clock;

class Reasons : public testing::Test {
 protected:
  static void SetUpTestSuite() { setenv("WARPSCOPE_MEASURE", WARPSCOPE_BINARY_DIR "/warpscope-measure", 1); }
  Reasons() : session_(document::make_catalog(), jobs::make_simulator(), [] {}), measuring_([] {}) {}

  /// Returns false when it takes a minute.
  bool counted() {
    const auto end = Clock::now() + std::chrono::minutes(1);
    for (int quiet = 0; Clock::now() < end;) {
      session_.poll();
      measuring_.poll();
      measuring_.follow(session_, true);
      const bool rests = !session_.busy() && measuring_.at_rest() && !measuring_.reasons_due() &&
                         !measuring_.of_older_text() && measuring_.table() != nullptr;
      if (quiet = rests ? quiet + 1 : 0; quiet == 3) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
  /// "line 47 shared_load.wavefronts: …", of each row that the window calls unexplained.
  [[nodiscard]] std::vector<std::string> unexplained() const {
    std::vector<std::string> rows;
    for (const measuring::MeasuredLine& row : measuring_.table()->rows)
      if (row.reason.why == compare::Why::Unexplained)
        rows.push_back("line " + std::to_string(row.line) + " " + model::key_of(row.counter) + ": " +
                       row.reason.because);
    return rows;
  }

  session::Session session_;
  measuring::Measuring measuring_;
};

/// Some labs whose differences only the compiler's code explains; with WARPSCOPE_EVERY_LAB set every recorded
/// one, which takes minutes.
std::vector<std::string> recorded_labs() {
  if (std::getenv("WARPSCOPE_EVERY_LAB") == nullptr)
    return {"scan_blelloch", "matmul_tile16", "stencil_plane"};
  std::vector<std::string> ids;
  for (const labs::Lab& lab : labs::labs())
    if (lab.recorded && !lab.program) ids.push_back(lab.id);
  return ids;
}

/// The recordings are of compute capability 9.0, and so is the code that is read beside them.
TEST_F(Reasons, AreThoseOfTheRecordedDeviceWhateverIsSimulated) {
  for (const char* device : {"cc90", "cc75", "cc120"})
    for (const std::string& lab : recorded_labs()) {
      session_.edit()->set_device(device);
      ASSERT_TRUE(session_.edit()->set_lab(lab));
      if (!counted()) {
        ADD_FAILURE() << lab << " on " << device << " is not counted";
        continue;
      }
      for (const std::string& row : unexplained()) ADD_FAILURE() << lab << " on " << device << ": " << row;
    }
}

/// That nothing explains a difference is said only once the compiler's code was asked.
TEST_F(Reasons, AreNotDeniedWhereTheCompilerCouldNotBeAsked) {
  ASSERT_TRUE(session_.edit()->set_lab("scan_blelloch"));
  ASSERT_TRUE(counted());
  const measuring::CompiledCounts none{std::nullopt, std::nullopt, "there was no time", "there was no time",
                                       nullptr};
  const measuring::MeasuredTable table = measuring::measured_table(
      *session_.runs().grid(), session_.runs().simulated_text(), measuring_.shown()->recording, "", &none);
  EXPECT_GT(table.count(compare::Why::Unexplained), 0u) << "of recordings alone there is no reason";
  const measuring::Hint hint = measuring::hint_of(table, "H200", "");
  EXPECT_EQ(hint.unexplained, 0u) << hint.text;
  ASSERT_EQ(table.notes.size(), 2u);
  EXPECT_EQ(table.notes[0], "what the compiler makes of it was not predicted: there was no time");
}

/// A compiler that is not there is said, beside what it leaves without a reason.
TEST_F(Reasons, WhatCouldNotBeReadIsSaid) {
  setenv("WARPSCOPE_MEASURE", "/nonexistent/warpscope-measure", 1);
  measuring::Measuring without([] {});
  const auto end = Clock::now() + std::chrono::minutes(1);
  ASSERT_TRUE(session_.edit()->set_lab("scan_blelloch"));
  const auto said = [&] {
    if (without.table() == nullptr) return false;
    for (const std::string& note : without.table()->notes)
      if (note.starts_with("what the compiler makes of it was not read: ")) return true;
    return false;
  };
  while (!said() && Clock::now() < end) {
    session_.poll();
    without.poll();
    without.follow(session_, true);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(said());
  setenv("WARPSCOPE_MEASURE", WARPSCOPE_BINARY_DIR "/warpscope-measure", 1);
}

} // namespace
} // namespace warpscope
