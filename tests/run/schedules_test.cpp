// The search for a schedule of the warps that makes a race visible. What a kernel without races leaves in
// memory does not depend on the schedule.
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace warpscope {
namespace {

std::string with_header(const std::string& header, const std::string& text) {
  return "/* warpscope\n" + header + "*/\n" + text;
}

run::Result search(const std::string& text, std::vector<std::uint32_t> without = {},
                   races::ScheduleBudget budget = {20, 200}) {
  compile::Compiler compiler;
  run::Request request;
  request.file = "test.cu";
  request.text = text;
  request.device = *devices::find_device("cc90");
  request.races = true;
  request.search_orders = budget;
  request.without_barriers = std::move(without);
  return run::simulate(compiler, request);
}

std::uint32_t line_with(const std::string& text, const std::string& part) {
  return static_cast<std::uint32_t>(
             std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(part)), '\n')) +
         1;
}

/// Each warp reads what the one before it stored: run one after the other, all is well.
const std::string late = with_header(
    "kernel = \"late\"\ngrid = [2]\nblock = [256]\n[args]\nin = \"ramp[512]\"\nout = \"zero[512]\"\n",
    "__global__ void late(const float* in, float* out) {\n"
    "  __shared__ float s[256];\n"
    "  int t = threadIdx.x;\n"
    "  s[t] = in[blockIdx.x * 256 + max(t - 1, 0)];\n"
    "  __syncthreads(); // first\n"
    "  out[blockIdx.x * 256 + t] = s[max(t - 32, 0)] + 1.0f;\n"
    "}\n");

TEST(Schedules, TheWarpThatStoresIsHeldBack) {
  const run::Result result = search(late, {line_with(late, "// first")});
  ASSERT_TRUE(result.orders && result.orders->broken);
  const races::BrokenOrder& broken = *result.orders->broken;
  EXPECT_TRUE(result.orders->right_known);
  EXPECT_NE(broken.schedule, exec::Schedule{}); // the usual schedule hides it
  EXPECT_EQ(broken.output, "out");
  // in = 0, 1, 2, ...: s[t] = t - 1, so that out[34] = s[2] + 1 = 2; s[2] is 0 before warp 0 stored.
  EXPECT_EQ(broken.first, "out[34] = 1, should be 2");
  ASSERT_EQ(broken.way.size(), 2u);
  EXPECT_EQ(broken.way[0].place, "s[2]");
  EXPECT_EQ(broken.way[0].value, "0");
  EXPECT_EQ(broken.way[0].right, "1");
  EXPECT_EQ(broken.way[0].thread, 34u);
  EXPECT_EQ(broken.way[1].place, "out[34]");
  EXPECT_EQ(result.program->sites[broken.way[1].site].span.line, line_with(late, "out[blockIdx"));
}

TEST(Schedules, TheSearchIsTheSameEachTime) {
  const std::uint32_t line = line_with(late, "// first");
  const run::Result a = search(late, {line}), b = search(late, {line});
  ASSERT_TRUE(a.orders && b.orders);
  EXPECT_EQ(a.orders->sentence, b.orders->sentence);
  EXPECT_EQ(a.orders->tried, b.orders->tried);
}

TEST(Schedules, AFoundOrderCanBePlayed) {
  const std::uint32_t line = line_with(late, "// first");
  const run::Result found = search(late, {line});
  ASSERT_TRUE(found.orders && found.orders->broken);
  compile::Compiler compiler;
  run::Request request;
  request.text = late;
  request.device = *devices::find_device("cc90");
  request.without_barriers = {line};
  request.schedule = found.orders->broken->schedule;
  request.hash_buffers = true;
  request.trace_block = 0;
  const run::Result played = run::simulate(compiler, request);
  ASSERT_TRUE(played.trace);
  const run::PlacedBuffer& out = played.buffers.back();
  float value = 0;
  ASSERT_GE(out.contents.size(), 35 * sizeof value);
  std::memcpy(&value, out.contents.data() + 34 * sizeof value, sizeof value);
  EXPECT_EQ(value, 1.0f);
}

TEST(Schedules, UpdatesThatAreNoAtomicsNeedTurns) {
  const run::Result result = search(with_header(
      "kernel = \"hist\"\ngrid = [1]\nblock = [128]\n[args]\nin = \"ramp[128]\"\nout = \"zero[16]\"\n",
      "__global__ void hist(const int* in, int* out) {\n"
      "  __shared__ int s[16];\n"
      "  int t = threadIdx.x;\n"
      "  if (t < 16) s[t] = 0;\n"
      "  __syncthreads();\n"
      "  s[in[t] % 16]++;\n"
      "  __syncthreads();\n"
      "  if (t < 16) out[t] = s[t];\n"
      "}\n"));
  ASSERT_TRUE(result.orders && result.orders->broken);
  EXPECT_NE(result.orders->broken->schedule.slice, 0u);
  // Nothing says what is right: there is no [check], and no barrier was cut.
  EXPECT_FALSE(result.orders->right_known);
  EXPECT_NE(result.orders->broken->first.find("in the usual order"), std::string::npos);
}

TEST(Schedules, ARaceThatDoesNoHarmIsSaidToLiveLong) {
  // The racing write stores the value that is already there, so no schedule changes the result.
  const std::string text = with_header(
      "kernel = \"harmless\"\ngrid = [1]\nblock = [64]\n[args]\nout = \"zero[64]\"\n",
      "__global__ void harmless(int* out) {\n"
      "  __shared__ int s[64];\n"
      "  int t = threadIdx.x;\n"
      "  s[t] = t;\n"
      "  __syncthreads();\n"
      "  int x = s[(t + 32) % 64];\n"
      "  s[t] = t; // again\n"
      "  out[t] = x;\n"
      "}\n");
  const run::Result result = search(text);
  ASSERT_FALSE(result.hazards.empty());
  ASSERT_TRUE(result.orders);
  EXPECT_FALSE(result.orders->broken);
  EXPECT_GT(result.orders->tried, 10u);
  EXPECT_NE(result.orders->sentence.find("happened to be right"), std::string::npos)
      << result.orders->sentence;
}

/// Lanes of one warp: in lockstep all is well.
const std::string neighbours = with_header(
    "kernel = \"neighbours\"\ngrid = [1]\nblock = [32]\n[args]\nin = \"ramp[32]\"\nout = \"zero[32]\"\n",
    "__global__ void neighbours(const int* in, int* out) {\n"
    "  __shared__ int s[32];\n"
    "  int t = threadIdx.x;\n"
    "  s[t] = in[t] + 1;\n"
    "  __syncwarp(); // between\n"
    "  out[t] = s[(t + 31) % 32];\n"
    "}\n");

TEST(Schedules, LanesOfOneWarpRunApart) {
  EXPECT_TRUE(search(neighbours).hazards.empty());
  std::string without = neighbours;
  without.replace(without.find("__syncwarp();"), 13, "             ");
  const run::Result result = search(without);
  ASSERT_TRUE(result.orders && result.orders->broken) << result.orders->sentence;
  const races::BrokenOrder& broken = *result.orders->broken;
  EXPECT_EQ(broken.schedule.first_lanes & (broken.schedule.first_lanes - 1), 0u)
      << "one lane before the others";
  // Thread 1 reads what thread 0 stores: 1, but 0 before.
  EXPECT_EQ(broken.first, "out[1] = 0, in the usual order 1");
  ASSERT_EQ(broken.way.size(), 2u);
  EXPECT_EQ(broken.way[0].place, "s[0]");
  EXPECT_NE(result.orders->sentence.find("lane 1 of each warp runs before the other lanes"),
            std::string::npos)
      << result.orders->sentence;
}

TEST(Schedules, LanesThatTalkStayTogether) {
  std::string text = neighbours;
  text.replace(text.find("__syncwarp();"), 13, "t = __shfl_sync(~0u, t, t);");
  const run::Result result = search(text);
  ASSERT_FALSE(result.hazards.empty());
  ASSERT_TRUE(result.orders);
  EXPECT_FALSE(result.orders->broken);
  EXPECT_NE(result.orders->sentence.find("shuffles or votes"), std::string::npos) << result.orders->sentence;
}

TEST(Schedules, BlocksInAnotherOrder) {
  const run::Result result = search(
      with_header("kernel = \"chain\"\ngrid = [4]\nblock = [32]\n[args]\ndata = \"ramp[160]\"\n",
                  "__global__ void chain(int* data) {\n"
                  "  int i = blockIdx.x * 32 + threadIdx.x;\n"
                  "  data[i + 32] = data[i] + 1;\n"
                  "}\n"));
  ASSERT_TRUE(result.orders && result.orders->broken) << result.orders->sentence;
  EXPECT_TRUE(result.orders->broken->whole_grid);
  EXPECT_TRUE(result.orders->broken->schedule.descending);
}

TEST(Schedules, AnUpdateBetweenBlocksIsLost) {
  // Each block alone adds 1: one after another, in whatever order, nothing is lost.
  const run::Result result = search(
      with_header("kernel = \"add\"\ngrid = [6]\nblock = [1]\n[args]\nsum = \"zero[1]\"\n",
                  "__global__ void add(int* sum) { *sum += 1; }\n"));
  ASSERT_TRUE(result.orders && result.orders->broken) << result.orders->sentence;
  EXPECT_TRUE(result.orders->broken->schedule.together);
  EXPECT_NE(result.orders->sentence.find("the blocks take turns"), std::string::npos)
      << result.orders->sentence;
  EXPECT_NE(result.orders->broken->first.find("sum[0] = 1, in the usual order 6"), std::string::npos)
      << result.orders->broken->first;
}

TEST(Schedules, AWaitForAFlagEnds) {
  // Warp 0 spins until warp 1 has set the flag.
  const std::string text = with_header(
      "kernel = \"hang\"\ngrid = [1]\nblock = [64]\n[args]\nout = \"zero[64]\"\n",
      "__global__ void hang(int* out) {\n"
      "  __shared__ volatile int flag;\n"
      "  int t = threadIdx.x, turns = 0;\n"
      "  if (t == 32) flag = 1;\n"
      "  __syncthreads(); // cut\n"
      "  while (flag == 0) ++turns;\n"
      "  out[t] = turns;\n"
      "}\n");
  const run::Result result = search(text, {line_with(text, "// cut")});
  ASSERT_TRUE(result.orders); // whatever it finds, it terminates
  EXPECT_FALSE(result.orders->sentence.empty());
}

TEST(Schedules, BudgetsBindTheSearch) {
  const std::uint32_t line = line_with(late, "// first");
  const run::Result one = search(late, {line}, {20, 1});
  ASSERT_TRUE(one.orders);
  EXPECT_EQ(one.orders->tried, 1u);
  EXPECT_FALSE(one.orders->broken);
  const run::Result none = search(late, {line}, {0, 100});
  ASSERT_TRUE(none.orders);
  EXPECT_EQ(none.orders->tried, 0u);
}

/// Instructions between the lanes of a warp: an order that keeps lanes apart has no meaning for them.
bool lanes_communicate(const std::string& text) {
  for (const char* word : {"shfl", "_ballot_sync", "cg::reduce", "mma_sync", "ldmatrix"})
    if (text.find(word) != std::string::npos) return true;
  return false;
}

/// The witness for the executor's turns: labs have no race, so every schedule leaves the same bytes.
TEST(Schedules, NoOrderChangesWhatALabLeaves) {
  compile::Compiler compiler;
  const std::vector<exec::Schedule> orders = {{true, 0, exec::Schedule::nobody, 0},
                                              {false, 1, exec::Schedule::nobody, 0},
                                              {true, 7, exec::Schedule::nobody, 0},
                                              {false, 0, 1, 0},
                                              {false, 0, 0, 9},
                                              {false, 3, 1, ~0ull},
                                              {false, 0, exec::Schedule::nobody, 0, 0x0000ffff},
                                              {false, 1, exec::Schedule::nobody, 0, 0xaaaaaaaa},
                                              {true, 0, exec::Schedule::nobody, 0, 1u << 5},
                                              {true, 5, exec::Schedule::nobody, 0, 0, true}};
  for (const labs::Lab& lab : labs::labs()) {
    if (lab.program) continue;
    run::Request request;
    request.file = lab.file_name;
    request.text = lab.text;
    request.device = *devices::find_device("cc90");
    request.run_checks = false;
    request.hash_buffers = true;
    const run::Result usual = run::simulate(compiler, request);
    if (source::has_bug(usual.scenario, usual.launch.macros)) continue; // its races are the lesson
    ASSERT_EQ(usual.status, run::Status::Done) << lab.file_name;
    if (usual.run.warp_instructions > 2'000'000)
      continue; // would take seconds in turns of one instruction; the others are of the same kinds
    for (const exec::Schedule& order : orders) {
      if (order.together && usual.run.total_blocks > 64) continue; // seconds
      if (order.first_lanes != 0 && lanes_communicate(lab.text)) continue;
      request.schedule = order;
      const run::Result other = run::simulate(compiler, request);
      ASSERT_EQ(other.status, run::Status::Done) << lab.file_name << ": " << races::order_text(order);
      // An access may be split; and how often a block looks back hangs on when the others publish.
      if (order.first_lanes == 0 && lab.id != "scan_look_back") {
        EXPECT_EQ(other.totals, usual.totals) << lab.file_name << ": " << races::order_text(order);
      }
      for (std::size_t i = 0; i < usual.buffers.size(); ++i)
        EXPECT_EQ(other.buffers[i].hash, usual.buffers[i].hash)
            << lab.file_name << ": " << races::order_text(order);
    }
  }
}

/// Blocks that wait for each other number their shapes separately; the counts of a sink must not confuse
/// them.
TEST(Schedules, AGridBarrierChangesNoCount) {
  compile::Compiler compiler;
  run::Request request;
  const labs::Lab* lab = labs::find_lab("matmul_tile16_edges");
  ASSERT_NE(lab, nullptr);
  request.file = lab->file_name;
  request.text = lab->text;
  request.device = *devices::find_device("cc90");
  request.run_checks = false;
  const run::Result usual = run::simulate(compiler, request);
  const std::string array = "__shared__ float As";
  request.text = "#include <cooperative_groups.h>\n" + lab->text;
  request.text.insert(request.text.find(array), "cooperative_groups::this_grid().sync(); ");
  const run::Result together = run::simulate(compiler, request);
  ASSERT_EQ(together.status, run::Status::Done) << format_diagnostics(together.diagnostics);
  EXPECT_EQ(together.totals, usual.totals);
}

} // namespace
} // namespace warpscope
