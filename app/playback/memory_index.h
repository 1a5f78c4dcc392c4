// What memory held at an event, as far as the traced block's own accesses tell: what it stored, loaded, or
// found there later. A trace with values (trace::BlockTrace::keep_values) is needed.
#pragma once

#include "sim/trace/block_trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace warpscope::playback {

class MemoryIndex {
 public:
  explicit MemoryIndex(const trace::BlockTrace& trace);

  struct Found {
    std::optional<std::uint64_t> bits; ///< nullopt: no access tells
    bool touched = false;              ///< some access of the block reaches the place
  };
  /// The `bytes` (1, 2, 4, 8) at the offset when event `event` happened, before it took effect. `thread`: in
  /// local memory, whose.
  [[nodiscard]] Found at(Space space, std::uint32_t offset, std::uint32_t bytes, std::size_t event,
                         std::uint32_t thread = 0) const;
  /// The trace has more accesses than are looked through.
  [[nodiscard]] bool truncated() const { return truncated_; }

 private:
  struct Touch {
    std::uint64_t key = 0; ///< space, thread, word
    std::uint32_t event = 0, lane = 0;
  };
  static std::uint64_t key_of(Space space, std::uint32_t thread, std::uint32_t offset);
  [[nodiscard]] std::optional<std::uint8_t> byte_of(const Touch& touch, std::uint32_t offset) const;
  [[nodiscard]] std::optional<std::uint8_t> byte_at(std::uint64_t key, std::uint32_t offset,
                                                    std::size_t event, bool& touched) const;

  const trace::BlockTrace& trace_;
  std::vector<Touch> touches_; ///< by key, event and lane
  bool truncated_ = false;
};

} // namespace warpscope::playback
