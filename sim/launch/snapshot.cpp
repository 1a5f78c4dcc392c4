// Restores what a launch saw.
#include "sim/launch/snapshot.h"

#include <algorithm>
#include <cstring>

namespace warpscope::launch {

bool restore_snapshot(const LaunchSnapshot& snapshot, const program::Program& program,
                      exec::DeviceMemory& memory, std::string& error) {
  for (const exec::Allocation& buffer : snapshot.buffers)
    if (!memory.allocate_at(buffer)) {
      error = "the text's __device__ variables take the place of " + buffer.name +
              ", so that the launch cannot be run again on what it saw";
      return false;
    }
  for (const LaunchSnapshot::Page& page : snapshot.pages) {
    // Byte by byte what belongs to a buffer: the end of a page may not.
    for (const exec::Allocation& buffer : snapshot.buffers) {
      const std::uint64_t begin = std::max<std::uint64_t>(buffer.offset, page.offset),
                          end = std::min(buffer.offset + buffer.bytes, page.offset + page.bytes.size());
      if (begin >= end) continue;
      const auto into = memory.bytes(Space::Global, static_cast<std::uint32_t>(begin), end - begin);
      std::memcpy(into.data(), page.bytes.data() + (begin - page.offset), into.size());
    }
  }
  for (const LaunchSnapshot::Variable& saved : snapshot.variables)
    for (const program::Variable& variable : program.variables) {
      if ((variable.space != Space::Global && variable.space != Space::Constant) ||
          variable.symbol != saved.symbol || variable.name != saved.name)
        continue;
      const std::uint64_t size = std::min<std::uint64_t>(variable.size, saved.bytes.size());
      const auto into = memory.bytes(variable.space, variable.offset, size);
      std::memcpy(into.data(), saved.bytes.data(), into.size());
    }
  return true;
}

std::vector<std::uint8_t> bytes_of(const LaunchSnapshot& snapshot, std::uint64_t offset,
                                   std::uint64_t bytes) {
  std::vector<std::uint8_t> out(bytes);
  for (const LaunchSnapshot::Page& page : snapshot.pages) {
    const std::uint64_t begin = std::max(offset, page.offset),
                        end = std::min(offset + bytes, page.offset + page.bytes.size());
    if (begin < end)
      std::memcpy(out.data() + (begin - offset), page.bytes.data() + (begin - page.offset), end - begin);
  }
  return out;
}

bool is_zero(const LaunchSnapshot& snapshot, std::uint64_t offset, std::uint64_t bytes) {
  return std::all_of(snapshot.pages.begin(), snapshot.pages.end(), [&](const LaunchSnapshot::Page& page) {
    const std::uint64_t begin = std::max(offset, page.offset),
                        end = std::min(offset + bytes, page.offset + page.bytes.size());
    for (std::uint64_t at = begin; at < end; ++at)
      if (page.bytes[at - page.offset] != 0) return false;
    return true;
  });
}

std::vector<Buffer> buffers_of_parameters(const program::Kernel& kernel,
                                          const std::vector<std::uint8_t>& parameters,
                                          const exec::DeviceMemory& memory) {
  constexpr auto global = static_cast<std::uint64_t>(Space::Global);
  std::vector<Buffer> buffers;
  for (std::uint32_t p = 0; p < kernel.parameters.size(); ++p) {
    const program::Parameter& parameter = kernel.parameters[p];
    std::uint64_t address = 0;
    if (!parameter.is_pointer || std::size_t{parameter.offset} + sizeof address > parameters.size()) continue;
    std::memcpy(&address, parameters.data() + parameter.offset, sizeof address);
    if (address >> 32 != global) continue;
    const auto offset = static_cast<std::uint32_t>(address);
    const exec::Allocation* piece = memory.find(Space::Global, offset);
    if (piece == nullptr || offset - piece->offset >= piece->bytes) continue;
    Buffer& buffer = buffers.emplace_back();
    buffer.name = parameter.name;
    buffer.offset = offset, buffer.bytes = piece->bytes - (offset - piece->offset);
    buffer.element = parameter.element, buffer.element_size = std::max(parameter.element_size, 1u);
    buffer.argument = p, buffer.parameter = p;
  }
  return buffers;
}

} // namespace warpscope::launch
