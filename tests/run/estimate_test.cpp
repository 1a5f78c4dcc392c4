// From any launch to its time by the simulated multiprocessor: which code it was taken from, what bounds it,
// and what ends it early.
#include "sim/devices/devices.h"
#include "sim/multiprocessor/timeline.h"
#include "sim/run/estimate.h"
#include "sim/run/estimate_json.h"
#include "sim/run/footprint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

namespace warpscope {
namespace {

compile::Compiler& estimate_compiler() {
  static compile::Compiler shared;
  return shared;
}

run::Request launch_of(std::string text, std::string grid, std::string block,
                       std::vector<std::pair<std::string, std::string>> arguments = {}) {
  run::Request r;
  r.file = "k.cu";
  r.text = std::move(text);
  r.folder = ".";
  r.device = *devices::find_device("cc90");
  r.overrides.grid = {std::move(grid)};
  r.overrides.block = {std::move(block)};
  r.overrides.arguments = std::move(arguments);
  return r;
}

run::Estimate estimate_of(const run::Request& request) {
  std::string why_not;
  const std::optional<run::Estimate> made = run::estimate(estimate_compiler(), request, why_not);
  EXPECT_TRUE(made.has_value()) << why_not;
  EXPECT_EQ(why_not, "");
  return made.value_or(run::Estimate{});
}

std::string why_no_estimate(const run::Request& request) {
  std::string why_not;
  EXPECT_FALSE(run::estimate(estimate_compiler(), request, why_not).has_value());
  return why_not;
}

const std::string copy = "__global__ void copy(const float* in, float* out) {\n"
                         "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                         "  out[i] = 2 * in[i];\n"
                         "}\n";
run::Request copy_of(std::uint64_t blocks) {
  const std::string size = std::to_string(blocks * 256);
  return launch_of(copy, std::to_string(blocks), "256",
                   {{"in", "ramp[" + size + "]"}, {"out", "zero[" + size + "]"}});
}

/// The copy as a compiler might have made it, each instruction with this stall count.
std::shared_ptr<const sass::MachineCode> code_of_copy(std::uint32_t stall) {
  auto code = std::make_shared<sass::MachineCode>();
  code->architecture = 90;
  code->symbol = "copy";
  code->registers = 16;
  code->parameter_offset = 0x210;
  code->parameter_bytes = 16;
  for (const char* text :
       {"S2R R0,SR_TID.X", "S2R R1,SR_CTAID.X", "IMAD R0,R1,0x100,R0", "LDC.64 R2,c[0x0][0x210]",
        "LDC.64 R4,c[0x0][0x218]", "IMAD.WIDE R2,R0,0x4,R2", "IMAD.WIDE R4,R0,0x4,R4",
        "LDG.E R6,desc[UR4][R2.64]", "FADD R6,R6,R6", "STG.E desc[UR4][R4.64],R6", "EXIT"})
    code->instructions.push_back({text, 3, stall | 7u << 5 | 7u << 8});
  code->instructions[7].control = stall | 0u << 5 | 7u << 8; // the load sets counter 0
  code->instructions[8].control |= 1u << 11;                 // and the sum waits for it
  code->labels.push_back({"copy", 0});
  return code;
}

TEST(Estimate, ReadCodeIsTakenBeforeTheText) {
  run::Request request = copy_of(1024);
  request.code = code_of_copy(1);
  const run::Estimate fast = estimate_of(request);
  EXPECT_EQ(fast.code, run::Code::Read);
  EXPECT_FALSE(fast.atomics);
  EXPECT_EQ(fast.simulated.counters.l1_misses, 8u * 8 * 4) << "8 blocks of 8 warps, 4 sectors each";
  request.code = code_of_copy(15);
  const run::Estimate slow = estimate_of(request);
  EXPECT_EQ(slow.code, run::Code::Read);
  EXPECT_GT(slow.seconds, fast.seconds) << "the assembler's stall counts";
}

TEST(Estimate, CodeThatCannotBeRunLeavesTheText) {
  run::Request request = copy_of(64);
  auto code = std::make_shared<sass::MachineCode>(*code_of_copy(1));
  code->instructions[2].text = "NOBODY.KNOWS R0,R1,R2";
  request.code = code;
  const run::Estimate predicted = estimate_of(request);
  EXPECT_EQ(predicted.code, run::Code::Predicted);
  EXPECT_NE(predicted.why_not_read.find("NOBODY.KNOWS"), std::string::npos) << predicted.why_not_read;
  const auto json = run::to_json(predicted, "");
  EXPECT_EQ(json["means"]["why_not_read"], predicted.why_not_read);
  EXPECT_FALSE(run::to_json(estimate_of(copy_of(64)), "")["means"].contains("why_not_read"))
      << "nobody asked for any";
}

/// The optimiser's loop keeps the lane that holds the lock waiting for those that spin: what has run of that
/// block until then stands for nothing.
TEST(Estimate, ALockThatPredictedCodeNeverLeavesIsEstimatedAsWritten) {
  const run::Request request = launch_of(R"(__global__ void add(int* lock, volatile int* value) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *value = *value + threadIdx.x;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
})",
                                         "1", "32", {{"lock", "zero[1]"}, {"value", "zero[1]"}});
  const run::Estimate e = estimate_of(request);
  EXPECT_EQ(e.code, run::Code::AsWritten);
  EXPECT_EQ(e.why_as_written, "a block has too many instructions for an estimate");
  EXPECT_LT(e.seconds, 1e-4);
  EXPECT_LT(e.simulated.counters.issue_slots, 100'000u);
}

TEST(Estimate, OfACopyIsInReachOfItsBytes) {
  const run::Estimate e = estimate_of(copy_of(16384)); // 16 MiB in, 16 MiB out: all in L2
  EXPECT_EQ(e.code, run::Code::Predicted);
  EXPECT_GT(e.seconds, (16.8e6 / 6.53e12) + 0.9e-6) << "no faster than L2 reads";
  EXPECT_LT(e.seconds, 20e-6);
  EXPECT_EQ(e.model, run::Model::Machine);
  ASSERT_TRUE(e.interval.has_value());
  EXPECT_LT(e.interval->low, e.seconds);
  EXPECT_GT(e.interval->high, e.seconds);
  double longest = 0;
  for (const run::Estimate::Part& part : e.parts) {
    EXPECT_GE(part.seconds, 0) << part.name;
    longest = std::max(longest, part.seconds);
  }
  EXPECT_LE(longest, e.seconds) << "nothing is busy for longer than the launch takes";
}

TEST(Estimate, GrowsWithTheWork) {
  double before = 0;
  for (const std::uint64_t blocks : {1u, 132u, 2112u, 16384u}) {
    const double seconds = estimate_of(copy_of(blocks)).seconds;
    EXPECT_GE(seconds, before) << blocks << " blocks";
    before = seconds;
  }
}

TEST(Estimate, TheStepsLeadBackToTheText) {
  std::string why_not;
  const auto input = run::machine_input(estimate_compiler(), copy_of(132), why_not);
  ASSERT_TRUE(input) << why_not;
  const auto& f = input->figures.figures;
  const auto result = multiprocessor::simulate(input->work, f, {.intervals = true});
  const auto timeline = multiprocessor::timeline_of(input->work, f, result);
  ASSERT_EQ(timeline.rows.size(), 8u) << "256 threads";
  bool waited = false;
  for (const multiprocessor::Piece& piece : timeline.rows[0].lives.at(0).pieces)
    // At its end a warp waits for its stores: no step of it does that.
    if (piece.state == multiprocessor::State::Memory && piece.cause != multiprocessor::no_origin) {
      waited = true;
      EXPECT_EQ(piece.what, multiprocessor::Op::Load);
      EXPECT_EQ(input->program->span_of(piece.cause).line, 3u);
    }
  EXPECT_TRUE(waited);
}

TEST(Estimate, OfWhatDoesNotEndWhenOptimisedIsOfTheTextAsWritten) {
  // The first warp waits for the second one's store, which the optimiser takes out of the loop.
  const run::Estimate e = estimate_of(
      launch_of("__global__ void wait(int* __restrict__ flag, int* __restrict__ count) {\n"
                "  if (threadIdx.x >= 32) flag[0] = 1;\n"
                "  else while (flag[0] == 0) atomicAdd(count, 1);\n"
                "}\n",
                "1", "64", {{"flag", "zero[1]"}, {"count", "zero[1]"}}));
  EXPECT_EQ(e.code, run::Code::AsWritten);
  EXPECT_NE(e.why_as_written, "");
}

/// Issue slots of a warp of the first block; steps of one kind.
std::uint64_t slots_of(const run::MachineInput& input, std::size_t warp) {
  std::uint64_t slots = 0;
  for (const multiprocessor::Step& step : input.work.blocks.at(0).warps.at(warp))
    if (step.op != multiprocessor::Op::Wait) slots += step.slots;
  return slots;
}
std::size_t count_of(const run::MachineInput& input, multiprocessor::Op op) {
  const std::vector<multiprocessor::Step>& steps = input.work.blocks.at(0).warps.at(0);
  return static_cast<std::size_t>(
      std::count_if(steps.begin(), steps.end(), [&](const auto& step) { return step.op == op; }));
}
run::MachineInput input_of(const run::Request& request) {
  std::string why_not;
  std::optional<run::MachineInput> made = run::machine_input(estimate_compiler(), request, why_not);
  EXPECT_TRUE(made.has_value()) << why_not;
  return made ? std::move(*made) : run::MachineInput{};
}

TEST(Estimate, AConstantAtAnAddressKnownWhenCompiledIsAnOperand) {
  const auto with = [](const std::string& index) {
    return launch_of("__constant__ float w[64];\n"
                     "__global__ void f(float* out, const int* which) {\n"
                     "  float sum = 0;\n  for (int i = 0; i < 40; ++i) sum += out[threadIdx.x + i] * w[" +
                         index + "];\n  out[threadIdx.x] = sum;\n}\n",
                     "1", "32", {{"out", "ramp[128]"}, {"which", "zero[64]"}});
  };
  EXPECT_EQ(count_of(input_of(with("i")), multiprocessor::Op::Constant), 0u);
  EXPECT_GE(count_of(input_of(with("which[i]")), multiprocessor::Op::Constant), 40u);
}

TEST(Estimate, AllWarpsIssueAShortConditionalPart) {
  const auto with = [](const std::string& condition, const std::string& body) {
    return launch_of("__global__ void f(float* out) {\n  float v = out[threadIdx.x];\n  if (" + condition +
                         ") {" + body + "}\n  out[threadIdx.x] = v;\n}\n",
                     "1", "64", {{"out", "ramp[64]"}});
  };
  const run::MachineInput brief = input_of(with("threadIdx.x < 32", "out[threadIdx.x + 1] = 2 * v;"));
  EXPECT_EQ(slots_of(brief, 0), slots_of(brief, 1));
  std::string body;
  for (int i = 0; i < 12; ++i) body += "out[threadIdx.x * " + std::to_string(i + 2) + " % 64] = v * v;";
  const run::MachineInput longer = input_of(with("threadIdx.x < 32", body));
  EXPECT_GT(slots_of(longer, 0), slots_of(longer, 1) + 12);
}

/// Blocks that share the LSU in turns end together, so that one multiprocessor takes several of those that
/// are left; of one round none does.
TEST(Estimate, TheMultiprocessorThatHasRoomFirstTakesMoreThanItsShare) {
  using multiprocessor::Op, multiprocessor::Step;
  std::vector<Step> steps;
  for (int i = 0; i < 400; ++i) {
    steps.push_back({.op = Op::Shared, .keeps = true, .service = 4});
    steps.push_back({.op = Op::Wait});
  }
  multiprocessor::Block block;
  block.warps.assign(8, steps);
  const auto first = [&](std::uint64_t grid) {
    run::MachineInput input;
    input.multiprocessors = 132;
    input.grid = grid;
    input.blocks = input.work.block_count = (grid + 131) / 132;
    input.work.resident = 8;
    input.work.blocks = {block};
    std::string why_not;
    const std::optional<run::Estimate> made = run::estimate_by_machine(input, {}, why_not);
    EXPECT_TRUE(made.has_value()) << why_not;
    return made ? made->first_seconds / made->seconds : -1;
  };
  EXPECT_GT(first(1200), 0.05) << "nine each, and twelve more";
  EXPECT_EQ(first(1056), 0) << "eight each";
  EXPECT_EQ(first(264), 0) << "two each";
}

/// What four of eight blocks take says what eight take.
TEST(Estimate, TheBlocksThatAreNotSimulatedTakeAsLongAsAmongOthers) {
  using multiprocessor::Op, multiprocessor::Step;
  // Four warps of a sub-partition issue in four of six cycles; the block that began first goes first.
  const std::vector<Step> steps(600, {.op = Op::Run, .slots = 1, .stall = 5});
  run::MachineInput input;
  input.multiprocessors = 1;
  input.grid = input.blocks = 8;
  input.work.resident = 2;
  input.work.blocks.resize(1);
  input.work.blocks[0].warps.assign(16, steps);
  const auto seconds = [&](std::uint64_t simulated) {
    input.work.block_count = simulated;
    std::string why_not;
    const std::optional<run::Estimate> made = run::estimate_by_machine(input, {}, why_not);
    EXPECT_TRUE(made.has_value()) << why_not;
    return made ? made->seconds : 0;
  };
  EXPECT_NEAR(seconds(4) / seconds(8), 1, 0.03);
}

/// A block that has too many instructions to be recorded is known by the beginning of its warps: it takes as
/// long as its turns say, with barriers and without; one that has no end within the budget has no time.
TEST(Estimate, ALongBlockTakesAsManyTimesAsLongAsItsBeginning) {
  const auto of_turns = [](const char* body, int turns, std::string& why_not) {
    return run::estimate(
        estimate_compiler(),
        launch_of("__global__ void f(float* out, int turns) {\n  __shared__ float s[256];\n"
                  "  float x = threadIdx.x;\n  s[threadIdx.x] = x;\n  for (int i = 0; i < turns; ++i) {\n" +
                      std::string(body) + "  }\n  out[blockIdx.x * 256 + threadIdx.x] = x;\n}\n",
                  "528", "256", {{"out", "zero[135168]"}, {"turns", std::to_string(turns)}}),
        why_not);
  };
  std::string why_not;
  for (const char* body :
       {"    x = x * 1.25f + 3;\n", "    x += s[(threadIdx.x + i) & 255]; __syncthreads();\n"}) {
    const auto whole = of_turns(body, 4'000, why_not), part = of_turns(body, 400'000, why_not);
    ASSERT_TRUE(whole && part) << why_not;
    EXPECT_EQ(whole->times_as_long, 1) << body;
    EXPECT_GT(part->times_as_long, 10) << body;
    EXPECT_EQ(part->model, run::Model::Machine);
    EXPECT_NEAR(part->seconds / whole->seconds, 100, 6) << body;
    ASSERT_TRUE(part->interval && whole->interval);
    EXPECT_GT(part->interval->high / part->seconds, whole->interval->high / whole->seconds)
        << "less is known";
  }
  EXPECT_FALSE(of_turns("    x = x * 1.25f + 3;\n", 2'000'000'000, why_not).has_value());
  EXPECT_EQ(why_not, "a block has too many instructions for an estimate");
}

/// A step of a tree: warps without a lane in it take the LSU's cycles, too.
TEST(Estimate, WarpsWithoutLanesLoadAndStoreSharedMemoryAsWell) {
  const run::MachineInput input = input_of(
      launch_of("__global__ void f(float* out) {\n  __shared__ float s[128];\n  int t = threadIdx.x;\n"
                "  s[t] = out[t];\n  __syncthreads();\n  if (t < 32) s[t] += s[t + 32];\n"
                "  __syncthreads();\n  out[t] = s[t];\n}\n",
                "1", "128", {{"out", "ramp[128]"}}));
  ASSERT_EQ(input.work.blocks.size(), 1u);
  const auto shared = [&](std::size_t warp) {
    return std::ranges::count_if(input.work.blocks[0].warps.at(warp), [](const multiprocessor::Step& step) {
      return step.op == multiprocessor::Op::Shared;
    });
  };
  EXPECT_EQ(shared(0), 5); // a store; two loads and a store; a load
  EXPECT_EQ(shared(3), shared(0));
}

/// NVRTC 13.0 for sm_90: one load in the code, and five of them.
TEST(Estimate, ALoopWhoseCounterMayWrapIsNotUnrolled) {
  const auto loads_before_a_store = [](const std::string& step) {
    const run::MachineInput input = input_of(launch_of(
        "__global__ void f(const float* in, float* out) {\n  __shared__ float s[4096];\n"
        "  int step = blockDim.x;\n  for (int i = threadIdx.x; i < 4096; i += " +
            step + ") s[i] = in[i];\n  __syncthreads();\n  out[threadIdx.x] = s[threadIdx.x * 3];\n}\n",
        "1", "128", {{"in", "ramp[4096]"}, {"out", "zero[128]"}}));
    int most = 0, count = 0;
    for (const multiprocessor::Step& made : input.work.blocks.at(0).warps.at(0)) {
      if (made.op == multiprocessor::Op::Load) most = std::max(most, ++count);
      if (made.op == multiprocessor::Op::Shared) count = 0;
    }
    return most;
  };
  EXPECT_EQ(loads_before_a_store("blockDim.x"), 1);
  EXPECT_EQ(loads_before_a_store("step"), 4);
}

run::MachineInput input_of_loop(const std::string& body, const std::string& result) {
  return input_of(launch_of("__global__ void f(const unsigned* in, unsigned* out, unsigned d) {\n"
                            "  unsigned x = in[threadIdx.x] | 1, acc = 1, n = 0;\n" +
                                body + "\n  out[threadIdx.x] = " + result + ";\n}\n",
                            "1", "32", {{"in", "ramp[32]"}, {"out", "zero[32]"}, {"d", "7"}}));
}

/// What a loop computes of numbers alone is no counter when it is needed behind the loop.
TEST(Estimate, AChainOfIntegersCostsItsProducts) {
  const run::MachineInput chain = input_of_loop("for (int k = 0; k < 64; ++k) acc = acc * x + k;", "acc");
  const auto& steps = chain.work.blocks.at(0).warps.at(0);
  const auto products = std::ranges::count_if(
      steps, [](const multiprocessor::Step& step) { return step.pipe == multiprocessor::Pipe::Multiply; });
  EXPECT_GE(products, 64);
  EXPECT_LE(products, 68);
}

/// While results of loads are under way, in turns of a loop: each addition goes back to its own load.
TEST(Estimate, AdditionsOfFloatsToSharedMemoryAmongLoadsAreSimulated) {
  const run::Request request = launch_of(
      "__global__ void f(const float2* in, const int* to, float* out) {\n  __shared__ float s[64];\n"
      "  s[threadIdx.x % 64] = 0;\n  __syncthreads();\n"
      "  for (int i = threadIdx.x; i < 4096; i += blockDim.x) {\n    float2 p = in[i];\n    int k = to[i] & "
      "31;\n"
      "    atomicAdd(&s[2 * k], p.x);\n    atomicAdd(&s[2 * k + 1], p.y);\n  }\n"
      "  __syncthreads();\n  out[threadIdx.x] = s[threadIdx.x % 64];\n}\n",
      "2", "128", {{"in", "ramp[4096]"}, {"to", "random:5[4096]"}, {"out", "zero[128]"}});
  const run::Estimate made = estimate_of(request);
  EXPECT_EQ(made.model, run::Model::Machine) << made.why_plain;
  std::uint64_t alone = 0; // wavefronts, were no compare-and-swap to fail
  const run::MachineInput input = input_of(request);
  for (const auto& warp : input.work.blocks.at(0).warps)
    for (const multiprocessor::Step& step : warp)
      if (step.op == multiprocessor::Op::Shared) alone += std::max<std::uint64_t>(1, step.service);
  EXPECT_GT(made.simulated.counters.shared_wavefronts, alone);
}

/// A loop that ends when data say so is not several turns at once: each turn waits for its branch.
TEST(Estimate, ALoopThatDataEndCostsABranchEachTurn) {
  const std::string turn = " { x = x & 1 ? 3 * x + 1 : x / 2; ++n; }";
  const std::uint64_t turns = 32;
  const run::MachineInput counted = input_of_loop("for (; n < 32;)" + turn, "x"),
                          ended = input_of_loop("while (x != 0 && n < 32)" + turn, "x + n");
  EXPECT_GE(slots_of(ended, 0), slots_of(counted, 0) + 3 * turns);
}

/// Its reciprocal is made once; of a divisor that changes, each time.
TEST(Estimate, ADivisorThatStaysTheSameCostsItsReciprocalOnce) {
  const run::MachineInput
      same = input_of_loop("for (int k = 0; k < 40; ++k) { acc += x / d; x = x * 5 + acc; }", "acc"),
      changes = input_of_loop(
          "for (int k = 0; k < 40; ++k) { acc += x / d; x = x * 5 + acc; d = (d ^ x) | 1; }", "acc");
  EXPECT_GE(slots_of(changes, 0), slots_of(same, 0) + 40 * 8);
}

TEST(Estimate, StoresInNoOrderFindTheirLineWhereL2HoldsAll) {
  constexpr double mb = 1e6;
  // 32 MB stored to 32 times a line while 32 MB pass: L2 keeps 40.
  EXPECT_LT(run::lost_between_stores(32 * mb, 32 * mb, 32, 40 * mb), 0.001);
  // Nothing else passes: 40 of 64 MB have been touched after ln(64 / 24) intervals, and 24 / 64 are longer.
  EXPECT_NEAR(run::lost_between_stores(64 * mb, 0, 32, 40 * mb), 24.0 / 64, 1e-6);
  EXPECT_NEAR(run::lost_between_stores(64 * mb, 0, 32, 0), 1, 1e-6);
  EXPECT_GT(run::lost_between_stores(64 * mb, 64 * mb, 2, 40 * mb), 24.0 / 64);
}

TEST(Estimate, ABlockThatTrapsHasNone) {
  run::Request asked = copy_of(4);
  asked.text = "__global__ void copy(const float* in, float* out) {\n"
               "  out[threadIdx.x] = in[threadIdx.x];\n  __trap();\n}\n";
  EXPECT_EQ(why_no_estimate(asked), "a block does not come to its end");
}

TEST(Estimate, AGridWhoseBlocksWaitForOneAnotherHasNone) {
  run::Request asked = launch_of("#include <cooperative_groups.h>\n"
                                 "__global__ void meet(float* data) {\n"
                                 "  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;\n"
                                 "  cooperative_groups::this_grid().sync();\n"
                                 "  data[0] = data[blockDim.x];\n"
                                 "}\n",
                                 "16", "256", {{"data", "zero[4096]"}});
  EXPECT_NE(why_no_estimate(asked).find("wait for one another"), std::string::npos) << why_no_estimate(asked);
}

TEST(Estimate, TextsThatDoNotCompileSaySo) {
  run::Request asked = copy_of(4);
  asked.text = "__global__ void copy(const float* in, float* out) { out[0] = nothing; }";
  EXPECT_NE(why_no_estimate(asked).find("nothing"), std::string::npos);
}

TEST(Estimate, ADeviceWithoutItsSizeOfL2GetsNone) {
  run::Request asked = copy_of(4);
  asked.device = *devices::find_device("cc75");
  EXPECT_EQ(estimate_of(asked).borrowed_from, "Hopper (H200)");
  std::erase_if(asked.device.numbers, [](const auto& number) { return number.first == "l2_bytes"; });
  EXPECT_EQ(why_no_estimate(asked), "the device's file has no l2_bytes");
}

TEST(Estimate, AKernelThatNeverEndsIsGivenUpSoon) {
  const auto begin = std::chrono::steady_clock::now();
  const run::Request asked = launch_of("__global__ void spin(volatile int* flag) { while (*flag == 0) {} }\n",
                                       "4", "32", {{"flag", "zero[1]"}});
  EXPECT_EQ(why_no_estimate(asked), "a block has too many instructions for an estimate");
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 60);
}

TEST(Estimate, ManyBlocksOneBlockAndOneThread) {
  const std::string text = "__global__ void one(int* out) { if (blockIdx.x == 0) out[threadIdx.x] = 1; }\n";
  const run::Estimate many = estimate_of(launch_of(text, "1000000", "32", {{"out", "zero[32]"}}));
  EXPECT_LE(many.simulated.blocks_ended, 32u * 32) << "32 rounds stand for all";
  EXPECT_GT(many.seconds, 0.98e6 / 1.64e9) << "blocks start at the rate of the device's file";
  const run::Estimate one = estimate_of(launch_of(text, "1", "1", {{"out", "zero[32]"}}));
  EXPECT_LT(one.seconds, 3e-6);
  EXPECT_GT(one.seconds, 0.8e-6);
}

TEST(Estimate, AllOfTheSharedMemoryLeavesOneBlock) {
  std::string why_not;
  run::Request asked = launch_of("extern __shared__ float all[];\n"
                                 "__global__ void big(float* out) { all[threadIdx.x] = 1; __syncthreads();\n"
                                 "  out[threadIdx.x] = all[255 - threadIdx.x]; }\n",
                                 "264", "256", {{"out", "zero[256]"}});
  asked.overrides.shared = "232448";
  const auto input = run::machine_input(estimate_compiler(), asked, why_not);
  ASSERT_TRUE(input) << why_not;
  EXPECT_EQ(input->work.resident, 1u);
  EXPECT_EQ(input->work.block_count, 2u);
}

TEST(Estimate, ACancelledOneSaysSo) {
  std::atomic<bool> cancel = true;
  run::Request asked = copy_of(1024);
  asked.cancel = &cancel;
  EXPECT_NE(why_no_estimate(asked).find("cancelled"), std::string::npos);
}

/// A warp that multiplies `count` times, each product needing the one before.
run::Request products_of(int count) {
  return launch_of(
      "__global__ void products(float* out, unsigned seed) {\n"
      "  float s[4] = {};\n"
      "#pragma unroll\n"
      "  for (int i = 0; i < " +
          std::to_string(count) +
          "; i++)\n"
          "    asm volatile(\"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, \"\n"
          "                 \"{%4,%4,%4,%4}, {%4,%4}, {%0,%1,%2,%3};\"\n"
          "                 : \"+f\"(s[0]), \"+f\"(s[1]), \"+f\"(s[2]), \"+f\"(s[3]) : \"r\"(seed));\n"
          "  out[threadIdx.x] = s[0] + s[1] + s[2] + s[3];\n"
          "}\n",
      "1", "32", {{"out", "zero[32]"}, {"seed", "1"}});
}

TEST(Estimate, AProductOfMatricesIsOneInstruction) {
  const run::Estimate few = estimate_of(products_of(8)), many = estimate_of(products_of(24));
  EXPECT_EQ(many.code, run::Code::Predicted);
  EXPECT_EQ(many.simulated.counters.issue_slots - few.simulated.counters.issue_slots, 16u)
      << "the shuffles and sums that stand for a product here are no instructions of the device";
  EXPECT_NEAR(static_cast<double>(many.simulated.cycles - few.simulated.cycles) / 16, 27, 2)
      << "a product waits for the sums of the one before";
}

TEST(Estimate, InstructionsArriveWhileWarpsWait) {
  std::string sums;
  for (int i = 0; i < 64; ++i) sums += "  x = x * y + " + std::to_string(i) + ".5f; y = y * x + 3.25f;\n";
  const auto of_body = [&](const std::string& before) {
    return launch_of("__global__ void body(const int* next, float* out, float x, float y) {\n" + before +
                         sums + "  out[threadIdx.x] = x + y;\n}\n",
                     "1", "32", {{"next", "zero[32]"}, {"out", "zero[32]"}, {"x", "1"}, {"y", "2"}});
  };
  const run::Estimate busy = estimate_of(of_body(""));
  const run::Estimate waits = estimate_of(of_body("  int at = threadIdx.x;\n"
                                                  "  for (int i = 0; i < 16; i++) at = next[at];\n"
                                                  "  x += at;\n"));
  const double start = estimate_of(copy_of(1)).launch_seconds;
  EXPECT_GT(busy.launch_seconds, start + .1e-6) << "what waits for nothing waits for its instructions";
  EXPECT_NEAR(waits.launch_seconds, start, 1e-9) << "loads in a row take longer than the instructions";
}

/// How many multiprocessors are taken to meet in the first buffer that has atomics.
std::uint32_t meeting_in(const std::string& index, const std::string& counters) {
  const std::string text = "__global__ void k(unsigned* c) {\n"
                           "  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                           "  atomicAdd(&c[" +
                           index +
                           "], 1u);\n"
                           "}\n";
  std::string why_not;
  const auto input = run::machine_input(
      estimate_compiler(), launch_of(text, "1320", "256", {{"c", "zero[" + counters + "]"}}), why_not);
  EXPECT_TRUE(input.has_value()) << why_not;
  if (!input || input->work.meetings.empty()) return 0;
  return input->work.meetings[0].multiprocessors;
}

TEST(Estimate, AtomicsMeetThoseOfTheBlocksThatNameTheirLines) {
  EXPECT_EQ(meeting_in("0", "1"), 132u) << "all";
  EXPECT_NEAR(meeting_in("blockIdx.x", "1320"), 32, 3) << "a line holds the counters of 32 blocks";
  EXPECT_EQ(meeting_in("i", "1320*256"), 1u) << "nobody";
  EXPECT_NEAR(meeting_in("i % 1024", "1024"), 33, 12) << "one of four";
  EXPECT_GT(meeting_in("i * 2654435761u >> 18", "16384"), 110u)
      << "all over time, though a block names half of the lines";
}

/// Blocks that reside together have local memory of their own each.
TEST(Estimate, BlocksShareNoLineOfLocalMemory) {
  const std::string text = "__global__ void k(int* out, int n) {\n"
                           "  int own[64];\n"
                           "  for (int i = 0; i < 64; ++i) own[i * n % 64] = i;\n"
                           "  out[blockIdx.x * blockDim.x + threadIdx.x] = own[threadIdx.x * n % 64];\n"
                           "}\n";
  std::string why_not;
  const auto input = run::machine_input(
      estimate_compiler(), launch_of(text, "264", "64", {{"out", "zero[264*64]"}, {"n", "3"}}), why_not);
  ASSERT_TRUE(input.has_value()) << why_not;
  ASSERT_GE(input->work.blocks.size(), 2u);
  std::vector<std::uint32_t> lines[2];
  for (std::size_t b = 0; b < 2; ++b)
    for (const multiprocessor::Line& line : input->work.blocks[b].lines)
      if (line.number >= multiprocessor::local_lines) lines[b].push_back(line.number);
  ASSERT_FALSE(lines[0].empty());
  for (const std::uint32_t line : lines[0]) EXPECT_EQ(std::count(lines[1].begin(), lines[1].end(), line), 0);
}

TEST(Estimate, NoMemoryAccessAtAll) {
  const run::Estimate e = estimate_of(launch_of("__global__ void none() {}\n", "132", "32"));
  EXPECT_GE(e.seconds, 0.7e-6); // it stores nothing: its end waits for nothing
  EXPECT_LT(e.seconds, 3e-6);
}

/// The block that takes the highest ticket adds up what all have left, one number after the other.
TEST(Estimate, TheBlockThatComesLastIsWaitedFor) {
  const auto text = [](const char* serial) {
    return "__global__ void sum(const float* in, float* partial, unsigned* tickets, float* out) {\n"
           "  if (threadIdx.x != 0) return;\n"
           "  partial[blockIdx.x] = in[blockIdx.x];\n"
           "  __threadfence();\n"
           "  if (atomicAdd(tickets, 1u) != gridDim.x - 1) return;\n"
           "  float sum = 0;\n"
           "  for (int b = 0; b < " +
           std::string(serial) +
           "; b++) sum += partial[b] * sum;\n"
           "  *out = sum;\n"
           "}\n";
  };
  const auto asked = [&](const char* serial) {
    return estimate_of(launch_of(
        text(serial), "4096", "32",
        {{"in", "ramp[4096]"}, {"partial", "zero[4096]"}, {"tickets", "zero[1]"}, {"out", "zero[1]"}}));
  };
  const run::Estimate all = asked("gridDim.x"), none = asked("0");
  EXPECT_EQ(none.last_seconds, 0);
  EXPECT_GT(all.last_seconds, 4096 * 4e-9) << "a fused product waits for the one before it";
  EXPECT_NEAR(all.seconds - all.last_seconds, none.seconds, .3 * none.seconds);
  EXPECT_EQ(all.bottleneck_name, "last_block");
  const auto part = std::find_if(all.parts.begin(), all.parts.end(),
                                 [](const auto& p) { return p.name == "last_block"; });
  ASSERT_NE(part, all.parts.end());
  EXPECT_EQ(part->seconds, all.last_seconds);
}

/// A walk with a stride comes round to the same lines: while L2 has them in a small buffer, and when it has
/// lost them in a large one.
TEST(Estimate, LinesThatComeAgainLateComeFromDramAgain) {
  const auto bytes = [](std::uint64_t count) {
    const std::string size = std::to_string(count);
    const run::Estimate e = estimate_of(
        launch_of("__global__ void walk(const float* in, float* out, int n) {\n"
                  "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                  "  int round = n / 32;\n"
                  "  out[i] = in[i % round * 32 + i / round];\n"
                  "}\n",
                  std::to_string(count / 256), "256",
                  {{"in", "zero[" + size + "]"}, {"out", "zero[" + size + "]"}, {"n", size}}));
    return e.traffic.dram_read_bytes / static_cast<double>(count);
  };
  EXPECT_LT(bytes(1 << 21), 1) << "8 MB stay in L2";
  EXPECT_GT(bytes(1 << 24), 40) << "of 64 MB each word brings 64 bytes";
}

} // namespace
} // namespace warpscope
