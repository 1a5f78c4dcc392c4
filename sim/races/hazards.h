// Races on shared and global memory: accesses of the same bytes by two threads, one of them a write, that
// nothing orders.
//
// Order is happens-before, not the order in which the simulator ran the warps: a barrier of the block orders
// everything before it before everything behind it (a thread that has ended counts as arrived); __syncwarp
// (and what is made of it: a tile's or a group's sync) orders the lanes it names, and what they knew of
// others; grid_group::sync orders all blocks; a thread's own accesses are in order. Fences and flags order as
// the run showed it: what a thread did before a fence (release) lies before its later atomics and volatile
// stores, and so before what any thread that read one of them, or a later atomic of that chain, does behind a
// fence or a barrier (acquire); cuda::atomic's orders are such fences, what a thread did before it arrived at
// a cuda::barrier lies before what any thread does that has waited for that phase or a later one, and
// __threadfence_block() orders threads of one block only (the PTX ISA's memory consistency model). Nothing
// else orders two threads. Two lanes of one warp without a __syncwarp are NOT ordered (Volta and later). An
// atomic is ordered with no other access but races with no atomic. Source: the CUDA C++ programming guide's
// memory model, and NVIDIA's Independent Thread Scheduling.
/// - Subject: Races
/// - Modelled: shared and global memory within a block, and global memory between blocks, byte by byte: reads
/// after writes, writes after reads, writes after writes; in shared memory reads of what no thread of the
/// block wrote; by happens-before over barriers, warp-level and grid syncs, whatever order the warps ran in,
/// and over fences with atomics or volatile flags in the order that the run observed. Indices outside the
/// shared array that the text names.
/// - Not modelled: the order of threads through flags in another run than this one; a compare-and-swap that
/// fails counts as a write of its flag; cuda::pipeline of a block's scope: acquiring and waiting are barriers
/// of the block.
#pragma once

#include "sim/base/access.h"
#include "sim/trace/event.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::races {

/// Outside: shared memory outside the array that the text names, though inside the block's.
enum class HazardKind : std::uint8_t { Raw, War, Waw, Uninit, Outside };
[[nodiscard]] std::string_view name_of(HazardKind kind); ///< "RAW", …: the JSON names

struct HazardSide {
  std::uint32_t site = 0;   ///< Program::sites
  std::uint32_t thread = 0; ///< linear in its block
  std::uint32_t value = 0;  ///< what it read or wrote of the word, in the place that the bytes have there;
                            ///< atomics: what it found
  std::uint8_t value_bytes = 0; ///< bit for each byte of it; 0: not known
  bool operator==(const HazardSide&) const = default;
};

/// Two places of the text that race; the example is of the lowest block and, there, the lowest word. Which of
/// the two comes first is told by how many accesses of that memory each warp had made since the last barrier,
/// so a missing barrier between a store and a load is RAW whichever ran first; between blocks a write comes
/// before a read.
struct Hazard {
  HazardKind kind = HazardKind::Raw;
  Space space = Space::Shared;
  HazardSide first, second;       ///< Uninit and Outside: both are the access
  std::uint64_t block = 0;        ///< of the first, linear
  std::uint64_t second_block = 0; ///< another than `block` in a hazard between blocks
  std::uint32_t offset = 0;       ///< of the word, in the space's window; Outside: of the access
  /// Within a block: different pairs of threads, added over words, intervals between barriers, and blocks;
  /// Uninit: reads; Outside: accesses. Between blocks: words (added over intervals between grid syncs).
  std::uint64_t count = 0;
  bool same_value = false; ///< all that was written there was the same
  bool in_flight = false;  ///< the first is an asynchronous copy that its thread, the second's too, has not
                           ///< waited for
  [[nodiscard]] bool between_blocks() const { return block != second_block; }
  bool operator==(const Hazard&) const = default;
};

/// What the sinks of one launch share. Memory is bounded: 100 bytes times `most_words` for notes of all
/// accesses (global_notes.h: some 2 to 5 bytes for a lane's, and 8 for each word), and as much for each of at
/// most `most_words` words that may race and places of the text that access them; a launch with more has only
/// its shared memory looked at, which `given_up` says.
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

/// What the text says of a site.
struct HazardSite {
  std::uint32_t offset = 0, bytes = 0; ///< of shared memory that it may access; no bytes: any
  bool is_volatile = false;
  bool is_atomic = false; ///< a load or store of cuda::atomic
};

struct HazardOptions {
  std::vector<std::uint32_t> grid_barriers; ///< the pcs of grid_group::sync, sorted
  std::vector<HazardSite> sites;            ///< may be shorter than the program's
  bool fences = false;                      ///< the code has fences: the order that they make is followed
  bool pre_volta = false; ///< lanes of a warp run in lockstep: only one instruction's accesses race with each
                          ///< other
};

/// Each block's events come from one thread; blocks may take turns where they wait for one another in
/// grid_group::sync. Memory: that of quick_interval.h for each sink; where something may race, some 70 bytes
/// for each word of shared and global memory and warp that accesses it between two barriers.
class HazardSink final : public trace::TraceSink {
 public:
  /// Without `global` only shared memory is looked at, and no fences are followed.
  explicit HazardSink(std::shared_ptr<GlobalAccesses> global = nullptr, HazardOptions options = {});
  ~HazardSink() override;
  void on_block_begin(std::uint64_t block) override;
  void on_block_end(std::uint64_t block) override;
  void on_access(const trace::AccessEvent& event) override;
  void on_barrier(const trace::BarrierEvent& event) override;
  void on_order(const trace::OrderEvent& event) override;
  void on_warp_sync(std::uint64_t block, std::uint32_t warp, std::uint32_t lanes) override;

  struct Found {
    std::vector<Hazard> hazards; ///< ordered by the second place, then the first
    std::string given_up;        ///< a sentence when global memory was too large to be looked at
  };
  /// What the sinks of one launch found, whose blocks have all ended.
  [[nodiscard]] static Found merged(const std::vector<const HazardSink*>& sinks);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace warpscope::races
