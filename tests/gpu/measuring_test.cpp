// The parts of warpscope-measure that need no GPU: what a text may include, NVRTC's messages, counters of an
// instruction, times.
#include "gpu/measure/dynlib.h"
#include "gpu/measure/includes.h"
#include "gpu/measure/launch.h"
#include "gpu/measure/measure.h"
#include "gpu/measure/nvrtc.h"
#include "gpu/measure/timing.h"
#include "sim/source/fill_element.h"
#include "tests/gpu/some.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

namespace warpscope {
namespace {

std::string names(std::string_view text) {
  std::string list;
  for (const measure::WrittenInclude& include : measure::find_includes(text))
    list += "[" + include.name + "]";
  return list;
}

TEST(Includes, AreFoundHoweverTheyAreWritten) {
  EXPECT_EQ(names("#include <a.h>\n  #  include \"b.h\"\n"), "[a.h][b.h]");
  EXPECT_EQ(names("%:include <a.h>\n"), "[a.h]");
  EXPECT_EQ(names("#inc\\\nlude <a.h>\n"), "[a.h]");
  EXPECT_EQ(names("#\\  \ninclude <a\\\n.h>\n"), "[a.h]");
  EXPECT_EQ(names("/* x */ # /* y */ include /* z */ \"/etc/passwd\"\n"), "[/etc/passwd]");
  EXPECT_EQ(names("/* x\n */ #include <a.h>\n"), "[a.h]");
  EXPECT_EQ(names("int a; /* \n// */ #include <a.h>\n"), "[a.h]");
  EXPECT_EQ(names("#include_next <a.h>\n"), "[a.h]");
  EXPECT_EQ(names("#include MACRO\n#import <a.h>\n#embed \"x\"\n#include\n#include <a.h\n#include \"a\n"),
            "[][][][][][]");
  EXPECT_EQ(
      names("int x; // #include <a.h>\n * #include <b.h>\n\"#include <c.h>\"\n#define X #include <d.h>\n"),
      "");
  EXPECT_EQ(names("#included <a.h>\n#if 1\n#endif"), "");
  EXPECT_EQ(measure::find_includes("\n\n  #include <a.h>")[0].line, 3u);
  EXPECT_EQ(measure::find_includes("\n\n  #include <a.h>")[0].column, 3u);
  EXPECT_EQ(measure::find_includes("a\\\nb\n#include <a.h>")[0].line, 3u);
}

TEST(Includes, OnlyTheToolkitsFilesAreLetThrough) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) /
                                       ("warpscope_includes_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder / "cuda/std");
  std::ofstream(folder / "cuda_fp16.h") << "\n";
  std::ofstream(folder / "cuda/std/limits") << "\n";
  const auto answered = [&](const std::string& name) {
    const measure::AnsweredIncludes answer = measure::answer_includes("#include \"" + name + "\"\n", {},
                                                                      {folder / "cuda", folder});
    return answer.headers.empty() ? std::string("file") : answer.headers[0].second;
  };
  EXPECT_EQ(answered("cuda_fp16.h"), "file");
  EXPECT_EQ(answered("cstdio"), "\n");
  EXPECT_EQ(answered("cuda_runtime.h"), "\n");
  EXPECT_EQ(answered("limits"), "#include <cuda/std/limits>\nnamespace std { using namespace cuda::std; }\n");
  EXPECT_EQ(answered("tuple"), "\n") << "the folder has no cuda/std/tuple";
  for (const std::string& refused :
       std::vector<std::string>{"/etc/passwd", "../cuda_fp16.h", "cuda/../cuda_fp16.h", "mine.h", "cuda"})
    EXPECT_EQ(answered(refused).rfind("#error warpscope refuses this header: ", 0), 0u) << refused;
  EXPECT_EQ(answered((folder / "cuda_fp16.h").string()).rfind("#error", 0), 0u)
      << "no absolute path, whatever it leads to";
  EXPECT_NE(answered("cooperative_groups.h").find("CUDA toolkit, which is not on this machine"),
            std::string::npos);
  EXPECT_EQ(measure::answer_includes("#include MACRO\n", {}, {}).computed.size(), 1u);
  std::filesystem::remove_all(folder);
}

TEST(Includes, HeadersThatWereSentAnswerAndWhatTheyIncludeIsAnswered) {
  const measure::SentHeaders sent = {
      {"common/a.cuh", "#include \"b.h\"\n#include \"passwd\"\n#include NAME\n"}, {"b.h", "#define B 1\n"}};
  const measure::AnsweredIncludes answer = measure::answer_includes("#include \"common/a.cuh\"\n", sent, {});
  std::map<std::string, std::string> texts(answer.headers.begin(), answer.headers.end());
  EXPECT_EQ(texts.size(), answer.headers.size()) << "each name once";
  EXPECT_EQ(texts["common/a.cuh"], sent.at("common/a.cuh"));
  EXPECT_EQ(texts["b.h"], sent.at("b.h"));
  EXPECT_NE(texts["passwd"].find(measure::refused_include), std::string::npos)
      << "NVRTC would look beside the header, in common/";
  ASSERT_EQ(answer.computed.size(), 1u);
  EXPECT_EQ(answer.computed[0].first, "common/a.cuh");
  EXPECT_EQ(answer.computed[0].second.line, 3u);
}

TEST(NvrtcLog, MessagesHaveTheirPlaces) {
  measure::CompiledDeviceText compiled;
  measure::read_nvrtc_log(
      "warpscope_device_text.cu(1): error: identifier \"foo\" is undefined\n"
      "  __global__ void k(int*a){ *a= foo; }\n"
      "                                ^\n\n"
      "warpscope_device_text.cu(7): error: no operator \"=\" matches these operands\n"
      "            operand types are: volatile float4 = float4\n"
      "    s = a;\n"
      "      ^\n"
      "Note #3326-D: function does not match\n\n"
      "warpscope_device_text.cu(9): warning #177-D: variable \"b\" was declared but never referenced\n"
      "  int b;\n"
      "      ^\n\n"
      "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n\n"
      "other.h(3): catastrophic error: #error directive: no\n"
      "  #error no\n"
      "   ^\n\n"
      "2 errors detected in the compilation of \"kernel.cu\".\n"
      "ptxas info    : Function properties for _Z1kPf\n"
      "ptxas         .     0 bytes stack frame, 12 bytes spill stores, 16 bytes spill loads\n",
      compiled);
  const std::vector<protocol::RecordedMessage> expected = {
      {1, 31, true, "identifier \"foo\" is undefined"},
      {7, 5, true, "no operator \"=\" matches these operands (operand types are: volatile float4 = float4)"},
      {9, 5, false, "variable \"b\" was declared but never referenced"},
      {0, 0, true, "#error directive: no (in other.h, line 3)"}};
  EXPECT_EQ(compiled.messages, expected);
  EXPECT_EQ(compiled.spills["_Z1kPf"], (std::pair<std::uint32_t, std::uint32_t>{12, 16}));
  EXPECT_EQ(compiled.first_error(), "line 1: identifier \"foo\" is undefined");
}

const protocol::SassMetric* metric(std::string_view name) {
  for (const protocol::SassMetric& row : protocol::sass_metrics())
    if (name == row.metric) return &row;
  ADD_FAILURE() << name;
  return nullptr;
}

TEST(InstructionCounters, BelongToTheKindOfInstruction) {
  const std::pair<const protocol::SassMetric*, std::uint64_t> load[] = {
      {metric("smsp__sass_sectors_mem_global"), 65536},
      {metric("smsp__sass_inst_executed_op_global_ld"), 2048},
      {metric("smsp__sass_inst_executed_op_memory_128b"), 2048},
      {metric("smsp__sass_l1tex_tags_mem_global"), 0}};
  EXPECT_EQ(protocol::instruction_counters(load),
            (protocol::Counters{{{model::CounterGroup::GlobalLoad, model::CounterKind::Executed}, 2048},
                                {{model::CounterGroup::GlobalLoad, model::CounterKind::Width16}, 2048},
                                {{model::CounterGroup::GlobalLoad, model::CounterKind::Sectors}, 65536}}));
  const std::pair<const protocol::SassMetric*, std::uint64_t> generic[] = {
      {metric("smsp__sass_inst_executed_op_global_ld"), 3},
      {metric("smsp__sass_inst_executed_op_shared_ld"), 5},
      {metric("smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared"), 7},
      {metric("smsp__sass_sectors_mem_global"), 9}};
  EXPECT_EQ(protocol::instruction_counters(generic),
            (protocol::Counters{{{model::CounterGroup::SharedLoad, model::CounterKind::Executed}, 5},
                                {{model::CounterGroup::SharedLoad, model::CounterKind::Wavefronts}, 7},
                                {{model::CounterGroup::GlobalLoad, model::CounterKind::Executed}, 3},
                                {{model::CounterGroup::GlobalLoad, model::CounterKind::Sectors}, 9}}));
  const std::pair<const protocol::SassMetric*, std::uint64_t> unknown[] = {
      {metric("smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared"), 2}};
  EXPECT_EQ(protocol::instruction_counters(unknown),
            (protocol::Counters{{{model::CounterGroup::Other, model::CounterKind::Wavefronts}, 2}}));
}

TEST(Timing, QuartilesLieBetweenNeighbours) {
  const protocol::RecordedTimes times = measure::summary({5, 1, 3, 2, 4}, 7);
  EXPECT_EQ(times, (protocol::RecordedTimes{3, 1, 2, 4, 5, 7}));
  EXPECT_DOUBLE_EQ(measure::summary({1, 2}, 1).median, 1.5);
  EXPECT_EQ(measure::summary({9}, 1), (protocol::RecordedTimes{9, 9, 9, 9, 1, 1}));
}

TEST(Fills, AreTheGeneratorsOfTheSimulator) {
  struct {
    const char* fill;
    source::ElementFill kind;
    std::uint64_t value;
  } const fills[] = {{"zero", source::ElementFill::Zero, 0},
                     {"one", source::ElementFill::One, 0},
                     {"ramp", source::ElementFill::Ramp, 0},
                     {"mod:7", source::ElementFill::Mod, 7},
                     {"random:42", source::ElementFill::Random, 42}};
  for (unsigned t = 0; t < static_cast<unsigned>(ElementType::Other); ++t)
    for (const auto& fill : fills) {
      const auto type = static_cast<ElementType>(t);
      const std::uint32_t size = size_of(type);
      protocol::MeasureArgument argument;
      argument.kind = protocol::MeasureArgument::Kind::Buffer;
      argument.type = type;
      argument.bytes = 1000ull * size;
      argument.element_bytes = size;
      argument.fill = {fill.kind == source::ElementFill::Zero   ? source::Fill::Kind::Zero
                       : fill.kind == source::ElementFill::One  ? source::Fill::Kind::One
                       : fill.kind == source::ElementFill::Ramp ? source::Fill::Kind::Ramp
                       : fill.kind == source::ElementFill::Mod  ? source::Fill::Kind::Mod
                                                                : source::Fill::Kind::Random,
                       fill.value,
                       {}};
      const std::vector<std::uint8_t> bytes = measure::initial_bytes(argument);
      for (std::uint64_t i = 0; i < 1000; ++i) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, bytes.data() + i * size, size);
        ASSERT_EQ(bits, source::fill_element(fill.kind, fill.value, i, type))
            << name_of(type) << " " << fill.fill << " " << i;
      }
    }
}

TEST(Dynlib, NamedFoldersComeFirst) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) /
                                       ("warpscope_libs_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  setenv("WARPSCOPE_CUDA_LIBS", ("/no/such/folder:" + folder.string()).c_str(), 1);
  const std::vector<std::filesystem::path> folders = measure::cuda_library_folders();
  ASSERT_FALSE(folders.empty());
  EXPECT_EQ(folders.front(), folder);
  unsetenv("WARPSCOPE_CUDA_LIBS");
  EXPECT_FALSE(measure::DynamicLibrary::open("libwarpscope_has_no_such.so", {"1"}));
  std::filesystem::remove_all(folder);
}

} // namespace
} // namespace warpscope
