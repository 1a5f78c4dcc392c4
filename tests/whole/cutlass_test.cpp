// Programs that include CUTLASS's headers (CuTe). The headers are another's: WARPSCOPE_CUTLASS names the
// folder that holds cute/ (of a copy of CUTLASS: include), and CCCL must be there, as for Thrust.
#include "sim/layouts/layouts.h"
#include "tests/cli/program.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace warpscope {
namespace {

/// Empty where the headers are not there.
std::string cutlass_folder() {
  const char* folder = std::getenv("WARPSCOPE_CUTLASS");
  return folder != nullptr && std::filesystem::exists(std::string(folder) + "/cute/tensor.hpp") ? folder : "";
}

ProgramRun run_with_cutlass(const std::string& name) {
  return run_command("warpscope run tests/whole/cutlass/" + name + " -I '" + cutlass_folder() + "'");
}

#define WARPSCOPE_NEEDS_CUTLASS()                                                                            \
  if (cutlass_folder().empty())                                                                              \
  GTEST_SKIP() << "CUTLASS's headers are not here: WARPSCOPE_CUTLASS names no folder with cute/tensor.hpp"

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
