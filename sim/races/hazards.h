// Races on shared and global memory: accesses of the same bytes by two threads, at least one of them a write,
// that no happens-before edge orders.
//
// Happens-before, not the schedule in which the simulator ran the warps, decides. A barrier of the block
// orders everything before it before everything after it (a thread that has exited counts as arrived).
// __syncwarp (and the syncs of tiles and groups made of it) orders the lanes that it names, and what they
// know about others. grid_group::sync orders all blocks; cluster_group::sync and barrier.cluster those of one
// cluster, in global memory, too. A thread's own accesses are in order. Fences and
// flags order as the run showed it: what a thread did before a fence (release) happens before its later
// atomics and volatile stores, and so before what any thread that read one of them, or a later atomic of that
// chain, does after a fence or a barrier (acquire). The memory orders of cuda::atomic are such fences. What a
// thread did before it arrived at a cuda::barrier happens before what any thread does that has waited for
// that phase or a later one. __threadfence_block() orders threads of one block only (the PTX ISA's memory
// consistency model). Nothing else orders two threads. Two lanes of one warp without a __syncwarp are NOT
// ordered (Volta and later). An atomic is ordered with no other access but races with no atomic. Source: the
// CUDA C++ programming guide's memory model, and NVIDIA's Independent Thread Scheduling.
/// - Subject: Races
/// - Modelled: shared and global memory within a block, and global memory between blocks, byte by byte: reads
/// after writes, writes after reads, writes after writes; in shared memory reads of what no thread of the
/// block wrote; by happens-before over barriers, warp-level and grid syncs, whatever order the warps ran in,
/// over the barrier of a cluster, and over fences with atomics or volatile flags in the order that the run
/// observed. Indices outside the shared array that the text names.
/// - Not modelled: barrier.cluster.arrive.relaxed, which orders here as the plain one does; and what a thread
/// does between arriving at the barrier of a cluster and waiting there counts, within its block, as before
/// it.
/// - Modelled: shared memory of other blocks of a cluster, by the order that the cluster's barrier, barriers
/// of other blocks and atomics there create; a warp counts as one.
/// - Not modelled: the order of threads through flags in another run than this one; a compare-and-swap that
/// fails counts as a write of its flag; cuda::pipeline of a block's scope: acquiring and waiting are barriers
/// of the block.
#pragma once

#include "sim/base/access.h"
#include "sim/base/dim3.h"
#include "sim/base/span.h"
#include "sim/trace/event.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::program {
struct Program;
}

namespace warpscope::races {

/// Outside: an access outside the shared array that the text names, though inside the block's shared memory.
enum class HazardKind : std::uint8_t { Raw, War, Waw, Uninit, Outside };
[[nodiscard]] std::string_view name_of(HazardKind kind); ///< the names in JSON: "RAW", …

/// The number of pairs of sites that are reported for one launch: those that come first in the text. Two
/// thousand lines that all race with each other make two million pairs, too many to read.
inline constexpr std::size_t most_hazards = 2'000;

struct HazardSide {
  std::uint32_t site = 0;   ///< index into Program::sites
  std::uint32_t thread = 0; ///< linear within its block
  /// The bytes of the word that it read or wrote, in place; for an atomic, the old value.
  std::uint32_t value = 0;
  std::uint8_t value_bytes = 0; ///< a bit for each byte of `value`; 0: not known
  bool operator==(const HazardSide&) const = default;
};

/// A fence that the second side's way to memory needs and that is not there (proxy_fences.h). Product: a
/// wgmma.fence.
enum class MissingFence : std::uint8_t { None, Proxy, Product };

/// Two sites that race. The example is of the lowest block and, in it, the lowest word. Which of the two
/// comes first follows from how many accesses of that memory each warp had made since the last barrier, so a
/// missing barrier between a store and a load is RAW whichever ran first; between blocks a write comes before
/// a read.
struct Hazard {
  HazardKind kind = HazardKind::Raw;
  Space space = Space::Shared;
  HazardSide first, second;       ///< Uninit and Outside: both are the one access
  std::uint64_t block = 0;        ///< of the first side, linear
  std::uint64_t second_block = 0; ///< differs from `block` in a hazard between blocks
  std::uint32_t offset = 0;       ///< of the word in the space's window; Outside: of the access
  /// Within a block: distinct pairs of threads, summed over words, intervals between barriers, and blocks;
  /// Uninit: reads; Outside: accesses. Between blocks: words (summed over intervals between grid syncs).
  std::uint64_t count = 0;
  bool same_value = false; ///< all that was written there had the same value
  /// The first side is an asynchronous copy that its thread, which is the second side's too, has not waited
  /// for.
  bool in_flight = false;
  MissingFence missing = MissingFence::None; ///< the sides are in order, and it is not enough
  /// Of a product's registers (product_registers.h): the instruction that is the second side, which need not
  /// access memory; the second side's site is then the product's, too.
  std::uint32_t register_pc = no_pc;
  static constexpr std::uint32_t no_pc = ~0u;
  [[nodiscard]] bool between_blocks() const { return block != second_block; }
  bool operator==(const Hazard&) const = default;
};
/// Returns where the text has the second side.
[[nodiscard]] Span second_span(const program::Program& program, const Hazard& hazard);

/// The state that the sinks of one launch share. Memory is bounded: 100 bytes times `most_words` for notes of
/// all accesses (global_notes.h: some 2 to 5 bytes for each lane's access, and 8 for each word), and as much
/// again for at most `most_words` pairs of a word that may race and a site that accesses it. In a larger
/// launch only shared memory is examined, which `given_up` says.
class GlobalAccesses {
 public:
  static constexpr std::uint64_t most_words = 4u << 20;
  explicit GlobalAccesses(std::uint64_t words = most_words);
  ~GlobalAccesses();

 private:
  friend class HazardSink;
  friend struct BlockHazards;
  struct State;
  std::unique_ptr<State> state_;
};

/// What the text tells about a site.
struct HazardSite {
  std::uint32_t offset = 0, bytes = 0; ///< the shared memory that it may access; no bytes: any
  bool is_volatile = false;
  bool is_atomic = false; ///< a load or store of cuda::atomic
};

struct HazardOptions {
  std::vector<std::uint32_t> grid_barriers; ///< pcs of grid_group::sync, sorted
  std::vector<HazardSite> sites;            ///< by site; may be shorter than the program's sites
  bool fences = false;                      ///< the code has fences: follow the order that they create
  bool cluster_barriers = false;            ///< the same for the barrier of a cluster of several blocks
  bool proxies = false;                     ///< the code has bulk copies or products of warpgroups
  /// The program, where it has products of warpgroups, whose registers are followed; else null.
  const program::Program* products = nullptr;
  Dim3 grid, cluster; ///< of the launch; clusters of one block: no shared memory of others is looked at
  /// Lanes of a warp run in lockstep: only accesses of a single instruction race with each other.
  bool pre_volta = false;
  const std::atomic<bool>* cancel = nullptr; ///< once it is set, the results no longer matter
  [[nodiscard]] bool cancelled() const {
    return cancel != nullptr && cancel->load(std::memory_order_relaxed);
  }
};

/// Each block's events come from one host thread; blocks may take turns where they wait for one another in
/// grid_group::sync. Memory: that of quick_interval.h for each sink; where there may be a race, some 70 bytes
/// for each pair of a word of shared or global memory and a warp that accesses it between two barriers.
class HazardSink final : public trace::TraceSink {
 public:
  /// Without `global`, only shared memory is examined and no fences are followed.
  explicit HazardSink(std::shared_ptr<GlobalAccesses> global = nullptr, HazardOptions options = {});
  ~HazardSink() override;
  void on_block_begin(std::uint64_t block) override;
  void on_block_end(std::uint64_t block) override;
  void on_access(const trace::AccessEvent& event) override;
  void on_barrier(const trace::BarrierEvent& event) override;
  void on_order(const trace::OrderEvent& event) override;
  void on_warp_sync(std::uint64_t block, std::uint32_t warp, std::uint32_t lanes) override;
  bool wants_instructions(std::uint64_t block) override;
  void on_instruction(const trace::InstructionEvent& event) override;

  struct Found {
    std::vector<Hazard> hazards; ///< sorted by the second site, then the first
    std::string given_up;        ///< a sentence when global memory was too large to be examined
    std::string in_part;         ///< a sentence when some pairs of accesses were not examined or not kept
  };
  /// Merges what the sinks of one launch found, once all its blocks have ended.
  [[nodiscard]] static Found merged(const std::vector<const HazardSink*>& sinks);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace warpscope::races
