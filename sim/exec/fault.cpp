// Makes the messages that describe what went wrong, with the numbers in them.
#include "sim/exec/access.h"
#include "sim/program/opcode_table.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>

namespace warpscope::exec {
namespace {

std::string bytes_text(std::uint64_t count) {
  return std::to_string(count) + (count == 1 ? " byte" : " bytes");
}

const char* verb(Intent intent) {
  return intent == Intent::Read ? "reads " : intent == Intent::Write ? "writes " : "updates ";
}

/// Such as "at offset 4096 of the 4096-byte buffer in", or the distance below it.
std::string place_text(const Allocation& piece, std::uint64_t offset) {
  const std::string buffer = "the " + std::to_string(piece.bytes) + "-byte buffer " + piece.name;
  if (offset >= piece.offset) return "at offset " + std::to_string(offset - piece.offset) + " of " + buffer;
  return bytes_text(piece.offset - offset) + " before " + buffer;
}

std::string place_text(const Warp& w, Space space, std::uint32_t offset) {
  if (space == Space::Cluster) {
    const u32 rank = rank_of(static_cast<u32>(offset)),
              count = static_cast<u32>(w.block->cluster->blocks.size());
    std::string text = "at offset " + std::to_string(offset_in_block(static_cast<u32>(offset))) +
                       " of the shared memory of block " + std::to_string(rank) + " of the cluster";
    if (rank >= count)
      return text + ", which has " + std::to_string(count) + (count == 1 ? " block" : " blocks");
    if (w.block->cluster->blocks[rank]->ended) return text + ", which has ended";
    return text + ", which is outside of it";
  }
  const Block& block = *w.block;
  if (offset == program::invalid_offset) {
    return "at an address outside of " + std::string(name_of(space)) +
           " memory (the index is negative or far too large)";
  }
  const Window there = block.window(w, space);
  if (space == Space::None) return "through a pointer that points into no memory";
  if (const FreedAllocation* old = space == Space::Global ? block.memory->freed_at(offset) : nullptr)
    return place_text(*old, offset) + ", which was freed" +
           (old->freed.known() ? " at line " + std::to_string(old->freed.line) : "");
  if (there.listed)
    if (const Allocation* piece = block.memory->nearest(space, offset)) return place_text(*piece, offset);
  const std::uint64_t size = there.listed ? 0 : there.end - there.origin;
  const std::string memory = std::to_string(size) + " bytes of " + std::string(name_of(space)) + " memory";
  if (offset >= program::window_base)
    return "at offset " + std::to_string(offset - program::window_base) + " of " + memory;
  return bytes_text(program::window_base - offset) + " before the " + memory;
}

} // namespace

bool find_range(Block& block, Space space, u64 lo, u64 end, CheckedRange& range) {
  const Allocation* piece = block.memory->at_or_below(space, lo);
  if (piece == nullptr || lo < program::window_base || end > piece->offset + piece->bytes) return false;
  range = {piece->offset, piece->offset + piece->bytes};
  return true;
}

bool lanes_inside(Block& block, Space space, const Extent& extent, u32 width, u32 site, CheckedRange& range) {
  const AccessKind kind = block.program->sites[site].kind;
  const auto touch = [&](const CheckedRange& buffer) {
    if (space != Space::Global) return;
    std::vector<TouchedBuffer>& touched = block.result->touched;
    const auto offset = static_cast<u32>(buffer.lo);
    const auto at = std::lower_bound(touched.begin(), touched.end(), offset,
                                     [](const TouchedBuffer& t, u32 value) { return t.offset < value; });
    TouchedBuffer& one = at != touched.end() && at->offset == offset
                             ? *at
                             : *touched.insert(at, TouchedBuffer{offset, false, false});
    one.read = one.read || kind != AccessKind::Store;
    one.written = one.written || kind != AccessKind::Load;
  };
  if (find_range(block, space, extent.lowest, u64{extent.highest} + width, range)) {
    touch(range);
    return true;
  }
  for (const u32 offset : block.event.access.offset) {
    CheckedRange one;
    if (!find_range(block, space, offset, u64{offset} + width, one)) return false;
    touch(one);
  }
  return true;
}

HostPlace overrun_place(Warp& w, Space space, u32 mask, const u32* offsets, u32 width, Intent intent) {
  Block& block = *w.block;
  const u64 page = block.memory->page;
  if (page == 0 || space != Space::Global) return {};
  u32 behind = 0; // lanes outside their buffer
  for (u32 rest = mask; rest != 0; rest &= rest - 1) {
    const u32 lane = first_lane(rest), offset = offsets[lane];
    if ((offset & (width - 1)) != 0 || offset < program::window_base) return {};
    if (block.inside(w, space, offset, width)) continue;
    const Allocation* piece = block.memory->at_or_below(space, offset);
    if (piece == nullptr || block.memory->freed_at(offset) != nullptr) return {};
    const u64 end = (piece->bytes + page - 1) / page * page;
    if (offset - piece->offset + u64{width} > end || u64{offset} + width > program::invalid_offset) return {};
    behind |= 1u << lane;
  }
  if (behind == 0) return {};
  const u32 lane = first_lane(behind);
  std::vector<trace::Fault>& found = block.result->undefined;
  if (std::none_of(found.begin(), found.end(), [&](const trace::Fault& f) { return f.pc == w.pc; })) {
    trace::Fault fault;
    fault.kind = trace::FaultKind::OutOfBounds;
    fault.block = block.linear;
    fault.thread = w.index * warp_size + lane;
    fault.pc = w.pc;
    fault.space = space;
    fault.address = offsets[lane];
    fault.width = width;
    fault.message = block.thread_text(fault.thread) + " " + verb(intent) + bytes_text(width) + " " +
                    place_text(w, space, offsets[lane]);
    found.push_back(std::move(fault));
  }
  return {block.memory->global, 0, 0};
}

/// Checks one lane at a time, to find the first one whose own offset is at fault.
Flow access_fault(Warp& w, Space space, u32 mask, const u32* offsets, u32 width, Intent intent) {
  Block& block = *w.block;
  std::uint32_t found = first_lane(mask);
  trace::FaultKind kind = trace::FaultKind::OutOfBounds;
  for (u32 rest = mask; rest != 0; rest &= rest - 1) {
    const auto lane = first_lane(rest);
    const u32 offset = offsets[lane];
    const bool inside = block.inside(w, space, offset, width);
    const bool read_only = intent != Intent::Read && !block.window(w, space).writable;
    const bool aligned = (offset & (width - 1)) == 0;
    if (inside && aligned && !read_only) continue;
    found = lane;
    kind = !inside    ? trace::FaultKind::OutOfBounds
           : !aligned ? trace::FaultKind::Misaligned
                      : trace::FaultKind::ReadOnly;
    if (!inside && offset < program::window_base && (space == Space::None || block.window(w, space).listed)) {
      kind = trace::FaultKind::NullPointer;
    }
    break;
  }
  const u32 offset = offsets[found];
  std::string what = verb(intent) + bytes_text(width) + " ";
  switch (kind) {
  case trace::FaultKind::NullPointer:
    what += offset == 0 ? "through a null pointer" : "at " + std::to_string(offset) + " from a null pointer";
    break;
  case trace::FaultKind::Misaligned:
    what += place_text(w, space, offset) + ", which is not a multiple of " + std::to_string(width);
    break;
  case trace::FaultKind::ReadOnly:
    what += place_text(w, space, offset) + ", which kernels can only read";
    break;
  default: what += place_text(w, space, offset); break;
  }
  block.fault.space = space;
  block.fault.address = offset;
  block.fault.width = width;
  block.fault.lanes = mask;
  block.fault.offsets.assign(warp_size, 0);
  for (u32 rest = mask; rest != 0; rest &= rest - 1)
    block.fault.offsets[first_lane(rest)] = offsets[first_lane(rest)];
  return w.fault(kind, found, what);
}

Flow Warp::fault(trace::FaultKind kind, std::uint32_t lane, const std::string& what) {
  trace::Fault& fault = block->fault;
  fault.kind = kind;
  fault.block = block->linear;
  fault.thread = index * warp_size + lane;
  fault.pc = pc;
  fault.message = block->thread_text(fault.thread) + " " + what;
  return Flow::Fault;
}

Flow Warp::divide_fault(std::uint32_t bad_lanes, const char* what) {
  if (block->memory->page == 0) return fault(trace::FaultKind::DivideByZero, first_lane(bad_lanes), what);
  note(first_lane(bad_lanes), what, trace::FaultKind::DivideByZero);
  return Flow::Next;
}

namespace {

constexpr std::size_t most_followed = 20'000; ///< instructions behind a load

/// Slots that an operand of this kind has: those of a value of several components are the instruction's own.
std::uint32_t slots_of(program::OperandKind kind, const program::Instruction& instruction) {
  switch (kind) {
  case program::OperandKind::S32: return 1;
  case program::OperandKind::S64: return 2;
  case program::OperandKind::N: return instruction.components * (instruction.bytes == 8 ? 2u : 1u);
  default: return 0;
  }
}

/// Follows the value that a load of local memory leaves in its registers to whatever reads it, along every
/// way that the function may take.
Warp::Moved moved_value(const program::Program& program, const program::Function& function,
                        std::uint32_t pc) {
  Warp::Moved result{.load_pc = pc};
  const program::Instruction& load = program.code[pc];
  if (load.op != program::Opcode::LoadLocal) return result;
  const std::uint32_t first = load.dst, count = slots_of(program::OperandKind::N, load);
  const auto meets = [&](std::uint32_t operand, std::uint32_t slots) {
    return slots != 0 && operand < first + count && first < operand + slots;
  };
  std::vector<bool> seen(function.end - function.entry, false);
  std::vector<std::uint32_t> open{pc + 1};
  for (std::size_t followed = 0; !open.empty(); ++followed) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (at < function.entry || at >= function.end || seen[at - function.entry]) continue;
    seen[at - function.entry] = true;
    const program::Instruction& next = program.code[at];
    const program::OpcodeInfo& info = program::info_of(next.op);
    const bool calls = next.op == program::Opcode::Call, ends = next.op == program::Opcode::Ret,
               stores = next.op == program::Opcode::StoreLocal && next.b == first &&
                        next.bytes == load.bytes && next.components == load.components;
    const std::uint32_t of_call = calls  ? program.functions[next.imm].parameter_slots
                                  : ends ? function.result_slots
                                         : 0;
    if (followed == most_followed || meets(next.a, slots_of(info.a, next)) || meets(next.a, of_call) ||
        meets(next.c, slots_of(info.c, next)) || (meets(next.b, slots_of(info.b, next)) && !stores))
      return result;
    if (stores) result.stores.push_back(at);
    if (next.op == program::Opcode::Jump) open.push_back(next.imm);
    else if (next.op == program::Opcode::Branch) open.insert(open.end(), {next.b, next.c});
    else if (!program::ends_block(next.op) &&
             !(next.dst <= first && first + count <= next.dst + slots_of(info.dst, next)) &&
             !(calls && meets(next.dst, program.functions[next.imm].result_slots)))
      open.push_back(at + 1);
  }
  result.only_moved = true;
  return result;
}

} // namespace

void Warp::note_local(std::uint32_t lanes, const std::uint32_t* offsets, std::uint32_t width, bool store) {
  constexpr std::uint32_t word = 4;
  std::vector<trace::Fault>& found = block->result->undefined;
  const bool known = !store && std::any_of(found.begin(), found.end(),
                                           [this](const trace::Fault& f) { return f.pc == pc; });
  if (known) return; // every worker takes its blocks in ascending order, so this report is not the first
  const auto written_by = [&](std::uint32_t lane) {
    return local_written.data() + std::size_t{lane} * local_capacity + (offsets[lane] - program::window_base);
  };
  if (store) {
    std::uint32_t without_value = 0;
    for (const Moved& one : moved)
      if (one.lanes != 0 && std::find(one.stores.begin(), one.stores.end(), pc) != one.stores.end())
        without_value |= one.lanes;
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
      const int mark = (without_value >> lane & 1u) == 0 ? 1 : 0;
      if (width == word) std::memset(written_by(lane), mark, word); // one store, where the width is known
      else std::memset(written_by(lane), mark, width);
    }
    return;
  }
  auto mover = std::find_if(moved.begin(), moved.end(),
                            [this](const Moved& one) { return one.load_pc == pc; });
  if (mover != moved.end()) mover->lanes &= ~lanes;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint8_t* const written = written_by(lane);
    // A copy of a struct may move bytes that have no value. Report a load only when none of its bytes was
    // written, and when something reads its value for more than to store it elsewhere.
    if (written[0] != 0 || std::any_of(written, written + width, [](std::uint8_t w) { return w != 0; }))
      continue; // the first is nearly always written
    if (mover == moved.end())
      mover = moved.insert(
          mover, moved_value(*block->program, block->program->functions[frames[frame].function], pc));
    if (mover->only_moved) {
      mover->lanes |= 1u << lane;
      continue;
    }
    trace::Fault fault;
    fault.kind = trace::FaultKind::Uninitialized;
    fault.block = block->linear;
    fault.thread = index * warp_size + lane;
    fault.pc = pc;
    fault.space = Space::Local;
    fault.address = offsets[lane];
    fault.width = width;
    fault.message = "reads " + std::to_string(width) + " bytes of local memory that nothing was written to";
    found.push_back(std::move(fault));
    return;
  }
}

std::string hex_text(std::uint32_t mask) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", mask);
  return text;
}

void Warp::note(std::uint32_t lane, std::string what, trace::FaultKind kind) {
  std::vector<trace::Fault>& found = block->result->undefined;
  if (std::any_of(found.begin(), found.end(), [this](const trace::Fault& f) { return f.pc == pc; })) return;
  trace::Fault fault;
  fault.kind = kind;
  fault.block = block->linear;
  fault.thread = index * warp_size + lane;
  fault.pc = pc;
  fault.message = block->thread_text(fault.thread) + " " + std::move(what);
  found.push_back(std::move(fault));
}

void Warp::note_masks(const std::uint32_t* named) {
  for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint32_t elsewhere = named[lane] & live & ~mask;
    if ((named[lane] >> lane & 1u) == 0)
      return note(lane, "names the lanes " + hex_text(named[lane]) +
                            " and is none of them: CUDA leaves the result undefined");
    if (elsewhere != 0)
      return note(lane, "names the lanes " + hex_text(named[lane]) + ", of which " + hex_text(elsewhere) +
                            " are elsewhere: CUDA leaves it undefined (here the lanes that came take part; "
                            "an H200 ran on in some kernels and hung in others)");
  }
}

/// In a reduction by __shfl_down_sync the upper lanes may hold garbage, as long as the lowest lane never
/// reads it.
void Warp::note_absent_sources(program::ShuffleMode mode, std::uint32_t absent, const std::uint32_t* from) {
  const std::uint32_t first = first_lane(mask);
  std::uint32_t lane = absent == 0 ? first : first_lane(absent);
  if (mode == program::ShuffleMode::Down) {
    const std::uint32_t step = from[first] < warp_size ? from[first] - first : 0;
    if (step == 0 || step >= last_step) doubtful = 0;
    last_step = step;
    const std::uint32_t known = doubtful;
    doubtful |= absent;
    for (std::uint32_t rest = mask & ~absent; rest != 0; rest &= rest - 1) {
      const std::uint32_t i = first_lane(rest);
      if (from[i] < warp_size && (known >> from[i] & 1u) != 0) doubtful |= 1u << i;
    }
    if ((doubtful >> first & 1u) == 0) return;
    lane = first;
  }
  const bool here = from[lane] >= warp_size || (mask >> from[lane] & 1u) != 0;
  note(lane,
       here
           ? "reads lane " + std::to_string(from[lane]) +
                 ", which holds what it read from a lane that is not there: CUDA leaves it undefined (0 here)"
           : "reads lane " + std::to_string(from[lane]) +
                 ", which is not there: CUDA leaves the value undefined (0 here, and on an H200 in most "
                 "kernels)");
}

void Block::report_budget(const Warp& warp, std::string message, std::uint32_t loop) {
  fault = {};
  fault.kind = trace::FaultKind::Budget;
  fault.block = linear;
  fault.thread = warp.index * warp_size + static_cast<std::uint32_t>(std::countr_zero(warp.mask));
  fault.pc = warp.pc;
  fault.loop = loop;
  fault.message = std::move(message);
}

} // namespace warpscope::exec
