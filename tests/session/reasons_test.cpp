// Checks the explanation of an access against a slow reading of its addresses: every number and every claim.
#include "app/results/reasons.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <regex>
#include <set>

namespace warpscope {
namespace {

WarpAccess make(std::uint32_t width, std::uint32_t mask,
                const std::function<std::uint32_t(std::uint32_t)>& offset) {
  WarpAccess a;
  a.width = width;
  a.mask = mask;
  for (std::uint32_t lane = 0; lane < 32; ++lane) a.offset[lane] = 0x1000 + offset(lane);
  return a;
}

std::set<std::uint32_t> bytes_of(const WarpAccess& a) {
  std::set<std::uint32_t> bytes;
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    if ((a.mask >> lane & 1u) != 0)
      for (std::uint32_t b = 0; b < a.width; ++b) bytes.insert(a.offset[lane] + b);
  return bytes;
}

void expect_true(const WarpAccess& a) {
  const std::string said = results::why_global(a);
  SCOPED_TRACE(said);
  const std::set<std::uint32_t> bytes = bytes_of(a);
  std::set<std::uint32_t> sectors;
  for (const std::uint32_t b : bytes) sectors.insert(b / 32);
  const bool run = !bytes.empty() && *bytes.rbegin() - *bytes.begin() + 1 == bytes.size();
  const std::size_t ideal = (bytes.size() + 31) / 32;
  std::smatch m;
  const auto number = [&](std::size_t i) {
    return std::stoul(std::regex_replace(m[i].str(), std::regex(","), ""));
  };
  const auto is = [&](const char* pattern) { return std::regex_match(said, m, std::regex(pattern)); };
  const auto amount = [&](std::size_t n) { return number(n) * (m[n + 1].str() == "word" ? 4 : 1); };
  if (is("no lane is active")) {
    EXPECT_TRUE(bytes.empty());
  } else if (is("every byte of ([\\d,]+) sectors? is used")) {
    EXPECT_EQ(number(1), sectors.size());
    EXPECT_EQ(bytes.size(), sectors.size() * 32);
  } else if (is("([\\d,]+) (word|byte)s? in ([\\d,]+) sectors?: no fewer would do")) {
    EXPECT_EQ(amount(1), bytes.size());
    EXPECT_EQ(number(3), sectors.size());
    EXPECT_EQ(sectors.size(), ideal);
  } else if (is("the run of ([\\d,]+) (word|byte)s? starts ([\\d,]+) bytes? into a sector: one sector "
                "more")) {
    EXPECT_TRUE(run);
    EXPECT_EQ(amount(1), bytes.size());
    EXPECT_EQ(number(3), *bytes.begin() % 32);
    EXPECT_NE(*bytes.begin() % 32, 0u);
    EXPECT_EQ(sectors.size(), ideal + 1);
  } else if (is("([\\d,]+) (word|byte)s? in ([\\d,]+) sectors: ([\\d,]+) of ([\\d,]+) bytes used")) {
    EXPECT_EQ(amount(1), bytes.size());
    EXPECT_EQ(number(3), sectors.size());
    EXPECT_EQ(number(4), bytes.size());
    EXPECT_EQ(number(5), sectors.size() * 32);
    EXPECT_GT(sectors.size(), ideal);
    EXPECT_FALSE(run);
  } else {
    ADD_FAILURE() << "an unknown clause";
  }
  if (m.size() > 2 && m[2].str() == "word") {
    for (const std::uint32_t b : bytes) EXPECT_TRUE(bytes.contains(b & ~3u) && bytes.contains(b | 3u));
  }
}

TEST(Reasons, GlobalClausesAreTrue) {
  constexpr std::uint32_t all = ~0u;
  for (const std::uint32_t width : {1u, 2u, 4u, 8u, 16u})
    for (const std::uint32_t mask : {all, 0u, 1u, 0x0f0f1248u, 0x0000ffffu, 0x80000001u})
      for (const std::uint32_t start : {0u, 1u, 2u, 4u, 7u, 8u, 16u, 31u}) {
        expect_true(make(width, mask, [&](std::uint32_t) { return start * width; })); // broadcast
        for (const std::uint32_t stride : {1u, 2u, 3u, 7u, 8u, 32u, 33u})
          expect_true(
              make(width, mask, [&](std::uint32_t l) { return (start + l * stride) * width; })); // strided
        for (const std::uint32_t pitch : {16u, 32u, 256u, 257u})
          expect_true(
              make(width, mask, [&](std::uint32_t l) { return (start + l / 16 * pitch) * width; })); // two
                                                                                                     // rows,
                                                                                                     // one
                                                                                                     // column
        expect_true(make(width, mask,
                         [&](std::uint32_t l) { return (start + l / 16 * 256 + l % 16) * width; })); // two
                                                                                                     // rows
        // A struct of 28 bytes.
        expect_true(make(width, mask, [&](std::uint32_t l) { return start * width + l * 28; }));
      }
}

TEST(Reasons, GlobalClausesOfRandomGathersAreTrue) {
  std::mt19937 random(7);
  for (int i = 0; i < 3000; ++i) {
    const std::uint32_t width = 1u << random() % 5, range = 1u << random() % 12;
    const std::uint32_t mask = i % 3 == 0 ? ~0u : static_cast<std::uint32_t>(random());
    expect_true(make(width, mask,
                     [&](std::uint32_t) { return static_cast<std::uint32_t>(random()) % range * width; }));
  }
}

TEST(Reasons, TwoRowsOfAMatrixAreNotMisaligned) {
  EXPECT_EQ(results::why_global(make(4, ~0u, [](std::uint32_t l) { return l / 16 * 1024; })),
            "2 words in 2 sectors: 8 of 64 bytes used");
  EXPECT_EQ(results::why_global(make(4, ~0u, [](std::uint32_t l) { return 4 + 4 * l; })),
            "the run of 32 words starts 4 bytes into a sector: one sector more");
  EXPECT_EQ(results::why_global(make(4, ~0u, [](std::uint32_t l) { return 4 * l; })),
            "every byte of 4 sectors is used");
  EXPECT_EQ(results::why_global(make(4, ~0u, [](std::uint32_t) { return 4u; })),
            "1 word in 1 sector: no fewer would do");
}

TEST(Reasons, SharedClauses) {
  EXPECT_EQ(results::why_shared(make(4, ~0u, [](std::uint32_t l) { return 128 * l; }), AccessKind::Load),
            "all lanes in one bank");
  EXPECT_EQ(results::why_shared(make(4, ~0u, [](std::uint32_t l) { return 8 * l; }), AccessKind::Load),
            "32 lanes in 16 of 32 banks");
  EXPECT_EQ(results::why_shared(make(4, ~0u, [](std::uint32_t l) { return 4 * l; }), AccessKind::Store),
            "32 lanes, 32 banks");
  EXPECT_EQ(results::why_shared(make(4, 1u, [](std::uint32_t) { return 0u; }), AccessKind::Load),
            "1 lane, 1 bank");
  EXPECT_EQ(results::why_shared(make(4, ~0u, [](std::uint32_t) { return 0u; }), AccessKind::Load),
            "lanes share words: a broadcast costs nothing");
  EXPECT_EQ(results::why_shared(make(4, ~0u, [](std::uint32_t) { return 0u; }), AccessKind::Atomic),
            "lanes of one bank go one after another");
  WarpAccess atomic = make(4, ~0u, [](std::uint32_t) { return 0u; });
  atomic.form = AtomicForm::Swap;
  EXPECT_EQ(results::why_shared(atomic, AccessKind::Atomic),
            "lanes of one bank go one after another, in two wavefronts each");
  atomic.form = AtomicForm::Loop;
  for (std::uint32_t lane = 0; lane < 32; ++lane) atomic.round[lane] = static_cast<std::uint8_t>(lane);
  EXPECT_EQ(results::why_shared(atomic, AccessKind::Atomic), "the compiler's loop runs 32 times");
  EXPECT_EQ(results::why_global(make(4, ~0u, [](std::uint32_t) { return 4u; }), AccessKind::Atomic),
            "lanes on one element each ask for its sector");
}

TEST(Reasons, ACopyMayWaitForTheBanksOfItsSource) {
  WarpAccess copy = make(4, ~0u, [](std::uint32_t l) { return 4 * l; });
  copy.copies = true;
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    copy.other_side[lane] = static_cast<std::uint8_t>(lane % 16);
  EXPECT_EQ(results::why_shared(copy, AccessKind::Store),
            "the copy's words meet in the banks of their source");
}

TEST(Reasons, AClauseAboutManyAccessesIsTrueOfAll) {
  const auto trace_of = [](const std::vector<WarpAccess>& accesses, Space space) {
    trace::BlockTrace trace(0);
    for (const WarpAccess& a : accesses) {
      trace::AccessEvent event;
      event.space = space;
      event.access = a;
      trace.on_access(event);
    }
    return results::why_sites(trace, 1).at(0);
  };
  const WarpAccess aligned = make(4, ~0u, [](std::uint32_t l) { return 4 * l; });
  const WarpAccess shifted = make(4, ~0u, [](std::uint32_t l) { return 4 * l + 4; });
  const WarpAccess rows = make(4, ~0u, [](std::uint32_t l) { return l / 16 * 1024; });
  const WarpAccess column = make(4, ~0u, [](std::uint32_t l) { return 128 * l; });
  EXPECT_EQ(trace_of({aligned, aligned}, Space::Global), "every byte of 4 sectors is used");
  EXPECT_EQ(trace_of({aligned, shifted, aligned}, Space::Global),
            "1 of 3 accesses are a run that starts inside a sector");
  EXPECT_EQ(trace_of({aligned, shifted, rows}, Space::Global), "264 of 352 bytes used over 3 accesses");
  EXPECT_EQ(trace_of({aligned, column}, Space::Shared), "bank conflicts in 1 of 2 accesses");
  EXPECT_EQ(trace_of({aligned, make(4, ~0u, [](std::uint32_t) { return 0u; })}, Space::Shared),
            "no bank conflict in any of 2 accesses");
  EXPECT_EQ(trace_of({}, Space::Shared), "");

  trace::BlockTrace trace(0);
  trace::AccessEvent event;
  event.space = Space::Global;
  event.access = aligned;
  for (int i = 0; i < 3; ++i) trace.on_access(event);
  EXPECT_EQ(results::why_sites(trace, 1, 2).at(0),
            "every byte of 4 sectors is used (of the block's first 2)");
}

} // namespace
} // namespace warpscope
