// How DeviceMemory stores its windows; for the executor only.
#pragma once

#include "sim/exec/memory.h"

#include <cstdint>
#include <map>
#include <vector>

namespace warpscope::exec {

struct DeviceMemory::Impl {
  /// `file`: -1 for memory of this process alone.
  Impl(const program::Program& program, int file);
  ~Impl();
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  /// The Global window from offset 0 on; null when the host refused to reserve it.
  std::uint8_t* global = nullptr;
  std::uint64_t reserved = 0; ///< its size in bytes
  int window_file = -1;       ///< the file behind `global`; -1: none
  std::uint64_t first = 0;    ///< where the first buffer may begin
  std::uint64_t next = 0;     ///< behind the last buffer ever made
  std::uint64_t used = 0;
  std::uint64_t budget = std::uint64_t{3} << 30;
  std::vector<Allocation> allocations; ///< by ascending offset
  std::uint64_t page = 0;              ///< see set_page_bytes()
  std::vector<FreedAllocation> freed;  ///< the latest last; bounded
  std::uint64_t released = 0;          ///< buffers released so far: below `next` there may be free places

  /// The heap of malloc in kernels, in a buffer of its own. It outlives the launch.
  struct Heap {
    std::uint64_t bytes = std::uint64_t{512} << 20;         ///< that it gets when it is made
    std::uint64_t begin = 0, end = 0, next = 0;             ///< end 0: not made yet
    std::map<std::uint64_t, std::uint64_t> taken;           ///< offset -> bytes
    std::multimap<std::uint64_t, std::uint64_t> given_back; ///< bytes -> offset
  } heap;

  std::vector<std::uint8_t> constant; ///< from window_base on
  std::vector<Allocation> constants;  ///< by ascending offset

  std::vector<std::uint8_t> parameters; ///< of the current launch, from window_base on

  [[nodiscard]] const std::vector<Allocation>& list(Space space) const;
  /// Returns the last allocation that begins at or below the offset.
  [[nodiscard]] const Allocation* at_or_below(Space space, std::uint64_t offset) const;
  /// Returns at_or_below() or the allocation after it, whichever is nearer: the one whose bounds a stray
  /// address missed.
  [[nodiscard]] const Allocation* nearest(Space space, std::uint64_t offset) const;
  [[nodiscard]] const FreedAllocation* freed_at(std::uint64_t offset) const;

  /// Returns the lowest place for `bytes` between the buffers; nullopt when there is none.
  [[nodiscard]] std::optional<std::uint64_t> free_place(std::uint64_t bytes) const;
  void insert(Allocation buffer);
  void give_back_pages(std::uint64_t offset, std::uint64_t bytes);
};

} // namespace warpscope::exec
