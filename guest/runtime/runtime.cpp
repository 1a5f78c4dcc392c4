// What the API's functions share: handles, errors, allocations, the execution of operations.
#include "guest/runtime/runtime.h"

#include "guest/runtime/graph.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace warpscope::guest {
namespace {

Runtime* the_runtime = nullptr;

struct AttributeRow {
  std::string_view fact;
  std::int64_t value;
};
constexpr AttributeRow attribute_rows[] = {
#define WS_DEVICE_ATTRIBUTE(name, number, fact, value) {fact, value},
#include "sim/include/__warpscope/cuda_attributes.def"
#undef WS_DEVICE_ATTRIBUTE
};

} // namespace

Runtime& runtime() { return *the_runtime; }
bool has_runtime() { return the_runtime != nullptr; }
void set_runtime(Runtime* runtime) { the_runtime = runtime; }

cudaError_t& last_error() {
  thread_local cudaError_t error = cudaSuccess;
  return error;
}

Runtime::Runtime(Connection& connection, Welcome from) : link(connection), welcome(std::move(from)) {
  for (const AttributeRow& row : attribute_rows)
    if (!row.fact.empty()) facts_[row.fact] = row.value;
  for (const DeviceFact& fact : welcome.device) facts_[fact.name] = fact.value;
}

std::int64_t Runtime::fact(std::string_view name) const {
  const auto found = facts_.find(name);
  return found == facts_.end() ? 0 : found->second;
}

void Runtime::add_stub(const void* stub, std::string_view name) {
  for (std::uint32_t i = 0; i < welcome.kernels.size(); ++i) {
    const KernelFacts& facts = welcome.kernels[i];
    if (facts.symbol != name) continue;
    Kernel kernel{&facts, i};
    const auto most = static_cast<std::uint64_t>(fact("sharedMemPerBlock"));
    kernel.dynamic_limit = most > facts.shared_bytes ? most - facts.shared_bytes : 0;
    kernels[stub] = kernel;
  }
}

void Runtime::add_shadow(const void* shadow, std::string_view name) {
  for (const VariableFacts& facts : welcome.variables)
    if (facts.symbol == name) variables[shadow] = &facts;
}

CUstream_st* Runtime::stream(cudaStream_t handle) {
  if (handle == nullptr || handle == cudaStreamLegacy) return &default_stream;
  if (handle == cudaStreamPerThread) {
    if (thread_stream.number == 0) {
      thread_stream.number = next_number++;
      (void)link.ask<Done>(Kind::Order, Order{{}, OrderKind::StreamCreate, thread_stream.number, 0, 0});
    }
    return &thread_stream;
  }
  const auto found = streams.find(handle);
  return found == streams.end() ? nullptr : found->second.get();
}

CUevent_st* Runtime::event(cudaEvent_t handle) {
  const auto found = events.find(handle);
  return found == events.end() ? nullptr : found->second.get();
}

cudaArray* Runtime::array(cudaArray_const_t handle) {
  const auto found = arrays.find(handle);
  return found == arrays.end() ? nullptr : found->second.get();
}

Kernel* Runtime::kernel(const void* function) {
  const auto found = kernels.find(function);
  return found == kernels.end() ? nullptr : &found->second;
}

std::map<std::uint64_t, Allocation>::iterator Runtime::allocation_of(std::uint64_t address) {
  auto after = allocations.upper_bound(address);
  if (after == allocations.begin()) return allocations.end();
  --after;
  const std::uint64_t bytes = std::max<std::uint64_t>(after->second.bytes, 1);
  return address - after->first < bytes ? after : allocations.end();
}

bool Runtime::is_managed(std::uint64_t address, std::uint64_t bytes) {
  for (const VariableFacts* variable : managed_variables)
    if (address >= variable->address && address + bytes <= variable->address + variable->bytes) return true;
  const auto found = allocation_of(address);
  return found != allocations.end() && found->second.kind == MemoryKind::Managed &&
         address - found->first + bytes <= found->second.bytes;
}

const VariableFacts* Runtime::constant_at(std::uint64_t address) const {
  const auto found = std::find_if(
      welcome.variables.begin(), welcome.variables.end(), [&](const VariableFacts& v) {
        return v.constant && address >= v.address && address - v.address < v.bytes;
      });
  return found == welcome.variables.end() ? nullptr : &*found;
}

void Runtime::show(const std::string& printed) {
  // A line that begins with \001 is one of a failed assertion, and belongs on stderr (device_runtime.h).
  for (std::size_t at = 0; at < printed.size();) {
    const bool failed = printed[at] == '\001';
    std::size_t end = failed ? printed.find('\n', at) : printed.find('\001', at);
    end = end == std::string::npos ? printed.size() : end + (failed ? 1 : 0);
    std::fwrite(printed.data() + at + (failed ? 1 : 0), 1, end - at - (failed ? 1 : 0),
                failed ? stderr : stdout);
    at = end;
  }
}

const Registration* Runtime::registration_of(std::uint64_t address) const {
  auto after = registrations.upper_bound(address);
  if (after == registrations.begin()) return nullptr;
  --after;
  return address - after->first < after->second.bytes ? &after->second : nullptr;
}

std::uint64_t Runtime::unregistered(std::uint64_t address, std::uint64_t bytes) const {
  const Registration* const found = registration_of(address);
  if (found == nullptr) return address;
  const std::uint64_t device = found->allocation + (address - found->first_page);
  return device + bytes <= found->device + found->bytes ? device : address;
}

void Runtime::take(const BusyChanges& changes) {
  for (const std::uint32_t number : changes.ended) busy.end(number);
  for (const BusyPiece& piece : changes.begun) {
    std::uint64_t first = piece.address, end = first + piece.bytes;
    std::uint64_t first_page = first / page_bytes * page_bytes;
    std::uint64_t end_page = (end + page_bytes - 1) / page_bytes * page_bytes;
    for (const auto& [host, registered] : registrations) {
      if (first < registered.allocation || first >= registered.allocation + registered.pages_bytes) continue;
      // Its first and last page may hold other data of the program, which must stay within reach.
      const std::uint64_t shift = registered.first_page - registered.allocation;
      first = std::max(first + shift, host), end = std::min(end + shift, host + registered.bytes);
      first_page = (first + page_bytes - 1) / page_bytes * page_bytes;
      end_page = end / page_bytes * page_bytes;
      break;
    }
    busy.begin({piece.number, first, end, first_page, end_page, piece.address, piece.written});
  }
}

void Runtime::read_error() {
  if (unread)
    link.tell(Kind::Finding, Finding{unread->caller, "launch-failed", unread->message, unread->function});
  unread.reset();
}

void Runtime::finish(int code) {
  if (unread)
    link.tell(Kind::Finding, Finding{unread->caller, "error-not-read",
                                     unread->message + "; nobody asked for the error", unread->function});
  unread.reset();
  take(link.ask<Done>(Kind::Exit, Exit{code}));
}

Call::Call(const char* name, void* frame)
    : name_(name), caller_{frames_from(reinterpret_cast<std::uint64_t>(frame)).list()},
      lock_(runtime().lock) {}

cudaError_t Call::done(cudaError_t error) {
  if (error != cudaSuccess) last_error() = error;
  return error;
}

Done order(Call& call, OrderKind kind, std::uint64_t stream, std::uint64_t event, std::uint32_t flags) {
  Runtime& r = runtime();
  Done done = r.link.ask<Done>(Kind::Order, Order{call.caller(), kind, stream, event, flags});
  r.take(done);
  return done;
}

cudaError_t allocate(Call& call, std::uint64_t bytes, MemoryKind kind, unsigned int flags,
                     std::uint64_t stream, std::uint64_t& address) {
  Runtime& r = runtime();
  const auto answer = r.link.ask<Allocated>(Kind::Allocate,
                                            Allocate{call.caller(), bytes, kind, call.name(), stream});
  if (answer.error != cudaSuccess) return static_cast<cudaError_t>(answer.error);
  address = answer.address;
  r.allocations[address] = {bytes, kind, flags, nullptr};
  r.device_bytes_used += bytes;
  if (kind != MemoryKind::Device && kind != MemoryKind::Array) r.window.open(address, bytes);
  return cudaSuccess;
}

cudaError_t release(Call& call, std::uint64_t address, std::uint64_t stream) {
  Runtime& r = runtime();
  const Done done = r.link.ask<Done>(Kind::Free, Free{call.caller(), address, call.name(), stream});
  r.take(done);
  if (done.error != cudaSuccess) return static_cast<cudaError_t>(done.error);
  if (const auto found = r.allocations.find(address); found != r.allocations.end()) {
    const Allocation& gone = found->second;
    if (gone.kind != MemoryKind::Device && gone.kind != MemoryKind::Array)
      r.window.close(address, gone.bytes);
    r.device_bytes_used -= std::min(r.device_bytes_used, gone.bytes);
    if (gone.pool != nullptr) gone.pool->used -= std::min(gone.pool->used, gone.bytes);
    r.allocations.erase(found);
  }
  return cudaSuccess;
}

std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

} // namespace warpscope::guest
