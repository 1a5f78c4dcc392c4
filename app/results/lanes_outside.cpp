// Finds which lanes of a faulting access left their array.
#include "app/results/lanes_outside.h"

#include "sim/launch/fault_text.h"

#include <algorithm>

namespace warpscope::results {

std::optional<LanesOutside> lanes_outside(const run::Result& result) {
  if (result.run.faults.empty() || result.program == nullptr) return std::nullopt;
  const trace::Fault& fault = result.run.faults.front();
  if (fault.offsets.empty() || (fault.space != Space::Shared && fault.space != Space::Global))
    return std::nullopt;
  exec::Launch launch;
  launch.kernel = result.kernel;
  launch.dynamic_shared_bytes = result.launch.dynamic_shared_bytes;
  std::vector<program::NamedMemory> objects = launch::variables_of(*result.program, launch);
  objects.insert(objects.end(), result.buffers.begin(), result.buffers.end());
  const program::NamedMemory* object = launch::object_of(fault, launch::site_at(*result.program, fault.pc),
                                                         objects);
  if (object == nullptr) return std::nullopt;
  const auto element = static_cast<std::int64_t>(std::max(object->element_size, 1u));
  LanesOutside found;
  found.array = found.shape = object->name;
  for (const std::uint32_t d : object->dimensions) found.shape += "[" + std::to_string(d) + "]";
  found.elements = object->bytes / static_cast<std::uint64_t>(element);
  if (object->dimensions.empty()) found.shape += "[" + std::to_string(found.elements) + "]";
  found.warp = fault.thread / warp_size;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
    if ((fault.lanes >> lane & 1u) == 0) continue;
    LaneTarget target;
    target.lane = lane;
    target.known = fault.offsets[lane] < program::invalid_offset;
    const std::int64_t distance = static_cast<std::int64_t>(fault.offsets[lane]) -
                                  static_cast<std::int64_t>(object->offset);
    target.index = distance >= 0 ? distance / element : -((-distance + element - 1) / element);
    target.outside = !target.known || distance < 0 ||
                     static_cast<std::uint64_t>(distance) + fault.width > object->bytes;
    if (target.known) target.name = launch::element_name(*object, target.index);
    found.outside += target.outside ? 1 : 0;
    found.lanes.push_back(std::move(target));
  }
  if (found.outside == 0) return std::nullopt;
  return found;
}

} // namespace warpscope::results
