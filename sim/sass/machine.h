// The state of the machine that runs decoded instructions: warps with their registers, blocks, memory.
// Internal to sim/sass: callers use run.h.
#pragma once

#include "sim/sass/operand.h"
#include "sim/sass/run.h"

#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace warpscope::sass {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

inline constexpr u32 lanes = 32;
inline constexpr u32 all_lanes = ~0u;
/// The window of the code's own variables, beside the spaces of sim/base/spaces.def: a generic address has it
/// in its high word.
inline constexpr u32 code_window = 0x40;
/// Where a block's shared memory begins in its window: what the architecture reserves comes before. A
/// multiple of all banks, so that it changes no count.
inline constexpr u32 stack_slack = 1024;

/// One register of a warp.
struct alignas(32) Row {
  u32 lane[lanes];
};

/// What a handler wants next.
enum class Flow : u8 {
  Next,
  Jump,  ///< the group's pc was set
  Wait,  ///< the group waits: its state says for what; its pc is where it goes on
  Gone,  ///< all its lanes have ended, or it was joined to another
  Fault, ///< Machine::fault says what
};

struct Warp;
struct Instruction;
using Handler = Flow (*)(Warp&, const Instruction&);

/// A source operand, ready for use: a row of the warp or of the program's pool, with its modifiers.
struct Source {
  u16 row = zero_row;
  i32 pool = -1; ///< not negative: Decoded::pool[pool] instead of the row
  u8 half = 0;
  u8 part = 0; ///< of an integer of 8 or 16 bits: how many bits it lies above the word's lowest
  bool negative = false, absolute = false, inverted = false;
};
struct PredicateSource {
  u8 row = true_predicate;
  bool inverted = false;
};

struct AddressParts {
  u16 row = no_row, uniform = no_row;
  bool wide = false, uniform_wide = false;
  u8 scale = 1;
  u64 offset = 0;
};

struct Instruction {
  Handler run = nullptr;
  u8 guard = true_predicate;
  bool unless = false;
  u8 width = 4; ///< of an access, per lane
  bool is_signed = false;
  u8 mode = 0; ///< the handler's own
  u8 mode2 = 0;
  u16 to = zero_row;    ///< the register it writes
  bool uniform = false; ///< it is of the uniform datapath: not masked by lanes
  std::array<u8, 2> to_predicate{true_predicate, true_predicate};
  std::array<Source, 4> from;
  std::array<PredicateSource, 3> predicate;
  AddressParts address;
  u32 pc = 0;     ///< index
  u32 target = 0; ///< index
  u64 bits = 0;
  u8 bank = 0;
};

/// Lanes of a warp that are at one pc.
struct Group {
  enum class State : u8 { Ready, Reconvergence, WarpSync, Collective, Barrier } state = State::Ready;
  u32 pc = 0;
  u32 mask = 0;
  u32 which = 0; ///< Reconvergence: the barrier register; Barrier: its number; Collective: whom it waits for
  u8 bits_of_barrier = 0; ///< Barrier: what it reduces, as the instruction's mode2
};

struct Block;
struct Machine;

struct Warp {
  Machine* machine = nullptr;
  Block* block = nullptr;
  u32 number = 0;
  u32 exec = 0;     ///< lanes of the present instruction
  u32 existing = 0; ///< lanes that have a thread
  u32 exited = 0;
  u32 group = 0; ///< the present one, an index
  std::vector<Group> groups;
  std::vector<Group> collective; ///< whose lanes are in a collective, with where they go on
  std::vector<Row> registers;    ///< sass::rows of them
  std::array<u32, predicates> predicate{};
  std::array<std::array<u32, lanes>, 16> reconvergence{}; ///< for each lane, who meets it at BSYNC
  std::array<u32, lanes> x{}, y{}, z{};
  u32 barrier_count = 0;
  bool barrier_result = false;
  std::vector<u8> local; ///< lane by lane
  u64 clock = 0;

  [[nodiscard]] Group& now() { return groups[group]; }
};

struct BlockBarrier {
  u32 arrived = 0;  ///< threads
  u32 expected = 0; ///< 0: all of the block
  u32 count = 0;    ///< of those whose predicate holds
  bool all = true, any = false;
};

struct Block {
  u64 number = 0;
  u32 x = 0, y = 0, z = 0;
  u32 threads = 0, exited = 0;
  std::vector<u8> shared; ///< with what is reserved before it
  std::vector<Warp> warps;
  std::array<BlockBarrier, 16> barriers{};
};

/// A piece of global memory on the host.
struct Piece {
  u32 window = 0; ///< a Space, or code_window
  u64 begin = 0, end = 0;
  u8* data = nullptr; ///< of `begin`
};

/// What one access site last looked like, so that equal ones get equal numbers (trace::AccessEvent::shape).
struct LastShape {
  u32 mask = 0;
  u32 key = 0;
  u64 number = 0;
  alignas(32) std::array<u32, lanes> delta{};
};

/// The instructions, their constants and addresses filled in for one launch.
struct Decoded {
  std::vector<Instruction> code;
  std::vector<Row> pool;
  std::vector<AddressParts> sources; ///< second addresses of copies
  std::string unknown; ///< a sentence that names an instruction that is not known; empty: all are
};

struct Machine {
  const Decoded* decoded = nullptr;
  const exec::Launch* launch = nullptr;
  trace::TraceSink* sink = nullptr;
  std::mutex* atomics = nullptr; ///< held by one of global memory; null: other threads run no blocks
  trace::AccessEvent event;
  std::array<std::vector<u8>, 8> banks;
  std::vector<Piece> pieces; ///< ascending by window and begin
  u32 last_piece = 0;
  std::vector<u8> image;
  std::vector<LastShape> shapes; ///< by instruction
  u64 next_shape = 1;
  u32 local_bytes = 0; ///< of a thread
  u64 instructions = 0, barriers = 0;
  bool tells_each = false;           ///< the sink wants each instruction
  std::vector<bool>* seen = nullptr; ///< marks the instructions that run; null: nobody asks
  std::string fault;
};

/// Lane masks as vectors: all ones in the lanes of the mask.
inline void spread(u32 mask, u32* out) {
  for (u32 l = 0; l < lanes; ++l) out[l] = 0u - (mask >> l & 1u);
}

inline void write(Warp& w, u16 row, const Row& value, u32 mask, bool uniform) {
  if (row == zero_row || row == uniform_zero) return;
  Row& to = w.registers[row];
  if (uniform) {
    // The uniform datapath has one value; the first active lane's stands for it.
    for (u32 l = 0; l < lanes; ++l) to.lane[l] = value.lane[0];
    return;
  }
  if (mask == all_lanes) {
    to = value;
    return;
  }
  Row keep;
  spread(mask, keep.lane);
  for (u32 l = 0; l < lanes; ++l) to.lane[l] = (value.lane[l] & keep.lane[l]) | (to.lane[l] & ~keep.lane[l]);
}
inline void write(Warp& w, const Instruction& in, const Row& value) {
  write(w, in.to, value, w.exec, in.uniform);
}
/// The second word of a pair.
inline void write_next(Warp& w, const Instruction& in, unsigned n, const Row& value) {
  if (in.to != zero_row && in.to != uniform_zero)
    write(w, static_cast<u16>(in.to + n), value, w.exec, in.uniform);
}

inline void write_predicate(Warp& w, u8 row, u32 value) {
  if (row == true_predicate || row == first_uniform_predicate + true_predicate) return;
  u32& to = w.predicate[row];
  if (row >= first_uniform_predicate) to = (value & 1) != 0 ? all_lanes : 0;
  else to = (value & w.exec) | (to & ~w.exec);
}

[[nodiscard]] inline u32 read(const Warp& w, const PredicateSource& source) {
  const u32 value = w.predicate[source.row];
  return source.inverted ? ~value : value;
}

/// The row as it is, without modifiers. `n`: the n-th word of a pair.
[[nodiscard]] inline const Row& raw(const Warp& w, const Source& s, unsigned n = 0) {
  if (s.pool >= 0) return w.machine->decoded->pool[static_cast<std::size_t>(s.pool) + n];
  const bool zero = s.row == zero_row || s.row == uniform_zero;
  return w.registers[zero ? s.row : s.row + n];
}

/// As an integer: -x is the two's complement, ~x the inverse.
[[nodiscard]] inline const Row& integer(const Warp& w, const Source& s, Row& space) {
  const Row& row = raw(w, s);
  if (!s.negative && !s.inverted && !s.absolute) return row;
  for (u32 l = 0; l < lanes; ++l) {
    u32 x = row.lane[l];
    if (s.absolute && static_cast<i32>(x) < 0) x = 0 - x;
    if (s.negative) x = 0 - x;
    space.lane[l] = s.inverted ? ~x : x;
  }
  return space;
}
/// As float: the sign bit is changed.
[[nodiscard]] inline const Row& floating(const Warp& w, const Source& s, Row& space) {
  const Row& row = raw(w, s);
  if (!s.negative && !s.absolute) return row;
  const u32 keep = s.absolute ? 0x7fff'ffffu : ~0u, flip = s.negative ? 0x8000'0000u : 0;
  for (u32 l = 0; l < lanes; ++l) space.lane[l] = (row.lane[l] & keep) ^ flip;
  return space;
}

[[nodiscard]] inline u64 pair(const Row& low, const Row& high, u32 l) {
  return low.lane[l] | u64{high.lane[l]} << 32;
}

/// Why the machine stops.
inline Flow fail(Warp& w, std::string sentence) {
  w.machine->fault = std::move(sentence);
  return Flow::Fault;
}

// memory.cpp
/// Returns where `bytes` at a generic address lie; null: nowhere.
[[nodiscard]] u8* find(Warp& w, u32 lane, u64 address, u32 bytes);

// control.cpp
/// Lets go on whoever waited for what has now happened in this warp.
void release(Warp& w);
void release_barriers(Block& block);

} // namespace warpscope::sass
