// What a stream does, one after another: an operation is executed at once, or, while its stream is captured,
// becomes a node of a graph and is executed when the graph is launched.
#pragma once

#include "guest/runtime/cuda.h"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace warpscope::guest {

struct Event;
struct Graph;

struct LaunchOperation {
  const void* function = nullptr; ///< the stub
  std::uint32_t kernel = 0;
  dim3 grid, block, cluster{0, 0, 0};
  std::uint64_t shared_bytes = 0;
  bool cooperative = false;
  std::vector<std::uint8_t> parameters;
};
/// A copy, or a fill with `pattern`, of rows in planes. Addresses are those of the program.
struct CopyOperation {
  const char* function = "cudaMemcpy";
  std::uint64_t to = 0, from = 0;
  std::uint64_t row_bytes = 0, rows = 1, planes = 1;
  std::uint64_t to_pitch = 0, from_pitch = 0, to_plane_pitch = 0, from_plane_pitch = 0;
  int direction = cudaMemcpyDefault;
  bool asynchronous = false;
  std::vector<std::uint8_t> pattern; ///< of 1, 2 or 4 bytes; empty: a copy
};
struct HostOperation {
  cudaHostFn_t function = nullptr;
  cudaStreamCallback_t callback = nullptr; ///< where `function` is null
  cudaStream_t stream = nullptr;
  void* data = nullptr;
};
struct RecordOperation {
  cudaEvent_t event = nullptr;
};
struct WaitOperation {
  cudaEvent_t event = nullptr;
};
struct FreeOperation {
  std::uint64_t address = 0;
};
struct ChildOperation {
  std::shared_ptr<Graph> graph;
};
struct EmptyOperation {};

using Operation = std::variant<EmptyOperation, LaunchOperation, CopyOperation, HostOperation, RecordOperation,
                               WaitOperation, FreeOperation, ChildOperation>;

} // namespace warpscope::guest
