// The state behind the CUDA API of one process: kernels, variables, allocations, streams, events, errors.
#pragma once

#include "guest/runtime/busy_memory.h"
#include "guest/runtime/connection.h"
#include "guest/runtime/cuda.h"
#include "guest/runtime/device_window.h"
#include "guest/runtime/frames.h"
#include "guest/runtime/operations.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

/// What a stream's handle points to.
struct CUstream_st {
  std::uint64_t number = 0; ///< in messages; 0 is the default stream
  unsigned int flags = 0;
  int priority = 0;
  double seconds = 0; ///< modelled, of the device, when its last operation ends
  /// Not null while it is captured.
  std::shared_ptr<warpscope::guest::Graph> capture;
  std::vector<std::size_t> last; ///< nodes of `capture` that the next one follows
  bool invalid = false;          ///< the capture was broken by a call that cannot be captured
  bool origin = false;           ///< cudaStreamBeginCapture() was called for this one
  unsigned long long capture_id = 0;
  cudaLaunchAttributeValue window{}; ///< cudaStreamAttributeAccessPolicyWindow
};
struct CUevent_st {
  std::uint64_t number = 0;
  unsigned int flags = 0;
  bool recorded = false;
  double seconds = 0;
  std::shared_ptr<warpscope::guest::Graph> capture; ///< last recorded in a captured stream
  std::vector<std::size_t> last;
};
/// A CUDA array: rows of texels in device memory.
struct cudaArray {
  std::uint64_t address = 0;
  std::uint64_t pitch = 0;       ///< from row to row
  std::uint64_t plane_pitch = 0; ///< from layer to layer, or slice to slice
  cudaExtent extent{};           ///< in texels; height 0: one dimension; depth 0: no slices or layers
  cudaChannelFormatDesc format{};
  unsigned int flags = 0;

  [[nodiscard]] std::uint64_t texel_bytes() const {
    return static_cast<std::uint64_t>(format.x + format.y + format.z + format.w) / 8;
  }
};
struct CUmemPoolHandle_st {
  std::uint64_t threshold = 0, used = 0, high = 0;
  int reuse[3] = {1, 1, 1};
};

namespace warpscope::guest {

struct Allocation {
  std::uint64_t bytes = 0;
  MemoryKind kind = MemoryKind::Device;
  unsigned int flags = 0;
  cudaMemPool_t pool = nullptr;
};
/// Host memory that cudaHostRegister() moved into the window.
struct Registration {
  std::uint64_t device = 0; ///< of `host`
  std::uint64_t bytes = 0;
  std::uint64_t first_page = 0, pages_bytes = 0, allocation = 0;
  unsigned int flags = 0;
};
struct Kernel {
  const KernelFacts* facts = nullptr;
  std::uint32_t index = 0;
  std::uint64_t dynamic_limit = 0; ///< bytes of dynamic shared memory that a launch may ask for
  int carveout = -1;
  int cluster[3] = {0, 0, 0};
  bool large_clusters = false; ///< of more than 8 blocks
};
/// A failed launch whose error nobody has read yet.
struct UnreadError {
  Caller caller;
  std::string message, function;
};

class Runtime {
 public:
  Runtime(Connection& link, Welcome welcome);

  Connection& link;
  DeviceWindow window;
  BusyMemory busy;
  const Welcome welcome;
  std::recursive_mutex lock; ///< held during every API call

  std::unordered_map<const void*, Kernel> kernels;                 ///< by stub
  std::unordered_map<const void*, const VariableFacts*> variables; ///< by shadow
  std::map<std::uint64_t, Allocation> allocations;                 ///< by address
  std::map<std::uint64_t, Registration> registrations;             ///< by the host's address
  std::unordered_map<const void*, std::unique_ptr<CUstream_st>> streams;
  std::unordered_map<const void*, std::unique_ptr<CUevent_st>> events;
  std::unordered_map<const void*, std::unique_ptr<cudaArray>> arrays;
  CUstream_st default_stream, thread_stream;
  CUmemPoolHandle_st pool;
  std::uint64_t next_number = 1;
  std::uint64_t device_bytes_used = 0;

  cudaError_t pending = cudaSuccess; ///< a kernel failed and the host has not met it yet
  cudaError_t sticky = cudaSuccess;  ///< it has: every call answers so
  std::optional<UnreadError> unread;

  /// Called by the loader.
  void add_stub(const void* stub, std::string_view kernel);
  void add_shadow(const void* shadow, std::string_view variable);

  /// A number of the device by its name in cudaDeviceProp, from Welcome or from the table.
  [[nodiscard]] std::int64_t fact(std::string_view name) const;

  /// Null when there is none; then cudaErrorInvalidResourceHandle is right.
  [[nodiscard]] CUstream_st* stream(cudaStream_t handle);
  [[nodiscard]] CUevent_st* event(cudaEvent_t handle);
  [[nodiscard]] cudaArray* array(cudaArray_const_t handle);
  [[nodiscard]] Kernel* kernel(const void* function);
  /// The allocation that holds `address`, or the end.
  [[nodiscard]] std::map<std::uint64_t, Allocation>::iterator allocation_of(std::uint64_t address);
  [[nodiscard]] const VariableFacts* constant_at(std::uint64_t address) const;

  /// The host meets the device: what failed there shows now.
  cudaError_t meet() {
    if (pending != cudaSuccess) sticky = pending;
    return sticky;
  }
  /// Writes what the device printed to stdout.
  static void show(const std::string& printed);
  /// What every answer brings: what the device printed, and memory that it uses or uses no longer.
  void take(const Done& done) {
    show(done.printed);
    take(done.busy);
  }
  void take(const BusyChanges& changes);
  /// The registration that holds the host's address, or null.
  [[nodiscard]] const Registration* registration_of(std::uint64_t address) const;
  /// The device pointer of memory of the host that is registered from `address` on for so many bytes; else
  /// the address itself.
  [[nodiscard]] std::uint64_t unregistered(std::uint64_t address, std::uint64_t bytes) const;

  /// Whether an address of device memory is of a managed allocation or variable, with so many bytes behind
  /// it.
  [[nodiscard]] bool is_managed(std::uint64_t address, std::uint64_t bytes);
  std::vector<const VariableFacts*> managed_variables; ///< set by the loader
  /// The program asked for the last error: a launch that failed is told as one that it knows of.
  void read_error();
  /// Ends the program's CUDA: tells of an error that nobody read, and of the end.
  void finish(int code);

 private:
  std::unordered_map<std::string_view, std::int64_t> facts_;
};

/// The one of this process.
[[nodiscard]] Runtime& runtime();
[[nodiscard]] bool has_runtime();
void set_runtime(Runtime* runtime);

/// One call of the API: holds the lock, knows where the program made it, and keeps its error.
class Call {
 public:
  Call(const char* name, void* frame);
  [[nodiscard]] cudaError_t done(cudaError_t error);
  [[nodiscard]] cudaError_t done(std::int32_t error) { return done(static_cast<cudaError_t>(error)); }
  [[nodiscard]] const Caller& caller() const { return caller_; }
  [[nodiscard]] const char* name() const { return name_; }
  /// Without the lock, as the program's own functions run.
  template <class Function> void outside(Function&& function) {
    lock_.unlock();
    function();
    lock_.lock();
  }

 private:
  const char* name_;
  Caller caller_;
  std::unique_lock<std::recursive_mutex> lock_;
};

/// The last error of this thread; the API's own calls set it, cudaGetLastError() takes it.
[[nodiscard]] cudaError_t& last_error();

/// Executes an operation, or adds it to the graph that the stream is captured into.
[[nodiscard]] cudaError_t submit(Call& call, cudaStream_t stream, Operation operation);
/// Executes it now.
[[nodiscard]] cudaError_t execute(Call& call, CUstream_st& stream, const Operation& operation);
/// Asks for an order of streams and events; the modelled time of the stream that it is about.
Done order(Call& call, OrderKind kind, std::uint64_t stream, std::uint64_t event = 0,
           std::uint32_t flags = 0);
/// Allocates and notes it.
[[nodiscard]] cudaError_t allocate(Call& call, std::uint64_t bytes, MemoryKind kind, unsigned int flags,
                                   std::uint64_t stream, std::uint64_t& address);
[[nodiscard]] cudaError_t release(Call& call, std::uint64_t address, std::uint64_t stream);
/// What cudaMemcpy3D() is asked to do.
[[nodiscard]] cudaError_t copy_operation_of(const cudaMemcpy3DParms& what, CopyOperation& operation);
/// Why a launch of these sizes cannot be; cudaSuccess when it can.
[[nodiscard]] cudaError_t launch_error(const LaunchOperation& launch);
/// "2,048".
[[nodiscard]] std::string grouped(std::uint64_t number);

} // namespace warpscope::guest

/// Opens every function of the API.
#define WS_CALL(function)                                                                                    \
  using namespace warpscope::guest;                                                                          \
  Call call(#function, __builtin_frame_address(0));                                                          \
  if (runtime().sticky != cudaSuccess) return call.done(runtime().sticky)
/// And those that answer after a failed kernel, too.
#define WS_QUERY(function)                                                                                   \
  using namespace warpscope::guest;                                                                          \
  Call call(#function, __builtin_frame_address(0))
