// Computes the blocks per SM for each limit and takes the smallest.
#include "sim/model/occupancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace warpscope::model {

namespace {

constexpr std::uint32_t unlimited = std::numeric_limits<std::uint32_t>::max();

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t unit) { return (value + unit - 1) / unit * unit; }

std::uint32_t number(const Device& device, std::string_view key, std::uint32_t otherwise) {
  const DeviceNumber* found = device.find(key);
  return found != nullptr && found->value >= 1 ? static_cast<std::uint32_t>(found->value) : otherwise;
}

/// Registers are allocated to whole warps, in units, from the SM partition that the warp resides in.
struct RegisterUse {
  std::uint64_t per_block = 0;
  std::uint32_t blocks = unlimited, warps = unlimited;
};
RegisterUse registers(const Device& device, std::uint32_t warps, std::uint32_t per_thread) {
  if (per_thread == 0) return {};
  const std::uint32_t partitions = number(device, "sub_partitions_per_sm", 4);
  const std::uint64_t per_warp = rounded_up(std::uint64_t{per_thread} * 32,
                                            number(device, "register_allocation_unit", 256));
  const std::uint64_t warps_held = device.registers_per_sm / partitions / per_warp * partitions;
  return {per_warp * rounded_up(warps, partitions), static_cast<std::uint32_t>(warps_held / warps),
          static_cast<std::uint32_t>(warps_held)};
}

} // namespace

std::string_view name_of(Limiter limiter) {
  constexpr std::string_view names[] = {"none", "warps", "blocks", "registers", "shared memory"};
  return names[static_cast<unsigned>(limiter)];
}

Occupancy occupancy(const Device& device, const OccupancyRequest& request) {
  Occupancy result;
  const auto refuse = [&](std::string sentence) {
    result.illegal = std::move(sentence);
    return result;
  };
  if (request.threads == 0) return refuse("a block needs at least one thread");
  if (request.threads > device.max_threads_per_block)
    return refuse(fmt::format("{} threads are more than the {} a block may have; use a smaller block",
                              request.threads, device.max_threads_per_block));
  if (request.registers_per_thread > device.max_registers_per_thread)
    return refuse(fmt::format("{} registers are more than the {} a thread may have",
                              request.registers_per_thread, device.max_registers_per_thread));
  if (request.shared_bytes > device.shared_bytes_per_block_optin)
    return refuse(fmt::format("{} bytes of shared memory are more than the {} a block may have on {}",
                              request.shared_bytes, device.shared_bytes_per_block_optin, device.name));

  const std::uint32_t warps = static_cast<std::uint32_t>((request.threads + 31) / 32);
  const RegisterUse use = registers(device, warps, request.registers_per_thread);
  const std::uint32_t most = number(device, "max_registers_per_block", device.registers_per_sm);
  if (use.per_block > most || use.blocks == 0)
    return refuse(fmt::format("{} threads of {} registers take {} registers; a block may have {}",
                              request.threads, request.registers_per_thread, use.per_block, most));

  result.needs_optin = request.shared_bytes > device.shared_bytes_per_block;
  result.blocks_by_warps = device.max_warps_per_sm / warps;
  result.blocks_by_blocks = device.max_blocks_per_sm;
  result.blocks_by_registers = use.blocks;
  result.warps_by_registers = use.warps;
  const std::uint64_t shared = rounded_up(request.shared_bytes + device.reserved_shared_bytes_per_block,
                                          number(device, "shared_allocation_unit", 128));
  result.blocks_by_shared = shared == 0 ? unlimited
                                        : static_cast<std::uint32_t>(device.shared_bytes_per_sm / shared);

  const std::pair<Limiter, std::uint32_t> limits[] = {{Limiter::Warps, result.blocks_by_warps},
                                                      {Limiter::Blocks, result.blocks_by_blocks},
                                                      {Limiter::Registers, result.blocks_by_registers},
                                                      {Limiter::SharedMemory, result.blocks_by_shared}};
  const auto least = std::min_element(std::begin(limits), std::end(limits),
                                      [](const auto& a, const auto& b) { return a.second < b.second; });
  result.limiter = least->first;
  result.blocks_per_sm = least->second;
  result.warps_per_sm = result.blocks_per_sm * warps;
  result.fraction = static_cast<double>(result.warps_per_sm) / device.max_warps_per_sm;
  return result;
}

std::uint64_t resident_blocks(const Device& device, const OccupancyRequest& request) {
  return std::uint64_t{occupancy(device, request).blocks_per_sm} * device.sm_count;
}

} // namespace warpscope::model
