// The sentence above the picture, for every kind of access.
#include "app/playback/machine_of.h"
#include "app/view/scene.h"
#include "app/view/wording.h"
#include "tests/view/fixture.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using namespace testing;
using Tone = view::Headline::Tone;

std::string sentence(const Sample& s, view::SceneKind scene = view::SceneKind::Banks) {
  const view::Headline h = view::make_headline(s.input(1280, 720), scene);
  return h.strong + h.rest + " | " + h.lead + " | " + h.explanation;
}

TEST(Headline, Conflicts) {
  EXPECT_EQ(sentence(column_read()),
            "32 wavefronts where 1 would do | 32-way conflict | every lane wants another word of bank 13");
  EXPECT_EQ(sentence(shared_stride(4)),
            "4 wavefronts where 1 would do | 4-way conflict | eight banks hold four words each");
  EXPECT_EQ(sentence(shared_stride(2)),
            "2 wavefronts where 1 would do | 2-way conflict | 16 banks hold two words each");
  EXPECT_EQ(
      sentence(shared_stride(32, 0xFF)),
      "8 wavefronts where 1 would do | 8-way conflict | each of 8 active lanes wants another word of bank 0");
  EXPECT_EQ(view::make_headline(column_read().input(1, 1), view::SceneKind::Banks).tone, Tone::Conflict);
}

TEST(Headline, OneBankOfMany) {
  Sample s;
  s.add("s", "s[i]", Space::Shared, AccessKind::Load, 4,
        [](std::uint32_t t) { return t < 3 ? 128 * t + 20 : 4 * t + 8192; });
  EXPECT_EQ(sentence(s), "4 wavefronts where 1 would do | 4-way conflict | bank 5 holds four of the words");
}

// Two rows of 16 floats that lie a multiple of 128 bytes apart in global memory
// (assets/labs/matmul_async.cu): every bank of shared memory gets one word, and each of 16 banks of the
// source gives two.
TEST(Headline, CopyThatWaitsForTheBanksOfItsSource) {
  Sample s;
  s.add("s", "s[t]", Space::Shared, AccessKind::Store, 4, [](std::uint32_t t) { return 4 * t; });
  trace::AccessEvent event;
  event.site = 0;
  event.space = Space::Shared;
  event.kind = AccessKind::Store;
  event.access.mask = ~0u;
  event.access.copies = true;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    event.access.offset[lane] = program::window_base + 4 * lane;
    event.access.other_side[lane] = static_cast<std::uint8_t>(lane % 16);
  }
  s.trace = std::make_shared<trace::BlockTrace>(0);
  s.trace->on_access(event);
  EXPECT_EQ(sentence(s), "2 wavefronts where 1 would do | 2-way conflict | a copy occupies its source's "
                         "banks, too: there up to two words meet in one");
}

TEST(Headline, NoConflict) {
  EXPECT_EQ(sentence(column_read(33)),
            "1 wavefront serves all 32 lanes | No conflict | 32 lanes, 32 banks: each bank gives one word");
  EXPECT_EQ(sentence(shared_stride(1, 0xFF)), "1 wavefront serves the 8 active lanes | No conflict | no two "
                                              "of them meet in a bank; 8 of 32 lanes are active");
  EXPECT_EQ(sentence(shared_stride(1, 0x10)), "1 wavefront serves the 1 active lane | No conflict | no two "
                                              "of them meet in a bank; 1 of 32 lanes is active");
}

TEST(Headline, Broadcast) {
  EXPECT_EQ(sentence(shared_broadcast(4)),
            "1 wavefront for 32 lanes and 8 words | Broadcast | four lanes read each word; a word costs one "
            "pass, however many lanes want it");
  EXPECT_EQ(sentence(shared_broadcast(32)),
            "1 wavefront for 32 lanes and one word | Broadcast | all 32 lanes read one word; a word costs "
            "one pass, however many lanes want it");
  EXPECT_EQ(view::make_headline(shared_broadcast(4).input(1, 1), view::SceneKind::Banks).tone,
            Tone::Broadcast);
  EXPECT_EQ(sentence(shared_broadcast(32, AccessKind::Store)),
            "1 wavefront for 32 lanes and one word | Same word | all 32 lanes write one word; it costs one "
            "pass, and only one lane's value stays");
  Sample bytes;
  bytes.add("c", "c[i]", Space::Shared, AccessKind::Load, 1, [](std::uint32_t t) { return t; });
  EXPECT_EQ(sentence(bytes), "1 wavefront for 32 lanes and 8 words | Shared words | four lanes read bytes of "
                             "each word; a word costs one pass");
}

TEST(Headline, WideAccesses) {
  EXPECT_EQ(sentence(shared_vector(16)), "4 wavefronts, and no fewer would do | No conflict | 128 bits a "
                                         "lane: 8 lanes fill all 32 banks, so the warp is "
                                         "served in four groups; no groups merge here");
  EXPECT_EQ(sentence(shared_vector(8)), "2 wavefronts, and no fewer would do | No conflict | 64 bits a lane: "
                                        "16 lanes fill all 32 banks, so the warp is "
                                        "served in two groups; no groups merge here");
  EXPECT_EQ(sentence(shared_vector(8, 2)), "1 wavefront, because groups merge | Merged groups | neighbouring "
                                           "lanes read the same address, so groups of 16 "
                                           "lanes go two at a time");
  EXPECT_EQ(sentence(shared_vector(16, 1, AccessKind::Store)),
            "4 wavefronts, and no fewer would do | No conflict | 128 bits a lane: 8 lanes fill all 32 banks, "
            "so the warp is served in four groups; "
            "stores never merge");
  Sample conflict;
  conflict.add("s", "s[i]", Space::Shared, AccessKind::Load, 16, [](std::uint32_t t) { return 32 * t; });
  EXPECT_EQ(sentence(conflict), "8 wavefronts where 4 would do | 2-way conflict | 128 bits a lane, four "
                                "groups of lanes: each meets itself in a bank");
}

TEST(Headline, Atomics) {
  EXPECT_EQ(
      sentence(shared_broadcast(32, AccessKind::Atomic)),
      "32 wavefronts where 1 would do | 32-way conflict | atomics take turns: 32 lanes update one word");
  EXPECT_EQ(sentence(shared_stride(1, ~0u, AccessKind::Atomic)),
            "1 wavefront serves all 32 lanes | No conflict | no two lanes update the same bank: no atomic "
            "waits for another");
}

Sample atomic(AtomicForm form, std::uint32_t stride, program::AtomicOp op) {
  Sample s;
  s.add(
      "s", "s[i]", Space::Shared, AccessKind::Atomic, 4, [=](std::uint32_t t) { return 4 * stride * t; }, ~0u,
      0, form);
  s.operation(op);
  return s;
}

TEST(Headline, CompareAndSwaps) {
  EXPECT_EQ(
      sentence(atomic(AtomicForm::Swap, 0, program::AtomicOp::Cas)),
      "64 wavefronts where 2 would do | 32-way conflict | atomics take turns: 32 lanes update one word, each "
      "with a compare and a swap");
  EXPECT_EQ(sentence(atomic(AtomicForm::Swap, 1, program::AtomicOp::Cas)),
            "2 wavefronts, and no fewer would do | No conflict | a compare and a swap take a wavefront each, "
            "and no "
            "two lanes update the same bank");
}

TEST(Headline, LoopsOfTheCompiler) {
  const Sample one = atomic(AtomicForm::Loop, 0, program::AtomicOp::AddF32);
  EXPECT_EQ(sentence(one),
            "64 wavefronts and 32 of loads, where 3 would do | 32 rounds | 32 lanes add a float to one "
            "word: the compiler's loop runs 32 times");
  EXPECT_EQ(view::make_headline(one.input(1, 1), view::SceneKind::Banks).tone, Tone::Conflict);
  EXPECT_EQ(sentence(atomic(AtomicForm::Loop, 2, program::AtomicOp::AddF16x2)),
            "4 wavefronts and 3 of loads, where 3 would do | 2 rounds | lanes add a half2 to words of one "
            "bank: the "
            "compiler's loop runs 2 times");
  EXPECT_EQ(sentence(atomic(AtomicForm::Loop, 1, program::AtomicOp::AddF32)),
            "2 wavefronts and 1 of loads | One round | no two lanes meet in a bank: the compiler's loop of a "
            "load and "
            "a compare-and-swap runs once");
}

/// What only counts is served as a broadcast is, and reads nothing.
TEST(Headline, AtomicsUpdateWhereLoadsRead) {
  EXPECT_EQ(
      sentence(atomic(AtomicForm::Joins, 0, program::AtomicOp::Add)),
      "1 wavefront for 32 lanes and one word | Same word | all 32 lanes update one word; a word costs one "
      "pass, however many lanes want it");
}

TEST(Headline, GlobalAtomics) {
  const auto sectors = view::SceneKind::Sectors;
  const auto of = [](const std::function<std::uint32_t(std::uint32_t)>& bytes) {
    Sample s;
    s.add("out", "out[i]", Space::Global, AccessKind::Atomic, 4, bytes);
    s.buffer("out", 4096, 4);
    return s;
  };
  EXPECT_EQ(sentence(of([](std::uint32_t) { return 0; }), sectors),
            "32 sectors where 1 would do | 0.4 % of the bytes are used | 32 lanes update one element, and "
            "each asks "
            "for its sector");
  EXPECT_EQ(sentence(of([](std::uint32_t t) { return t / 2 * 4; }), sectors),
            "4 sectors where 2 would do | 50 % of the bytes are used | up to 2 lanes update one element, and "
            "each asks "
            "for its sector");
  EXPECT_EQ(sentence(of([](std::uint32_t t) { return t * 4; }), sectors),
            "4 sectors, and no fewer would do | 100 % of the bytes are used | 32 lanes, 128 bytes: 128 B "
            "touched in 1 "
            "line");
}

TEST(Headline, Sectors) {
  const auto sectors = view::SceneKind::Sectors;
  EXPECT_EQ(sentence(global_read(1, 1), sectors),
            "5 sectors where 4 would do | 80 % of the bytes are used | the bytes are neighbours, but begin 4 "
            "bytes into a sector; 2 lines");
  EXPECT_EQ(sentence(global_read(2, 0), sectors), "8 sectors where 4 would do | 50 % of the bytes are used | "
                                                  "each sector brings 32 bytes and 16 are used; 2 lines");
  EXPECT_EQ(sentence(global_read(32, 0), sectors),
            "32 sectors where 4 would do | 12.5 % of the bytes are used | each sector brings 32 bytes and 4 "
            "are used; 32 lines");
  EXPECT_EQ(sentence(global_read(1, 0), sectors), "4 sectors, and no fewer would do | 100 % of the bytes are "
                                                  "used | 32 lanes, 128 bytes: 128 B fetched in 1 line");
  EXPECT_EQ(sentence(global_read(0, 7), sectors),
            "1 sector for 32 lanes | Broadcast | all 32 lanes read the same 4 bytes");
}

TEST(Headline, Constants) {
  Sample same;
  same.add("k", "k[0]", Space::Constant, AccessKind::Load, 4, [](std::uint32_t) { return 0; });
  EXPECT_EQ(sentence(same),
            "1 pass for 32 lanes | Broadcast | all 32 lanes read one address of constant memory");
  Sample all;
  all.add("k", "k[i]", Space::Constant, AccessKind::Load, 4, [](std::uint32_t t) { return 4 * t; });
  EXPECT_EQ(sentence(all), "32 passes where 1 would do | Serialised | constant memory gives one address a "
                           "pass, and the lanes want 32");
}

TEST(Headline, SendsOtherKindsWhereTheyBelong) {
  EXPECT_EQ(sentence(global_read(1, 0), view::SceneKind::Banks),
            "A global load | Another kind of memory | global memory moves in sectors: see Lines & sectors");
  EXPECT_EQ(sentence(column_read(), view::SceneKind::Sectors),
            "A shared load | Another kind of memory | shared memory lies in banks: see Warp → banks");
}

TEST(Address, PutsTheNumbersIn) {
  program::Program program;
  program::Variable tile;
  tile.name = "tile";
  tile.space = Space::Shared;
  tile.offset = program::window_base;
  tile.dimensions = {32, 33};
  tile.element_size = 4;
  tile.size = 32 * 33 * 4;
  program::Variable cube = tile;
  cube.name = "cube";
  cube.offset = program::window_base + 8192;
  cube.dimensions = {2, 3, 5};
  cube.element_size = 16;
  cube.size = 2 * 3 * 5 * 16;
  program::Variable flag = tile;
  flag.name = "flag";
  flag.offset = program::window_base + 16384;
  flag.dimensions = {};
  flag.size = 4;
  program::Variable dynamic = tile;
  dynamic.name = "s";
  dynamic.offset = program::window_base + 20480;
  dynamic.dimensions = {};
  dynamic.size = 0;
  program.variables = {tile, cube, flag, dynamic};
  program::Site site;
  site.space = Space::Shared;
  site.variable = "tile";
  EXPECT_EQ(view::address_arithmetic(program, site, program::window_base + (3 * 33 + 5) * 4),
            "tile[3][5]: (3*33+5)*4 = 416 B, bank 8");
  site.variable = "cube";
  EXPECT_EQ(
      view::address_arithmetic(program, site, program::window_base + 8192 + ((1 * 3 + 2) * 5 + 4) * 16 + 4),
      "cube[1][2][4] + 4 B: 8192+((1*3+2)*5+4)*16+4 = 8660 B, bank 21");
  site.variable = "flag";
  EXPECT_EQ(view::address_arithmetic(program, site, program::window_base + 16384), "flag: 16384 B, bank 0");
  site.variable = "s";
  EXPECT_EQ(view::address_arithmetic(program, site, program::window_base + 20480 + 48),
            "s[12]: 20480+12*4 = 20528 B, bank 12");
  site.variable = "unknown";
  EXPECT_EQ(view::address_arithmetic(program, site, program::window_base + 40960),
            "unknown: byte 40960, bank 0");
}

TEST(Address, NamesBuffersOfGlobalMemory) {
  const program::NamedMemory buffers[] = {{"in", Space::Global, program::window_base + 512, 4096, 4}};
  program::Site site;
  site.space = Space::Global;
  site.variable = "in";
  EXPECT_EQ(view::address_arithmetic(program::Program(), site, program::window_base + 512 + 4 * 9, buffers),
            "in[9]: 9*4 = 36 B, sector 1 of its line");
  EXPECT_EQ(view::address_arithmetic(program::Program(), site, program::window_base + 8192, buffers),
            "in: byte 8192 of global memory, sector 0 of its line");
}

TEST(Wording, CountsAndLists) {
  EXPECT_EQ(view::number_word(8), "eight");
  EXPECT_EQ(view::number_word(1024), "1,024");
  EXPECT_EQ(language::count_of(1, language::Counted::Pass), "1 pass");
  EXPECT_EQ(language::count_of(2, language::Counted::Pass), "2 passes");
  EXPECT_EQ(view::lane_list(0x0000F00Fu), "0–3, 12–15");
  EXPECT_EQ(view::lane_list(0x55555555u), "0, 2, 4, 6, …");
  EXPECT_EQ(view::lane_list(0x3u), "0, 1");
  EXPECT_EQ(view::percent(1, 8), "12.5 %");
  EXPECT_EQ(view::percent(4, 5), "80 %");
  EXPECT_EQ(view::percent(1, 1), "100 %");
  EXPECT_EQ(view::percent(9999, 10000), "99.9 %");
  EXPECT_EQ(view::percent(0, 8), "0 %");
}

TEST(Headline, WhatIsWrongStandsBeforeTheCountOfItsAccessAndBelowThatOfAnother) {
  view::SceneRequest request = column_read(33).input(1280, 720);
  request.options.told.alarm = "Race: ";
  request.options.told.alarm_why = "lines 44 and 48";
  view::Headline h = view::make_headline(request, view::SceneKind::Banks);
  EXPECT_EQ(h.strong + h.rest, "Race: 1 wavefront serves all 32 lanes");
  EXPECT_EQ(h.lead, "lines 44 and 48");
  EXPECT_EQ(h.tone, Tone::Hazard);
  h = view::make_headline(request, view::SceneKind::Block);
  EXPECT_TRUE(h.strong.starts_with("Warp 0")) << h.strong;
  EXPECT_EQ(h.lead, "Race: lines 44 and 48");
  EXPECT_TRUE(h.lead_warns) << "no tick where a block races";

  request.options.told.alarm.clear();
  request.options.told.alarm_elsewhere = "Race elsewhere: lines 44 and 48";
  for (const view::SceneKind scene : {view::SceneKind::Banks, view::SceneKind::Block}) {
    h = view::make_headline(request, scene);
    EXPECT_FALSE(h.strong.starts_with("Race")) << h.strong;
    EXPECT_EQ(h.lead, "Race elsewhere: lines 44 and 48");
    EXPECT_TRUE(h.lead_warns);
    EXPECT_NE(h.tone, Tone::Hazard) << "the access itself is innocent";
  }
  h = view::make_headline(request, view::SceneKind::Banks);
  EXPECT_EQ(h.strong, "1 wavefront");
  EXPECT_EQ(h.explanation, "No conflict: 32 lanes, 32 banks: each bank gives one word");
}

/// A kernel without an end: the reason is the headline, what to do about it stands before the access's count.
TEST(Headline, AnAlarmAboutTheWholeRunStandsAloneAndSaysWhatToDo) {
  view::SceneRequest request = column_read(33).input(1280, 720);
  request.options.told.alarm = "The loop of line 3 does not end";
  request.options.told.alarm_why = "a block ran 50,000,000 warp instructions, the most it may";
  request.options.told.alarm_advice = "look at what should end that loop";
  const view::Headline h = view::make_headline(request, view::SceneKind::Banks);
  EXPECT_EQ(h.strong + h.rest, "The loop of line 3 does not end");
  EXPECT_EQ(h.lead, "a block ran 50,000,000 warp instructions, the most it may");
  EXPECT_EQ(h.explanation, "look at what should end that loop; 1 wavefront serves all 32 lanes");
  EXPECT_EQ(h.tone, Tone::Hazard);
  // In every scene, also in those that have no picture of such a run.
  request.options.machine.machine = playback::no_machine("a block has too many instructions");
  for (const view::SceneKind scene :
       {view::SceneKind::Block, view::SceneKind::Multiprocessor, view::SceneKind::Cache}) {
    EXPECT_EQ(view::make_headline(request, scene).strong, "The loop of line 3 does not end");
    EXPECT_EQ(view::make_headline(request, scene).tone, Tone::Hazard);
  }
  request.options.told = {};
  for (const view::SceneKind scene : {view::SceneKind::Multiprocessor, view::SceneKind::Cache})
    EXPECT_EQ(view::make_headline(request, scene).tone, Tone::Plain) << "no tick where there is nothing";
}

} // namespace
} // namespace warpscope
