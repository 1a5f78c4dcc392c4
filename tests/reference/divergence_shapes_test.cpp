// Every program (of up to three nodes here, five in scripts/nightly) of a few
// if/else/while/break/continue/return nodes: each node leaves a trace in memory, each condition is the next
// bit of the thread's own bit string, and the lanes of the first warp cover all strings of five bits. Memory,
// the lanes that are together in each access, and the counts must match the reference.
#include "tests/reference/compare.h"
#include "tests/reference/shapes.h"

#include <gtest/gtest.h>

namespace reference {
namespace {

TEST(DivergenceShapes, EveryProgramOfUpToThreeNodes) {
  for (unsigned nodes = 1; nodes <= 3; ++nodes) {
    const Outcome outcome = compare_shapes(nodes);
    EXPECT_GT(outcome.compared, 0u);
    EXPECT_GT(outcome.warp_accesses, outcome.compared);
    for (std::size_t i = 0; i < std::min<std::size_t>(outcome.differences.size(), 3); ++i)
      ADD_FAILURE() << outcome.differences[i];
    RecordProperty("programs_of_" + std::to_string(nodes), std::to_string(outcome.compared));
  }
}

} // namespace
} // namespace reference
