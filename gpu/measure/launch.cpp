// Allocates, fills and refills a launch's buffers, and launches its kernel.
#include "gpu/measure/launch.h"

#include "sim/base/fnv.h"
#include "sim/source/element_value.h"
#include "sim/source/fill.h"
#include "sim/source/tensor_tile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace warpscope::measure {

namespace {

int function_number(cuda::Handle function, int which) {
  int value = 0;
  check_driver(driver().function_attribute(&value, which, function), "cuFuncGetAttribute");
  return value;
}

/// cuLaunchKernelEx is the newest function used, and only for cooperative launches.
using LaunchEx = int (*)(const cuda::LaunchConfig*, cuda::Handle, void**, void**);

} // namespace

std::vector<std::uint8_t> initial_bytes(const protocol::MeasureArgument& argument) {
  std::string error;
  if (argument.kind == protocol::MeasureArgument::Kind::Scalar)
    return source::encode_element(argument.type, argument.value, error).value_or(std::vector<std::uint8_t>{});
  if (!argument.data.empty()) return argument.data;
  std::vector<std::uint8_t> bytes(argument.bytes);
  error = source::apply_fill(argument.fill, argument.type, bytes, {});
  if (!error.empty()) throw DeviceError{0, fmt::format("{}: {}", argument.name, error)};
  return bytes;
}

LoadedModule::LoadedModule(const std::vector<char>& cubin) {
  const int code = driver().module_load(&module_, cubin.data());
  int major = 0, minor = 0;
  const int speaks = driver_version();
  if (code != cuda::success && nvrtc().version(&major, &minor) == 0 && major > speaks / 1000)
    throw DeviceError{code, fmt::format("the driver speaks CUDA {0}.{1} and does not load what NVRTC {2}.{3} "
                                        "compiles ({4}): update the driver, or get the NVRTC of "
                                        "its version with scripts/install-cuda-runtime {0}.{1}",
                                        speaks / 1000, speaks % 1000 / 10, major, minor, driver_error(code))};
  check_driver(code, "cuModuleLoadData");
}
LoadedModule::~LoadedModule() { driver().module_unload(module_); }

cuda::Handle LoadedModule::function(const std::string& symbol) const {
  cuda::Handle function = nullptr;
  check_driver(driver().module_function(&function, module_, symbol.c_str()), "cuModuleGetFunction");
  return function;
}

std::pair<cuda::DevicePointer, std::uint64_t> LoadedModule::variable(const std::string& symbol) const {
  cuda::DevicePointer address = 0;
  std::size_t bytes = 0;
  check_driver(driver().module_global(&address, &bytes, module_, symbol.c_str()), "cuModuleGetGlobal");
  return {address, bytes};
}

PreparedCall::PreparedCall(const protocol::MeasureRequest& request, const protocol::MeasureCall& call,
                           std::uint64_t& budget)
    : request_(request), call_(call), parameters_(call.parameter_bytes) {
  for (const protocol::MeasureArgument& argument : call.arguments) {
    if (argument.kind == protocol::MeasureArgument::Kind::Tensor) continue; // below: its buffer comes first
    if (argument.kind != protocol::MeasureArgument::Kind::Buffer) {
      const std::vector<std::uint8_t> value = argument.kind == protocol::MeasureArgument::Kind::Bytes
                                                  ? argument.data
                                                  : initial_bytes(argument);
      std::memcpy(parameters_.data() + argument.offset, value.data(), value.size());
      continue;
    }
    const bool zeros = argument.data.empty() && argument.fill.kind == source::Fill::Kind::Zero;
    const bool keeps = !zeros && !argument.read_only;
    const std::uint64_t needed = argument.bytes * (keeps ? 2 : 1);
    if (needed > budget)
      throw DeviceError{
          0, fmt::format("the buffers need more than the limit of {} bytes: \"{}\" takes {} with its copy",
                         request.limits.memory_bytes, argument.name, needed)};
    budget -= needed;
    Buffer buffer{&argument, DeviceMemoryBlock(argument.bytes), {}};
    if (keeps) buffer.first = DeviceMemoryBlock(argument.bytes);
    if (!zeros) {
      const std::vector<std::uint8_t> bytes = initial_bytes(argument);
      check_driver(
          driver().copy_in((keeps ? buffer.first : buffer.memory).address(), bytes.data(), bytes.size()),
          "cuMemcpyHtoD");
    } else if (argument.read_only) {
      check_driver(driver().set_bytes(buffer.memory.address(), 0, argument.bytes, nullptr), "cuMemsetD8");
    }
    const cuda::DevicePointer address = buffer.memory.address();
    if (argument.passed) std::memcpy(parameters_.data() + argument.offset, &address, sizeof address);
    buffers_.push_back(std::move(buffer));
  }
  for (const protocol::MeasureArgument& argument : call.arguments)
    if (argument.kind == protocol::MeasureArgument::Kind::Tensor) encode_tensor(argument);
}

void PreparedCall::encode_tensor(const protocol::MeasureArgument& argument) {
  const auto encode = reinterpret_cast<cuda::EncodeTiled>(driver().library.symbol("cuTensorMapEncodeTiled"));
  if (encode == nullptr)
    throw DeviceError{0, "the driver is too old for tensors (it has no cuTensorMapEncodeTiled)"};
  const auto buffer = std::find_if(buffers_.begin(), buffers_.end(), [&](const Buffer& one) {
    return one.argument->name == argument.tensor.buffer;
  });
  if (buffer == buffers_.end())
    throw DeviceError{0, fmt::format("{}: there is no buffer {}", argument.name, argument.tensor.buffer)};
  source::TensorTileArguments given(argument.tensor);
  const TensorMapArguments& a = given.all;
  alignas(64) std::uint8_t map[tensor_map_bytes] = {};
  check_driver(encode(map, static_cast<int>(a.type), a.rank,
                      reinterpret_cast<void*>(buffer->memory.address()), a.dimensions, a.strides, a.box,
                      a.steps, static_cast<int>(a.interleave), static_cast<int>(a.swizzle),
                      static_cast<int>(a.promotion), static_cast<int>(a.fill)),
               "cuTensorMapEncodeTiled");
  std::memcpy(parameters_.data() + argument.offset, map, sizeof map);
}

void PreparedCall::use(const LoadedModule& module, const CompiledDeviceText& compiled) {
  function_ = module.function(compiled.symbols.at(call_.kernel));
  if (request_.dynamic_shared_bytes != 0)
    check_driver(driver().function_set_attribute(function_, cuda::function_max_dynamic_shared,
                                                 static_cast<int>(request_.dynamic_shared_bytes)),
                 "cuFuncSetAttribute (dynamic shared memory)");
  variables_.clear();
  for (const protocol::MeasureArgument& variable : request_.variables) {
    const auto [address, size] = module.variable(compiled.symbols.at(variable.name));
    std::vector<std::uint8_t> bytes = initial_bytes(variable);
    if (bytes.size() > size)
      throw DeviceError{0, fmt::format("variable \"{}\" has {} bytes, and {} are given", variable.name, size,
                                       bytes.size())};
    variables_.emplace_back(address, std::move(bytes));
  }
}

void PreparedCall::refill() {
  for (const Buffer& buffer : buffers_) {
    if (buffer.argument->read_only) continue;
    if (buffer.first.address() != 0)
      check_driver(
          driver().copy(buffer.memory.address(), buffer.first.address(), buffer.memory.bytes(), nullptr),
          "cuMemcpyDtoD");
    else
      check_driver(driver().set_bytes(buffer.memory.address(), 0, buffer.memory.bytes(), nullptr),
                   "cuMemsetD8");
  }
  for (const auto& [address, bytes] : variables_)
    check_driver(driver().copy_in(address, bytes.data(), bytes.size()), "cuMemcpyHtoD");
}

void PreparedCall::launch(cuda::Handle stream) {
  std::size_t size = parameters_.size();
  void* extra[] = {cuda::launch_parameters_pointer, parameters_.data(), cuda::launch_parameters_size, &size,
                   cuda::launch_parameters_end};
  // Where a tensor's map lies among the parameters, which its alignment moves, the driver knows alone.
  std::vector<const protocol::MeasureArgument*> passed;
  bool has_tensors = false;
  for (const protocol::MeasureArgument& argument : call_.arguments) {
    has_tensors = has_tensors || argument.kind == protocol::MeasureArgument::Kind::Tensor;
    if (argument.passed) passed.push_back(&argument);
  }
  std::sort(passed.begin(), passed.end(), [](const auto* a, const auto* b) { return a->offset < b->offset; });
  std::vector<void*> each;
  for (const protocol::MeasureArgument* argument : passed)
    each.push_back(parameters_.data() + argument->offset);
  void** const one_by_one = has_tensors ? each.data() : nullptr;
  void** const together = has_tensors ? nullptr : extra;
  const Dim3 &grid = request_.grid, &block = request_.block;
  if (!request_.cooperative) {
    check_driver(driver().launch(function_, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                 request_.dynamic_shared_bytes, stream, one_by_one, together),
                 "cuLaunchKernel");
    return;
  }
  const auto launch_ex = reinterpret_cast<LaunchEx>(driver().library.symbol("cuLaunchKernelEx"));
  if (launch_ex == nullptr)
    throw DeviceError{
        0, "the driver is too old to launch a grid that waits for its blocks (it has no cuLaunchKernelEx)"};
  cuda::LaunchAttribute attribute;
  attribute.id = cuda::launch_attribute_cooperative;
  attribute.value.number = 1;
  const cuda::LaunchConfig config{
      grid.x, grid.y,     grid.z, block.x, block.y, block.z, request_.dynamic_shared_bytes,
      stream, &attribute, 1};
  check_driver(launch_ex(&config, function_, one_by_one, together), "cuLaunchKernelEx");
}

void PreparedCall::run() {
  launch();
  check_driver(driver().context_synchronize(), "the kernel");
}

std::vector<std::uint8_t> PreparedCall::bytes_of(const std::string& name) const {
  for (const Buffer& buffer : buffers_) {
    if (buffer.argument->name != name) continue;
    std::vector<std::uint8_t> bytes(buffer.memory.bytes());
    check_driver(driver().copy_out(bytes.data(), buffer.memory.address(), bytes.size()), "cuMemcpyDtoH");
    return bytes;
  }
  return {};
}

std::uint64_t PreparedCall::written_hash() const {
  std::uint64_t hash = fnv1a({});
  for (const Buffer& buffer : buffers_)
    if (!buffer.argument->read_only) hash = fnv1a(bytes_of(buffer.argument->name), hash);
  return hash;
}

protocol::RecordedResources resources_of(const PreparedCall& call, const protocol::MeasureRequest& request,
                                         const GpuDevice& device, const CompiledDeviceText& compiled) {
  const auto number = [&](int which) {
    return static_cast<std::uint32_t>(function_number(call.function(), which));
  };
  protocol::RecordedResources r;
  r.registers = number(cuda::function_registers);
  r.static_shared_bytes = number(cuda::function_shared_bytes);
  r.dynamic_shared_bytes = request.dynamic_shared_bytes;
  r.local_bytes = number(cuda::function_local_bytes);
  r.constant_bytes = number(cuda::function_const_bytes);
  r.max_threads = number(cuda::function_max_threads);
  const auto threads = static_cast<std::uint32_t>(request.block.count());
  int blocks = 0;
  check_driver(
      driver().occupancy(&blocks, call.function(), static_cast<int>(threads), request.dynamic_shared_bytes),
      "cuOccupancyMaxActiveBlocksPerMultiprocessor");
  r.blocks_per_multiprocessor = static_cast<std::uint32_t>(blocks);
  r.warps_per_multiprocessor = r.blocks_per_multiprocessor * ((threads + 31) / 32);
  r.most_warps_per_multiprocessor = device.most_warps();
  if (const auto spills = compiled.spills.find(compiled.symbols.at(call.call().kernel));
      spills != compiled.spills.end())
    std::tie(r.spill_store_bytes, r.spill_load_bytes) = spills->second;
  return r;
}

} // namespace warpscope::measure
