// What the variables of the text held in the lanes of a block's warps, by event: a column for each variable
// of each warp, in the order of its assignments. A value that is the same in all lanes, or grows by the same
// step from lane to lane, takes no words of its own.
#pragma once

#include "sim/trace/event.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpscope::trace {

/// One variable in the lanes of a warp.
struct LaneValues {
  std::array<std::uint64_t, warp_size> bits{};
  std::uint32_t known = 0; ///< lanes that hold a value; the others' bits are 0
  std::uint32_t lost = 0;  ///< lanes in which the compiled code does not hold what was assigned
};

class ValueLog {
 public:
  /// Recording stops (truncated() becomes true) at this many bytes.
  explicit ValueLog(std::size_t max_bytes = 48u << 20) : max_bytes_(max_bytes) {}

  /// `before`: the number of the block's next event.
  void add(const ValueEvent& event, std::uint32_t before);
  /// Returns what the variable held when event `event` happened: what the text had assigned before it. O(log
  /// n), and a few steps back where lanes were diverged.
  [[nodiscard]] LaneValues at(std::uint32_t warp, std::uint32_t value, std::size_t event) const;
  [[nodiscard]] bool truncated() const { return truncated_; }
  /// From this event on nothing is known, when truncated().
  [[nodiscard]] std::size_t known_until() const { return known_until_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] std::size_t size() const { return entries_; } ///< assignments

 private:
  enum class Form : std::uint8_t { Row, WideRow, Words, WideWords, Lost, Unset };
  struct Entry {
    std::uint32_t before = 0; ///< the event that came next
    std::uint32_t lanes = 0;
    std::uint64_t base = 0; ///< rows: lane 0's value; words: where they begin
    std::uint64_t step = 0; ///< rows: from lane to lane, modulo the width
    Form form = Form::Row;
  };
  [[nodiscard]] std::uint64_t bits_of(const Entry& entry, std::uint32_t lane) const;

  std::size_t max_bytes_, bytes_ = 0, known_until_ = 0, entries_ = 0;
  bool truncated_ = false;
  std::vector<std::vector<std::vector<Entry>>> columns_; ///< by warp and variable
  std::vector<std::uint32_t> words_;
};

} // namespace warpscope::trace
