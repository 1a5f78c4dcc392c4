// Races on shared memory within a block: accesses of the same bytes by two threads, one of them a write, that nothing orders.
//
// Order is happens-before, not the order in which the simulator ran the warps: a barrier of the block orders everything before it before
// everything behind it; __syncwarp (and what is made of it: a tile's or a group's sync) orders the lanes it names, and what they knew of others;
// a thread's own accesses are in order; nothing else orders two threads. Two lanes of one warp without a __syncwarp are NOT ordered (Volta and
// later). An atomic is ordered with no other access but races with no atomic. Source: the CUDA C++ programming guide's memory model,
// and NVIDIA's Independent Thread Scheduling.
/// - Subject: Races
/// - Modelled: shared memory within a block, byte by byte: reads after writes, writes after reads, writes after writes, and reads of what no
/// thread of the block wrote; by happens-before over barriers and warp-level syncs, whatever order the warps ran in.
/// - Not modelled: races on global memory; the order that cuda::barrier's arrive and wait, flags in memory or fences make; copies
/// are done at once, so that one read before its wait is no race here.
#pragma once

#include "sim/trace/event.h"

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace warpscope {

enum class HazardKind : std::uint8_t { Raw, War, Waw, Uninit };
[[nodiscard]] std::string_view name_of(HazardKind kind); ///< "RAW", …: the JSON names

struct HazardSide {
  std::uint32_t site = 0;   ///< Program::sites
  std::uint32_t thread = 0; ///< linear in the block
  bool operator==(const HazardSide&) const = default;
};

/// Two places of the text that race; the example is the first of the lowest block. Which of the two comes first is told by how many accesses of shared
/// memory each warp had made since the last barrier, so a missing barrier between a store and a load is RAW whichever ran first.
struct Hazard {
  HazardKind kind = HazardKind::Raw;
  HazardSide first, second;    ///< Uninit: both are the read
  std::uint64_t block = 0;     ///< linear
  std::uint32_t offset = 0;    ///< of the word, in the shared window
  std::uint64_t count = 0;     ///< pairs of threads, added over words and blocks; Uninit: reads
  bool same_value = false;     ///< all of them were lanes of one instruction that wrote the same
  bool operator==(const Hazard&) const = default;
};

/// Blocks must come one after the other, each with all of its events. Memory: some 50 bytes a word of shared memory and warp that shares it.
class HazardSink final : public TraceSink {
 public:
  HazardSink();
  ~HazardSink() override;
  void on_block_begin(std::uint64_t block) override;
  void on_block_end(std::uint64_t block) override;
  void on_access(const AccessEvent& event) override;
  void on_barrier(const BarrierEvent& event) override;
  void on_warp_sync(std::uint64_t block, std::uint32_t warp, std::uint32_t lanes) override;

  /// What several sinks found in blocks of one launch, ordered by the second place, then the first.
  [[nodiscard]] static std::vector<Hazard> merged(const std::vector<const HazardSink*>& sinks);

 private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, HazardKind>;
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace warpscope
