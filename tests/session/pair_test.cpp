// A beside B: which access of one text goes with which of the other, and both in lockstep.
#include "app/results/pair.h"
#include "app/session/session.h"
#include "tests/session/fake_simulator.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <random>
#include <thread>

namespace warpscope {
namespace {

using namespace std::chrono_literals;

/// A text whose sites are made by hand: one for each line that begins with what it is.
struct Side {
  std::string text;
  program::Program program;
  std::shared_ptr<trace::BlockTrace> trace = std::make_shared<trace::BlockTrace>(0);

  void site(AccessKind kind, Space space, const std::string& said) {
    program::Site site;
    site.kind = kind;
    site.space = space;
    site.text = said;
    site.variable = said.substr(0, said.find('['));
    const auto line = static_cast<std::uint32_t>(program.sites.size() + 1);
    site.span = {line, 1, line, 9};
    program.sites.push_back(site);
    text += said + ";\n";
  }
  /// Of a warp, at a site, with a stride in words.
  void access(std::uint32_t warp, std::uint32_t site, std::uint32_t stride) {
    trace::AccessEvent event;
    event.warp = warp;
    event.site = site;
    event.space = program.sites[site].space;
    event.kind = program.sites[site].kind;
    event.access.mask = ~0u;
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
      event.access.offset[lane] = program::window_base + 4 * lane * stride;
    trace->on_access(event);
  }
  void release() {
    trace::BarrierEvent event;
    event.phase = trace::BarrierPhase::Release;
    trace->on_barrier(event);
  }
  [[nodiscard]] results::ShownRunPtr shown(std::vector<bool> sites = {}) const {
    auto result = std::make_shared<run::Result>();
    result->program = std::make_shared<const program::Program>(program);
    result->trace = trace;
    return std::make_shared<const results::ShownRun>(playback::Run::of(std::move(result)), text,
                                                     std::move(sites));
  }
};

constexpr auto load = AccessKind::Load;
constexpr auto store = AccessKind::Store;

TEST(MatchSites, EqualTextsGoOneToOne) {
  Side a;
  a.site(load, Space::Global, "in[i]");
  a.site(store, Space::Shared, "tile[y][x]");
  a.site(load, Space::Shared, "tile[x][y]");
  EXPECT_EQ(results::match_sites(*a.shown(), *a.shown()), (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(MatchSites, AnAddedLineMovesNothingElse) {
  Side a, b;
  a.site(load, Space::Global, "in[i]");
  a.site(load, Space::Shared, "tile[x][y]");
  b.site(load, Space::Global, "bias[i]");
  b.site(load, Space::Global, "in[i]");
  b.site(load, Space::Shared, "tile[x][y]");
  EXPECT_EQ(results::match_sites(*a.shown(), *b.shown()),
            (std::vector<std::uint32_t>{results::no_site, 0, 1}));
  EXPECT_EQ(results::match_sites(*b.shown(), *a.shown()), (std::vector<std::uint32_t>{1, 2}));
}

TEST(MatchSites, ARewrittenIndexStaysTheSameAccess) {
  Side a, b;
  a.site(store, Space::Shared, "tile[y][x]");
  a.site(load, Space::Shared, "tile[x][y]");
  b.site(store, Space::Shared, "tile[y][x ^ y]");
  b.site(load, Space::Shared, "tile[x][y ^ x]");
  EXPECT_EQ(results::match_sites(*a.shown(), *b.shown()), (std::vector<std::uint32_t>{0, 1}));
}

TEST(MatchSites, LinesThatChangedPlacesAreFoundByTheirWords) {
  Side a, b;
  a.site(load, Space::Global, "first[i]");
  a.site(load, Space::Global, "second[i]");
  b.site(load, Space::Global, "second[i]");
  b.site(load, Space::Global, "first[i]");
  EXPECT_EQ(results::match_sites(*a.shown(), *b.shown()), (std::vector<std::uint32_t>{1, 0}));
}

TEST(MatchSites, AReadNeverGoesWithAWrite) {
  Side a, b;
  a.site(load, Space::Shared, "s[i]");
  a.site(load, Space::Shared, "s[j]");
  b.site(store, Space::Shared, "s[i]");
  b.site(store, Space::Shared, "s[k]");
  EXPECT_EQ(results::match_sites(*a.shown(), *b.shown()),
            (std::vector<std::uint32_t>{results::no_site, results::no_site}));
}

TEST(MatchSites, OneAccessAgainstOneIsAlwaysCompared) {
  Side a, b;
  a.site(load, Space::Shared, "tile[x][y]");
  b.site(load, Space::Global, "a[2 * x]");
  EXPECT_EQ(results::match_sites(*a.shown(), *b.shown()), (std::vector<std::uint32_t>{0}));
}

TEST(MatchSites, LeavesOutWhatDoesNotCount) {
  Side a, b;
  a.site(load, Space::Shared, "tile[x][y]");
  a.site(store, Space::Global, "out[i]");
  b = a;
  EXPECT_EQ(results::match_sites(*a.shown(), *b.shown({true, false})),
            (std::vector<std::uint32_t>{0, results::no_site}));
}

TEST(MatchSites, NoSiteOfAIsGivenTwice) {
  std::mt19937 random(7);
  const char* names[] = {"a[i]", "b[i]", "a[i + 1]", "c[j]"};
  for (int round = 0; round < 300; ++round) {
    Side a, b;
    for (Side* side : {&a, &b})
      for (std::size_t n = random() % 9; n > 0; --n)
        side->site(random() % 2 == 0 ? load : store, random() % 3 == 0 ? Space::Global : Space::Shared,
                   names[random() % 4]);
    const std::vector<std::uint32_t> partner = results::match_sites(*a.shown(), *b.shown());
    ASSERT_EQ(partner.size(), b.program.sites.size());
    std::vector<bool> taken(a.program.sites.size(), false);
    for (std::size_t i = 0; i < partner.size(); ++i) {
      if (partner[i] == results::no_site) continue;
      ASSERT_LT(partner[i], a.program.sites.size());
      ASSERT_FALSE(taken[partner[i]]);
      taken[partner[i]] = true;
    }
  }
}

/// Two rounds: each warp stores, all meet, each reads with `stride`.
Side block(std::uint32_t stride, std::uint32_t rounds = 2, std::uint32_t warps = 2) {
  Side s;
  s.site(store, Space::Shared, "s[t]");
  s.site(load, Space::Shared, "s[k * t]");
  for (std::uint32_t round = 0; round < rounds; ++round) {
    for (std::uint32_t warp = 0; warp < warps; ++warp) s.access(warp, 0, 1);
    s.release();
    for (std::uint32_t warp = 0; warp < warps; ++warp) s.access(warp, 1, stride);
  }
  return s;
}

TEST(Pair, TheNthAccessGoesWithTheNth) {
  const Side a = block(32), b = block(1);
  const results::Pair both(a.shown(), b.shown());
  for (std::size_t event = 0; event < b.trace->size(); ++event) {
    EXPECT_EQ(both.event_in_a(event), event);
    EXPECT_EQ(both.event_in_b(event), event);
  }
  EXPECT_EQ(both.overtime_of(0), 0u) << "a store without conflict on both sides";
  EXPECT_EQ(both.overtime_of(3), 31u) << "32 wavefronts beside 1";
}

TEST(Pair, EachSideFinishesInItsOwnTime) {
  const Side slow = block(8), quick = block(2);
  // B needs 2, A 8 wavefronts.
  const results::Pair both(slow.shown(), quick.shown());
  ASSERT_EQ(both.overtime_of(3), 6u);
  using Moments = results::Pair::Moments;
  EXPECT_EQ(both.moments_at({3, 0}, 0), (Moments{{3, 0}, {3, 0}, false, false}));
  EXPECT_EQ(both.moments_at({3, 1}, 0), (Moments{{3, 1}, {3, 1}, false, false}));
  EXPECT_EQ(both.moments_at({3, 1}, 1), (Moments{{3, 2}, {3, 1}, false, true}));
  EXPECT_EQ(both.moments_at({3, 1}, 6), (Moments{{3, 7}, {3, 1}, false, true}));
  EXPECT_EQ(both.moments_at({3, 0}, 5), (Moments{{3, 0}, {3, 0}, false, false}))
      << "overtime begins at B's last wavefront";
  const results::Pair reversed(quick.shown(), slow.shown());
  EXPECT_EQ(reversed.overtime_of(3), 0u);
  EXPECT_EQ(reversed.moments_at({3, 5}, 0), (Moments{{3, 1}, {3, 5}, true, false}));
}

TEST(Pair, WhatHasNoPartnerSaysWhy) {
  const Side a = block(1, 1, 2), b = block(1, 2, 3);
  const results::Pair both(a.shown(), b.shown());
  // b: 0-2 stores, 3 release, 4-6 reads; then again from 7.
  EXPECT_FALSE(both.event_in_a(2));
  EXPECT_EQ(both.why_alone(2), "Warp 2 does not make this access in A.");
  EXPECT_FALSE(both.event_in_a(7));
  EXPECT_EQ(both.why_alone(7), "In A warp 0 makes this access 1 time; this is number 2.");
  EXPECT_TRUE(both.event_in_a(3)) << "the first barrier";
  EXPECT_FALSE(both.event_in_a(10)) << "A has one barrier";
  EXPECT_EQ(both.why_alone(10), "A has no such barrier.");
  EXPECT_FALSE(both.moments_at({7, 0}, 0));
  EXPECT_EQ(both.overtime_of(7), 0u);
}

constexpr model::CounterId shared_load_wavefronts{model::CounterGroup::SharedLoad,
                                                  model::CounterKind::Wavefronts};
constexpr model::CounterId shared_load_conflicts{model::CounterGroup::SharedLoad,
                                                 model::CounterKind::BankConflicts};
constexpr model::CounterId global_load_sectors{model::CounterGroup::GlobalLoad, model::CounterKind::Sectors};

results::ResultRow row(std::uint32_t site, model::CounterId counter, std::uint64_t value,
                       bool launch = true) {
  results::ResultRow r;
  r.site = site;
  r.line = site == results::no_site ? 0 : site + 1;
  r.counter = counter;
  r.block = value;
  r.has_launch = launch;
  r.launch = 10 * value;
  return r;
}

TEST(PairRows, PairsBySiteAndCounter) {
  const std::vector<results::ResultRow> a{row(0, shared_load_wavefronts, 32),
                                          row(0, shared_load_conflicts, 31),
                                          row(results::no_site, shared_load_wavefronts, 32)};
  const std::vector<results::ResultRow> b{row(1, shared_load_wavefronts, 1), row(2, global_load_sectors, 4),
                                          row(results::no_site, shared_load_wavefronts, 1)};
  const std::vector<results::PairRow> rows = results::pair_rows(a, b,
                                                                {results::no_site, 0, results::no_site});
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].a, 320u);
  EXPECT_EQ(rows[0].b, 10u);
  EXPECT_DOUBLE_EQ(rows[0].ratio, 32);
  EXPECT_TRUE(rows[0].whole_launch);
  EXPECT_EQ(rows[1].a, 310u) << "the conflicts that are gone stand below their access";
  EXPECT_FALSE(rows[1].b);
  EXPECT_FALSE(rows[1].first_of_site);
  EXPECT_FALSE(rows[2].a) << "only B has this access";
  EXPECT_EQ(rows[2].b, 40u);
  EXPECT_EQ(rows[3].site_a, results::no_site);
  EXPECT_EQ(rows[3].a, 320u) << "totals go with totals";
}

TEST(PairRows, WhatIsCountedForOneBlockOnlyIsComparedForOneBlock) {
  const std::vector<results::ResultRow> a{row(0, shared_load_wavefronts, 32, false)},
      b{row(0, shared_load_wavefronts, 1)};
  const std::vector<results::PairRow> rows = results::pair_rows(a, b, {0});
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_FALSE(rows[0].whole_launch);
  EXPECT_EQ(rows[0].a, 32u);
  EXPECT_EQ(rows[0].b, 1u);
}

TEST(VariantName, SaysWhatIsOtherwise) {
  document::Document a, b;
  EXPECT_EQ(results::variant_name(a, b, nullptr), "");
  b.declaration = "__shared__ float tile[32][33]";
  EXPECT_EQ(results::variant_name(a, b, nullptr), "float tile[32][32]");
  EXPECT_EQ(results::variant_name(b, a, nullptr), "float tile[32][33]");
  b.expression = "tile[0][threadIdx.x]";
  EXPECT_EQ(results::variant_name(b, a, nullptr), "tile[0][threadIdx.x]  float tile[32][33]");
  document::Document k;
  k.mode = document::SourceMode::Kernel;
  k.lab = "transpose";
  k.kernel_file = "transpose.cu";
  k.kernel_text = std::make_shared<const std::string>("one\n  two;\nthree\n");
  document::Document padded = k;
  padded.choices = {{"PAD", "1"}};
  source::Scenario scenario;
  scenario.parameters.push_back({});
  scenario.parameters.back().name = "PAD";
  scenario.parameters.back().choices = {"0", "1"};
  EXPECT_EQ(results::variant_name(padded, k, &scenario), "PAD = 1");
  EXPECT_EQ(results::variant_name(k, padded, &scenario), "PAD = 0");
  document::Document edited = k;
  edited.kernel_text = std::make_shared<const std::string>("one\n  two + 2;\nthree\n");
  EXPECT_EQ(results::variant_name(edited, k, &scenario), "line 2: two + 2;");
  edited.device = "cc70";
  EXPECT_EQ(results::variant_name(edited, k, &scenario), "line 2: two + 2;  cc70");
  // Of a long line what differs, so that two short plates do not read the same.
  k.kernel_text = std::make_shared<const std::string>("__shared__ float tile[32][32 + PAD];\n");
  document::Document typed = k;
  typed.kernel_text = std::make_shared<const std::string>("__shared__ float tile[32][32 + PAD + 1];\n");
  EXPECT_EQ(results::variant_name(typed, k, nullptr), "line 1: [32 + PAD + 1]");
  EXPECT_EQ(results::variant_name(k, typed, nullptr), "line 1: [32 + PAD]");
}

// ---- the session's A and B

class PinTest : public testing::Test {
 protected:
  PinTest() : session_(test::small_catalog(), std::make_unique<test::FakeSimulator>(controls_), [] {}) {
    session_.clock = [this] { return seconds_ += 10; };
    session_.play(false);
    settle();
  }
  void settle() {
    const auto end = std::chrono::steady_clock::now() + 5s;
    while (session_.busy() && std::chrono::steady_clock::now() < end) {
      session_.poll();
      std::this_thread::sleep_for(1ms);
    }
    session_.poll();
    ASSERT_FALSE(session_.busy());
  }
  void pad() {
    session_.edit()->set_declaration("__shared__ float tile[32][33]");
    settle();
  }

  std::shared_ptr<test::FakeControls> controls_ = std::make_shared<test::FakeControls>();
  double seconds_ = 0;
  session::Session session_;
};

TEST_F(PinTest, EditsChangeBAndAStays) {
  ASSERT_TRUE(session_.pin());
  pad();
  ASSERT_NE(session_.pair().pinned(), nullptr);
  EXPECT_EQ(session_.pair().pinned()->document.declaration, "__shared__ float tile[32][32]");
  EXPECT_EQ(session_.name_of_a(), "float tile[32][32]");
  EXPECT_EQ(session_.name_of_b(), "float tile[32][33]");
  ASSERT_EQ(session_.time().track().steps(), 1u) << "B's";
  ASSERT_TRUE(session_.moments());
  const std::vector<results::PairRow>& rows = session_.pair_rows();
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(rows[0].a, 256u);
  EXPECT_EQ(rows[0].b, 8u);
  EXPECT_EQ(rows[0].warp_a, 32u);
  EXPECT_EQ(rows[0].warp_b, 1u);
}

TEST_F(PinTest, StepsForwardAndBackVisitTheSameMoments) {
  session_.pin();
  pad();
  std::vector<results::Pair::Moments> there;
  for (int i = 0; i < 40; ++i) {
    there.push_back(*session_.moments());
    session_.step_forward();
  }
  EXPECT_EQ(there[31].a.wavefront, 31u) << "A plays its 32 wavefronts";
  EXPECT_EQ(there[31].b.wavefront, 0u);
  EXPECT_TRUE(there[1].done_b);
  EXPECT_EQ(there[39], there[31]) << "and stands at its end";
  for (int i = 30; i >= 0; --i) {
    session_.step_back();
    EXPECT_EQ(*session_.moments(), there[static_cast<std::size_t>(i)]);
  }
  session_.step_back();
  EXPECT_EQ(*session_.moments(), there[0]);
}

TEST_F(PinTest, PlaysBothInLockstep) {
  session_.pin();
  pad();
  session_.play(true);
  EXPECT_TRUE(session_.animating()) << "B has one step, but A has 32";
  session_.settings.speed = 4;
  for (int i = 0; i < 5; ++i) session_.advance(.25);
  EXPECT_EQ(session_.moments()->a.wavefront, 5u);
  EXPECT_EQ(session_.moments()->b.wavefront, 0u);
  for (int i = 0; i < 27; ++i) session_.advance(.25);
  EXPECT_EQ(session_.moments()->a.wavefront, 0u) << "an expression plays again and again";
  session_.unpin();
  EXPECT_EQ(session_.time().overtime(), 0u);
  EXPECT_FALSE(session_.moments());
}

TEST_F(PinTest, UndoDoesNotLoseThePin) {
  session_.pin();
  pad();
  const std::uint64_t version = session_.pair().pinned()->version;
  session_.edit()->undo();
  settle();
  ASSERT_NE(session_.pair().pinned(), nullptr);
  EXPECT_EQ(session_.pair().pinned()->version, version);
  EXPECT_EQ(session_.document().declaration, "__shared__ float tile[32][32]");
  EXPECT_EQ(session_.name_of_a(), "") << "the two are the same again";
  session_.edit()->redo();
  settle();
  EXPECT_EQ(session_.name_of_b(), "float tile[32][33]");
}

TEST_F(PinTest, SwapsBothWaysAndUndoComesBack) {
  session_.pin();
  pad();
  ASSERT_TRUE(session_.swap_pinned());
  settle();
  EXPECT_EQ(session_.document().declaration, "__shared__ float tile[32][32]");
  EXPECT_EQ(session_.pair().pinned()->document.declaration, "__shared__ float tile[32][33]");
  EXPECT_EQ(session_.time().track().steps(), 32u);
  EXPECT_EQ(session_.pair_rows()[0].a, 8u);
  EXPECT_EQ(session_.pair_rows()[0].b, 256u);
  session_.swap_pinned();
  settle();
  EXPECT_EQ(session_.document().declaration, "__shared__ float tile[32][33]");
  session_.edit()->undo();
  settle();
  EXPECT_EQ(session_.document().declaration, "__shared__ float tile[32][32]");
}

TEST_F(PinTest, ATextThatDoesNotCompileIsNotPinned) {
  session_.edit()->set_expression("tile[garbage][0]");
  settle();
  EXPECT_FALSE(session_.pin());
  EXPECT_EQ(session_.pair().pinned(), nullptr);
}

} // namespace
} // namespace warpscope
