// The row of a program's launches and its cards, made from records by hand.
#include "app/results/launches.h"

#include <gtest/gtest.h>

namespace warpscope::results {
namespace {

class Row : public testing::Test {
 protected:
  void launch(const std::string& kernel, std::uint32_t line, double seconds, std::uint64_t repeats = 0) {
    whole::LaunchRecord made;
    made.number = static_cast<std::uint32_t>(record_.launches.size() + 1);
    made.place = {"a.cu", line, "main"};
    made.result.launch.kernel = kernel;
    made.result.launch.grid = {4, 1, 1}, made.result.launch.block = {64, 1, 1};
    made.result.run.simulated_blocks = seconds > 0 ? 4 : 0;
    made.seconds = seconds;
    made.repeats = repeats;
    record_.steps.push_back({whole::Step::Kind::Launch, static_cast<std::uint32_t>(record_.launches.size())});
    record_.launches.push_back(made);
  }
  void copy(const std::string& to, const std::string& from) {
    whole::CopyRecord made;
    made.to = to, made.from = from;
    made.bytes = 524288;
    made.seconds = 1e-5;
    record_.steps.push_back({whole::Step::Kind::Copy, static_cast<std::uint32_t>(record_.copies.size())});
    record_.copies.push_back(made);
  }
  whole::Record record_;
};

TEST_F(Row, HasLaunchesAndCopiesInTheOrderOfTheCalls) {
  copy("in", "host");
  launch("histogram", 9, 9.3e-6, 99);
  launch("equalise", 12, 0);
  copy("host", "out");
  copy("out", "");
  const std::vector<LaunchItem> items = launch_items(record_);
  ASSERT_EQ(items.size(), 5u);
  EXPECT_EQ(items[0].kind, LaunchItem::Kind::ToDevice);
  EXPECT_EQ(items[0].detail, "512 KiB");
  EXPECT_EQ(items[1].repeats, 99u);
  EXPECT_EQ(items[1].detail, "4 × 64");
  EXPECT_TRUE(items[2].never_ran);
  EXPECT_EQ(items[3].kind, LaunchItem::Kind::ToHost);
  EXPECT_EQ(items[4].kind, LaunchItem::Kind::Fill);
  EXPECT_EQ(program_words(record_),
            "exit code 0 · 101 launches: 1 executed, 99 repeats counted, 1 never ran");
}

TEST_F(Row, MakesADeckOfALoopsEqualLaunches) {
  launch("step", 9, 2e-6);
  launch("step", 9, 4e-6, 97);
  launch("step", 10, 4e-6);
  const std::vector<LaunchItem> items = launch_items(record_);
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(items[0].of, (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(items[0].repeats, 98u);
  EXPECT_TRUE(items[0].holds(1));
  EXPECT_FALSE(items[0].holds(2));
}

TEST_F(Row, FoldsNeighboursOfOneNameWhenThereAreMany) {
  for (std::uint32_t i = 0; i < 30; ++i) launch("a", 10 + i, 1e-6);
  for (std::uint32_t i = 0; i < 30; ++i) launch("b", 50 + i, 1e-6);
  const std::vector<LaunchItem> items = launch_items(record_);
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(items[1].of.size(), 30u);
  EXPECT_NEAR(items[1].total, 3e-5, 1e-9);
}

TEST_F(Row, CardsSayTheLineWhatAndWhy) {
  launch("equalise", 57, 0);
  record_.findings.push_back({.kind = "launch-failed",
                              .severity = Severity::Error,
                              .place = {"a.cu", 57, "main"},
                              .message = "2,048 threads are asked for",
                              .launch = 1});
  const std::vector<FindingCard> cards = finding_cards(record_, "a.cu");
  ASSERT_EQ(cards.size(), 1u);
  EXPECT_EQ(cards[0].title, "Line 57: equalise never ran");
  EXPECT_EQ(cards[0].why, "2,048 threads are asked for.");
  EXPECT_TRUE(cards[0].error);
}

/// A kernel that the budget ended ran: its row and its card say that it did not end.
TEST_F(Row, AKernelWithoutAnEndNeverEnded) {
  launch("once", 15, 1e-6);
  launch("never", 16, 0);
  record_.launches.back().result.run.status = exec::RunStatus::BudgetExceeded;
  record_.findings.push_back(
      {.kind = "budget",
       .severity = Severity::Error,
       .place = {"a.cu", 7, "never"},
       .message = "the loop of line 7 does not come to an end: the simulation used 3 s",
       .launch = 2});
  const std::vector<LaunchItem> items = launch_items(record_);
  ASSERT_EQ(items.size(), 2u);
  EXPECT_FALSE(items[0].never_ended);
  EXPECT_TRUE(items[1].never_ended);
  EXPECT_EQ(program_words(record_), "exit code 0 · 2 launches: 1 executed, 1 never ended");
  const std::vector<FindingCard> cards = finding_cards(record_, "a.cu");
  ASSERT_EQ(cards.size(), 1u);
  EXPECT_EQ(cards[0].title, "Line 7: never does not come to its end");
  EXPECT_EQ(cards[0].why, "The loop of line 7 does not come to an end: the simulation used 3 s.");
}

TEST(ModelledTime, HasThreeDigits) {
  EXPECT_EQ(modelled_time(12e-6), "12.0 µs");
  EXPECT_EQ(modelled_time(9.27e-3), "9.27 ms");
  EXPECT_EQ(modelled_time(927e-6), "927 µs");
  EXPECT_EQ(modelled_time(1.5), "1.50 s");
}

} // namespace
} // namespace warpscope::results
