// What the executor tells while it runs, in the order in which it happens within a block.
#pragma once

#include "sim/base/access.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace warpscope::trace {

/// One warp-wide memory instruction with at least one active lane. Valid during the call only.
struct AccessEvent {
  std::uint64_t block = 0;   ///< linear: x + y * grid.x + z * grid.x * grid.y
  std::uint32_t warp = 0;    ///< in its block
  std::uint32_t site = 0;    ///< index into Program::sites
  Space space = Space::None; ///< never None: generic accesses are split by the space they hit
  AccessKind kind = AccessKind::Load;
  bool returns = false;
  WarpAccess access;
  /// Not 0: accesses of one site with the same number, told to the same sink, have the same space, kind, mask
  /// and width, and their offsets differ from one another by one multiple of 4 bytes, without wrapping. 0:
  /// nothing is known.
  std::uint64_t shape = 0;
  const std::uint8_t* values = nullptr; ///< lane i's bytes at values + i * access.width: loaded (loads),
                                        ///< written (stores), old (atomics); may be null
};

enum class BarrierPhase : std::uint8_t { Arrive, Release };

/// A warp (or part of one) arrives at __syncthreads; Release comes once per block, warp = 0, mask = 0.
struct BarrierEvent {
  std::uint64_t block = 0;
  std::uint32_t warp = 0;
  std::uint32_t pc = 0;
  std::uint32_t mask = 0;
  BarrierPhase phase = BarrierPhase::Arrive;
};

/// What a fence, an asynchronous copy's call or a barrier object orders; nothing of it happens later here. A
/// device's fence is also one for the whole system. ObjectCopies: the lanes' copies so far belong to the
/// object's phase; ObjectWait: the lanes go on behind that phase.
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
  ObjectWait
};
struct OrderEvent {
  std::uint64_t block = 0;
  std::uint32_t warp = 0;
  std::uint32_t pc = 0;
  std::uint32_t lanes = 0;
  OrderKind kind = OrderKind::FenceBlock;
  std::uint32_t prior = 0;             ///< CopyWaitPrior: so many of the youngest groups are not waited for
  std::uint32_t object = 0, phase = 0; ///< Object...: its place in shared memory, and its phase, from 0
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
[[nodiscard]] std::string_view name_of(FaultKind kind); ///< "out_of_bounds", …: the JSON names

/// Something went wrong in one lane (the first active one that shows it); the block stops, but for
/// Uninitialized and InvalidShuffle.
struct Fault {
  FaultKind kind = FaultKind::Trap;
  std::uint64_t block = 0;
  std::uint32_t thread = 0; ///< linear in the block
  std::uint32_t pc = 0;
  Space space = Space::None;
  std::uint64_t address = 0; ///< byte offset in the space's window
  std::uint32_t width = 0;
  std::string message; ///< one sentence with the numbers put in; who has the program adds the variable's name
  bool operator==(const Fault&) const = default;
};

/// Receives the events of the blocks it is attached to. Calls come from one thread at a time.
class TraceSink {
 public:
  virtual ~TraceSink() = default;
  virtual void on_access(const AccessEvent&) {}
  virtual void on_barrier(const BarrierEvent&) {}
  /// A __syncwarp (or a tile's or a group's sync) has let these lanes go on.
  virtual void on_warp_sync(std::uint64_t /*block*/, std::uint32_t /*warp*/, std::uint32_t /*lanes*/) {}
  virtual void on_order(const OrderEvent&) {}
  virtual void on_block_begin(std::uint64_t /*block*/) {}
  /// Asked behind on_block_begin. False: of this block's accesses those that look alike may be told together,
  /// later.
  virtual bool wants_each(std::uint64_t /*block*/) { return true; }
  /// `count` accesses of blocks of which not each was wanted, all of the shape (AccessEvent::shape) and in
  /// the phase of this one: in global memory their offsets differ from one another by one multiple of 128
  /// bytes, elsewhere of 4. No warp, block or values are meant. Comes when the shape changes, and before
  /// run() returns.
  virtual void on_alike(const AccessEvent& /*like*/, std::uint64_t /*count*/) {}
  virtual void on_block_end(std::uint64_t /*block*/) {}
};

} // namespace warpscope::trace
