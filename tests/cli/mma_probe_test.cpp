// Sparse products and those of 8 by 8 by 4, with what an H200 made of the same operands.
#include "tests/cli/program.h"

#include <sstream>

namespace warpscope {
namespace {

/// A row of the probe: its spelling and selector, and, in its last field, what the product left.
std::string ends_of(const std::string& row) {
  const std::size_t spelling = row.find('\t'), selector = row.find('\t', spelling + 1),
                    last = row.rfind('\t');
  return row.substr(0, selector) + row.substr(last);
}

TEST(MmaProbe, LeavesWhatAnH200Left) {
  const ProgramRun run = run_command("warpscope run tests/hardware/mma_sparse_probe.cu");
  ASSERT_EQ(run.code, 0) << run.err;
  std::istringstream printed(run.out);
  std::ifstream table(WARPSCOPE_SOURCE_DIR "/tests/hardware/h200_mma_sparse.tsv");
  std::size_t rows = 0;
  for (std::string wanted, row; std::getline(table, wanted);) {
    if (wanted.starts_with("## ")) continue;
    ASSERT_TRUE(std::getline(printed, row)) << wanted;
    EXPECT_EQ(ends_of(row), wanted);
    ++rows;
  }
  EXPECT_EQ(rows, 102u);
}

} // namespace
} // namespace warpscope
