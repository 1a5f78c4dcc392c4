// L1 of the simulated multiprocessor, access by access: who asks for which line, what is found, and what has
// to leave. A value that the scene Cache draws; recorded while Machine was simulated, by the engine's own L1.
#pragma once

#include "sim/multiprocessor/multiprocessor.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace warpscope::program {
struct Program;
} // namespace warpscope::program

namespace warpscope::playback {

class Run;
struct Machine;

/// Of a lookup, or of an access: of several sectors the worst.
enum class Found : std::uint8_t {
  Stored, ///< a store put them there; nothing was looked for
  Hit,
  Pending, ///< on its way for another load
  Miss,
};

/// A load, an asynchronous copy or a store of a warp; its lookups follow each other.
struct CacheAccess {
  std::uint32_t first = 0, count = 0; ///< Cache::lookups
  std::uint64_t block = 0;            ///< its number among the multiprocessor's blocks
  std::uint32_t warp = 0;             ///< within the block
  std::uint32_t place = 0;            ///< the warp's on the multiprocessor
  std::uint32_t origin = 0;           ///< multiprocessor::Step::origin
  Found found = Found::Stored;
};

/// A thread's own array in local memory.
struct LocalArray {
  std::string name;
  std::uint32_t first = 0, words = 0; ///< words of the thread's local memory
  bool operator==(const LocalArray&) const = default;
};
/// The word of its threads' local memory that a line holds for the lanes of a warp; nullopt: the line lies in
/// global memory.
[[nodiscard]] std::optional<std::uint32_t> local_word(std::uint32_t line);

struct Cache {
  std::uint32_t sets = 0, ways = 0; ///< 0 sets: shared memory leaves L1 no bytes
  std::uint32_t ways_used = 0;      ///< the ways above these stay empty
  std::uint64_t bytes = 0;          ///< of L1, as simulated
  std::uint64_t device_bytes = 0;   ///< as the launch leaves it on the device
  std::uint64_t in_use = 0;         ///< bytes of the lines that resident blocks load or store to
  bool assumed = true;              ///< sets and ways: nobody has measured them
  std::vector<multiprocessor::Lookup> lookups;
  std::vector<CacheAccess> accesses;
  bool complete = true; ///< false: there were more lookups than are kept

  // Sectors, of all blocks that were simulated: hits + pending + misses were asked for.
  std::uint64_t hits = 0, pending = 0, misses = 0;
  std::uint64_t again = 0; ///< of the misses: had been asked of L2 before. Of the kept lookups alone
  std::uint64_t evictions = 0;
  std::uint64_t written = 0, atomics = 0; ///< sectors of stores and turns of atomics, which go to L2
  std::uint64_t stored = 0;               ///< sectors that stores put into L1. Of the kept lookups alone

  std::vector<LocalArray> arrays; ///< in local memory, whose names are known

  [[nodiscard]] std::uint64_t asked() const { return hits + pending + misses; }
  [[nodiscard]] std::uint64_t found() const { return hits + pending; }
};

[[nodiscard]] Found found_of(const multiprocessor::Lookup& lookup);

/// `result` is simulate()'s of `work`, with Options::lookups.
[[nodiscard]] Cache cache_of(const multiprocessor::Work& work, const multiprocessor::Figures& figures,
                             multiprocessor::Result& result);

/// The arrays in local memory by the accesses that touch them, whose sites know their names.
[[nodiscard]] std::vector<LocalArray> local_arrays(const Cache& cache, const program::Program& program);

/// Bytes of the distinct lines that the first `resident` of the known blocks load or store to.
[[nodiscard]] std::uint64_t bytes_in_use(const multiprocessor::Work& work, std::uint64_t resident);

/// What a way of a set holds after an access.
struct CacheCell {
  static constexpr std::uint32_t none = ~0u;
  std::uint32_t line = none;    ///< none: it is empty
  std::uint32_t evicted = none; ///< the line that had to leave for it
  std::uint32_t loaded = none;  ///< the access that brought it, a load or a store
  std::uint32_t used = none;    ///< the last one that read it, or stored to it
  std::uint32_t uses = 0;
  std::uint64_t arrives = 0; ///< cycle
  bool operator==(const CacheCell&) const = default;
};
/// By set * ways + way. `access` is an index into Cache::accesses; beyond the last: after all.
[[nodiscard]] std::vector<CacheCell> cells_after(const Cache& cache, std::size_t access);

/// Returns the next access (before `access`, if `back`) that misses; nullopt: there is none.
[[nodiscard]] std::optional<std::size_t> next_miss(const Cache& cache, std::size_t access, bool back);

/// The trace's event for an access: the same warp's of the same line that touches the same bytes, or of
/// another block's access the one in the same place of the warp's order. nullopt: the trace has none.
[[nodiscard]] std::optional<std::size_t> event_of(const Run& run, const Machine& machine, std::size_t access);
/// The access of an event of the trace; nullopt: it does not go through L1.
[[nodiscard]] std::optional<std::size_t> access_of(const Run& run, const Machine& machine, std::size_t event);

} // namespace warpscope::playback
