// A text of thousands of lines that race with each other: the search is bounded, and a job can be cancelled
// at any point.
#include "sim/devices/devices.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>

#include <chrono>
#include <future>

namespace warpscope {
namespace {

using namespace std::chrono_literals;

/// Each line reads what many others write.
std::string racy_text(int lines) {
  std::string text = "__global__ void racy(float *out) {\n  __shared__ float s[256];\n";
  for (int i = 0; i < lines; ++i)
    text += "  s[(threadIdx.x + " + std::to_string(i % 200) + ") % 256] = s[threadIdx.x] + " +
            std::to_string(i) + ".0f;\n";
  return text + "  out[threadIdx.x] = s[threadIdx.x];\n}\n";
}

run::Request request_of(int lines) {
  run::Request request;
  request.file = "racy.cu";
  request.text = racy_text(lines);
  request.device = *devices::find_device("cc90");
  request.overrides.grid = {"1"};
  request.overrides.block = {"64"};
  request.overrides.arguments = {{"out", "zero[64]"}};
  request.races = true;
  request.threads = 1;
  return request;
}

TEST(LargeText, FiveThousandRacingLinesAreLookedAtInPart) {
  compile::Compiler compiler;
  const run::Result result = run::simulate(compiler, request_of(5'000));
  ASSERT_EQ(result.status, run::Status::Done) << format_diagnostics(result.diagnostics);
  EXPECT_EQ(result.hazards.size(), races::most_hazards) << "not the millions of pairs that there are";
  EXPECT_NE(
      format_diagnostics(result.diagnostics).find("races were looked for in a part of the accesses only"),
      std::string::npos)
      << "what was left out is said";
}

TEST(LargeText, ASimulationIsEndedWhereverItIs) {
  compile::Compiler compiler;
  run::Request request = request_of(3'000);
  {
    run::Request quick = request;
    quick.races = false;
    ASSERT_EQ(run::simulate(compiler, quick).status, run::Status::Done); // compiled from now on
  }
  for (const auto after : {0ms, 20ms, 200ms, 1000ms}) {
    std::atomic<bool> cancel = false;
    request.cancel = &cancel;
    auto job = std::async(std::launch::async, [&] { return run::simulate(compiler, request); });
    job.wait_for(after);
    const auto begin = std::chrono::steady_clock::now();
    cancel = true;
    const run::Status status = job.get().status;
    EXPECT_TRUE(status == run::Status::Cancelled || status == run::Status::Done);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 2s) << "cancelled after " << after.count() << " ms";
  }
}

} // namespace
} // namespace warpscope
