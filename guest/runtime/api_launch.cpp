// Launches and what CUDA tells about a kernel. A launch that cannot be is refused here, by CUDA's rules.
#include "guest/runtime/occupancy.h"
#include "guest/runtime/runtime.h"

#include <algorithm>
#include <cstring>

using namespace warpscope::guest;

namespace {

struct Configuration {
  dim3 grid, block;
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
};
thread_local std::vector<Configuration> configurations;
/// The launch that comes is one of <<<…>>>, whose result the program cannot see.
thread_local bool in_chevrons = false;

std::uint64_t count(const dim3& d) { return std::uint64_t{d.x} * d.y * d.z; }

OccupancyLimits limits() {
  return occupancy_limits([](std::string_view name) { return runtime().fact(name); });
}

/// Why a launch cannot be, with the error that CUDA 13 on an H200 answers (earlier toolkits say
/// cudaErrorInvalidConfiguration where sizes are wrong): an error and the end of "kernel 'k' never ran: ". No
/// error: it can.
struct Refusal {
  cudaError_t error = cudaSuccess;
  std::string why;
};

/// What is not a kernel may be a handle of one, and is no good one.
cudaError_t no_kernel(const void* function) {
  return function == nullptr ? cudaErrorInvalidDeviceFunction : cudaErrorInvalidResourceHandle;
}

Refusal refuse_dimensions(const dim3& grid, const dim3& block, const KernelFacts& facts) {
  Runtime& r = runtime();
  const unsigned int grids[] = {grid.x, grid.y, grid.z}, blocks[] = {block.x, block.y, block.z};
  for (int i = 0; i < 3; ++i) {
    const std::string axis = std::string(1, "xyz"[i]), index = "[" + std::to_string(i) + "]";
    const auto most_block = static_cast<std::uint64_t>(r.fact("maxThreadsDim" + index));
    const auto most_grid = static_cast<std::uint64_t>(r.fact("maxGridSize" + index));
    if (grids[i] == 0) return {cudaErrorInvalidValue, "its grid has 0 blocks in " + axis};
    if (blocks[i] == 0) return {cudaErrorInvalidValue, "its blocks have 0 threads in " + axis};
    if (grids[i] > most_grid)
      return {cudaErrorInvalidValue,
              grouped(grids[i]) + " blocks in " + axis + ", " + grouped(most_grid) + " are possible"};
    if (blocks[i] > most_block && count(block) <= static_cast<std::uint64_t>(r.fact("maxThreadsPerBlock")))
      return {cudaErrorInvalidValue,
              grouped(blocks[i]) + " threads in " + axis + ", " + grouped(most_block) + " are possible"};
  }
  const auto most = static_cast<std::uint64_t>(r.fact("maxThreadsPerBlock"));
  if (count(block) > most)
    return {cudaErrorInvalidValue,
            grouped(count(block)) + " threads a block, " + grouped(most) + " are possible"};
  if (count(block) > facts.max_threads)
    return {cudaErrorInvalidValue, grouped(count(block)) + " threads a block, its launch bounds allow " +
                                       grouped(facts.max_threads)};
  return {};
}

Refusal refuse(const Kernel& kernel, const LaunchOperation& launch) {
  Runtime& r = runtime();
  const KernelFacts& facts = *kernel.facts;
  const dim3& cluster = launch.cluster;
  const std::uint64_t blocks = std::uint64_t{cluster.x} * cluster.y * cluster.z;
  const std::uint64_t most_blocks = kernel.large_clusters ? 16 : 8;
  if (blocks > most_blocks)
    return {cudaErrorInvalidClusterSize,
            "its cluster has " + grouped(blocks) + " blocks, and may have " + grouped(most_blocks) +
                (most_blocks == 8 ? " (16 with cudaFuncAttributeNonPortableClusterSizeAllowed)" : "")};
  for (int i = 0; i < 3; ++i) {
    const std::uint32_t said = facts.cluster[i], asked = i == 0 ? cluster.x : i == 1 ? cluster.y : cluster.z;
    if (facts.cluster[0] != 0 && blocks != 0 && said != asked)
      return {cudaErrorInvalidClusterSize,
              "the launch names another size of its cluster than __cluster_dims__"};
  }
  if (blocks != 0 &&
      (launch.grid.x % cluster.x != 0 || launch.grid.y % cluster.y != 0 || launch.grid.z % cluster.z != 0))
    return {cudaErrorInvalidClusterSize, "its grid is no multiple of its cluster"};
  if (Refusal refusal = refuse_dimensions(launch.grid, launch.block, facts); refusal.error != cudaSuccess)
    return refusal;
  if (launch.shared_bytes > kernel.dynamic_limit) {
    const auto most = static_cast<std::uint64_t>(r.fact("sharedMemPerBlock"));
    const auto opt_in = static_cast<std::uint64_t>(r.fact("sharedMemPerBlockOptin"));
    const std::uint64_t wanted = launch.shared_bytes + facts.shared_bytes;
    return {cudaErrorInvalidValue,
            grouped(wanted) + " bytes of shared memory a block, " + grouped(most) +
                " are possible without cudaFuncSetAttribute(MaxDynamicSharedMemorySize)" +
                (wanted > opt_in ? " and " + grouped(opt_in) + " with it" : "")};
  }
  const OccupancyLimits device = limits();
  const OccupancyDemand demand{static_cast<int>(count(launch.block)), static_cast<int>(facts.registers),
                               static_cast<std::int64_t>(launch.shared_bytes + facts.shared_bytes)};
  const int resident = active_blocks(device, demand);
  const auto largest = static_cast<std::int64_t>(r.fact("sharedMemPerBlockOptin"));
  if (resident == 0 && demand.shared_bytes > largest)
    return {cudaErrorLaunchOutOfResources, grouped(static_cast<std::uint64_t>(demand.shared_bytes)) +
                                               " bytes of shared memory a block, " +
                                               grouped(static_cast<std::uint64_t>(largest)) +
                                               " are the most there is"};
  if (resident == 0)
    return {cudaErrorLaunchOutOfResources,
            grouped(count(launch.block)) + " threads with " + grouped(facts.registers) +
                " registers each, a block has " +
                grouped(static_cast<std::uint64_t>(device.registers_per_block))};
  const auto together = static_cast<std::uint64_t>(resident) *
                        static_cast<std::uint64_t>(r.fact("multiProcessorCount"));
  if (launch.cooperative && count(launch.grid) > together)
    return {cudaErrorCooperativeLaunchTooLarge, grouped(count(launch.grid)) +
                                                    " blocks of a cooperative launch, " + grouped(together) +
                                                    " fit on the device together"};
  return {};
}

cudaError_t launch(Call& call, const void* function, LaunchOperation what, void** arguments,
                   cudaStream_t stream) {
  Runtime& r = runtime();
  const bool unseen = std::exchange(in_chevrons, false);
  const Kernel* const kernel = r.kernel(function);
  if (kernel == nullptr) return no_kernel(function);
  if (r.stream(stream) == nullptr) return cudaErrorInvalidResourceHandle;
  const KernelFacts& facts = *kernel->facts;
  if (arguments == nullptr && !facts.argument_offsets.empty()) return cudaErrorInvalidValue;
  what.function = function;
  what.kernel = kernel->index;
  if (what.cluster.x == 0 && facts.cluster[0] != 0)
    what.cluster = dim3(facts.cluster[0], facts.cluster[1], facts.cluster[2]);
  if (what.cluster.x == 0 && kernel->cluster[0] > 0)
    what.cluster = dim3(static_cast<unsigned>(kernel->cluster[0]),
                        static_cast<unsigned>(std::max(kernel->cluster[1], 1)),
                        static_cast<unsigned>(std::max(kernel->cluster[2], 1)));
  Refusal refusal = refuse(*kernel, what);
  if (refusal.error == cudaSuccess) {
    what.parameters.resize(facts.parameter_bytes);
    for (std::size_t i = 0; i < facts.argument_offsets.size(); ++i) {
      if (arguments[i] == nullptr) return cudaErrorInvalidValue;
      std::memcpy(what.parameters.data() + facts.argument_offsets[i], arguments[i], facts.argument_sizes[i]);
    }
    const cudaError_t error = submit(call, stream, what);
    if (error == cudaSuccess) return error;
    refusal = {error, cudaGetErrorString(error)};
  }
  Refused told{call.caller(), kernel->index, {}, {}, what.shared_bytes, r.stream(stream)->number,
               refusal.error, refusal.why};
  const auto put = [](std::uint32_t(&to)[3], const dim3& from) {
    to[0] = from.x, to[1] = from.y, to[2] = from.z;
  };
  put(told.grid, what.grid), put(told.block, what.block);
  r.link.tell(Kind::Refused, told);
  const UnreadError failed{call.caller(), "kernel '" + facts.name + "' never ran: " + refusal.why,
                           call.name()};
  if (!unseen)
    r.link.tell(Kind::Finding, Finding{failed.caller, "launch-failed", failed.message, failed.function});
  else if (!r.unread) r.unread = failed;
  return refusal.error;
}

cudaError_t attributes_of(cudaFuncAttributes* to, const void* function) {
  const Kernel* const kernel = runtime().kernel(function);
  if (kernel == nullptr) return no_kernel(function);
  if (to == nullptr) return cudaErrorInvalidValue;
  Runtime& r = runtime();
  const KernelFacts& facts = *kernel->facts;
  *to = {};
  to->sharedSizeBytes = facts.shared_bytes;
  to->constSizeBytes = facts.constant_bytes;
  to->localSizeBytes = facts.local_bytes;
  to->numRegs = static_cast<int>(facts.registers);
  to->ptxVersion = to->binaryVersion = static_cast<int>(r.fact("major") * 10 + r.fact("minor"));
  to->maxDynamicSharedSizeBytes = static_cast<int>(kernel->dynamic_limit);
  to->preferredShmemCarveout = kernel->carveout;
  to->requiredClusterWidth = kernel->cluster[0];
  to->requiredClusterHeight = kernel->cluster[1];
  to->requiredClusterDepth = kernel->cluster[2];
  // The largest block whose registers fit.
  int most = std::min(static_cast<int>(facts.max_threads), static_cast<int>(r.fact("maxThreadsPerBlock")));
  const OccupancyLimits device = limits();
  while (most > device.warp && active_blocks(device, {most, to->numRegs, facts.shared_bytes}) == 0)
    most -= device.warp;
  to->maxThreadsPerBlock = most;
  return cudaSuccess;
}

cudaError_t occupancy(int* blocks, const void* function, int threads, std::size_t shared_bytes) {
  const Kernel* const kernel = runtime().kernel(function);
  if (kernel == nullptr) return no_kernel(function);
  if (blocks == nullptr || threads <= 0) return cudaErrorInvalidValue;
  const KernelFacts& facts = *kernel->facts;
  *blocks = 0;
  *blocks = active_blocks(limits(), {threads, static_cast<int>(facts.registers),
                                     static_cast<std::int64_t>(shared_bytes + facts.shared_bytes)});
  return cudaSuccess;
}

} // namespace

namespace warpscope::guest {

cudaError_t launch_error(const LaunchOperation& launch) {
  const Kernel* const kernel = runtime().kernel(launch.function);
  return kernel == nullptr ? cudaErrorInvalidDeviceFunction : refuse(*kernel, launch).error;
}

} // namespace warpscope::guest

extern "C" {

unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes, CUstream_st* stream) {
  configurations.push_back({grid, block, shared_bytes, stream});
  return 0;
}
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared_bytes, void* stream) {
  if (configurations.empty()) return cudaErrorMissingConfiguration;
  const Configuration last = configurations.back();
  configurations.pop_back();
  *grid = last.grid, *block = last.block, *shared_bytes = last.shared_bytes;
  *static_cast<cudaStream_t*>(stream) = last.stream;
  in_chevrons = true;
  return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes, cudaStream_t stream) {
  WS_CALL(cudaLaunchKernel);
  LaunchOperation what;
  what.grid = grid, what.block = block, what.shared_bytes = shared_bytes;
  return call.done(launch(call, function, std::move(what), arguments, stream));
}
cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                        size_t shared_bytes, cudaStream_t stream) {
  WS_CALL(cudaLaunchCooperativeKernel);
  LaunchOperation what;
  what.grid = grid, what.block = block, what.shared_bytes = shared_bytes;
  what.cooperative = true;
  return call.done(launch(call, function, std::move(what), arguments, stream));
}
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* function, void** arguments) {
  WS_CALL(cudaLaunchKernelExC);
  if (config == nullptr || (config->attrs == nullptr && config->numAttrs > 0))
    return call.done(cudaErrorInvalidValue);
  LaunchOperation what;
  what.grid = config->gridDim, what.block = config->blockDim, what.shared_bytes = config->dynamicSmemBytes;
  for (unsigned int i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config->attrs[i];
    if (attribute.id == cudaLaunchAttributeCooperative) what.cooperative = attribute.val.cooperative != 0;
    if (attribute.id == cudaLaunchAttributeClusterDimension) {
      const auto& size = attribute.val.clusterDim;
      if (size.x == 0 || size.y == 0 || size.z == 0) return call.done(cudaErrorInvalidClusterSize);
      what.cluster = dim3(size.x, size.y, size.z);
    }
  }
  return call.done(launch(call, function, std::move(what), arguments, config->stream));
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* function) {
  WS_CALL(cudaFuncGetAttributes);
  return call.done(attributes_of(attributes, function));
}
cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  WS_CALL(cudaFuncSetAttribute);
  Runtime& r = runtime();
  Kernel* const kernel = r.kernel(function);
  if (kernel == nullptr) return call.done(no_kernel(function));
  switch (attribute) {
  case cudaFuncAttributeMaxDynamicSharedMemorySize:
    if (value < 0 || value + std::int64_t{kernel->facts->shared_bytes} > r.fact("sharedMemPerBlockOptin"))
      return call.done(cudaErrorInvalidValue);
    kernel->dynamic_limit = static_cast<std::uint64_t>(value);
    break;
  case cudaFuncAttributePreferredSharedMemoryCarveout:
    if (value < -1 || value > 100) return call.done(cudaErrorInvalidValue);
    kernel->carveout = value;
    break;
  case cudaFuncAttributeRequiredClusterWidth: kernel->cluster[0] = value; break;
  case cudaFuncAttributeRequiredClusterHeight: kernel->cluster[1] = value; break;
  case cudaFuncAttributeRequiredClusterDepth: kernel->cluster[2] = value; break;
  case cudaFuncAttributeNonPortableClusterSizeAllowed: kernel->large_clusters = value != 0; break;
  case cudaFuncAttributeClusterSchedulingPolicyPreference: break;
  default: return call.done(cudaErrorInvalidValue);
  }
  return call.done(cudaSuccess);
}
cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache) {
  WS_CALL(cudaFuncSetCacheConfig);
  return call.done(runtime().kernel(function) != nullptr ? cudaSuccess : no_kernel(function));
}
cudaError_t cudaFuncSetSharedMemConfig(const void* function, cudaSharedMemConfig) {
  WS_CALL(cudaFuncSetSharedMemConfig);
  return call.done(runtime().kernel(function) != nullptr ? cudaSuccess : no_kernel(function));
}
cudaError_t cudaFuncGetName(const char** name, const void* function) {
  WS_CALL(cudaFuncGetName);
  const Kernel* const kernel = runtime().kernel(function);
  if (kernel == nullptr) return call.done(no_kernel(function));
  if (name == nullptr) return call.done(cudaErrorInvalidValue);
  *name = kernel->facts->symbol.c_str();
  return call.done(cudaSuccess);
}
cudaError_t cudaFuncGetParamInfo(const void* function, size_t index, size_t* offset, size_t* bytes) {
  WS_CALL(cudaFuncGetParamInfo);
  const Kernel* const kernel = runtime().kernel(function);
  if (kernel == nullptr) return call.done(no_kernel(function));
  if (offset == nullptr || index >= kernel->facts->argument_offsets.size())
    return call.done(cudaErrorInvalidValue);
  *offset = kernel->facts->argument_offsets[index];
  if (bytes != nullptr) *bytes = kernel->facts->argument_sizes[index];
  return call.done(cudaSuccess);
}
cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* symbol) {
  WS_CALL(cudaGetFuncBySymbol);
  if (function == nullptr) return call.done(cudaErrorInvalidValue);
  if (runtime().kernel(symbol) == nullptr) return call.done(cudaErrorInvalidDeviceFunction);
  *function = static_cast<cudaFunction_t>(const_cast<void*>(symbol));
  return call.done(cudaSuccess);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* function, int threads,
                                                          size_t shared_bytes) {
  WS_CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessor);
  return call.done(occupancy(blocks, function, threads, shared_bytes));
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* function,
                                                                   int threads, size_t shared_bytes,
                                                                   unsigned int flags) {
  WS_CALL(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags);
  if (flags > cudaOccupancyDisableCachingOverride) return call.done(cudaErrorInvalidValue);
  return call.done(occupancy(blocks, function, threads, shared_bytes));
}
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* function, int blocks,
                                                      int threads) {
  WS_CALL(cudaOccupancyAvailableDynamicSMemPerBlock);
  Runtime& r = runtime();
  const Kernel* const kernel = r.kernel(function);
  if (kernel == nullptr) return call.done(no_kernel(function));
  if (bytes == nullptr || blocks <= 0 || threads <= 0) return call.done(cudaErrorInvalidValue);
  // An H200 answers without the bytes that the system reserves in each block.
  const std::int64_t each = r.fact("sharedMemPerMultiprocessor") / blocks / 128 * 128 -
                            kernel->facts->shared_bytes;
  const std::int64_t most = r.fact("sharedMemPerBlockOptin") - kernel->facts->shared_bytes;
  *bytes = static_cast<size_t>(std::max<std::int64_t>(0, std::min(each, most)));
  return call.done(cudaSuccess);
}
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, const void* function,
                                                 const cudaLaunchConfig_t* config) {
  WS_CALL(cudaOccupancyMaxPotentialClusterSize);
  if (runtime().kernel(function) == nullptr) return call.done(no_kernel(function));
  if (size == nullptr || config == nullptr) return call.done(cudaErrorInvalidValue);
  *size = runtime().fact("clusterLaunch") != 0 ? 8 : 1;
  return call.done(cudaSuccess);
}
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, const void* function,
                                           const cudaLaunchConfig_t* config) {
  WS_CALL(cudaOccupancyMaxActiveClusters);
  if (clusters == nullptr || config == nullptr) return call.done(cudaErrorInvalidValue);
  int blocks = 0;
  const cudaError_t error = occupancy(&blocks, function, static_cast<int>(count(config->blockDim)),
                                      config->dynamicSmemBytes);
  std::uint64_t size = 1;
  for (unsigned int i = 0; i < config->numAttrs; ++i)
    if (config->attrs[i].id == cudaLaunchAttributeClusterDimension) {
      const auto& dimensions = config->attrs[i].val.clusterDim;
      size = std::uint64_t{dimensions.x} * dimensions.y * dimensions.z;
    }
  *clusters = static_cast<int>(static_cast<std::uint64_t>(blocks) *
                               static_cast<std::uint64_t>(runtime().fact("multiProcessorCount")) /
                               std::max<std::uint64_t>(size, 1));
  return call.done(error);
}

} // extern "C"
