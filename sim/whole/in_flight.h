// Memory that the host may touch by itself (managed, pinned, mapped) and that work of the device uses while
// the host has not waited for it. The guest makes these pieces inaccessible until then, so that a touch too
// early is noticed, with both lines.
//
// Execution is eager: the work is done when its call returns, and what the host reads too early is what the
// work left. Only the order of streams, events and the host says that a device may not be there yet.
// Modelled: copies byte by byte; kernels by whole buffers (with GlobalWatch, word by word). Not modelled: a
// kernel that speaks with the host while it runs (volatile accesses, cuda::atomic, atomics of system scope)
// uses nothing.
#pragma once

#include "guest/protocol/messages.h"
#include "sim/whole/stream_order.h"

#include <cstdint>
#include <vector>

namespace warpscope::whole {

class InFlight {
 public:
  struct Piece {
    std::uint32_t number = 0;
    std::uint64_t offset = 0, bytes = 0; ///< in the Global window
    bool written = false;
    std::uint32_t work = 0; ///< as StreamOrder numbers it
  };
  /// `work`, which began last, uses these bytes.
  void begin(const StreamOrder& order, std::uint32_t work, std::uint64_t offset, std::uint64_t bytes,
             bool written);
  /// Ends the pieces of all work that the host has waited for.
  void host_waited(const StreamOrder& order);
  /// Ends the pieces of all work that comes before what `stream` does next: a function of the host runs in
  /// it.
  void reached(const StreamOrder& order, std::uint64_t stream);
  /// Ends the pieces inside a buffer that is freed.
  void forget(std::uint64_t offset, std::uint64_t bytes);

  [[nodiscard]] const Piece* find(std::uint32_t number) const;
  /// What began and ended since the last call.
  [[nodiscard]] guest::BusyChanges take_changes();

 private:
  template <class Condition> void end_where(Condition condition);

  static constexpr std::size_t most = 1024; ///< at a time; further ones are not looked at
  std::vector<Piece> pieces_;
  guest::BusyChanges changes_;
  std::uint32_t last_ = 0;
};

} // namespace warpscope::whole
