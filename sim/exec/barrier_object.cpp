// cuda::barrier and mbarrier: an object of 8 bytes in shared memory, initialised by the prelude's init().
// Arriving and waiting read and change it atomically; the sink receives the happens-before edges they create
// (OrderEvent), but no access. The bytes that a phase waits for are kept beside it (Block::awaited_bytes).
// Source: the PTX ISA, mbarrier; libcu++, cuda::barrier.
#include "sim/exec/lanes.h"
#include "sim/exec/ops_control.h"

#include <array>
#include <cstring>
#include <optional>
#include <string>

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
  void add(u32 lane, const Block& owner, u32 object, u32 phase) {
    const u64 block = &owner == &block_ ? ~u64{0} : owner.linear;
    if (event_.object != object || event_.phase != phase || event_.object_block != block) tell();
    event_.object = object;
    event_.phase = phase;
    event_.object_block = block;
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

/// An object's block, and its position in Block::shared.
struct Place {
  Block* block = nullptr;
  u32 at = 0;
};
std::optional<Place> place_of(Block& block, u64 address) {
  auto offset = static_cast<u32>(address);
  Block* owner = &block;
  if (address >> 32 == static_cast<u64>(Space::Cluster)) {
    const u32 rank = rank_of(offset);
    if (rank >= block.cluster->blocks.size()) return std::nullopt;
    owner = block.cluster->blocks[rank];
    if (owner != &block) block.cluster->signals = true;
    offset = offset_in_block(offset);
  } else if (address >> 32 != static_cast<u64>(Space::Shared)) {
    return std::nullopt;
  }
  if (offset % 8 != 0 || offset < program::window_base || u64{offset} + 8 > owner->shared_end)
    return std::nullopt;
  return Place{owner, offset - program::window_base};
}

Object read(const Place& place) {
  u64 bits = 0;
  std::memcpy(&bits, place.block->shared.data() + place.at, sizeof bits);
  return Object::of(bits);
}

void write(const Place& place, const Object& object) {
  const u64 bits = object.bits();
  std::memcpy(place.block->shared.data() + place.at, &bits, sizeof bits);
}

void wake(Block& block) {
  for (Warp& warp : block.warps)
    for (const u32 id : warp.leaves)
      if (warp.nodes[id].state == NodeState::AtObject)
        warp.nodes[id].state = NodeState::Runnable; // it will check again whether its phase has completed
  block.woken = true;
}

/// Ends the phase when neither an arrival nor a byte is missing.
void complete(const Place& place, Object& object) {
  if (object.pending != 0) return;
  if (const auto bytes = place.block->awaited_bytes.find(place.at);
      bytes != place.block->awaited_bytes.end()) {
    if (bytes->second != 0) return;
    place.block->awaited_bytes.erase(bytes);
  }
  object.pending = object.expected;
  object.phase = (object.phase + 1) % Object::phases;
  wake(*place.block);
}

/// Arrives; the empty text, or what is wrong with it.
std::string arrive(const Place& place, Object& object, program::BarrierArrival arrival, u32 count) {
  using Arrival = program::BarrierArrival;
  if (arrival == Arrival::Begin) {
    place.block->awaited_bytes.erase(place.at);
    return {};
  }
  if (arrival == Arrival::Expect || arrival == Arrival::Complete) {
    std::int64_t& bytes = place.block->awaited_bytes[place.at];
    bytes += arrival == Arrival::Expect ? std::int64_t{count} : -std::int64_t{count};
    if (bytes > std::int64_t{most_arrivals} || bytes < -std::int64_t{most_arrivals})
      return "makes a phase of an mbarrier wait for " + std::to_string(bytes) +
             " bytes, of which it counts " + std::to_string(most_arrivals) + " at most";
    if (arrival == Arrival::Complete) complete(place, object);
    return {};
  }
  if (count == 0 || count > object.pending)
    return "arrives " + std::to_string(count) + " times at a cuda::barrier whose phase " +
           std::to_string(object.phase) + " waits for " + std::to_string(object.pending) + " of " +
           std::to_string(object.expected) + " arrivals";
  object.pending -= count;
  if (arrival == Arrival::Drop) --object.expected;
  complete(place, object);
  return {};
}

/// True when the phase that is named by its number, or by its parity, is over.
bool is_over(u32 phase, u32 wanted, bool by_parity) {
  return by_parity ? (phase & 1u) != (wanted & 1u) : phase != wanted;
}

} // namespace

Flow arrive_at_object(Warp& w, const program::Instruction& in) {
  using Arrival = program::BarrierArrival;
  const u32* addresses = w.source(in.a, 2);
  const u32* counts = w.source(in.b);
  const auto arrival = static_cast<Arrival>(in.imm);
  const bool arrives = arrival == Arrival::Arrive || arrival == Arrival::Drop;
  Block& block = *w.block;
  u32 phases[warp_size] = {};
  {
    Teller teller(w, arrives ? trace::OrderKind::ObjectArrive : trace::OrderKind::ObjectCopies);
    for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
      const u32 lane = first_lane(rest);
      const auto place = place_of(block, get<u64>(addresses, lane));
      if (!place)
        return w.fault(
            trace::FaultKind::Unsupported, lane,
            "uses a cuda::barrier that does not lie in shared memory, where alone it is simulated");
      Object object = read(*place);
      phases[lane] = object.phase;
      if (arrives || arrival == Arrival::Copies)
        teller.add(lane, *place->block, place->at + program::window_base, object.phase);
      if (arrival == Arrival::Copies) continue;
      if (const std::string wrong = arrive(*place, object, arrival, counts[lane]); !wrong.empty())
        return w.fault(trace::FaultKind::Assert, lane, wrong);
      if (arrival != Arrival::Begin) write(*place, object);
    }
  }
  return set_lanes<u32>(w, in.dst, [&](u32 i) { return phases[i]; });
}

Flow wait_at_object(Warp& w, const program::Instruction& in) {
  const u32* addresses = w.source(in.a, 2);
  const u32* wanted = w.source(in.b);
  const bool by_parity = in.imm != 0;
  Block& block = *w.block;
  u32 over[warp_size] = {};
  std::array<Place, warp_size> places;
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const u32 lane = first_lane(rest);
    const auto place = place_of(block, get<u64>(addresses, lane));
    if (!place)
      return w.fault(
          trace::FaultKind::Unsupported, lane,
          "waits at a cuda::barrier that does not lie in shared memory, where alone it is simulated");
    const u32 phase = read(*place).phase;
    if (!is_over(phase, wanted[lane], by_parity)) {
      w.save();
      w.nodes[w.current].state = NodeState::AtObject;
      w.current = none;
      return Flow::Leave;
    }
    places[lane] = *place;
    over[lane] = by_parity ? (phase - 1) % Object::phases : wanted[lane];
  }
  Teller teller(w, trace::OrderKind::ObjectWait);
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const u32 lane = first_lane(rest);
    teller.add(lane, *places[lane].block, places[lane].at + program::window_base, over[lane]);
  }
  return Flow::Next;
}

Flow test_object(Warp& w, const program::Instruction& in) {
  const u32* addresses = w.source(in.a, 2);
  const u32* wanted = w.source(in.b);
  const bool by_parity = in.imm != 0;
  Block& block = *w.block;
  u32 yes = 0;
  {
    Teller teller(w, trace::OrderKind::ObjectWait);
    for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
      const u32 lane = first_lane(rest);
      const auto place = place_of(block, get<u64>(addresses, lane));
      if (!place)
        return w.fault(
            trace::FaultKind::Unsupported, lane,
            "asks a cuda::barrier that does not lie in shared memory, where alone it is simulated");
      const u32 phase = read(*place).phase;
      if (!is_over(phase, wanted[lane], by_parity)) continue;
      yes |= bit_of[lane];
      teller.add(lane, *place->block, place->at + program::window_base,
                 by_parity ? (phase - 1) % Object::phases : wanted[lane]);
    }
  }
  w.set_predicate(in.dst, yes);
  if (yes == w.mask) return Flow::Next;
  ++w.pc; // the others of the block, and of the cluster, come first now
  w.save();
  w.current = none;
  block.yields = true;
  return Flow::Leave;
}

} // namespace warpscope::exec
