// Warp functions of lanes that name different masks, beside what an H200 printed.
#include "tests/cli/program.h"

namespace warpscope {
namespace {

/// The probe is a program: what it prints here is what it printed there, but for the lines that say where.
TEST(WarpMasks, PartAWarpAsOnAnH200) {
  const ProgramRun run = run_command("warpscope run tests/hardware/warp_masks_probe.cu");
  ASSERT_EQ(run.code, 0) << run.err;
  std::ifstream table(WARPSCOPE_SOURCE_DIR "/tests/hardware/h200_warp_masks.txt");
  std::string wanted, line;
  std::size_t lines = 0;
  while (std::getline(table, line))
    if (!line.starts_with("## ")) wanted += line + "\n", ++lines;
  ASSERT_EQ(lines, 7u * 12 + 1);
  EXPECT_EQ(run.out, wanted);
}

} // namespace
} // namespace warpscope
