// A thread's own array in the table of the results: what `sim` says of it, and that it may be in registers.
#include "app/results/gutter.h"
#include "app/session/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <thread>

namespace warpscope {
namespace {

class LocalRows : public testing::Test {
 protected:
  LocalRows() : session_(document::make_catalog(), jobs::make_simulator(), [] {}) {}
  void settle() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    do {
      session_.poll();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    } while (session_.busy() && std::chrono::steady_clock::now() < end);
    session_.poll();
    ASSERT_NE(session_.runs().grid(), nullptr) << "the whole grid is not counted";
  }
  void open(const std::string& same) {
    ASSERT_TRUE(session_.edit()->set_lab("local_array"));
    session_.edit()->set_choice("SAME", same);
    settle();
    rows_ = session_.results().rows();
    std::erase_if(rows_, [](const results::ResultRow& row) {
      const model::CounterGroup group = row.counter.group;
      return group != model::CounterGroup::LocalLoad && group != model::CounterGroup::LocalStore;
    });
  }
  [[nodiscard]] results::ResultRow row(std::string_view code, model::CounterGroup group) const {
    const auto found = std::ranges::find_if(
        rows_, [&](const results::ResultRow& r) { return r.code == code && r.counter.group == group; });
    return found == rows_.end() ? results::ResultRow{} : *found;
  }
  session::Session session_;
  std::vector<results::ResultRow> rows_;
};

TEST_F(LocalRows, SayWhatAnIndexOfTheDataCosts) {
  open("0");
  const results::ResultRow load = row("count[digit]", model::CounterGroup::LocalLoad);
  EXPECT_EQ(load.line, 51u);
  EXPECT_EQ(load.requests, 512u) << "16 counts of 32 warps";
  EXPECT_EQ(load.value(), 16384u) << "a sector for each lane";
  EXPECT_EQ(load.ideal, 2048u);
  EXPECT_TRUE(load.over_ideal);
  EXPECT_EQ(load.why, "16 different indices, as written");
  EXPECT_EQ(load.ratio, 8);
  open("1");
  EXPECT_EQ(row("count[digit]", model::CounterGroup::LocalLoad).value(), 2048u);
  EXPECT_EQ(row("count[digit]", model::CounterGroup::LocalLoad).why, "all lanes at one index, as written");
}

TEST_F(LocalRows, AnInitialiserIsOneRowAndTheTotalsAreThoseOfTheLines) {
  open("0");
  const results::ResultRow zeros = row("count", model::CounterGroup::LocalStore);
  EXPECT_EQ(zeros.requests, 512u) << "16 zeros of 32 warps";
  EXPECT_EQ(rows_.size(), 4u + 2) << "zeros, load, store, load, and the totals of both";
  std::uint64_t lines = 0, totals = 0;
  for (const results::ResultRow& r : rows_) (r.site == ~0u ? totals : lines) += r.value();
  EXPECT_EQ(lines, totals);
}

/// Most arrays become registers, so they come behind what is in memory for certain and have no number beside
/// their line.
TEST_F(LocalRows, ComeBehindTheOthersAndHaveNoNumberBesideTheLine) {
  open("0");
  const std::vector<results::ResultRow>& all = session_.results().rows();
  const auto own = [](const results::ResultRow& r) {
    return model::row_of(r.counter.group).memory == model::CounterMemory::Local;
  };
  const auto first = std::ranges::find_if(all, own);
  ASSERT_NE(first, all.end());
  EXPECT_TRUE(
      std::all_of(first, all.end(), [&](const results::ResultRow& r) { return r.site == ~0u || own(r); }));
  for (const results::GutterRow& row : results::gutter_rows(*session_.runs().picture(), 0))
    EXPECT_NE(row.kind, model::CounterKind::LocalSectors) << row.line;
}

/// An access in inline PTX has no expression of C++: its row says which instruction it is.
TEST_F(LocalRows, AnAccessOfInlinePtxIsCalledByItsInstruction) {
  const auto codes = [&](const char* lab) {
    EXPECT_TRUE(session_.edit()->set_lab(lab));
    settle();
    std::set<std::string> all;
    for (const results::ResultRow& row : session_.results().rows())
      if (row.site != ~0u && row.line != 0) {
        EXPECT_NE(row.code, "") << lab << ", line " << row.line;
        all.insert(row.code);
      }
    return all;
  };
  const std::set<std::string> tma = codes("matmul_tma");
  for (const char* instruction :
       {"mbarrier.init.shared::cta.b64", "mbarrier.arrive.expect_tx.shared::cta.b64",
        "ldmatrix.sync.aligned.m8n8.x4.shared.b16"})
    EXPECT_TRUE(tma.contains(instruction)) << instruction;
  EXPECT_TRUE(codes("matmul_mma").contains("ldmatrix.sync.aligned.m8n8.x4.shared.b16"));
  program::Site site;
  site.span.line = 2;
  const std::string text = "int x;\n  *end++ = x;\n";
  EXPECT_EQ(results::code_of(site, text), "*end++ = x;") << "nothing is known but its line";
  site.variable = "end";
  EXPECT_EQ(results::code_of(site, text), "end");
  site.instruction = "mbarrier.try_wait.parity.shared::cta.b64";
  EXPECT_EQ(results::code_of(site, text), site.instruction);
  site.text = "a[i]";
  EXPECT_EQ(results::code_of(site, text), "a[i]");
}

} // namespace
} // namespace warpscope
