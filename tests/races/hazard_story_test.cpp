// Hand-made traces: which of a hazard's two accesses ran first, which threads read too early, and what.
#include "sim/program/program.h"
#include "sim/races/hazard_story.h"

#include <gtest/gtest.h>

#include <cstring>

namespace warpscope {
namespace {

constexpr std::uint32_t write_site = 0, read_site = 1;

/// Lane i at word `first + i` of shared memory; a store writes `value` + i.
void access(trace::BlockTrace& trace, std::uint32_t warp, std::uint32_t site, AccessKind kind,
            std::uint32_t first, float value = 0) {
  trace::AccessEvent event;
  event.warp = warp;
  event.site = site;
  event.space = Space::Shared;
  event.kind = kind;
  event.access.mask = 0xffff'ffffu;
  event.access.width = 4;
  float values[32];
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    event.access.offset[lane] = program::window_base + 4 * (first + lane);
    values[lane] = value + static_cast<float>(lane);
  }
  event.values = reinterpret_cast<const std::uint8_t*>(values);
  trace.on_access(event);
}

void release(trace::BlockTrace& trace) {
  trace::BarrierEvent event;
  event.phase = trace::BarrierPhase::Release;
  trace.on_barrier(event);
}

races::Hazard hazard_of(races::HazardKind kind) {
  races::Hazard hazard;
  hazard.kind = kind;
  hazard.first = {kind == races::HazardKind::War ? read_site : write_site, 0};
  hazard.second = {kind == races::HazardKind::Raw ? read_site : write_site, 32};
  hazard.offset = program::window_base;
  return hazard;
}

float as_float(std::optional<std::uint32_t> bits) {
  float value = -1;
  if (bits) std::memcpy(&value, &*bits, sizeof value);
  return value;
}

TEST(HazardStory, AReadThatComesTooEarlyGetsWhatLayThere) {
  trace::BlockTrace trace(0);
  access(trace, 0, write_site, AccessKind::Store, 0, 100);
  release(trace);
  access(trace, 1, read_site, AccessKind::Load, 0);
  access(trace, 0, write_site, AccessKind::Store, 0, 7);
  const races::HazardStory story = races::tell_hazard(trace, hazard_of(races::HazardKind::Raw));
  ASSERT_TRUE(story.in_trace);
  EXPECT_TRUE(story.wrong_order);
  EXPECT_EQ(story.readers, 32u);
  EXPECT_EQ(story.second.thread(), 32u) << "the lowest lane is the example";
  EXPECT_EQ(story.first.thread(), 0u);
  EXPECT_EQ(as_float(story.read), 100.0f);
  EXPECT_EQ(as_float(story.before), 100.0f);
  EXPECT_EQ(as_float(story.written), 7.0f);
}

TEST(HazardStory, TheRightOrderIsLuckAndNobodyReadTooEarly) {
  trace::BlockTrace trace(0);
  access(trace, 0, write_site, AccessKind::Store, 0, 7);
  access(trace, 1, read_site, AccessKind::Load, 0);
  const races::HazardStory story = races::tell_hazard(trace, hazard_of(races::HazardKind::Raw));
  ASSERT_TRUE(story.in_trace);
  EXPECT_FALSE(story.wrong_order);
  EXPECT_EQ(story.readers, 0u);
  EXPECT_EQ(as_float(story.read), 7.0f);
}

TEST(HazardStory, ABarrierBetweenTheTwoLeavesNoStory) {
  trace::BlockTrace trace(0);
  access(trace, 1, read_site, AccessKind::Load, 0);
  release(trace);
  access(trace, 0, write_site, AccessKind::Store, 0, 7);
  EXPECT_FALSE(races::tell_hazard(trace, hazard_of(races::HazardKind::Raw)).in_trace);
}

TEST(HazardStory, OneThreadsOwnAccessesAreInOrder) {
  trace::BlockTrace trace(0);
  access(trace, 0, read_site, AccessKind::Load, 0);
  access(trace, 0, write_site, AccessKind::Store, 0, 7);
  EXPECT_FALSE(races::tell_hazard(trace, hazard_of(races::HazardKind::Raw)).in_trace);
}

TEST(HazardStory, AValueWrittenOverBeforeItIsReadIsTheNewOne) {
  trace::BlockTrace trace(0);
  access(trace, 0, write_site, AccessKind::Store, 0, 100);
  release(trace);
  access(trace, 0, write_site, AccessKind::Store, 0, 7);
  access(trace, 1, read_site, AccessKind::Load, 0);
  const races::HazardStory story = races::tell_hazard(trace, hazard_of(races::HazardKind::War));
  ASSERT_TRUE(story.in_trace);
  EXPECT_TRUE(story.wrong_order);
  EXPECT_EQ(story.readers, 32u);
  EXPECT_EQ(as_float(story.read), 7.0f);
  EXPECT_EQ(as_float(story.before), 100.0f);
}

/// Of the lanes some write what was there before: their readers get the same value in either order. The pair
/// that is told has a reader that does not.
TEST(HazardStory, OfReadsBeforeAWriteOneIsToldThatGetsAnotherValue) {
  trace::BlockTrace trace(0);
  access(trace, 0, write_site, AccessKind::Store, 0, 7);
  release(trace);
  access(trace, 0, write_site, AccessKind::Store, 0, 7);  // words 0 to 31: the same values again
  access(trace, 1, write_site, AccessKind::Store, 32, 9); // words 32 to 63: other values
  access(trace, 2, read_site, AccessKind::Load, 0);
  access(trace, 3, read_site, AccessKind::Load, 32);
  races::Hazard hazard = hazard_of(races::HazardKind::War);
  hazard.first.thread = 64;
  hazard.second.thread = 0;
  const races::HazardStory story = races::tell_hazard(trace, hazard);
  ASSERT_TRUE(story.in_trace && story.wrong_order);
  EXPECT_EQ(story.first.thread(), 96u);
  EXPECT_EQ(story.second.thread(), 32u);
  EXPECT_EQ(as_float(story.before), 0.0f);
  EXPECT_EQ(as_float(story.read), 9.0f);
  const races::Hazard told = races::as_told(hazard, story);
  EXPECT_EQ(told.first.thread, 96u);
  EXPECT_EQ(told.second.thread, 32u);
  EXPECT_EQ(told.offset, story.offset);
  EXPECT_EQ(as_float(told.first.value), 9.0f);
  EXPECT_EQ(races::as_told(told, races::tell_hazard(trace, told)), told) << "told again";
}

TEST(HazardStory, NothingIsKnownOfAnotherBlock) {
  trace::BlockTrace trace(0);
  access(trace, 1, read_site, AccessKind::Load, 0);
  access(trace, 0, write_site, AccessKind::Store, 0, 7);
  races::Hazard hazard = hazard_of(races::HazardKind::Raw);
  hazard.second_block = 1;
  EXPECT_FALSE(races::tell_hazard(trace, hazard).in_trace);
  hazard.block = 1;
  EXPECT_FALSE(races::tell_hazard(trace, hazard).in_trace);
}

} // namespace
} // namespace warpscope
