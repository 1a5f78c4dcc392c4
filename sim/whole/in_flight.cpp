// Keeps the pieces of memory that work in flight uses.
#include "sim/whole/in_flight.h"

#include <algorithm>
#include <utility>

namespace warpscope::whole {

template <class Condition> void InFlight::end_where(Condition condition) {
  std::erase_if(pieces_, [&](const Piece& piece) {
    if (!condition(piece)) return false;
    // What began since the last answer was never told to the guest.
    const auto untold = std::find_if(changes_.begun.begin(), changes_.begun.end(),
                                     [&](const auto& begun) { return begun.number == piece.number; });
    if (untold != changes_.begun.end()) changes_.begun.erase(untold);
    else changes_.ended.push_back(piece.number);
    return true;
  });
}

void InFlight::begin(const StreamOrder& order, std::uint32_t work, std::uint64_t offset, std::uint64_t bytes,
                     bool written) {
  if (bytes == 0) return;
  for (Piece& piece : pieces_)
    if (piece.offset == offset && piece.bytes == bytes && piece.written == written &&
        (piece.work == work || order.ordered(piece.work))) {
      piece.work = work;
      return;
    }
  if (pieces_.size() >= most) return;
  pieces_.push_back({++last_, offset, bytes, written, work});
  changes_.begun.push_back({last_, guest::device_base + offset, bytes, written});
}

void InFlight::host_waited(const StreamOrder& order) {
  end_where([&](const Piece& piece) { return order.host_waited_for(piece.work); });
}

void InFlight::reached(const StreamOrder& order, std::uint64_t stream) {
  if (pieces_.empty()) return;
  const StreamOrder::Clock clock = order.before(stream);
  end_where([&](const Piece& piece) { return order.is_before(piece.work, clock); });
}

void InFlight::forget(std::uint64_t offset, std::uint64_t bytes) {
  end_where([&](const Piece& piece) { return piece.offset >= offset && piece.offset - offset < bytes; });
}

const InFlight::Piece* InFlight::find(std::uint32_t number) const {
  const auto found = std::find_if(pieces_.begin(), pieces_.end(),
                                  [&](const Piece& piece) { return piece.number == number; });
  return found == pieces_.end() ? nullptr : &*found;
}

guest::BusyChanges InFlight::take_changes() { return std::exchange(changes_, {}); }

} // namespace warpscope::whole
