// The scene Multiprocessor: what stands in the picture, from steps that are made up and simulated.
#include "app/language/counted.h"
#include "app/playback/machine_of.h"
#include "app/view/pair_view.h"
#include "app/view/text_metrics.h"
#include "app/view/wording.h"
#include "tests/view/fixture.h"
#include "tests/view/picture_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace warpscope {
namespace {

using namespace testing;
using multiprocessor::Op;
using multiprocessor::Step;
using playback::Machine;
using playback::MachineState;

/// A program whose instruction at pc stands in line pc + 1.
std::shared_ptr<const program::Program> lines_program() {
  auto made = std::make_shared<program::Program>();
  for (std::uint32_t pc = 0; pc < 8; ++pc) {
    made->spans.push_back({pc + 1, 1, pc + 1, 9});
    made->code.emplace_back().span = pc;
  }
  return made;
}

/// Each warp loads a line of its own, works, reads shared memory with a conflict, meets the others, works.
std::shared_ptr<run::MachineInput> made_up(std::uint32_t blocks = 4, std::uint32_t warps = 4,
                                           std::uint16_t wavefronts = 16, std::uint16_t work = 20) {
  auto input = std::make_shared<run::MachineInput>();
  for (std::uint32_t block = 0; block < blocks; ++block) {
    multiprocessor::Block made;
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      made.lines.push_back({block * warps + warp, 15});
      made.warps.push_back(
          {{.op = Op::Load, .token = 1, .keeps = true, .count = 1, .first = warp, .origin = 0},
           {.op = Op::Wait, .token = 1, .origin = 1},
           {.slots = work, .origin = 1},
           {.op = Op::Shared, .token = 2, .keeps = true, .service = wavefronts, .origin = 2},
           {.op = Op::Wait, .token = 2, .origin = 3},
           {.slots = 4, .stall = 6, .origin = 3},
           {.op = Op::Barrier, .origin = 4},
           {.slots = 9, .origin = 5}});
    }
    input->work.blocks.push_back(std::move(made));
  }
  input->work.block_count = blocks;
  input->work.resident = std::max(1u, blocks / 2);
  input->blocks = blocks;
  input->figures.figures.clock_hz = 1.5e9;
  input->program = lines_program();
  return input;
}

/// Work alone, which fills the slots.
std::shared_ptr<run::MachineInput> busy() {
  auto input = made_up(1, 16);
  for (auto& warp : input->work.blocks[0].warps) warp = {{.slots = 200, .origin = 1}};
  return input;
}

view::SceneRequest request_of(playback::MachinePtr machine, float width = 1190, float height = 598) {
  view::SceneRequest in = column_read().input(width, height);
  in.options.frame.scale = height < 500 ? .8F : 1;
  in.options.machine.machine = std::move(machine);
  return in;
}

view::Picture picture_of(const view::SceneRequest& in) {
  return view::build_scene(view::SceneKind::Multiprocessor, in);
}
view::Headline headline_of(const view::SceneRequest& in) {
  return view::make_headline(in, view::SceneKind::Multiprocessor);
}

bool says(const view::Picture& picture, std::string_view words) {
  const auto all = texts(picture);
  return std::any_of(all.begin(), all.end(), [&](const view::TextShape* text) {
    return text->text.find(words) != std::string::npos;
  });
}

std::string share_of(const Machine& machine, MachineState state) {
  return view::percent(machine.cycles[static_cast<std::size_t>(state)], machine.lived());
}

TEST(SceneMultiprocessor, TheHeadlinesNumbersAreTheEngines) {
  const auto input = made_up();
  const playback::MachinePtr machine = playback::machine_of(input, "H200");
  ASSERT_EQ(machine->problem, "");
  const multiprocessor::Result result = multiprocessor::simulate(input->work, input->figures.figures,
                                                                 {.intervals = true});
  std::uint64_t lived = 0;
  for (const multiprocessor::WarpRow& row : result.rows) lived += row.ended - row.started;
  EXPECT_EQ(machine->lived(), lived);
  EXPECT_EQ(machine->timeline.cycles, result.cycles);
  const auto memory = result.states[static_cast<std::size_t>(multiprocessor::State::Memory)] -
                      machine->timeline.shared_cycles;
  const view::Headline headline = headline_of(request_of(machine));
  EXPECT_EQ(headline.strong, "Memory is waited for " + view::percent(memory, lived) + " of the time");
  EXPECT_EQ(headline.rest, ": 8 warps do not hide it");
  EXPECT_EQ(headline.tone, view::Headline::Tone::Conflict);
  EXPECT_NE(headline.explanation.find("a bank conflict of 16 wavefronts"), std::string::npos)
      << headline.explanation;
  EXPECT_TRUE(says(picture_of(request_of(machine)), view::percent(memory, lived)));
}

/// The cycle in which shared memory turns round between loads and stores is none of a conflict.
TEST(SceneMultiprocessor, LoadsAndStoresInTurnWithoutConflictsHaveNone) {
  const auto input = made_up(4, 4, 1);
  for (multiprocessor::Block& block : input->work.blocks)
    for (auto& warp : block.warps)
      for (int turn = 0; turn < 8; ++turn) {
        warp.push_back({.op = Op::Shared, .service = 1, .origin = 2, .stores = true});
        warp.push_back({.op = Op::Shared, .token = 3, .keeps = true, .service = 1, .origin = 3});
        warp.push_back({.op = Op::Wait, .token = 3, .origin = 4});
      }
  const playback::MachinePtr machine = playback::machine_of(input, "H200");
  ASSERT_EQ(machine->problem, "");
  std::size_t longer = 0;
  for (const multiprocessor::LsuPiece& piece : machine->timeline.lsu)
    longer += piece.what == Op::Shared && piece.end - piece.begin > 1 ? 1 : 0;
  EXPECT_GT(longer, 0u) << "shared memory does turn round";
  EXPECT_EQ(machine->worst_conflict, 0u);
  EXPECT_FALSE(machine->conflicts);
  EXPECT_EQ(headline_of(request_of(machine)).explanation.find("bank conflict"), std::string::npos);
}

TEST(SceneMultiprocessor, WarpsThatFillTheSlotsHideIt) {
  auto input = busy();
  input->work.blocks[0].warps[0].push_back({.op = Op::Shared, .service = 1, .origin = 2});
  const playback::MachinePtr machine = playback::machine_of(input, "H200");
  const view::Headline headline = headline_of(request_of(machine));
  EXPECT_EQ(headline.strong, "16 warps hide it");
  EXPECT_EQ(headline.tone, view::Headline::Tone::Good);
}

TEST(SceneMultiprocessor, WithoutAnyAccessNothingWaitsForMemory) {
  const playback::MachinePtr machine = playback::machine_of(busy(), "H200");
  EXPECT_EQ(headline_of(request_of(machine)).strong, "Nothing waits for memory here");
  EXPECT_TRUE(says(picture_of(request_of(machine)), "LSU"));
}

TEST(SceneMultiprocessor, OneWarpHasNothingToHideBehind) {
  const playback::MachinePtr machine = playback::machine_of(made_up(1, 1), "H200");
  EXPECT_EQ(headline_of(request_of(machine)).rest, ": 1 warp, nothing to hide behind");
  EXPECT_EQ(machine->curve.size(), 1u);
  EXPECT_FALSE(says(picture_of(request_of(machine)), "How many warps")) << "one point is no curve";
}

TEST(SceneMultiprocessor, EveryStateHasAFormInTheRowsAndInTheLegend) {
  const playback::MachinePtr machine = playback::machine_of(made_up(), "H200");
  EXPECT_TRUE(says(picture_of(request_of(machine)), "arithmetic"))
      << "short names where there is little room";
  const view::Picture picture = picture_of(request_of(machine, 1920, 1080));
  for (const char* name : {"issues", "waits for the LSU", "waits at a barrier", "waits for memory"})
    EXPECT_TRUE(says(picture, name)) << name;
  for (const MachineState state : {MachineState::Issues, MachineState::Lsu, MachineState::Memory})
    EXPECT_TRUE(says(picture, share_of(*machine, state)));
  bool hatched = false, dotted = false;
  for (const view::Shape& shape : picture.shapes) {
    if (const auto* rect = std::get_if<view::RectShape>(&shape)) hatched |= rect->hatch.period > 0;
    if (const auto* curve = std::get_if<view::CurveShape>(&shape)) dotted |= curve->dash.on > 0;
  }
  EXPECT_TRUE(hatched) << "a wait at a barrier";
  EXPECT_TRUE(dotted) << "a wait for memory";
}

/// Each warp loads, hands values round by shuffles, stores, and waits at a fence until the store is seen.
std::shared_ptr<run::MachineInput> fenced() {
  auto input = made_up();
  input->figures.figures.fence_latency = 300;
  for (multiprocessor::Block& block : input->work.blocks)
    for (auto& warp : block.warps) {
      warp.resize(2);
      for (int turn = 0; turn < 5; ++turn) {
        warp.push_back({.op = Op::Shuffle, .token = 2, .keeps = true, .service = 1, .origin = 2});
        warp.push_back({.op = Op::Wait, .token = 2, .origin = 2});
      }
      warp.push_back({.op = Op::Store, .count = 1, .first = warp[0].first, .origin = 3});
      warp.push_back({.op = Op::Fence, .token = 3, .keeps = true, .origin = 4});
      warp.push_back({.op = Op::Wait, .token = 3, .origin = 5});
    }
  return input;
}

TEST(SceneMultiprocessor, AWaitAtAFenceHasANameAndAFormOfItsOwn) {
  const auto input = fenced();
  const playback::MachinePtr machine = playback::machine_of(input, "H200");
  ASSERT_EQ(machine->problem, "");
  EXPECT_GE(machine->fence_cycles + 1, input->figures.figures.fence_latency);
  const view::Picture picture = picture_of(request_of(machine, 1920, 1080));
  EXPECT_TRUE(says(picture, "waits at a fence")) << "the legend";
  EXPECT_TRUE(says(picture, share_of(*machine, MachineState::Fence)));
  EXPECT_TRUE(std::any_of(picture.hits.begin(), picture.hits.end(), [](const view::Hit& hit) {
    return hit.kind == view::HitKind::Piece &&
           hit.tooltip.find("waits at a fence, asked for in line 5") != std::string::npos;
  }));
  EXPECT_NE(
      headline_of(request_of(machine)).explanation.find(", at a fence " + grouped(machine->fence_cycles)),
      std::string::npos);
  // In a small window the largest shares keep their names.
  const view::Picture small = picture_of(request_of(machine, 780, 306));
  EXPECT_TRUE(says(small, "fence"));
  EXPECT_TRUE(says(small, "memory"));
  // Where nobody waits at one, nothing speaks of it.
  const playback::MachinePtr without = playback::machine_of(made_up(), "H200");
  EXPECT_FALSE(says(picture_of(request_of(without, 1920, 1080)), "fence"));
  EXPECT_EQ(headline_of(request_of(without)).explanation.find("fence"), std::string::npos);
}

/// Shuffles, shared and constant memory, local arrays and fences would pull the median down or up.
TEST(SceneMultiprocessor, TheMedianWaitForGlobalMemoryIsOfNothingElse) {
  const auto input = fenced();
  const playback::MachinePtr machine = playback::machine_of(input, "H200");
  EXPECT_GE(machine->load_cycles, input->figures.figures.l1_latency)
      << "a shuffle's result is there much earlier, and five of six waits are for one";
  EXPECT_NE(headline_of(request_of(machine))
                .explanation.find("a wait for global memory takes " + grouped(machine->load_cycles) +
                                  " cycles (median)"),
            std::string::npos);
  auto local = fenced();
  auto program = std::make_shared<program::Program>(*lines_program());
  program->sites.push_back({.pc = 0, .space = Space::Local});
  local->program = program;
  EXPECT_EQ(playback::machine_of(local, "H200")->load_cycles, 0u);
}

TEST(SceneMultiprocessor, FourSubPartitionsHaveTheirRowsAndTheAxisBothUnits) {
  const playback::MachinePtr machine = playback::machine_of(made_up(), "H200");
  const view::Picture picture = picture_of(request_of(machine));
  for (const char* name : {"sub-partition 0", "sub-partition 3", "warp 0", "warp 7", "LSU", "cycles", "µs"})
    EXPECT_TRUE(says(picture, name)) << name;
  const view::MachineLayout layout = view::machine_layout(request_of(machine));
  EXPECT_EQ(layout.rows.size(), 8u);
  EXPECT_EQ(layout.partitions, 4u);
  EXPECT_EQ(layout.cycles, machine->timeline.cycles);
  // A cycle and its place in the picture are each other's inverse.
  for (const double cycle : {0., 100., 321.}) EXPECT_NEAR(layout.cycle_at(layout.x_of(cycle)), cycle, .5);
}

/// One block of four warps: a row for each sub-partition. Name and share stand above one another within the
/// row, and the rows take the height that is there.
TEST(SceneMultiprocessor, ALoneRowHoldsItsShareAndFewRowsFillTheHeight) {
  const playback::MachinePtr machine = playback::machine_of(made_up(1), "H200");
  for (const auto& [width, height] : {std::pair{1190.F, 495.F}, {1920.F, 1080.F}, {780.F, 306.F}}) {
    SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height));
    const view::SceneRequest in = request_of(machine, width, height);
    const view::MachineLayout layout = view::machine_layout(in);
    ASSERT_EQ(layout.rows.size(), 4u);
    const view::Picture picture = picture_of(in);
    EXPECT_EQ(overlapping(picture), "");
    std::size_t shares = 0;
    const float lsu = layout.rows.back().y + layout.rows.back().h / 2;
    for (const view::TextShape* text : texts(picture)) {
      const view::Box box = view::text_box(*text);
      if (box.x + box.w > layout.plot.x || box.y < layout.plot.y - 2 || text->at.y > lsu ||
          text->text.find('%') == std::string::npos)
        continue;
      ++shares;
      for (const view::MachineLayout::Row& row : layout.rows)
        EXPECT_FALSE(box.y < row.y + row.h / 2 - .5F && box.y + box.h > row.y + row.h / 2 + .5F)
            << text->text << " crosses the end of a row";
    }
    EXPECT_TRUE(shares == 4 || height < 400) << shares;
    if (height < 1000) {
      const float rows = layout.rows.back().y + layout.rows.back().h / 2 - layout.rows.front().y +
                         layout.rows.front().h / 2;
      EXPECT_GT(rows, .36F * height) << "no empty band below the rows";
    }
  }
}

TEST(SceneMultiprocessor, AConflictInTheLsusRowHasItsWords) {
  // With a curve and without one.
  for (const std::uint32_t blocks : {1u, 8u}) {
    const playback::MachinePtr with = playback::machine_of(made_up(blocks, 4, 16), "H200"),
                               without = playback::machine_of(made_up(blocks, 4, 1), "H200");
    const view::Picture picture = picture_of(request_of(with));
    EXPECT_TRUE(says(picture, "one conflict: 16 wavefronts in a row")) << blocks;
    EXPECT_EQ(overlapping(picture), "");
    EXPECT_FALSE(says(picture_of(request_of(without)), "one conflict")) << blocks;
  }
}

TEST(SceneMultiprocessor, WhereThereIsRoomSubPartitionsAreSpelledOut) {
  const playback::MachinePtr machine = playback::machine_of(made_up(), "H200");
  const view::Picture large = picture_of(request_of(machine, 1920, 1080));
  EXPECT_TRUE(says(large, "sub-partition 0"));
  EXPECT_TRUE(says(large, " of its slots"));
  EXPECT_TRUE(says(large, "busy "));
  const view::Picture small = picture_of(request_of(machine, 780, 306));
  EXPECT_TRUE(says(small, "part 0"));
  EXPECT_FALSE(says(small, "sub-partition"));
}

/// Of low rows each fourth has a name, and the one under the pointer.
TEST(SceneMultiprocessor, TheRowUnderThePointerHasItsName) {
  const playback::MachinePtr machine = playback::machine_of(made_up(16, 8), "H200");
  view::SceneRequest in = request_of(machine, 1190, 495);
  const view::MachineLayout layout = view::machine_layout(in);
  const std::uint32_t row = layout.rows[2].row;
  const std::string name = "warp " + std::to_string(machine->timeline.rows[row].place);
  EXPECT_FALSE(says(picture_of(in), name));
  in.options.machine.row = row;
  const view::Picture picture = picture_of(in);
  EXPECT_TRUE(says(picture, name));
  EXPECT_EQ(overlapping(picture), "");
}

/// In rows that are lower than a word no line crosses a name, and none touches the playhead's plate.
TEST(SceneMultiprocessor, NamesOfLowRowsStandBelowTheirLine) {
  const playback::MachinePtr machine = playback::machine_of(made_up(16, 8), "H200");
  for (const bool presenter : {false, true}) {
    view::SceneRequest in = request_of(machine, 1920, presenter ? 1080.F : 500.F);
    in.options.frame.presenter = presenter;
    const view::MachineLayout layout = view::machine_layout(in);
    const view::Picture picture = picture_of(in);
    for (const view::Shape& shape : picture.shapes) {
      const auto* line = std::get_if<view::CurveShape>(&shape);
      if (line == nullptr || line->p0.y != line->p3.y) continue;
      for (const view::TextShape* text : texts(picture)) {
        const view::Box box = view::text_box(*text);
        if (box.x + box.w > layout.plot.x || box.y + box.h > layout.plot.y + layout.plot.h) continue;
        const float y = line->p0.y;
        EXPECT_FALSE(line->p0.x < box.x + box.w && y > box.y + .2F * box.h && y < box.y + .8F * box.h)
            << text->text << (presenter ? " presenter" : "");
      }
    }
  }
}

/// Docked at 720p a sub-partition of two rows has room for one line of words: that is its name.
TEST(SceneMultiprocessor, InASmallWindowEachSubPartitionHasItsName) {
  const playback::MachinePtr machine = playback::machine_of(made_up(), "H200");
  const view::Picture picture = picture_of(request_of(machine, 780, 270));
  for (const char* name : {"part 0", "part 1", "part 2", "part 3"}) EXPECT_TRUE(says(picture, name)) << name;
}

TEST(SceneMultiprocessor, ThePlayheadStandsAtItsCycleInBothUnits) {
  const playback::MachinePtr machine = playback::machine_of(made_up(), "H200");
  view::SceneRequest in = request_of(machine);
  in.options.machine.cycle = 300;
  const view::Picture picture = picture_of(in);
  EXPECT_TRUE(says(picture, "cycle 300 · 0.20 µs"));
  EXPECT_TRUE(says(picture, "at cycle 300:"));
}

TEST(SceneMultiprocessor, ABarSaysItsWarpItsLineItsCyclesAndWhatItWaitsFor) {
  const playback::MachinePtr machine = playback::machine_of(made_up(), "H200");
  const view::Picture picture = picture_of(request_of(machine));
  const auto found = std::find_if(picture.hits.begin(), picture.hits.end(), [](const view::Hit& hit) {
    return hit.kind == view::HitKind::Piece && hit.tooltip.find("waits for memory") != std::string::npos;
  });
  ASSERT_NE(found, picture.hits.end());
  EXPECT_NE(found->tooltip.find("line 2: waits for memory, asked for in line 1, cycles "), std::string::npos)
      << found->tooltip;
  EXPECT_EQ(found->index, 1u) << "the line of the load lights up";
}

TEST(SceneMultiprocessor, TheCurveSaysWhatConflictsCost) {
  const playback::MachinePtr machine = playback::machine_of(made_up(8, 4, 32), "H200");
  ASSERT_GT(machine->curve.size(), 3u);
  EXPECT_TRUE(machine->conflicts);
  EXPECT_GT(machine->curve.back().used, machine->curve.front().used) << "more warps hide more";
  for (const Machine::Point& point : machine->curve)
    EXPECT_GE(point.without_conflicts, point.used - 1e-9) << point.warps;
  const view::Picture picture = picture_of(request_of(machine));
  EXPECT_TRUE(says(picture, "How many warps hide it?"));
  EXPECT_TRUE(says(picture, "without bank conflicts")) << "which of the two curves is which";
  EXPECT_TRUE(says(picture, "with them"));
  std::set<std::uint32_t> residents;
  for (const view::Hit& hit : picture.hits)
    if (hit.kind == view::HitKind::Resident) residents.insert(hit.index);
  EXPECT_EQ(residents.size(), machine->curve.size());
  // Without conflicts there is one curve.
  EXPECT_FALSE(playback::machine_of(made_up(8, 4, 1), "H200")->conflicts);
}

TEST(SceneMultiprocessor, OtherResidentsKeepTheStepsAndTheCurve) {
  const auto input = made_up(8);
  const playback::MachinePtr first = playback::machine_of(input, "H200");
  const playback::MachinePtr fewer = playback::machine_of(input, "H200", {.resident = 1, .known = first});
  EXPECT_EQ(first->warps, 16u);
  EXPECT_EQ(fewer->warps, 4u);
  EXPECT_EQ(fewer->curve, first->curve);
  EXPECT_LT(fewer->timeline.issue_share, first->timeline.issue_share);
}

TEST(SceneMultiprocessor, WhatCannotBeSimulatedSaysWhyAndWhatIsOnItsWayThatItIs) {
  const view::SceneRequest waits = request_of(nullptr);
  EXPECT_TRUE(says(picture_of(waits), "being simulated"));
  const view::SceneRequest none = request_of(playback::no_machine("the device's file has no clock"));
  EXPECT_TRUE(says(picture_of(none), "the device's file has no clock"));
  EXPECT_EQ(view::machine_layout(none).cycles, 0u);
  std::atomic<bool> cancel = true;
  EXPECT_EQ(playback::machine_of(made_up(), "H200", {}, &cancel), nullptr);
}

TEST(SceneMultiprocessor, WhereALongBlocksBeginningIsShownItSaysSo) {
  const std::shared_ptr<run::MachineInput> input = made_up();
  EXPECT_FALSE(says(picture_of(request_of(playback::machine_of(input, "H200"))), "a long block's first"));
  input->times_as_long = 12.5;
  EXPECT_TRUE(
      says(picture_of(request_of(playback::machine_of(input, "H200"))), "(a long block's first 1/12.5)"));
}

TEST(SceneMultiprocessor, PillsSayWhichCodeAndWhoseFigures) {
  auto input = made_up();
  EXPECT_TRUE(says(picture_of(request_of(playback::machine_of(input, "H200"))), "figures of H200"));
  EXPECT_TRUE(says(picture_of(request_of(playback::machine_of(input, "H200"))), "code predicted"));
  auto other = made_up();
  other->code = run::Code::AsWritten;
  other->figures.assumed.push_back({"l2_latency", "an H200"});
  const view::Picture picture = picture_of(request_of(playback::machine_of(other, "T4")));
  EXPECT_TRUE(says(picture, "code as written"));
  EXPECT_TRUE(says(picture, "figures estimated"));
  auto read = made_up();
  read->code = run::Code::Read;
  const playback::MachinePtr of_read = playback::machine_of(read, "H200");
  EXPECT_TRUE(of_read->read);
  EXPECT_FALSE(of_read->predicted);
  EXPECT_TRUE(says(picture_of(request_of(of_read)), "code read"));
}

/// A beside B: the same axis, and the headline has both in cycles and in microseconds.
TEST(SceneMultiprocessor, APairSaysBothTimesAndWhatEachWaitsFor) {
  const playback::MachinePtr a = playback::machine_of(made_up(8, 4, 32), "H200"),
                             b = playback::machine_of(made_up(8, 4, 1), "H200");
  view::PairRequest pair;
  pair.frame.width = 794;
  pair.frame.height = 410;
  pair.frame.scale = .67F;
  pair.a.request = request_of(a);
  pair.b.request = request_of(b);
  pair.a.name = "PAD = 0";
  pair.b.name = "PAD = 1";
  pair.a.scene = pair.b.scene = view::SceneKind::Multiprocessor;
  view::set_halves(pair, view::pair_layout(pair));
  EXPECT_EQ(pair.b.request.options.beside.axis_steps, a->timeline.cycles) << "A takes longer";
  const view::Headline h = view::pair_headline(pair);
  EXPECT_EQ(h.strong, grouped(a->timeline.cycles) + " → " +
                          language::count_of(b->timeline.cycles, language::Counted::Cycle));
  const auto us = [](const Machine& machine) {
    return view::microseconds_text(machine.microseconds(static_cast<double>(machine.timeline.cycles)));
  };
  EXPECT_EQ(h.lead, us(*a) + " → " + us(*b) + " µs");
  EXPECT_EQ(h.explanation,
            "A: " + headline_of(pair.a.request).strong + " · B: " + headline_of(pair.b.request).strong);
}

std::vector<view::Hit> hits_of(const view::Picture& picture, view::HitKind kind) {
  std::vector<view::Hit> found;
  for (const view::Hit& hit : picture.hits)
    if (hit.kind == kind) found.push_back(hit);
  return found;
}

/// "How many warps hide it?" for loads that take longer, too.
TEST(SceneMultiprocessor, ASliderStretchesTheLatency) {
  const auto input = made_up(8, 4);
  const playback::MachinePtr machine = playback::machine_of(input, "H200"),
                             slow = playback::machine_of(input, "H200", {.latency = 4, .known = machine});
  EXPECT_EQ(machine->load_latency, input->figures.figures.l2_latency);
  EXPECT_EQ(slow->load_latency, 4 * machine->load_latency);
  EXPECT_GT(slow->timeline.cycles, machine->timeline.cycles);
  EXPECT_GT(slow->share(MachineState::Memory), machine->share(MachineState::Memory));
  ASSERT_EQ(slow->curve.size(), machine->curve.size());
  for (std::size_t i = 0; i < slow->curve.size(); ++i)
    EXPECT_LT(slow->curve[i].used, machine->curve[i].used) << "another latency has another curve";
  EXPECT_EQ(playback::machine_of(input, "H200", {.latency = 1, .known = slow})->curve, machine->curve);
  // At 1080 below the curve, with the cycles in words; where there is little room in place of what is
  // plotted.
  const view::Picture large = picture_of(request_of(slow)), small = picture_of(request_of(slow, 780, 300));
  EXPECT_TRUE(says(large, "latency of a load"));
  EXPECT_TRUE(says(large, std::to_string(slow->load_latency / 1000) + "," +
                              std::to_string(slow->load_latency % 1000) + " cycles"));
  EXPECT_TRUE(says(small, "a load: "));
  for (const view::Picture* picture : {&large, &small}) {
    const std::vector<view::Hit> stops = hits_of(*picture, view::HitKind::Latency);
    ASSERT_EQ(stops.size(), std::size(playback::machine_latencies));
    for (std::size_t i = 0; i + 1 < stops.size(); ++i) {
      EXPECT_EQ(stops[i].index, i);
      EXPECT_LE(stops[i].box.x + stops[i].box.w, stops[i + 1].box.x + .5F);
    }
    EXPECT_LE(stops.back().box.x, picture->width);
  }
}

/// At 1280x720 the pane is this small: nothing that belongs to the curve is cut off at its edge.
TEST(SceneMultiprocessor, NoWordsLeaveThePicture) {
  const playback::MachinePtr machine = playback::machine_of(made_up(8, 4, 32), "H200");
  for (const auto& [w, h] :
       {std::pair{396.F, 262.F}, {780.F, 306.F}, {780.F, 380.F}, {900.F, 430.F}, {1190.F, 598.F}}) {
    view::SceneRequest in = request_of(machine, w, h);
    in.options.frame.with_headline = w > 396; // that is half of a pair
    in.options.frame.scale = h < 500 ? .67F : 1;
    const view::Picture picture = picture_of(in);
    for (const view::TextShape* text : texts(picture)) {
      const float width = view::text_width(text->text, text->font, text->size),
                  left = text->anchor == view::Anchor::Start ? text->at.x
                         : text->anchor == view::Anchor::End ? text->at.x - width
                                                             : text->at.x - width / 2;
      EXPECT_LE(left + width, w + .5F) << text->text << " at " << w;
    }
  }
}

TEST(SceneMultiprocessor, AFilmsCyclesTurnOverLikeAPage) {
  const playback::MachinePtr machine = playback::machine_of(made_up(8, 4, 32, 2000), "H200");
  ASSERT_GT(machine->timeline.cycles, 2400u);
  const playback::MachineFilm film = playback::machine_film(*machine, 4);
  EXPECT_GE(film.cycles_a_step * (film.steps - 1), machine->timeline.cycles);
  EXPECT_LE(static_cast<double>(film.steps) / 4, 61) << "a minute at most";
  view::SceneRequest in = request_of(machine);
  view::seek_machine(in, 0);
  const view::Picture first = picture_of(in);
  EXPECT_TRUE(says(first, "cycle 0 "));
  view::seek_machine(in, static_cast<double>(machine->timeline.cycles));
  const view::MachineLayout last = view::machine_layout(in);
  EXPECT_EQ(last.end, machine->timeline.cycles);
  EXPECT_GT(last.first, 0u);
  EXPECT_NE(picture_of(in), first);
}

TEST(SceneMultiprocessor, ADeviceThatBorrowsItsFiguresSaysFromWhom) {
  auto input = made_up();
  input->borrowed_from = "Hopper (H200)";
  EXPECT_TRUE(
      says(picture_of(request_of(playback::machine_of(input, "T4"))), "estimated from Hopper (H200)"));
}

TEST(SceneMultiprocessor, EverySizeIsSound) {
  const playback::MachinePtr few = playback::machine_of(made_up(2, 6), "H200"),
                             many = playback::machine_of(made_up(16, 8), "H200");
  for (const playback::MachinePtr& machine : {few, many})
    for (const auto& [width, height] : {std::pair{1190.F, 598.F},
                                        {793.F, 376.F},
                                        {1920.F, 1080.F},
                                        {1280.F, 720.F},
                                        {500.F, 300.F},
                                        {300.F, 160.F},
                                        {80.F, 60.F}})
      for (const bool presenter : {false, true}) {
        view::SceneRequest in = request_of(machine, width, height);
        in.options.frame.presenter = presenter;
        in.options.machine.cycle = 200;
        SCOPED_TRACE(std::to_string(width) + " " + std::to_string(height) + (presenter ? " presenter" : ""));
        const view::Picture picture = picture_of(in);
        EXPECT_EQ(unsound(picture), "");
        if (width >= 500) {
          EXPECT_EQ(overlapping(picture), "");
        }
        EXPECT_EQ(low_contrast(picture), "");
      }
}

TEST(SceneMultiprocessor, ALowPictureScrollsBySubPartition) {
  const playback::MachinePtr machine = playback::machine_of(made_up(16, 8), "H200");
  view::SceneRequest in = request_of(machine, 793, 300);
  const view::MachineLayout layout = view::machine_layout(in);
  ASSERT_LT(layout.partitions, 4u);
  in.options.window.first_partition = 9;
  EXPECT_EQ(view::machine_layout(in).first_partition, 4 - layout.partitions);
}

} // namespace
} // namespace warpscope
