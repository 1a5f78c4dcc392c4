// Takes what a launch saw.
#include "sim/whole/snapshot.h"

#include "sim/exec/memory_impl.h"
#include "sim/whole/memory_state.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

namespace warpscope::whole {

namespace {

constexpr std::uint64_t page_bytes = 4096;

bool has_fixed_place(const program::Variable& variable) {
  return (variable.space == Space::Global || variable.space == Space::Constant) && variable.size != 0;
}

} // namespace

std::optional<LaunchSnapshot> take_snapshot(const program::Program& program, const exec::Launch& launch,
                                            exec::DeviceMemory& memory, int window_file,
                                            std::uint64_t most_bytes) {
  const program::Kernel& kernel = program.kernels[launch.kernel];
  LaunchSnapshot snapshot;
  snapshot.kernel = kernel.name, snapshot.symbol = kernel.symbol;
  snapshot.grid = launch.grid, snapshot.block = launch.block;
  snapshot.dynamic_shared_bytes = launch.dynamic_shared_bytes;
  snapshot.parameters = launch.parameters;
  for (const exec::Allocation& piece : memory.allocations(Space::Global))
    if (!piece.variable) snapshot.buffers.push_back(piece);
  const std::uint64_t first = memory.impl().first;
  const std::uint8_t* window = memory.impl().global;
  std::uint64_t kept = 0;
  for (const Extent& extent : touched_pages(window_file))
    for (std::uint64_t at = std::max(extent.begin, first); at < extent.end; at += page_bytes) {
      const std::uint8_t* page = window + at;
      if (page[0] == 0 && std::memcmp(page, page + 1, page_bytes - 1) == 0) continue;
      if ((kept += page_bytes) > most_bytes) return std::nullopt;
      snapshot.pages.push_back({at, {page, page + page_bytes}});
    }
  for (const program::Variable& variable : program.variables) {
    if (!has_fixed_place(variable)) continue;
    const auto bytes = memory.bytes(variable.space, variable.offset, variable.size);
    snapshot.variables.push_back({variable.name, variable.symbol, {bytes.begin(), bytes.end()}});
  }
  return snapshot;
}

} // namespace warpscope::whole
