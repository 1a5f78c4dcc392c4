// Block scenes with a hazard and with asynchronous copies: what stands where, before any GL.
#include "app/view/block_words.h"
#include "app/view/cut_crossings.h"
#include "tests/view/fixture.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace warpscope {
namespace {

using namespace testing;

/// Empty, or what is wrong with any Picture.
std::string problem_of(const view::Picture& picture) {
  return unsound(picture) + overlapping(picture) + low_contrast(picture);
}

std::string at(view::Point p) {
  return std::to_string(std::lround(p.x)) + ',' + std::to_string(std::lround(p.y));
}

/// Dashed lines and arcs and what is written, without numbers alone.
std::string golden(const view::Picture& picture) {
  std::string s;
  for (const auto& shape : picture.shapes) {
    if (const auto* curve = std::get_if<view::CurveShape>(&shape); curve != nullptr && curve->dash.on > 0)
      s += "dashes " + at(curve->p0) + " by " + at(curve->p1) + " to " + at(curve->p3) + '\n';
    if (const auto* t = std::get_if<view::TextShape>(&shape);
        t != nullptr && t->text.find_first_not_of("0123456789") != std::string::npos)
      s += t->text + " @" + at(t->at) + ' ' + std::to_string(std::lround(t->size)) + '\n';
  }
  return s;
}

TEST(BlockMarks, CopiesAreDashesUnderTheirWarp) {
  const Sample s = staged_copies();
  view::SceneRequest in = s.input(1190, 598, 0, 3);
  in.options.frame.scale = 1;
  const view::Picture picture = view::build_scene(view::SceneKind::Block, in);
  EXPECT_EQ(golden(picture), "Warp 0 reads s[] @31,60 46\n"
                             ", no warp waits at a barrier @408,60 46\n"
                             "Line 4 @58,95 18\n"
                             "1 wavefront; step 4 of 15 @121,95 18\n"
                             "dashes 121,220 by 188,220 to 324,220\n"
                             "dashes 188,242 by 256,242 to 391,242\n"
                             "dashes 459,312 by 527,312 to 662,312\n"
                             "dashes 527,334 by 594,334 to 730,334\n"
                             "dashes 798,404 by 865,404 to 1001,404\n"
                             "dashes 865,426 by 948,426 to 1113,426\n"
                             "step 4 @358,134 15\n"
                             "warp 0 @107,194 18\n"
                             "warp 1 @107,286 18\n"
                             "warp 2 @107,378 18\n"
                             "step 1 @121,460 15\n"
                             "time in simulator steps: one warp runs at a time @628,460 15\n"
                             "dashes 121,491 by 134,491 to 161,491\n"
                             "asynchronous copy, call to wait @170,494 16\n"
                             "dashes 434,491 by 443,491 to 462,491\n"
                             "never waited for @484,494 16\n"
                             "shared store @661,494 16\n"
                             "shared read @810,494 16\n");
  const auto said = [&](const std::string& words) {
    return std::count_if(picture.hits.begin(), picture.hits.end(), [&](const view::Hit& h) {
      return h.kind == view::HitKind::Event && h.tooltip.find(words) != std::string::npos;
    });
  };
  EXPECT_EQ(said("asynchronous copy, line"), 6);
  EXPECT_EQ(said("never waited for"), 1);
  EXPECT_EQ(said("Warp 1: asynchronous copy, line 6: 128 B, issued in step 6, waited for behind step 8."), 1);
  EXPECT_EQ(said("In flight with it: 2"), 3);
  EXPECT_EQ(problem_of(picture), "");
}

TEST(BlockMarks, ManyCopiesStaySmall) {
  Sample s;
  s.variable("s", Space::Shared, {2048}, "float", 4);
  s.add("s", "s[t]", Space::Shared, AccessKind::Store, 4, [](std::uint32_t t) { return 4 * t; });
  trace::OrderEvent order;
  order.lanes = ~0u;
  trace::AccessEvent store;
  store.space = Space::Shared;
  store.kind = AccessKind::Store;
  store.access.mask = ~0u;
  store.access.width = 4;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    store.access.offset[lane] = program::window_base + 4 * lane;
  for (int i = 0; i < 20000; ++i)
    for (const trace::OrderKind kind : {trace::OrderKind::CopyBegin, trace::OrderKind::CopyEnd,
                                        trace::OrderKind::CopyCommit, trace::OrderKind::CopyWaitPrior}) {
      order.kind = kind;
      s.trace->on_order(order);
      if (kind == trace::OrderKind::CopyBegin) s.trace->on_access(store);
    }
  const view::Picture picture = view::build_scene(view::SceneKind::Block, s.input(1920, 1080));
  EXPECT_LT(picture.shapes.size(), 20000u);
  EXPECT_EQ(problem_of(picture), "");
}

/// Warp 1 reads in its turn what warp 2 stores in its.
struct Hazardous {
  Sample sample = block_of(4, 1, 32);
  races::HazardStory story;
  Hazardous() {
    story.hazard.kind = races::HazardKind::Raw;
    story.hazard.first = {1, 64};
    story.hazard.second = {2, 40};
    story.hazard.offset = story.offset = program::window_base;
    story.hazard.count = 12;
    story.in_trace = story.wrong_order = true;
    story.readers = 1;
    story.second = {3, 1, 8};
    story.first = {15, 2, 0};
    story.read = 0;
    story.written = 0x40e00000; // 7.0
  }
  [[nodiscard]] view::SceneRequest input(float width, float height, bool presenter) const {
    view::SceneRequest in = sample.input(width, height, 0, 3);
    in.options.told.hazard = story;
    in.options.frame.presenter = presenter;
    in.options.frame.scale = 1;
    return in;
  }
};

TEST(BlockMarks, AHazardIsAnArcClearOfThePlayheadsTab) {
  const Hazardous h;
  const view::Picture picture = view::build_scene(view::SceneKind::Block, h.input(1190, 598, false));
  EXPECT_EQ(golden(picture), "1 thread @31,60 46\n"
                             " reads before the value is written @213,60 46\n"
                             "RAW hazard on s @58,95 18\n"
                             "line 9 reads what line 8 writes, and no barrier stands between · 12 pairs "
                             "of threads in this block @217,95 18\n"
                             "thread 40 reads 0 (stale); thread 64 writes 7 later @399,142 18\n"
                             "step 3 @139,540 15\n"
                             "barrier @155,201 18\n"
                             "dashes 139,319 by 139,120 to 665,384\n"
                             "warp 1 @107,342 18\n"
                             "warp 0 @107,271 18\n"
                             "warp 2 @107,414 18\n"
                             "warp 3 @107,486 18\n"
                             "time in simulator steps: one warp runs at a time @628,536 15\n"
                             "shared store @148,570 16\n"
                             "shared read @297,570 16\n"
                             "bank conflict, as long as its wavefronts @453,570 16\n"
                             "waits at a barrier @819,570 16\n"
                             "barrier released @986,570 16\n");
  EXPECT_EQ(problem_of(picture), "");
}

TEST(BlockMarks, TheHazardsSentenceIsReadFromTheBackRowAndKeepsTheCornerFree) {
  const Hazardous h;
  for (const bool presenter : {false, true})
    for (const float corner : {0.F, 300.F}) {
      view::SceneRequest in = h.input(1920, 1080, presenter);
      in.options.frame.corner = corner;
      const view::Picture picture = view::build_scene(view::SceneKind::Block, in);
      const view::Box row = view::block_hazard_row(in);
      const auto note = std::find_if(picture.hits.begin(), picture.hits.end(), [](const view::Hit& hit) {
        return hit.tooltip.find("thread 40 reads 0 (stale)") != std::string::npos;
      });
      ASSERT_NE(note, picture.hits.end());
      EXPECT_EQ(note->box.y, row.y);
      EXPECT_LE(note->box.x + note->box.w, row.x + row.w - corner);
      EXPECT_GE(note->box.h, presenter ? 60 : 30);
      EXPECT_EQ(problem_of(picture), "");
    }
  EXPECT_EQ(view::block_hazard_row(h.sample.input(1920, 1080)).h, 0) << "nothing to say there";
}

TEST(StaleMarks, TheHazardsCellIsRingedAndTold) {
  const Hazardous h;
  for (const std::size_t event : {1u, 13u}) {
    view::SceneRequest in = h.input(1190, 598, false);
    in.moment.event = event;
    const view::Picture plain = [&] {
      view::SceneRequest without = in;
      without.options.told.hazard.reset();
      return view::build_scene(view::SceneKind::Array, without);
    }();
    const view::Picture picture = view::build_scene(view::SceneKind::Array, in);
    EXPECT_NE(all_text(picture).find("thread 40 reads 0 (stale); thread 64 writes 7 later"),
              std::string::npos);
    EXPECT_EQ(all_text(plain).find("stale"), std::string::npos);
    EXPECT_EQ(problem_of(picture), "");
  }
}

TEST(StaleMarks, TheWrongValueIsFollowedToTheOutput) {
  const Hazardous h;
  const std::vector<view::WrongPlace> way{
      {Space::Shared, program::window_base + 4, "s[1] = 0, should be 7"},
      {Space::Global, program::window_base + 8, "out[2] = 1, should be 8"}};
  view::SceneRequest in = h.input(1190, 598, false);
  in.options.told.wrong = way;
  EXPECT_EQ(view::make_headline(in, view::SceneKind::Block).strong, "1 thread")
      << "the usual order: the hazard is what is looked at";
  in.options.told.plays_order = true;
  const view::Headline said = view::make_headline(in, view::SceneKind::Block);
  EXPECT_EQ(said.strong + "|" + said.rest, "out[2] = 1|, should be 8");
  EXPECT_EQ(said.lead, "RAW hazard on s");
  EXPECT_EQ(said.explanation, "1 thread reads before the value is written");
  EXPECT_EQ(said.tone, view::Headline::Tone::Hazard);

  Sample s = global_read(1, 0, 4, ~0u, AccessKind::Store);
  in = s.input(1190, 598);
  in.options.told.wrong = way;
  EXPECT_EQ(view::make_headline(in, view::SceneKind::Sectors).strong, "out[2] = 1") << "where it is stored";
  const auto ringed = [&] {
    const view::Picture picture = view::build_scene(view::SceneKind::Sectors, in);
    EXPECT_EQ(problem_of(picture), "");
    return std::count_if(picture.hits.begin(), picture.hits.end(),
                         [](const view::Hit& hit) { return hit.tooltip == "out[2] = 1, should be 8"; });
  };
  EXPECT_EQ(ringed(), 1);
  const std::vector<view::WrongPlace> elsewhere{
      {Space::Global, program::window_base + 4096, "out[1024] = 1, should be 8"}};
  in.options.told.wrong = elsewhere;
  EXPECT_EQ(ringed(), 0);
  EXPECT_EQ(view::make_headline(in, view::SceneKind::Sectors).strong.find("out["), std::string::npos);
}

TEST(BlockMarks, TheExplanationSaysWhatThereIsRoomFor) {
  const Hazardous h;
  const auto said = [&](float width, bool presenter) {
    return view::make_headline(h.input(width, 700, presenter), view::SceneKind::Block).explanation;
  };
  EXPECT_EQ(
      said(1900, false),
      "line 9 reads what line 8 writes, and no barrier stands between · 12 pairs of threads in this block");
  EXPECT_EQ(said(760, false), "line 9 reads what line 8 writes, and no barrier stands between");
  EXPECT_EQ(said(460, false), "lines 8 and 9, no barrier between");
}

/// A loop's body may lie behind what follows the loop, as compilers place it: what counts is which ways there
/// are, not the order of the code.
TEST(BlockCuts, ABarrierBehindALoopIsPassedOnceWhereverTheBodyLies) {
  Sample s;
  for (int i = 0; i < 3; ++i) { // two turns of the loop, then the access behind the barrier
    s.add("s", i < 2 ? "s[t]" : "s[n]", Space::Shared, AccessKind::Load, 4,
          [](std::uint32_t t) { return 4 * t; });
  }
  // 0: branch to the body (3) or on (1); 1: the barrier; 2: the access behind it, end; 3: the body; 4: back.
  s.program.code.resize(6);
  s.program.spans.resize(7);
  auto& code = s.program.code;
  code[0].op = program::Opcode::Branch, code[0].b = 4, code[0].c = 1;
  code[1].op = program::Opcode::Nop;
  code[3].op = program::Opcode::Exit;
  code[5].op = program::Opcode::Jump, code[5].imm = 0;
  s.program.sites[0].pc = s.program.sites[1].pc = 4;
  s.program.sites[2].pc = 2;
  for (std::uint32_t pc = 0; pc < 6; ++pc) {
    code[pc].span = pc + 1;
    s.program.spans[pc + 1] = {10 + pc, 1, 10 + pc, 2};
  }
  const playback::RunPtr run = s.run();
  const std::vector<std::uint64_t> steps = view::cut_crossings(run->program(), run->trace(),
                                                               run->block_index(), 0, 11);
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0], 2u) << "before the third access";
}

} // namespace
} // namespace warpscope
