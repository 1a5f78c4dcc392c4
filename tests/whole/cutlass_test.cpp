// Programs that include the headers of CUTLASS and CuTe. The headers are another's: scripts/test fetches them
// and CCCL, on which they stand; WARPSCOPE_CUTLASS and WARPSCOPE_CCCL name other copies (of CUTLASS's its
// include).
#include "sim/layouts/layouts.h"
#include "tests/cli/program.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace warpscope {
namespace {

/// The folder that the environment names, else the one that scripts/install-test-headers fills; empty where
/// `header` is in neither.
std::string folder_of(const char* variable, const std::string& name, const std::string& header) {
  const char* named = std::getenv(variable);
  const std::string folder = named != nullptr
                                 ? named
                                 : WARPSCOPE_SOURCE_DIR "/build/third_party/test_headers/" + name;
  return std::filesystem::exists(folder + header) ? folder : "";
}
std::string cutlass_folder() { return folder_of("WARPSCOPE_CUTLASS", "cutlass", "/cute/tensor.hpp"); }

/// `options` stand before the file's name.
ProgramRun run_with_cutlass(const std::string& name, const std::string& options = {}) {
  const std::string cccl = folder_of("WARPSCOPE_CCCL", "cccl", "/thrust/version.h");
  return run_command((cccl.empty() ? "" : "WARPSCOPE_CCCL='" + cccl + "' ") + "warpscope run " + options +
                     " tests/whole/cutlass/" + name + " -I '" + cutlass_folder() + "'");
}

#define WARPSCOPE_NEEDS_CUTLASS()                                                                            \
  if (cutlass_folder().empty())                                                                              \
  GTEST_SKIP() << "CUTLASS's headers are not here: scripts/install-test-headers fetches them"

struct Program {
  const char *name, *out;
};
void PrintTo(const Program& program, std::ostream* out) { *out << program.name; }

class CutlassPrograms : public testing::TestWithParam<Program> {};

/// Each checks its own result; what it prints of layouts stands in CuTe's documentation or was worked out by
/// hand.
TEST_P(CutlassPrograms, PrintThatTheyAreRight) {
  WARPSCOPE_NEEDS_CUTLASS();
  const ProgramRun run = run_with_cutlass(std::string(GetParam().name) + ".cu");
  EXPECT_EQ(run.out, GetParam().out) << run.err;
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err.find("error"), run.err.npos) << run.err;
  // Its iterators are copied with their gaps and empty members, which nobody writes.
  EXPECT_EQ(run.err.find("nothing was written"), run.err.npos) << run.err;
}

INSTANTIATE_TEST_SUITE_P(
    Cutlass, CutlassPrograms,
    testing::Values(
        Program{"tiled_copy", "no error, 0 wrong\n"}, Program{"predicates", "no error, 0 wrong\n"},
        Program{"sgemm", "no error, 0 wrong\n"}, Program{"stages", "no error, 0 wrong\n"},
        Program{"ldmatrix", "no error, 0 wrong\n"}, Program{"transpose", "no error, 0 wrong\n"},
        Program{"arrays", "1.09961 1.10156 1.09961 1.125 1 -11484\nno error, 0 wrong\n"},
        Program{"device_gemm", "Success, no error, 0 wrong\n"},
        Program{"device_tensor", "Success, no error, 0 wrong\n"},
        Program{"algebra",
                "((_2,_2),_3):((_24,_2),_8)\n(_2,_3):(_1,_8)\n_12:_1\n(_4,(_2,_3)):(_2,(_1,_8))\n"
                "((_2,_3),(_5,_4)):((_5,_10),(_1,_30))\n(_8,_4):(_4,_1)\nSw<1,0,2> o _0 o (_4,_4):(_4,_1)\n"
                "((_2,_4),(_2,_2)):((_8,_1),(_16,_4))\n25\n110\n"
                "0 8 1 9 2 10 3 11 16 24 17 25 18 26 19 27 4 12 5 13 6 14 7 15 20 28 21 29 22 30 23 31\n"}),
    [](const auto& of) { return std::string(of.param.name); });

/// A column of 32 rows of 32 words lies in one bank; as many wavefronts as rows, or one where the tile is
/// padded or swizzled.
TEST(Cutlass, TheLayoutOfATileDecidesItsConflicts) {
  WARPSCOPE_NEEDS_CUTLASS();
  const std::string path = temporary("report.json");
  const ProgramRun run = run_with_cutlass("transpose.cu", "--report '" + path + "'");
  ASSERT_EQ(run.code, 0) << run.err;
  const nlohmann::json report = nlohmann::json::parse(read_whole(path));
  ASSERT_EQ(report["launches"].size(), 3u);
  const int wavefronts[] = {32 * 32, 32, 32};
  for (std::size_t i = 0; i < 3; ++i) {
    const nlohmann::json& totals = report["launches"][i]["totals"];
    EXPECT_EQ(totals["shared_load"]["wavefronts"], wavefronts[i]) << i;
    EXPECT_EQ(totals["shared_store"]["wavefronts"], 32) << i;
  }
}

TEST(Cutlass, AtomsOfCopiesAndProductsMultiplyInASwizzledTile) {
  WARPSCOPE_NEEDS_CUTLASS();
  const ProgramRun run = run_with_cutlass("atoms.cu");
  EXPECT_EQ(run.out, "Sw<3,3,3> o _0 o (_16,_64):(_64,_1)\n0 wrong\n") << run.err;
  EXPECT_EQ(run.code, 0) << run.err;
}

TEST(Cutlass, ItsLayoutsPutElementsWhereOursDo) {
  WARPSCOPE_NEEDS_CUTLASS();
  const ProgramRun run = run_with_cutlass("layouts.cu");
  ASSERT_EQ(run.code, 0) << run.err;
  std::istringstream lines(run.out);
  int held = 0;
  for (std::string line; std::getline(lines, line); ++held) {
    const std::size_t first = line.find('|'), second = line.find('|', first + 1);
    ASSERT_NE(second, std::string::npos) << line;
    const auto tile = layouts::parse_tile(line.substr(0, first));
    const auto swizzle = layouts::parse_swizzle(line.substr(first + 1, second - first - 1));
    ASSERT_TRUE(tile.value) << tile.fault.message;
    ASSERT_TRUE(swizzle.value) << swizzle.fault.message;
    std::string ours;
    for (const std::uint32_t offset : tile.value->offsets)
      ours += std::to_string((*swizzle.value)(offset)) + " ";
    EXPECT_EQ(ours, line.substr(second + 1)) << line.substr(0, second);
  }
  EXPECT_EQ(held, 12);
}

} // namespace
} // namespace warpscope
