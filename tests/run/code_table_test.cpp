// Instructions joined with the accesses of the text: what is predicted, by the real compiler; what is read,
// by hand-made machine code.
#include "sim/devices/devices.h"
#include "sim/run/code_table.h"
#include "sim/run/simulate.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace warpscope::run {
namespace {

compile::Compiler& code_compiler() {
  static compile::Compiler one;
  return one;
}

Request code_request(const std::string& text, std::uint32_t threads = 32) {
  Request request;
  request.file = "k.cu";
  request.text = text;
  request.device = *devices::find_device("cc90");
  request.overrides = {.grid = {{"1", "1", "1"}},
                       .block = {{std::to_string(threads), "1", "1"}},
                       .arguments = {{"in", "ramp[4096]"}, {"out", "zero[4096]"}}};
  return request;
}

struct Joined {
  Result written, compiled;
  CodeTable table;
  [[nodiscard]] const LineStory* at(std::uint32_t line, Space space, AccessKind kind) const {
    for (const LineStory& story : table.stories)
      if (story.line == line && story.written.space == space && story.written.kind == kind) return &story;
    return nullptr;
  }
};

Joined predicted(const std::string& text) {
  Joined joined;
  Request request = code_request(text);
  joined.written = simulate(code_compiler(), request);
  EXPECT_EQ(joined.written.status, Status::Done) << format_diagnostics(joined.written.diagnostics);
  request.as_compiled = request.listing = true;
  joined.compiled = simulate(code_compiler(), request);
  EXPECT_EQ(joined.compiled.status, Status::Done) << format_diagnostics(joined.compiled.diagnostics);
  if (joined.compiled.listing != nullptr) joined.table = join_code(joined.written, joined.compiled);
  return joined;
}

constexpr const char* sum_of_row = R"(__global__ void k(const float *in, float *out) {
  __shared__ float row[64];
  row[threadIdx.x] = in[threadIdx.x];
  row[threadIdx.x + 32] = in[threadIdx.x + 32];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 16; ++i)
    sum += row[i];
  out[threadIdx.x] = sum;
})";

TEST(CodeTable, MergedAndUnrolledLoadsAreOneStory) {
  const Joined joined = predicted(sum_of_row);
  ASSERT_NE(joined.compiled.listing, nullptr);
  const LineStory* story = joined.at(8, Space::Shared, AccessKind::Load);
  ASSERT_NE(story, nullptr);
  EXPECT_EQ(story->written.requests, 16u);
  EXPECT_EQ(story->compiled.requests, 4u);
  EXPECT_EQ(story->merged, 4u);
  EXPECT_EQ(story->width, 16u);
  EXPECT_EQ(story->unrolled, 16u);
  EXPECT_EQ(story->instructions, 4u);
  EXPECT_EQ(story_text(*story), "4 became 1 of 16 bytes, 16 times in the code");
  EXPECT_TRUE(story_text(*joined.at(9, Space::Global, AccessKind::Store)).empty());
}

/// The rows' counts are those of the result, each once: by line and in all.
TEST(CodeTable, EveryCountStandsAtOneInstruction) {
  const Joined joined = predicted(sum_of_row);
  std::uint64_t requests = 0, vectors = 0;
  for (const CodeRow& row : joined.table.ptx) {
    for (const CodeCount& count : row.counts) {
      requests += count.requests;
      if (row.line == 8) {
        EXPECT_TRUE(row.text.starts_with("ld.shared.v4")) << row.text;
        EXPECT_EQ(count.ideal, 2u) << "16 bytes of one address take two wavefronts";
        ++vectors;
      }
    }
    if (row.memory) {
      EXPECT_TRUE(row.text.starts_with("ld.") || row.text.starts_with("st.")) << row.text;
    }
  }
  EXPECT_EQ(vectors, 4u);
  std::uint64_t all = 0;
  for (int kind = 0; kind < 3; ++kind)
    all += joined.compiled.totals.shared[kind].requests + joined.compiled.totals.global[kind].requests;
  EXPECT_EQ(requests, all);
}

TEST(CodeTable, DroppedAndHoistedLoads) {
  const Joined joined = predicted(R"(__global__ void k(const float *in, float *out) {
  float unused = in[threadIdx.x];
  (void)unused;
  out[threadIdx.x] = 0;
})");
  const LineStory* dropped = joined.at(2, Space::Global, AccessKind::Load);
  ASSERT_NE(dropped, nullptr);
  EXPECT_TRUE(dropped->dropped);
  EXPECT_EQ(dropped->instructions, 0u);
  // LLVM takes the place from a load that it hoists: it is counted with the instruction before it.
  const Joined other = predicted(R"(__global__ void k(const float *in, float *__restrict__ out) {
  float sum = in[threadIdx.x];
  for (int i = 0; i < 100; ++i)
    sum = sum * sum + in[7];
  out[threadIdx.x] = sum;
})");
  const LineStory* hoisted = other.at(4, Space::Global, AccessKind::Load);
  ASSERT_NE(hoisted, nullptr);
  EXPECT_EQ(hoisted->written.requests, 100u);
  EXPECT_FALSE(hoisted->dropped && other.at(2, Space::Global, AccessKind::Load)->moved);
  std::uint64_t loads = 0;
  for (const CodeRow& row : other.table.ptx)
    for (const CodeCount& count : row.counts)
      if (count.kind == AccessKind::Load) loads += count.requests;
  EXPECT_EQ(loads, 2u) << "one of each: out of the loop";
}

/// Hand-made: the same load of a loop, 100 times as written and once as compiled, in its line or in another.
TEST(CodeTable, OutOfTheLoop) {
  Result written, compiled;
  auto program = std::make_shared<program::Program>();
  program->kernels.emplace_back();
  program::Site site;
  site.space = Space::Global;
  site.span = {7, 1, 7, 9};
  program->sites.push_back(site);
  written.program = compiled.program = program;
  written.launch.grid = {2, 1, 1};
  written.launch.block = {32, 1, 1};
  written.sites.resize(1);
  written.sites[0].global[0].requests = written.sites[0].global[0].sectors = 200;
  auto code = std::make_shared<sass::MachineCode>();
  code->instructions = {{"LDG.E R2,[R0]", 7, 0}};
  compiled.code = code;
  compiled.sites.resize(1);
  compiled.sites[0].global[0].requests = compiled.sites[0].global[0].sectors = 2;
  CodeTable table = join_code(written, compiled);
  ASSERT_EQ(table.stories.size(), 1u);
  EXPECT_EQ(story_text(table.stories[0]), "out of the loop");
  code->instructions[0].line = 5;
  table = join_code(written, compiled);
  ASSERT_EQ(table.stories.size(), 2u);
  EXPECT_EQ(story_text(table.stories[0]), "made here, of other lines");
  EXPECT_EQ(story_text(table.stories[1]), "made in line 5");
}

TEST(CodeTable, PrimitivesHavePtxNames) {
  const Joined joined = predicted(R"(__global__ void k(const float *in, float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = sqrtf(in[threadIdx.x]);
  __syncthreads();
  float v = __shfl_xor_sync(~0u, s[31 - threadIdx.x], 1);
  atomicAdd(&out[0], v);
})");
  const auto has = [&](std::string_view begin) {
    return std::any_of(joined.table.ptx.begin(), joined.table.ptx.end(),
                       [&](const CodeRow& row) { return row.text.starts_with(begin); });
  };
  EXPECT_TRUE(has("bar.sync"));
  EXPECT_TRUE(has("shfl.sync.bfly"));
  for (const CodeRow& row : joined.table.ptx)
    EXPECT_EQ(row.text.find("__ws_"), std::string::npos) << row.text;
  const LineStory* atomic = joined.at(6, Space::Global, AccessKind::Atomic);
  ASSERT_NE(atomic, nullptr);
  EXPECT_EQ(atomic->compiled.requests, 1u);
  EXPECT_EQ(atomic->instructions, 1u);
}

/// Hand-made: two loads of four bytes became one of eight, with a spill beside it.
TEST(CodeTable, MachineCodeIsJoinedByLine) {
  Result written, compiled;
  auto program = std::make_shared<program::Program>();
  program->kernels.emplace_back();
  for (int s = 0; s < 2; ++s) {
    program::Site site;
    site.space = Space::Shared;
    site.span = {3, 1, 3, 9};
    program->sites.push_back(site);
  }
  written.program = compiled.program = program;
  written.launch.grid = {1, 1, 1};
  written.launch.block = {32, 1, 1};
  written.sites.resize(2);
  for (model::Totals& site : written.sites) site.shared[0].requests = site.shared[0].wavefronts = 10;
  auto code = std::make_shared<sass::MachineCode>();
  code->architecture = 90;
  code->registers = 17;
  code->spill_store_bytes = 4;
  code->instructions = {{"LDS.64 R2,[R0]", 3, 0}, {"STL [R1],R2", 3, 0}, {"EXIT", 4, 0}, {"NOP", 4, 0}};
  code->ptx = ".entry k(\n)\n{\n\t.loc 1 3 1\n\tld.shared.v2.u32 {%r1, %r2}, [%r3];\n\tret;\n}\n"
              "\t.file\t1 \"/warpscope_device_text.cu\"\n";
  code->symbol = "k";
  compiled.code = code;
  compiled.sites.resize(4);
  compiled.sites[0].shared[0].requests = 10;
  compiled.sites[0].shared[0].wavefronts = 20;
  compiled.sites[0].shared[0].ideal_wavefronts = 20;
  compiled.sites[1].local[1].requests = 10;
  compiled.sites[1].local[1].local_sectors = 40;
  const CodeTable table = join_code(written, compiled);
  EXPECT_TRUE(table.read);
  ASSERT_EQ(table.machine.size(), 3u) << "without what fills the end";
  EXPECT_TRUE(table.machine[0].memory);
  EXPECT_FALSE(table.machine[2].memory);
  ASSERT_EQ(table.ptx.size(), 2u);
  EXPECT_EQ(table.ptx[0].line, 3u);
  EXPECT_TRUE(table.ptx[0].memory);
  ASSERT_EQ(table.stories.size(), 2u);
  EXPECT_EQ(table.stories[0].merged, 2u);
  EXPECT_EQ(table.stories[0].unrolled, 1u);
  EXPECT_TRUE(table.stories[1].spilled);
  const nlohmann::json document = nlohmann::json::parse(to_json(table));
  EXPECT_EQ(document["registers"], 17);
  EXPECT_EQ(document["lines"][0]["became"], "2 became 1 of 8 bytes");
  EXPECT_EQ(document["sass"][0]["counts"][0]["wavefronts"], 20);
}

TEST(CodeTable, DifferencesLeaveTheNamesOfRegistersOut) {
  const auto rows = [](const std::vector<std::string>& texts) {
    std::vector<CodeRow> made;
    for (const std::string& text : texts) made.push_back({text, 1, false, 0, {}});
    return made;
  };
  const CodeDifference difference = compare_code(
      rows({"LDS R8,[R4]", "FFMA R16,R8,R12,R16", "IADD3 R1,R1,0x10,RZ", "EXIT"}),
      rows({"LDS R2,[UR4]", "LDS R3,[R9]", "FFMA R7,R2,R3,R7", "IADD3 R1,R1,0x20,RZ", "EXIT"}));
  EXPECT_EQ(difference.in_both_of_a, (std::vector<bool>{true, true, false, true}));
  EXPECT_EQ(difference.in_both_of_b, (std::vector<bool>{false, true, true, false, true}));
}

} // namespace
} // namespace warpscope::run
