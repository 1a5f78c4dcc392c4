// cuda::barrier: an object of 8 bytes in shared memory, initialised by the prelude's init(). Arriving and
// waiting read and change it atomically; the sink receives the happens-before edges they create (OrderEvent),
// but no access. Source: the PTX ISA, mbarrier; libcu++, cuda::barrier.
#include "sim/exec/lanes.h"
#include "sim/exec/ops_control.h"

#include <cstring>
#include <optional>

namespace warpscope::exec {
namespace {

constexpr u32 most_arrivals = (1u << 20) - 1; ///< cuda::barrier::max()

/// The object's layout: the arrivals a phase expects, those still pending, and the phase.
struct Object {
  u32 expected = 0, pending = 0, phase = 0;
  static constexpr u32 phases = 1u << 24;

  static Object of(u64 bits) {
    return {static_cast<u32>(bits) & most_arrivals, static_cast<u32>(bits >> 20) & most_arrivals,
            static_cast<u32>(bits >> 40)};
  }
  [[nodiscard]] u64 bits() const { return u64{expected} | u64{pending} << 20 | u64{phase} << 40; }
};

/// Reports to the sink, merging consecutive lanes that do the same.
class Teller {
 public:
  Teller(const Warp& w, trace::OrderKind kind) : block_(*w.block) {
    event_.block = block_.linear;
    event_.warp = w.index;
    event_.pc = w.pc;
    event_.kind = kind;
  }
  ~Teller() { tell(); }
  Teller(const Teller&) = delete;
  Teller& operator=(const Teller&) = delete;
  void add(u32 lane, u32 object, u32 phase) {
    if (event_.object != object || event_.phase != phase) tell();
    event_.object = object;
    event_.phase = phase;
    event_.lanes |= bit_of[lane];
  }

 private:
  void tell() {
    if (event_.lanes != 0) block_.sink->on_order(event_);
    event_.lanes = 0;
  }
  Block& block_;
  trace::OrderEvent event_;
};

/// Returns the object's position in Block::shared, if it lies there.
std::optional<u32> place_of(const Block& block, u64 address) {
  const auto offset = static_cast<u32>(address);
  if (address >> 32 != static_cast<u64>(Space::Shared) || offset % 8 != 0 || offset < program::window_base ||
      u64{offset} + 8 > block.shared_end)
    return std::nullopt;
  return offset - program::window_base;
}

Object read(const Block& block, u32 place) {
  u64 bits = 0;
  std::memcpy(&bits, block.shared.data() + place, sizeof bits);
  return Object::of(bits);
}

void write(Block& block, u32 place, const Object& object) {
  const u64 bits = object.bits();
  std::memcpy(block.shared.data() + place, &bits, sizeof bits);
}

void wake(Block& block) {
  for (Warp& warp : block.warps)
    for (const u32 id : warp.leaves)
      if (warp.nodes[id].state == NodeState::AtObject)
        warp.nodes[id].state = NodeState::Runnable; // it will check again whether its phase has completed
  block.woken = true;
}

} // namespace

Flow arrive_at_object(Warp& w, const program::Instruction& in) {
  const u32* addresses = w.source(in.a, 2);
  const u32* counts = w.source(in.b);
  const auto arrival = static_cast<program::BarrierArrival>(in.imm);
  Block& block = *w.block;
  u32 phases[warp_size] = {};
  {
    Teller teller(w, arrival == program::BarrierArrival::Copies ? trace::OrderKind::ObjectCopies
                                                                : trace::OrderKind::ObjectArrive);
    for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
      const u32 lane = first_lane(rest);
      const auto place = place_of(block, get<u64>(addresses, lane));
      if (!place)
        return w.fault(
            trace::FaultKind::Unsupported, lane,
            "uses a cuda::barrier that does not lie in shared memory, where alone it is simulated");
      Object object = read(block, *place);
      phases[lane] = object.phase;
      teller.add(lane, *place + program::window_base, object.phase);
      if (arrival == program::BarrierArrival::Copies) continue;
      if (counts[lane] == 0 || counts[lane] > object.pending)
        return w.fault(trace::FaultKind::Assert, lane,
                       "arrives " + std::to_string(counts[lane]) + " times at a cuda::barrier whose phase " +
                           std::to_string(object.phase) + " waits for " + std::to_string(object.pending) +
                           " of " + std::to_string(object.expected) + " arrivals");
      object.pending -= counts[lane];
      if (arrival == program::BarrierArrival::Drop) --object.expected;
      if (object.pending == 0) {
        object.pending = object.expected;
        object.phase = (object.phase + 1) % Object::phases;
        wake(block);
      }
      write(block, *place, object);
    }
  }
  return set_lanes<u32>(w, in.dst, [&](u32 i) { return phases[i]; });
}

Flow wait_at_object(Warp& w, const program::Instruction& in) {
  const u32* addresses = w.source(in.a, 2);
  const u32* wanted = w.source(in.b);
  const bool by_parity = in.imm != 0;
  Block& block = *w.block;
  u32 objects[warp_size] = {}, over[warp_size] = {};
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const u32 lane = first_lane(rest);
    const auto place = place_of(block, get<u64>(addresses, lane));
    if (!place)
      return w.fault(
          trace::FaultKind::Unsupported, lane,
          "waits at a cuda::barrier that does not lie in shared memory, where alone it is simulated");
    const u32 phase = read(block, *place).phase;
    if (by_parity ? (phase & 1u) == (wanted[lane] & 1u) : phase == wanted[lane]) {
      w.save();
      w.nodes[w.current].state = NodeState::AtObject;
      w.current = none;
      return Flow::Leave;
    }
    objects[lane] = *place + program::window_base;
    over[lane] = by_parity ? (phase - 1) % Object::phases : wanted[lane];
  }
  Teller teller(w, trace::OrderKind::ObjectWait);
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1)
    teller.add(first_lane(rest), objects[first_lane(rest)], over[first_lane(rest)]);
  return Flow::Next;
}

} // namespace warpscope::exec
