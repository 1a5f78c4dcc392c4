// Converts a device's numbers to those of cudaDeviceProp.
#include "sim/whole/device_facts.h"

namespace warpscope::whole {

std::vector<guest::DeviceFact> device_facts(const Device& device, std::uint64_t memory_bytes) {
  std::vector<guest::DeviceFact> facts;
  const auto add = [&](const char* name, std::uint64_t value) {
    facts.push_back({name, static_cast<std::int64_t>(value)});
  };
  /// A number that the device's file may lack; `unit` converts it to the property's.
  const auto number = [&](const char* name, std::string_view key, double unit, std::uint64_t otherwise) {
    const DeviceNumber* found = device.find(key);
    add(name, found != nullptr ? static_cast<std::uint64_t>(found->value * unit) : otherwise);
  };
  add("major", device.cc_major);
  add("minor", device.cc_minor);
  add("multiProcessorCount", device.sm_count);
  add("warpSize", 32);
  add("maxThreadsPerBlock", device.max_threads_per_block);
  add("maxThreadsPerMultiProcessor", device.max_threads_per_sm);
  add("maxBlocksPerMultiProcessor", device.max_blocks_per_sm);
  add("maxThreadsDim[0]", 1024);
  add("maxThreadsDim[1]", 1024);
  add("maxThreadsDim[2]", 64);
  add("maxGridSize[0]", 2'147'483'647);
  add("maxGridSize[1]", 65'535);
  add("maxGridSize[2]", 65'535);
  number("regsPerBlock", "max_registers_per_block", 1, device.registers_per_sm);
  add("regsPerMultiprocessor", device.registers_per_sm);
  add("sharedMemPerBlock", device.shared_bytes_per_block);
  add("sharedMemPerMultiprocessor", device.shared_bytes_per_sm);
  add("sharedMemPerBlockOptin", device.shared_bytes_per_block_optin != 0 ? device.shared_bytes_per_block_optin
                                                                         : device.shared_bytes_per_block);
  add("reservedSharedMemPerBlock", device.reserved_shared_bytes_per_block);
  number("totalGlobalMem", "dram_bytes", 1, memory_bytes);
  number("totalConstMem", "constant_bytes", 1, 65'536);
  number("l2CacheSize", "l2_bytes", 1, 0);
  number("clockRate", "boost_clock", 1000, 0); // kHz
  add("memPitch", 2'147'483'647);
  add("textureAlignment", 512);
  add("texturePitchAlignment", 32);
  add("unifiedAddressing", 1);
  add("managedMemory", 1);
  add("concurrentManagedAccess", 1);
  add("canMapHostMemory", 1);
  add("concurrentKernels", 1);
  add("cooperativeLaunch", 1);
  add("asyncEngineCount", 3); // as an H200 says
  add("streamPrioritiesSupported", 1);
  add("globalL1CacheSupported", 1);
  add("localL1CacheSupported", 1);
  add("hostNativeAtomicSupported", 0);
  add("memoryPoolsSupported", 1);
  // Of the simulator: the most that cudaMemGetInfo may call free.
  add("simulatedMemory", memory_bytes);
  return facts;
}

} // namespace warpscope::whole
