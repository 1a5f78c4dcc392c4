// What device code asks of the device's runtime: launches, the heap, and what the runtime keeps in memory.
#include "sim/exec/heap.h"
#include "sim/exec/ops_control.h"

#include <algorithm>
#include <cstring>

namespace warpscope::exec {
namespace {

constexpr u64 generic_global = static_cast<u64>(Space::Global) << 32;
constexpr std::uint64_t heap_step = 16;

/// As __ws_launch_record of sim/include/__warpscope/device_runtime.h.
struct LaunchRecord {
  std::uint64_t arguments;
  std::uint32_t grid[3], block[3];
  std::uint64_t shared_bytes, stream;
};
static_assert(sizeof(LaunchRecord) == 48);

bool make_heap(DeviceMemory::Impl& memory) {
  const std::uint64_t bytes = memory.heap.bytes;
  const std::optional<std::uint64_t> place = memory.free_place(bytes);
  if (!place || memory.global == nullptr) return false;
  memory.insert({"the device's heap", static_cast<std::uint32_t>(*place), bytes, {}, true});
  memory.heap.begin = memory.heap.next = *place;
  memory.heap.end = *place + bytes;
  return true;
}

/// Returns the offset of `bytes` of the heap; 0 when there are not so many.
std::uint64_t take(DeviceMemory::Impl& memory, std::uint64_t bytes) {
  DeviceMemory::Impl::Heap& heap = memory.heap;
  if (bytes > heap.bytes || (heap.end == 0 && !make_heap(memory))) return 0;
  bytes = (std::max<std::uint64_t>(bytes, 1) + heap_step - 1) / heap_step * heap_step;
  std::uint64_t at = 0;
  if (const auto old = heap.given_back.lower_bound(bytes);
      old != heap.given_back.end() && old->first < 2 * bytes) {
    at = old->second, bytes = old->first;
    heap.given_back.erase(old);
  } else {
    if (bytes > heap.end - heap.next) return 0;
    at = std::exchange(heap.next, heap.next + bytes);
  }
  heap.taken[at] = bytes;
  return at;
}

} // namespace

bool set_heap_bytes(DeviceMemory& memory, std::uint64_t bytes) {
  DeviceMemory::Impl& impl = memory.impl();
  if (has_heap(memory) || bytes > impl.budget) return false;
  impl.heap.bytes = bytes;
  return true;
}

bool has_heap(DeviceMemory& memory) { return memory.impl().heap.end != 0; }

Flow launch_child(Warp& w, const program::Instruction& in) {
  Block& block = *w.block;
  const program::Kernel& kernel = block.program->kernels[in.imm];
  const u32* records = w.source(in.a, 2);
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const auto lane = first_lane(rest);
    LaunchRecord record;
    const std::uint8_t* from = block.peek(w, lane, get<u64>(records, lane), sizeof record);
    if (from == nullptr)
      return w.fault(trace::FaultKind::OutOfBounds, lane,
                     "launches a kernel by a record that is not in memory");
    std::memcpy(&record, from, sizeof record);
    ChildLaunch child;
    child.launch.kernel = in.imm;
    child.launch.grid = {record.grid[0], record.grid[1], record.grid[2]};
    child.launch.block = {record.block[0], record.block[1], record.block[2]};
    child.launch.dynamic_shared_bytes = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(record.shared_bytes, ~u32{0}));
    child.launch.parameters.resize(kernel.parameter_bytes);
    if (kernel.parameter_bytes != 0) {
      const std::uint8_t* values = block.peek(w, lane, record.arguments, kernel.parameter_bytes);
      if (values == nullptr)
        return w.fault(trace::FaultKind::OutOfBounds, lane,
                       "launches a kernel with arguments that are not in memory");
      std::memcpy(child.launch.parameters.data(), values, kernel.parameter_bytes);
    }
    child.stream = record.stream;
    child.pc = w.pc;
    child.block = block.linear;
    block.result->children.push_back(std::move(child));
  }
  return Flow::Next;
}

Flow heap_malloc(Warp& w, const program::Instruction& in) {
  const u32* sizes = w.source(in.a, 2);
  u64 addresses[warp_size] = {};
  w.block->result->used_heap = true;
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const auto lane = first_lane(rest);
    const std::uint64_t offset = take(*w.block->memory, get<u64>(sizes, lane));
    addresses[lane] = offset == 0 ? 0 : generic_global | offset;
  }
  return set_lanes<u64>(w, in.dst, [&](u32 i) { return addresses[i]; });
}

Flow heap_free(Warp& w, const program::Instruction& in) {
  const u32* pointers = w.source(in.a, 2);
  DeviceMemory::Impl::Heap& heap = w.block->memory->heap;
  w.block->result->used_heap = true;
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const auto lane = first_lane(rest);
    const u64 pointer = get<u64>(pointers, lane);
    if (pointer == 0) continue;
    const auto found = heap.taken.find(pointer - generic_global);
    if (found == heap.taken.end())
      return w.fault(trace::FaultKind::OutOfBounds, lane,
                     "frees what malloc in a kernel did not give, or what is free already");
    heap.given_back.emplace(found->second, found->first);
    heap.taken.erase(found);
  }
  return Flow::Next;
}

Flow peek_word(Warp& w, const program::Instruction& in) {
  const u32* addresses = w.source(in.a, 2);
  u32 values[warp_size] = {};
  for (u32 rest = w.mask; rest != 0; rest &= rest - 1) {
    const auto lane = first_lane(rest);
    const std::uint8_t* from = w.block->peek(w, lane, get<u64>(addresses, lane), sizeof(u32));
    if (from == nullptr)
      return w.fault(trace::FaultKind::OutOfBounds, lane,
                     "uses a texture or surface object that does not exist (destroyed, or never made?)");
    std::memcpy(&values[lane], from, sizeof(u32));
  }
  return set_lanes<u32>(w, in.dst, [&](u32 i) { return values[i]; });
}

} // namespace warpscope::exec
