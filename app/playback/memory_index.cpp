// Looks up, for a word of memory, the accesses before and behind an event.
#include "app/playback/memory_index.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace warpscope::playback {

namespace {

constexpr std::size_t most_touches = 6'000'000; // 96 MB

} // namespace

std::uint64_t MemoryIndex::key_of(Space space, std::uint32_t thread, std::uint32_t offset) {
  const std::uint64_t owner = space == Space::Local ? thread : 0;
  return std::uint64_t{static_cast<unsigned>(space)} << 48 | owner << 32 | offset >> 2;
}

MemoryIndex::MemoryIndex(const trace::BlockTrace& trace) : trace_(trace) {
  for (std::size_t event = 0; event < trace.size() && !truncated_; ++event) {
    const trace::BlockTrace::Event& at = trace.event(event);
    if (at.kind != trace::StepKind::Access) continue;
    const WarpAccess access = trace.access(event);
    for (std::uint32_t left = access.mask; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
      const std::uint32_t first = access.offset[lane], end = first + access.width;
      for (std::uint32_t word = first & ~3u; word < end; word += 4)
        touches_.push_back(
            {key_of(at.space, at.warp * warp_size + lane, word), static_cast<std::uint32_t>(event), lane});
    }
    truncated_ = touches_.size() > most_touches;
  }
  std::sort(touches_.begin(), touches_.end(), [](const Touch& a, const Touch& b) {
    return std::tie(a.key, a.event, a.lane) < std::tie(b.key, b.event, b.lane);
  });
}

std::optional<std::uint8_t> MemoryIndex::byte_of(const Touch& touch, std::uint32_t offset) const {
  const std::uint8_t* moved = trace_.moved(touch.event);
  const WarpAccess access = trace_.access(touch.event);
  const std::uint32_t first = access.offset[touch.lane];
  if (moved == nullptr || offset < first || offset >= first + access.width) return std::nullopt;
  const auto rank = static_cast<std::uint32_t>(std::popcount(access.mask & ((1u << touch.lane) - 1)));
  return moved[rank * access.width + (offset - first)];
}

std::optional<std::uint8_t> MemoryIndex::byte_at(std::uint64_t key, std::uint32_t offset, std::size_t event,
                                                 bool& touched) const {
  const auto begin = std::partition_point(touches_.begin(), touches_.end(),
                                          [&](const Touch& t) { return t.key < key; });
  const auto end = std::partition_point(begin, touches_.end(), [&](const Touch& t) { return t.key == key; });
  const auto next = std::partition_point(begin, end, [&](const Touch& t) { return t.event < event; });
  const auto kind = [&](const Touch& t) { return trace_.event(t.event).access_kind; };
  touched = touched || begin != end;
  // The last access before; of the lanes that store together the highest wins, as in the executor.
  for (auto at = next; at != begin;) {
    --at;
    const std::optional<std::uint8_t> byte = byte_of(*at, offset);
    if (!byte) {
      if (trace_.moved(at->event) == nullptr) return std::nullopt; // what it moved was not recorded
      continue;
    }
    if (kind(*at) != AccessKind::Atomic) return byte;
    break; // an atomic has changed what it found: the next access tells to what
  }
  for (auto at = next; at != end; ++at) {
    const std::optional<std::uint8_t> byte = byte_of(*at, offset);
    if (!byte) {
      if (trace_.moved(at->event) == nullptr) return std::nullopt;
      continue;
    }
    return kind(*at) == AccessKind::Store ? std::nullopt : byte;
  }
  return std::nullopt;
}

MemoryIndex::Found MemoryIndex::at(Space space, std::uint32_t offset, std::uint32_t bytes, std::size_t event,
                                   std::uint32_t thread) const {
  Found found;
  std::uint64_t bits = 0;
  bool all = true;
  for (std::uint32_t i = 0; i < bytes; ++i) {
    const auto byte = byte_at(key_of(space, thread, offset + i), offset + i, event, found.touched);
    all = all && byte.has_value();
    bits |= std::uint64_t{byte.value_or(0)} << 8 * i;
  }
  if (all) found.bits = bits;
  return found;
}

} // namespace warpscope::playback
