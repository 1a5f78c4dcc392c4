// Every reason on numbers made up for it, and next to each a recording that lies: it must become unexplained.
#include "app/compare/compare.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warpscope {
namespace {

using Group = model::CounterGroup;
using Kind = model::CounterKind;

Kind width_kind(std::uint32_t bytes) {
  return bytes == 16 ? Kind::Width16 : bytes == 8 ? Kind::Width8 : bytes == 4 ? Kind::Width4 : Kind::Width2;
}

/// `executed` instructions of one width that cost so much.
protocol::Counters some(Group group, std::uint64_t executed, std::uint32_t bytes, std::uint64_t cost) {
  protocol::Counters counters{{{group, Kind::Executed}, executed},
                              {{group, width_kind(bytes)}, executed},
                              {{group, compare::cost_of(group)}, cost}};
  if (model::counts_banks(group)) counters[{group, Kind::IdealWavefronts}] = executed;
  return counters;
}

protocol::RecordedBuild build(protocol::BuildKind kind, const compare::LineCounters& lines) {
  protocol::RecordedBuild made;
  made.kind = kind;
  made.lines.emplace();
  for (const auto& [line, counters] : lines) made.lines->push_back({line, counters});
  return made;
}

struct Made {
  compare::SimulatedCounts simulated;
  protocol::Recording recording;
};
/// `compiled` beside a build as written that is what was simulated.
Made made(const compare::LineCounters& simulated, const compare::LineCounters& compiled) {
  Made m;
  m.simulated.lines = simulated;
  m.simulated.warps = 1;
  m.recording.builds = {build(protocol::BuildKind::AsCompiled, compiled),
                        build(protocol::BuildKind::AsWritten, simulated)};
  return m;
}

compare::MeasuredRow row_of(const compare::MeasuredComparison& comparison, std::optional<std::uint32_t> line,
                            const std::string& counter) {
  const auto found = std::find_if(comparison.rows.begin(), comparison.rows.end(),
                                  [&](const compare::MeasuredRow& row) {
                                    return row.line == line && model::key_of(row.counter) == counter;
                                  });
  return found == comparison.rows.end()
             ? compare::MeasuredRow{{}, {}, 0, {}, {}, {compare::Why::Unexplained, "there is no such row"}}
             : *found;
}
compare::Reason reason(const Made& m, std::optional<std::uint32_t> line, const std::string& counter) {
  return row_of(compare::compare(m.simulated, m.recording), line, counter).reason;
}

TEST(Compare, EqualCountsNeedNoReason) {
  const compare::LineCounters lines{{7, some(Group::SharedLoad, 8, 4, 256)}};
  const compare::MeasuredComparison comparison = compare::compare(made(lines, lines).simulated,
                                                                  made(lines, lines).recording);
  ASSERT_EQ(comparison.rows.size(), 2u);
  EXPECT_EQ(comparison.count(compare::Why::Equal), 2u);
  EXPECT_EQ(model::key_of(comparison.rows[1].counter), "shared_load.wavefronts");
  EXPECT_EQ(comparison.rows[1].as_compiled, 256u);
}

TEST(Compare, WhatPrintfAccessesIsInTheTotalsAlone) {
  const compare::LineCounters lines{{7, some(Group::GlobalLoad, 8, 4, 256)}};
  Made m = made(lines, lines);
  m.simulated.totals = {{{Group::GlobalLoad, Kind::Sectors}, 256}, {{Group::GlobalLoad, Kind::Requests}, 64}};
  for (protocol::RecordedBuild& b : m.recording.builds)
    b.totals = protocol::Counters{{{Group::GlobalLoad, Kind::Sectors}, 5000},
                                  {{Group::GlobalLoad, Kind::Requests}, 900}};
  EXPECT_EQ(reason(m, std::nullopt, "global_load.sectors").why, compare::Why::Unexplained);
  m.simulated.prints = true;
  EXPECT_EQ(reason(m, std::nullopt, "global_load.sectors").why, compare::Why::NotModelled);
}

TEST(Compare, ActiveLanesAreHeldAgainstThoseThatTheRecordingHas) {
  protocol::Counters half = some(Group::SharedLoad, 8, 4, 8), fewer = half;
  half[{Group::SharedLoad, Kind::Lanes}] = 128;
  fewer[{Group::SharedLoad, Kind::Lanes}] = 127;
  const compare::MeasuredRow row = row_of(
      compare::compare(made({{7, half}}, {{7, half}}).simulated, made({{7, half}}, {{7, half}}).recording), 7,
      "shared_load.lanes");
  EXPECT_EQ(row.simulated, 128u);
  EXPECT_EQ(row.as_written, 128u);
  EXPECT_EQ(row.as_compiled, 128u);
  EXPECT_EQ(row.reason.why, compare::Why::Equal);
  EXPECT_EQ(reason(made({{7, half}}, {{7, fewer}}), 7, "shared_load.lanes").why, compare::Why::Unexplained)
      << "as many loads serve as many threads";
  // A GPU without that metric: there is nothing to hold them against.
  Made without = made({{7, half}}, {{7, some(Group::SharedLoad, 8, 4, 8)}});
  without.recording.builds.pop_back();
  EXPECT_EQ(compare::compare(without.simulated, without.recording).rows.size(), 2u);
}

/// As an H200 counted a struct's copy, whose load stands in the line of its store, and loops that begin
/// elsewhere: volatile accesses, too, may stand in another line, and none may come or go.
TEST(Compare, AccessesThatOnlyChangedTheirLineAreAsManyOverAll) {
  const auto why = [](const compare::LineCounters& written) {
    Made m = made({{7, some(Group::SharedLoad, 8, 16, 32)}, {9, some(Group::SharedLoad, 4, 4, 4)}}, {});
    m.recording.builds = {build(protocol::BuildKind::AsWritten, written)};
    return reason(m, 7, "shared_load.wavefronts").why;
  };
  const protocol::Counters nine = some(Group::SharedLoad, 4, 4, 4);
  EXPECT_EQ(why({{8, some(Group::SharedLoad, 8, 16, 32)}, {9, nine}}), compare::Why::HoistedOrDropped);
  EXPECT_EQ(why({{8, some(Group::SharedLoad, 8, 16, 31)}, {9, nine}}), compare::Why::Unexplained);
  EXPECT_EQ(why({{8, some(Group::SharedLoad, 7, 16, 32)}, {9, nine}}), compare::Why::Unexplained);
  EXPECT_EQ(why({{8, some(Group::SharedLoad, 8, 8, 32)}, {9, nine}}), compare::Why::Unexplained)
      << "narrower ones move fewer bytes";
  EXPECT_EQ(why({{9, nine}}), compare::Why::Unexplained) << "they are nowhere";
}

TEST(Compare, WhatThePredictionHasTooIsTheCompilers) {
  const compare::LineCounters text{{7, some(Group::SharedStore, 344, 4, 597)}};
  // More bytes over all lines than the text has: without a prediction nobody can say why.
  const compare::LineCounters compiled{{7, some(Group::SharedStore, 272, 4, 453)},
                                       {8, some(Group::SharedStore, 80, 4, 160)}};
  const Made m = made(text, compiled);
  EXPECT_EQ(reason(m, 7, "shared_store.wavefronts").why, compare::Why::Unexplained);
  compare::SimulatedCounts predicted;
  predicted.lines = compiled;
  const auto with = [&] {
    return row_of(compare::compare(m.simulated, m.recording, &predicted), 7, "shared_store.wavefronts")
        .reason.why;
  };
  EXPECT_EQ(with(), compare::Why::HoistedOrDropped);
  predicted.lines[7] = some(Group::SharedStore, 272, 4, 454);
  EXPECT_EQ(with(), compare::Why::Unexplained);
}

/// As an H200 counted a counter that all lanes add to, and a lock that lanes wait for in a loop.
TEST(Compare, GlobalAtomicsAreSummedInTheWarpOrRunByWhoComesFirst) {
  const auto atomics = [](std::uint64_t executed, std::uint64_t lanes) {
    protocol::Counters counters = some(Group::GlobalAtomic, executed, 4, executed);
    counters[{Group::GlobalAtomic, Kind::Lanes}] = lanes;
    return compare::LineCounters{{7, counters}};
  };
  const auto why = [&](const compare::LineCounters& written, const compare::LineCounters& compiled) {
    Made m = made(atomics(16, 512), compiled);
    m.recording.builds[1] = build(protocol::BuildKind::AsWritten, written);
    return reason(m, 7, "global_atomic.lanes").why;
  };
  EXPECT_EQ(why(atomics(16, 16), atomics(16, 16)), compare::Why::Merged);
  EXPECT_EQ(why(atomics(16, 17), atomics(16, 17)), compare::Why::Unexplained);
  EXPECT_EQ(why(atomics(64, 1056), atomics(66, 1060)), compare::Why::NotModelled);
  EXPECT_EQ(why(atomics(64, 1056), atomics(64, 1056)), compare::Why::Unexplained)
      << "twice the same is no accident";
}

TEST(Compare, MergedLoadsAreProvenByTheirWidths) {
  const compare::LineCounters text{{7, some(Group::SharedLoad, 64, 4, 64)}};
  const auto with = [&](std::uint64_t executed, std::uint32_t bytes, std::uint64_t cost) {
    return reason(made(text, {{7, some(Group::SharedLoad, executed, bytes, cost)}}), 7,
                  "shared_load.wavefronts");
  };
  EXPECT_EQ(with(16, 16, 32).why, compare::Why::Merged);
  EXPECT_EQ(with(16, 16, 32).because, "the compiler merged 4 loads of 4 bytes into one of 16");
  EXPECT_EQ(with(8, 16, 16).because,
            "the compiler merged 4 loads of 4 bytes into one of 16 and hoisted or dropped 32 more");
  EXPECT_EQ(with(17, 16, 32).why, compare::Why::Unexplained) << "more bytes than the text asks for";
  EXPECT_EQ(with(16, 16, 65).why, compare::Why::Unexplained) << "merging never costs more";
  EXPECT_EQ(with(16, 4, 600).why, compare::Why::Unexplained) << "an instruction costs at most 32";
}

TEST(Compare, MergedStoresOfTwoLines) {
  const compare::LineCounters text{{7, some(Group::SharedStore, 8, 4, 16)},
                                   {8, some(Group::SharedStore, 8, 4, 16)}};
  const Made m = made(text, {{8, some(Group::SharedStore, 8, 8, 16)}});
  EXPECT_EQ(reason(m, 7, "shared_store.requests").because,
            "the compiler merged these stores into the wider ones of line 8");
  EXPECT_EQ(reason(m, 8, "shared_store.wavefronts").why, compare::Why::Equal) << "the same number";
  EXPECT_EQ(reason(made(text, {{8, some(Group::SharedStore, 8, 8, 33)}}), 8, "shared_store.wavefronts").why,
            compare::Why::Unexplained);
}

TEST(Compare, HoistedAndDroppedLoads) {
  const compare::LineCounters text{{7, some(Group::SharedLoad, 64, 4, 128)}};
  const auto with = [&](const compare::LineCounters& compiled) {
    return reason(made(text, compiled), 7, "shared_load.wavefronts");
  };
  EXPECT_EQ(with({{7, some(Group::SharedLoad, 32, 4, 64)}}).why, compare::Why::HoistedOrDropped);
  EXPECT_EQ(with({}).why, compare::Why::HoistedOrDropped);
  EXPECT_EQ(with({{5, some(Group::SharedLoad, 8, 4, 16)}}).because,
            "the compiler makes 64 of these loads in line 5");
  EXPECT_EQ(reason(made(text, {{5, some(Group::SharedLoad, 8, 4, 16)}}), 5, "shared_load.requests").why,
            compare::Why::HoistedOrDropped);
  EXPECT_EQ(with({{7, some(Group::SharedLoad, 32, 4, 110)}}).why, compare::Why::Unexplained)
      << "32 loads fewer must save 32 wavefronts or more";
  EXPECT_EQ(with({{7, some(Group::SharedLoad, 64, 4, 127)}}).why, compare::Why::Unexplained)
      << "as many loads cost as much";
  EXPECT_EQ(reason(made(text, {{7, some(Group::SharedLoad, 65, 4, 128)}}), 7, "shared_load.requests").why,
            compare::Why::Unexplained)
      << "one load too many";
  EXPECT_EQ(reason(made({{7, some(Group::SharedLoad, 64, 4, 64)}},
                        {{7, some(Group::SharedLoad, 64, 4, 64)}, {9, some(Group::SharedLoad, 1, 4, 1)}}),
                   9, "shared_load.requests")
                .why,
            compare::Why::Unexplained)
      << "a load from nowhere";
}

TEST(Compare, AsWrittenSharedCountsHaveNoExcuse) {
  Made m = made({{7, some(Group::SharedLoad, 64, 4, 64)}}, {});
  m.recording.builds = {build(protocol::BuildKind::AsWritten, {{7, some(Group::SharedLoad, 32, 4, 32)}})};
  EXPECT_EQ(reason(m, 7, "shared_load.wavefronts").why, compare::Why::Unexplained)
      << "a volatile load is not dropped";
  m.recording.builds = {build(protocol::BuildKind::AsWritten, {{8, some(Group::SharedLoad, 65, 4, 65)}})};
  EXPECT_EQ(reason(m, 8, "shared_load.wavefronts").why, compare::Why::Unexplained);
}

TEST(Compare, WhatTheReadCodeDoesTooIsTheCompilers) {
  // As many instructions, that cost more: lanes of a warp in other copies of a loop's body than the text
  // says.
  const auto stores = [](std::uint64_t wavefronts) {
    protocol::Counters c = some(Group::SharedStore, 64512, 4, wavefronts);
    c[{Group::SharedStore, Kind::Lanes}] = 1937664;
    return c;
  };
  const Made m = made({{24, stores(64512)}}, {{24, stores(69120)}});
  compare::SimulatedCounts read = m.simulated;
  const auto why = [&](std::uint64_t wavefronts) {
    read.lines = {{24, stores(wavefronts)}};
    return row_of(compare::compare(m.simulated, m.recording, nullptr, &read), 24, "shared_store.wavefronts")
        .reason.why;
  };
  EXPECT_EQ(reason(m, 24, "shared_store.wavefronts").why, compare::Why::Unexplained);
  EXPECT_EQ(why(69120), compare::Why::HoistedOrDropped);
  EXPECT_EQ(why(69119), compare::Why::Unexplained) << "nearly is not equal";
}

TEST(Compare, CopiesOfALoopsBodySplitTheLanesOfAWarp) {
  // As an H200 ran `for (int k = t; k < 291; k += 96) s[k] = 0;`: three threads of 96 in an unrolled copy,
  // the others in the loop.
  const auto stores = [](std::uint64_t executed, std::uint64_t lanes) {
    protocol::Counters c = some(Group::SharedStore, executed, 4, executed);
    c[{Group::SharedStore, Kind::Lanes}] = lanes;
    return c;
  };
  Made m = made({{7, stores(20, 582)}}, {});
  m.recording.builds = {build(protocol::BuildKind::AsCompiled, {{7, stores(26, 582)}}),
                        build(protocol::BuildKind::AsWritten, {{7, stores(26, 582)}})};
  EXPECT_EQ(reason(m, 7, "shared_store.wavefronts").why, compare::Why::NotModelled);
  EXPECT_EQ(reason(m, 7, "shared_store.requests").why, compare::Why::NotModelled);
  for (const std::uint64_t lanes : {581u, 583u, 0u}) { // other threads than the text's
    m.recording.builds = {build(protocol::BuildKind::AsWritten, {{7, stores(26, lanes)}})};
    EXPECT_EQ(reason(m, 7, "shared_store.wavefronts").why, compare::Why::Unexplained) << lanes;
  }
  protocol::Counters dear = stores(26, 582); // six instructions more do not cost 193
  dear[{Group::SharedStore, Kind::Wavefronts}] = 20 + 193;
  m.recording.builds = {build(protocol::BuildKind::AsWritten, {{7, dear}})};
  EXPECT_EQ(reason(m, 7, "shared_store.wavefronts").why, compare::Why::Unexplained);
}

TEST(Compare, GlobalLoadsAreDroppedInBothBuilds) {
  const compare::LineCounters text{{7, some(Group::GlobalLoad, 64, 4, 256)}},
      half{{7, some(Group::GlobalLoad, 32, 4, 128)}};
  Made m = made(text, half);
  m.recording.builds[1] = build(protocol::BuildKind::AsWritten, half);
  EXPECT_EQ(reason(m, 7, "global_load.sectors").why, compare::Why::HoistedOrDropped);
  m.recording.builds[1] = build(protocol::BuildKind::AsWritten, {{7, some(Group::GlobalLoad, 64, 4, 128)}});
  EXPECT_EQ(reason(m, 7, "global_load.sectors").why, compare::Why::Unexplained)
      << "as many loads, other sectors: our model or the recording is wrong";
}

TEST(Compare, WithoutABuildAsWrittenTheTextIsTheSimulators) {
  Made m = made({{7, some(Group::SharedLoad, 64, 4, 64)}}, {{7, some(Group::SharedLoad, 16, 16, 32)}});
  m.recording.builds.pop_back();
  m.recording.could_not = {{"as_written", "it does not compile"}};
  const compare::MeasuredComparison comparison = compare::compare(m.simulated, m.recording);
  EXPECT_EQ(row_of(comparison, 7, "shared_load.wavefronts").reason.why, compare::Why::Merged);
  EXPECT_FALSE(row_of(comparison, 7, "shared_load.wavefronts").as_written);
  ASSERT_EQ(comparison.notes.size(), 2u);
  EXPECT_EQ(comparison.notes[0], "as_written was not measured: it does not compile");
}

TEST(Compare, AnAsynchronousCopyIsALoadAndAStore) {
  compare::LineCounters text{{7, some(Group::SharedStore, 8, 16, 32)}};
  const protocol::Counters load = some(Group::GlobalLoad, 8, 16, 128);
  text[7].insert(load.begin(), load.end());
  const auto with = [&](std::uint64_t wavefronts, std::uint64_t sectors, Kind width = Kind::Width16) {
    Made m = made(text, {});
    const protocol::Counters copy{{{Group::AsyncCopy, Kind::Executed}, 8},
                                  {{Group::AsyncCopy, width}, 8},
                                  {{Group::AsyncCopy, Kind::Wavefronts}, wavefronts},
                                  {{Group::AsyncCopy, Kind::Sectors}, sectors}};
    m.recording.builds = {build(protocol::BuildKind::AsCompiled, {{7, copy}})};
    return compare::compare(m.simulated, m.recording);
  };
  EXPECT_EQ(with(32, 128).count(compare::Why::Equal), 4u);
  const auto wavefronts = [](const compare::MeasuredComparison& comparison) {
    return row_of(comparison, 7, "shared_store.wavefronts").reason.why;
  };
  EXPECT_EQ(wavefronts(with(256, 128)), compare::Why::NotModelled);
  EXPECT_EQ(wavefronts(with(256, 128, Kind::Width4)), compare::Why::Unexplained)
      << "copies of 4 bytes are modelled";
  EXPECT_EQ(wavefronts(with(257, 128)), compare::Why::Unexplained) << "more than 32 each";
  EXPECT_EQ(wavefronts(with(31, 128)), compare::Why::Unexplained) << "fewer than a plain store";
  EXPECT_EQ(row_of(with(32, 129), 7, "global_load.sectors").reason.why, compare::Why::Unexplained);
}

TEST(Compare, AtomicsThatBecameSomethingElse) {
  const compare::LineCounters text{{7, some(Group::SharedAtomic, 8, 4, 64)}};
  const auto with = [&](protocol::Counters counters) {
    Made m = made(text, {{7, counters}});
    m.recording.builds[1] = build(protocol::BuildKind::AsWritten, {{7, counters}});
    return compare::compare(m.simulated, m.recording);
  };
  const auto atomic = [&](std::uint64_t executed, std::uint64_t cost) {
    return row_of(with(some(Group::SharedAtomic, executed, 4, cost)), 7, "shared_atomic.wavefronts")
        .reason.why;
  };
  EXPECT_EQ(atomic(8, 64), compare::Why::Equal);
  EXPECT_EQ(atomic(8, 16), compare::Why::NotModelled) << "an increment";
  EXPECT_EQ(atomic(8, 128), compare::Why::Unexplained) << "a compare-and-swap is counted twice already";
  EXPECT_EQ(atomic(8, 65), compare::Why::Unexplained);
  EXPECT_EQ(atomic(4, 32), compare::Why::Unexplained);
  protocol::Counters loop = some(Group::SharedAtomic, 20, 4, 300);
  const protocol::Counters loads = some(Group::SharedLoad, 8, 4, 8);
  loop.insert(loads.begin(), loads.end());
  EXPECT_EQ(row_of(with(loop), 7, "shared_atomic.wavefronts").reason.why, compare::Why::NotModelled);
  EXPECT_EQ(row_of(with(loop), 7, "shared_load.wavefronts").reason.why, compare::Why::NotModelled);
}

TEST(Compare, ArbitrationAddsToWavefrontsAndConflictsAlike) {
  const compare::LineCounters lines{{7, some(Group::SharedLoad, 1000, 4, 1000)}};
  const auto with = [&](std::uint64_t wavefronts, std::uint64_t conflicts) {
    Made m = made(lines, lines);
    m.simulated.totals = {{{Group::SharedLoad, Kind::Wavefronts}, 1000}};
    for (protocol::RecordedBuild& b : m.recording.builds)
      b.totals = protocol::Counters{{{Group::SharedLoad, Kind::Wavefronts}, wavefronts},
                                    {{Group::SharedLoad, Kind::BankConflicts}, conflicts}};
    return reason(m, {}, "shared_load.wavefronts").why;
  };
  EXPECT_EQ(with(1000, 0), compare::Why::Equal);
  EXPECT_EQ(with(1010, 10), compare::Why::Arbitration);
  EXPECT_EQ(with(1010, 9), compare::Why::Unexplained);
  EXPECT_EQ(with(990, 0), compare::Why::Unexplained);
  EXPECT_EQ(with(3000, 2000), compare::Why::Unexplained) << "more than one an instruction";
}

TEST(Compare, TotalsMustBeThoseOfTheLines) {
  const compare::LineCounters lines{{7, some(Group::GlobalLoad, 64, 4, 256)}};
  Made m = made(lines, lines);
  m.simulated.totals = {{{Group::GlobalLoad, Kind::Sectors}, 256}, {{Group::GlobalLoad, Kind::Requests}, 64}};
  m.recording.builds[0].totals = protocol::Counters{{{Group::GlobalLoad, Kind::Sectors}, 257},
                                                    {{Group::GlobalLoad, Kind::Requests}, 64}};
  EXPECT_EQ(reason(m, {}, "global_load.sectors").why, compare::Why::Unexplained);
  EXPECT_EQ(reason(m, {}, "global_load.requests").why, compare::Why::Equal);
}

TEST(Compare, TotalsOfWhatBothBuildsDropped) {
  const compare::LineCounters text{{7, some(Group::GlobalLoad, 64, 4, 256)}},
      half{{7, some(Group::GlobalLoad, 32, 4, 128)}};
  Made m = made(text, half);
  m.recording.builds[1] = build(protocol::BuildKind::AsWritten, half);
  m.simulated.totals = {{{Group::GlobalLoad, Kind::Sectors}, 256}};
  for (protocol::RecordedBuild& b : m.recording.builds)
    b.totals = protocol::Counters{{{Group::GlobalLoad, Kind::Sectors}, 128}};
  EXPECT_EQ(reason(m, {}, "global_load.sectors").why, compare::Why::HoistedOrDropped);
  m.recording.builds[0].totals = protocol::Counters{{{Group::GlobalLoad, Kind::Sectors}, 127}};
  EXPECT_EQ(reason(m, {}, "global_load.sectors").why, compare::Why::Unexplained);
}

TEST(Compare, ATotalThatThePredictionHasTooIsTheCompilers) {
  const compare::LineCounters text{{7, some(Group::SharedStore, 64, 4, 128)}},
      less{{7, some(Group::SharedStore, 32, 4, 64)}};
  Made m = made(text, less);
  m.simulated.totals = {{{Group::SharedStore, Kind::BankConflicts}, 64}};
  m.recording.builds[0].totals = protocol::Counters{{{Group::SharedStore, Kind::BankConflicts}, 31}};
  m.recording.builds[1].totals = protocol::Counters{{{Group::SharedStore, Kind::BankConflicts}, 64}};
  EXPECT_EQ(reason(m, {}, "shared_store.bank_conflicts").why, compare::Why::Unexplained);
  compare::SimulatedCounts predicted;
  predicted.lines = less;
  const auto with = [&](std::uint64_t conflicts) {
    predicted.totals = {{{Group::SharedStore, Kind::BankConflicts}, conflicts}};
    return row_of(compare::compare(m.simulated, m.recording, &predicted), {}, "shared_store.bank_conflicts")
        .reason.why;
  };
  EXPECT_EQ(with(31), compare::Why::HoistedOrDropped);
  EXPECT_EQ(with(32), compare::Why::Unexplained);
}

/// As an H200 counted atomicCAS and atomicAdd of floats: a launch goes round such a loop another number of
/// times than the next.
TEST(Compare, TotalsOfAtomics) {
  const auto with = [](const protocol::Counters& line, std::uint64_t wavefronts, std::uint64_t conflicts) {
    Made m = made({{7, some(Group::SharedAtomic, 32, 4, 64)}}, {});
    m.simulated.totals = {{{Group::SharedAtomic, Kind::Wavefronts}, 64},
                          {{Group::SharedAtomic, Kind::BankConflicts}, 32}};
    m.recording.builds = {build(protocol::BuildKind::AsCompiled, {{7, line}})};
    m.recording.builds[0].totals = protocol::Counters{
        {{Group::SharedAtomic, Kind::Wavefronts}, wavefronts},
        {{Group::SharedAtomic, Kind::BankConflicts}, conflicts}};
    return reason(m, {}, "shared_atomic.wavefronts").why;
  };
  const protocol::Counters swap = some(Group::SharedAtomic, 32, 4, 128);
  EXPECT_EQ(with(swap, 128, 32), compare::Why::Unexplained) << "a compare-and-swap is counted twice already";
  EXPECT_EQ(with(swap, 129, 32), compare::Why::Unexplained);
  protocol::Counters loop = some(Group::SharedAtomic, 1028, 4, 2056);
  const protocol::Counters loads = some(Group::SharedLoad, 1028, 4, 1028);
  loop.insert(loads.begin(), loads.end());
  EXPECT_EQ(with(loop, 2468, 0), compare::Why::NotModelled);
  EXPECT_EQ(with(loop, 63, 0), compare::Why::Unexplained) << "fewer than each atomic once";
}

TEST(Compare, LocalMemoryIsSpillsOrAThreadsArrays) {
  Made m = made({}, {});
  m.recording.builds.pop_back();
  protocol::RecordedBuild& compiled = m.recording.builds[0];
  compiled.totals = protocol::Counters{{{Group::LocalLoad, Kind::Requests}, 5}};
  EXPECT_EQ(reason(m, {}, "local_load.requests").why, compare::Why::Unexplained)
      << "nobody says that there is local memory";
  compiled.resources = protocol::RecordedResources{};
  compiled.resources->local_bytes = 256;
  EXPECT_EQ(reason(m, {}, "local_load.requests").why, compare::Why::NotModelled);
  compiled.resources->spill_load_bytes = 8;
  EXPECT_EQ(reason(m, {}, "local_load.requests").why, compare::Why::Spilled);
}

/// As an H200 has the lab copy_pipeline, whose library's code is said to be of lines of another kernel: what
/// one line lost another has, each in its own number.
TEST(Compare, WhatTheCompilersTableHasInAnotherLineIsTheSame) {
  const compare::LineCounters text{{40, some(Group::SharedStore, 4, 4, 4)},
                                   {49, some(Group::SharedStore, 256, 16, 1024)},
                                   {59, some(Group::SharedAtomic, 32, 4, 32)}};
  compare::LineCounters counted{{55, some(Group::SharedAtomic, 32, 4, 32)},
                                {64, some(Group::SharedStore, 256, 16, 1024)},
                                {66, some(Group::SharedStore, 4, 4, 4)}};
  const auto because = [&](std::uint32_t line, const char* counter) {
    Made m = made(text, counted);
    m.recording.builds.pop_back();
    return reason(m, line, counter).because;
  };
  EXPECT_EQ(because(40, "shared_store.requests"),
            "the compiler's table of lines puts these 4 stores into line 66");
  EXPECT_EQ(because(64, "shared_store.wavefronts"),
            "the compiler's table of lines puts the 256 stores of line 49 here");
  EXPECT_EQ(because(55, "shared_atomic.requests"),
            "the compiler's table of lines puts the 32 atomics of line 59 here");
  counted[55] = some(Group::SharedAtomic, 33, 4, 33);
  Made m = made(text, counted);
  m.recording.builds.pop_back();
  EXPECT_EQ(reason(m, 55, "shared_atomic.requests").why, compare::Why::Unexplained)
      << "one more than there were";
}

/// As an H200 has the lab local_array: sixteen zeros of 4 bytes are stored as four of 16, for the same
/// sectors; what is indexed by data is accessed as often as the text says.
TEST(Compare, AThreadsArrayIsHeldAgainstTheText) {
  const compare::LineCounters text{{43, some(Group::LocalStore, 512, 4, 2048)},
                                   {51, some(Group::LocalLoad, 512, 4, 16384)},
                                   {60, some(Group::LocalLoad, 64, 4, 256)}};
  const compare::LineCounters counted{{43, some(Group::LocalStore, 128, 16, 2048)},
                                      {51, some(Group::LocalLoad, 512, 4, 16384)}};
  Made m = made(text, counted);
  m.recording.builds.pop_back();
  const compare::MeasuredComparison comparison = compare::compare(m.simulated, m.recording);
  const compare::MeasuredRow zeros = row_of(comparison, 43, "local_store.requests");
  EXPECT_EQ(zeros.simulated, 512u);
  EXPECT_EQ(zeros.as_compiled, 128u);
  EXPECT_EQ(zeros.reason.why, compare::Why::Merged);
  EXPECT_EQ(zeros.reason.because, "the compiler merged 4 stores of 4 bytes into one of 16");
  EXPECT_EQ(row_of(comparison, 43, "local_store.local_sectors").reason.why, compare::Why::Equal);
  EXPECT_EQ(row_of(comparison, 51, "local_load.local_sectors").simulated, 16384u);
  EXPECT_EQ(row_of(comparison, 51, "local_load.local_sectors").reason.why, compare::Why::Equal);
  EXPECT_EQ(row_of(comparison, 60, "local_load.requests").reason.because, "there is no such row")
      << "an array in registers";
  m.recording.builds[0].lines->at(1).counters = some(Group::LocalLoad, 600, 4, 16384);
  EXPECT_EQ(reason(m, 51, "local_load.requests").why, compare::Why::Unexplained)
      << "more than the text has, and nobody says that there is local memory";
}

/// The profiler's total has a request for each word of an instruction, as the text's has one for each
/// element.
TEST(Compare, TheTotalOfAThreadsArrayIsThatOfTheText) {
  Made m = made({{43, some(Group::LocalStore, 512, 4, 2048)}}, {});
  m.recording.builds.pop_back();
  m.recording.builds[0].totals = protocol::Counters{{{Group::LocalStore, Kind::Requests}, 512}};
  EXPECT_EQ(reason(m, {}, "local_store.requests").why, compare::Why::Equal);
  m.recording.builds[0].totals = protocol::Counters{{{Group::LocalStore, Kind::Requests}, 0}};
  EXPECT_EQ(reason(m, {}, "local_store.requests").because, "there is no such row") << "registers";
}

TEST(Compare, ConstantReadsWithTheParametersInThem) {
  const auto with = [](std::uint64_t requests, std::uint64_t passes, std::uint64_t measured) {
    Made m = made({}, {});
    m.simulated.warps = 4;
    m.simulated.totals = {{{Group::ConstantLoad, Kind::Requests}, requests},
                          {{Group::ConstantLoad, Kind::Passes}, passes}};
    m.recording.builds.pop_back();
    m.recording.builds[0].totals = protocol::Counters{{{Group::ConstantLoad, Kind::Requests}, measured}};
    return reason(m, {}, "constant_load.passes").why;
  };
  EXPECT_EQ(with(4, 128, 128), compare::Why::Equal);
  EXPECT_EQ(with(4, 128, 140), compare::Why::NotModelled) << "three parameters a warp";
  EXPECT_EQ(with(4, 128, 141), compare::Why::Unexplained);
  EXPECT_EQ(with(64, 64, 16), compare::Why::NotModelled) << "operands";
  EXPECT_EQ(with(4, 128, 100), compare::Why::Unexplained) << "addresses that differ cannot be operands";
}

} // namespace
} // namespace warpscope
