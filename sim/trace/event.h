// The events that the executor emits while it runs, in the order in which they happen within a block.
#pragma once

#include "sim/base/access.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::trace {

/// One warp instruction that accesses memory, with at least one active lane. Valid during the call only.
struct AccessEvent {
  std::uint64_t block = 0;   ///< linear: x + y * grid.x + z * grid.x * grid.y
  std::uint32_t warp = 0;    ///< within its block
  std::uint32_t site = 0;    ///< index into Program::sites
  Space space = Space::None; ///< never None: a generic access is split by the spaces it hits
  AccessKind kind = AccessKind::Load;
  bool returns = false;
  WarpAccess access;
  /// When not 0: accesses of one site with the same number, reported to the same sink, have the same space,
  /// kind, mask and width, and all their offsets differ by one multiple of 4 bytes, without wrapping. 0:
  /// unknown.
  std::uint64_t shape = 0;
  /// Lane i's bytes at values + i * access.width: loaded (loads), written (stores) or old (atomics); may be
  /// null.
  const std::uint8_t* values = nullptr;
};

/// Lanes of a warp pass the assignment of a variable of the text (sim/program/named_values.h). Valid during
/// the call only.
struct ValueEvent {
  /// Lost: no register holds what is assigned. Unset: its scope was left, and the next assignment is the
  /// first.
  enum class What : std::uint8_t { Assigned, Lost, Unset };
  std::uint64_t block = 0;
  std::uint32_t warp = 0;
  std::uint32_t value = 0; ///< index into NamedValues::values
  std::uint32_t lanes = 0;
  What what = What::Assigned;
  /// 32 words each: the value's low and, where it has 64 bits, high words; null: `constant` in all lanes.
  const std::uint32_t* low = nullptr;
  const std::uint32_t* high = nullptr;
  std::uint64_t constant = 0;
};

/// A warp executes an instruction with the lanes of `mask`; what it accesses is told after it.
struct InstructionEvent {
  std::uint64_t block = 0;
  std::uint32_t warp = 0;
  std::uint32_t pc = 0;
  std::uint32_t mask = 0;
};

enum class BarrierPhase : std::uint8_t { Arrive, Release };

/// A warp (or some of its lanes) arrives at __syncthreads. Release comes once per block, with warp = 0 and
/// mask = 0.
struct BarrierEvent {
  std::uint64_t block = 0;
  std::uint32_t warp = 0;
  std::uint32_t pc = 0;
  std::uint32_t mask = 0;
  BarrierPhase phase = BarrierPhase::Arrive;
};

/// What a fence, an asynchronous copy's operation or a cuda::barrier orders; here each takes effect at once.
/// A fence of device scope also stands for system scope. ObjectCopies: the lanes' copies so far belong to the
/// object's phase. ObjectWait: the lanes continue after that phase.
enum class OrderKind : std::uint8_t {
  FenceBlock,
  FenceDevice,
  CopyBegin,
  CopyEnd,
  CopyCommit,
  CopyWaitOldest,
  CopyWaitPrior,
  ObjectArrive,
  ObjectCopies,
  ObjectWait,
  ClusterArrive, ///< at the barrier of the cluster
  ClusterWait,   ///< behind it
  FenceProxy,    ///< between accesses of threads and those of bulk copies
  FenceProduct   ///< wgmma.fence
};
/// Groups of bulk copies and cp.async, and those of products (wgmma), are counted apart.
enum class OrderQueue : std::uint8_t { Copies, Products };
struct OrderEvent {
  std::uint64_t block = 0;
  std::uint32_t warp = 0;
  std::uint32_t pc = 0;
  std::uint32_t lanes = 0;
  OrderKind kind = OrderKind::FenceBlock;
  OrderQueue queue = OrderQueue::Copies; ///< of Copy...
  std::uint32_t prior = 0; ///< CopyWaitPrior: the number of youngest groups that are not waited for
  /// Object...: its offset in shared memory, and its phase, counted from 0.
  std::uint32_t object = 0, phase = 0;
  /// Object...: the block in whose shared memory it lies, or ~0 for the event's own. Cluster...: `phase` is
  /// the barrier's, from 0.
  std::uint64_t object_block = ~std::uint64_t{0};
};

enum class FaultKind : std::uint8_t {
  OutOfBounds,
  Misaligned,
  NullPointer,
  DivideByZero,
  StackOverflow,
  Assert,
  Trap,
  InvalidShuffle,
  Budget,
  Deadlock,
  ReadOnly,
  Unsupported,
  Uninitialized
};
[[nodiscard]] std::string_view name_of(FaultKind kind); ///< the names in JSON: "out_of_bounds", …

/// A fault in one lane (the first active one that shows it). It stops the block, except for Uninitialized and
/// InvalidShuffle.
struct Fault {
  FaultKind kind = FaultKind::Trap;
  std::uint64_t block = 0;
  std::uint32_t thread = 0; ///< linear within the block
  std::uint32_t pc = 0;
  Space space = Space::None;
  std::uint64_t address = 0; ///< byte offset in the space's window
  std::uint32_t width = 0;
  /// An access's: the lanes of the warp that made it, and where in the window each wanted to go.
  std::uint32_t lanes = 0;
  std::vector<std::uint32_t> offsets; ///< by lane; empty: it is no access
  /// Of Budget: an instruction of the statement of the loop that did not end.
  static constexpr std::uint32_t no_loop = ~0u;
  std::uint32_t loop = no_loop;
  /// One sentence with the numbers in it; a reader that has the program adds the variable's name.
  std::string message;
  bool operator==(const Fault&) const = default;
};

/// Receives the events of the blocks it is attached to. Calls come from one thread at a time.
class TraceSink {
 public:
  virtual ~TraceSink() = default;
  virtual void on_access(const AccessEvent&) {}
  virtual void on_barrier(const BarrierEvent&) {}
  /// A __syncwarp (or the sync of a tile or group) has released these lanes.
  virtual void on_warp_sync(std::uint64_t /*block*/, std::uint32_t /*warp*/, std::uint32_t /*lanes*/) {}
  virtual void on_order(const OrderEvent&) {}
  virtual void on_block_begin(std::uint64_t /*block*/) {}
  /// Asked after on_block_begin. False: accesses of this block with one shape may be reported together,
  /// later.
  virtual bool wants_each(std::uint64_t /*block*/) { return true; }
  /// Asked after on_block_begin. True: on_value tells this block's assignments, for which it runs more
  /// slowly.
  virtual bool wants_values(std::uint64_t /*block*/) { return false; }
  virtual void on_value(const ValueEvent&) {}
  /// Asked after on_block_begin. True: on_instruction tells each instruction of this block before it is
  /// executed, for which the block runs more slowly.
  virtual bool wants_instructions(std::uint64_t /*block*/) { return false; }
  virtual void on_instruction(const InstructionEvent&) {}
  /// Reports `count` accesses of blocks that do not want each, all with the shape (AccessEvent::shape) and
  /// phase of this one: their offsets differ by one multiple of 128 bytes in global memory, of 4 bytes
  /// elsewhere. The event's warp, block and values have no meaning. Called when the shape changes, and before
  /// run() returns.
  virtual void on_alike(const AccessEvent& /*like*/, std::uint64_t /*count*/) {}
  virtual void on_block_end(std::uint64_t /*block*/) {}
};

} // namespace warpscope::trace
