// Random kernels: executor and reference agree on memory, on each warp instruction, and on every line's
// counts. A small share with fixed seeds; scripts/nightly runs many more.
#include "tests/reference/random_programs.h"

#include <gtest/gtest.h>

namespace reference {
namespace {

TEST(RandomKernels, ExecutorAndReferenceAgree) {
  const Outcome outcome = compare_random(1, 400);
  EXPECT_EQ(outcome.compared, 400u);
  EXPECT_GT(outcome.warp_accesses, 20'000u);
  for (std::size_t i = 0; i < std::min<std::size_t>(outcome.differences.size(), 5); ++i)
    ADD_FAILURE() << outcome.differences[i];
  RecordProperty("differences", std::to_string(outcome.differences.size()));
}

/// What the optimiser makes of a kernel leaves the same memory: what is predicted is of the same program.
TEST(RandomKernels, AsCompiledTheyLeaveTheSame) {
  const Outcome outcome = compare_random_as_compiled(1, 120);
  EXPECT_EQ(outcome.compared, 120u);
  for (std::size_t i = 0; i < std::min<std::size_t>(outcome.differences.size(), 5); ++i)
    ADD_FAILURE() << outcome.differences[i];
}

/// What is shown of a variable is what it holds; few are no longer held when they are looked at.
TEST(RandomKernels, VariablesHoldWhatTheReferenceComputes) {
  const Outcome outcome = compare_random_values(1, 60);
  EXPECT_EQ(outcome.compared, 60u);
  EXPECT_GT(outcome.values, 1'000'000u);
  EXPECT_LT(outcome.lost_values, outcome.values / 8);
  for (std::size_t i = 0; i < std::min<std::size_t>(outcome.differences.size(), 5); ++i)
    ADD_FAILURE() << outcome.differences[i];
}

/// Random kernels that lack some of their barriers: HazardSink finds what the definition finds, by lines,
/// with the same counts.
TEST(RandomKernels, RacesAreThoseOfTheDefinition) {
  const Outcome outcome = compare_random_races(1, 150);
  EXPECT_EQ(outcome.compared, 150u);
  EXPECT_GT(outcome.races, 150u);
  EXPECT_GT(outcome.interpreted, 25u);
  for (std::size_t i = 0; i < std::min<std::size_t>(outcome.differences.size(), 5); ++i)
    ADD_FAILURE() << outcome.differences[i];
}

/// The same where fences, flags, barrier objects and asynchronous copies order threads.
TEST(RandomKernels, RacesInOrderAreThoseOfTheDefinition) {
  const Outcome outcome = compare_ordered_races(1, 150);
  EXPECT_EQ(outcome.compared, 150u);
  EXPECT_GT(outcome.races, 700u);
  for (std::size_t i = 0; i < std::min<std::size_t>(outcome.differences.size(), 5); ++i)
    ADD_FAILURE() << outcome.differences[i];
}

} // namespace
} // namespace reference
