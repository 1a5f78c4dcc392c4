// Decodes the guest's messages and hands each to the service that knows it.
#include "sim/whole/server.h"

#include "sim/whole/device_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace warpscope::whole {

namespace {

constexpr std::uint64_t device_memory_bytes = std::uint64_t{3} << 30; ///< exec::DeviceMemory's own budget
constexpr std::size_t longest_message = 4000;                         ///< bytes of a sentence of the guest

template <class T> Server::Answer answer_with(T value) {
  return {.damaged = false, .answered = true, .bytes = wire::encode(std::move(value)), .descriptor = -1};
}

} // namespace

Server::Server(const Request& request, int window_file, const std::atomic<bool>& stop)
    : context_(request, window_file, stop), memory_(context_), launches_(context_), files_(context_) {}

guest::Welcome Server::welcome() const {
  const Request& request = context_.request;
  const program::Program& device = context_.device;
  guest::Welcome welcome;
  welcome.objects = request.program.objects;
  for (const program::Kernel& kernel : device.kernels) {
    guest::KernelFacts& facts = welcome.kernels.emplace_back();
    facts.symbol = kernel.symbol, facts.name = kernel.name;
    for (const program::Argument& argument : kernel.arguments) {
      facts.argument_offsets.push_back(argument.offset);
      facts.argument_sizes.push_back(argument.size);
    }
    facts.parameter_bytes = kernel.parameter_bytes;
    facts.shared_bytes = kernel.shared_bytes;
    facts.local_bytes = device.functions[kernel.function].local_bytes;
    if (kernel.max_threads != 0) facts.max_threads = kernel.max_threads;
    facts.cluster[0] = kernel.cluster.x, facts.cluster[1] = kernel.cluster.y,
    facts.cluster[2] = kernel.cluster.z;
    facts.registers = 32; // what nvcc gives a small kernel; the simulator has no registers of a device
  }
  for (const RefusedKernel& kernel : context_.refused) {
    guest::KernelFacts& facts = welcome.kernels.emplace_back();
    facts.symbol = kernel.symbol, facts.name = kernel.name;
  }
  for (const program::Variable& variable : device.variables) {
    if (variable.space != Space::Global && variable.space != Space::Constant) continue;
    const std::uint64_t space = static_cast<unsigned>(variable.space);
    welcome.variables.push_back({variable.symbol, variable.name, space << 32 | variable.offset, variable.size,
                                 variable.space == Space::Constant});
  }
  welcome.device_name = "NVIDIA " + request.device.name;
  welcome.device = device_facts(request.device, device_memory_bytes);
  welcome.arguments = request.arguments;
  welcome.environment = request.environment;
  welcome.folder = request.folder;
  welcome.scratch = request.scratch;
  welcome.host_bytes = request.limits.host_bytes;
  welcome.threads = request.limits.threads;
  welcome.processor_seconds = request.limits.processor_seconds;
  welcome.lines = request.streams.lines;
  return welcome;
}

Server::Answer Server::serve(std::uint32_t kind, std::span<const std::uint8_t> bytes) {
  const Answer damaged{.damaged = true, .answered = false, .bytes = {}, .descriptor = -1};
  // Decodes into `message` and lets `use` answer it.
  const auto with = [&](auto message, auto use) -> Answer {
    if (!wire::decode(bytes, message)) return damaged;
    return use(message);
  };
  switch (static_cast<guest::Kind>(kind)) {
  case guest::Kind::Loaded:
    return with(guest::Loaded{}, [&](const guest::Loaded& m) -> Answer {
      if (std::exchange(loaded_, true) || m.symbols.size() != m.addresses.size()) return damaged;
      context_.places.place(m);
      return {};
    });
  case guest::Kind::Allocate:
    return with(guest::Allocate{},
                [&](const guest::Allocate& m) { return answer_with(memory_.allocate(m)); });
  case guest::Kind::Free:
    return with(guest::Free{}, [&](const guest::Free& m) { return answer_with(memory_.release(m)); });
  case guest::Kind::Copy:
    return with(guest::Copy{}, [&](const guest::Copy& m) { return answer_with(memory_.copy(m)); });
  case guest::Kind::Launch:
    return with(guest::Launch{}, [&](const guest::Launch& m) -> Answer {
      guest::Launched launched;
      return launches_.launch(m, launched) ? answer_with(launched) : damaged;
    });
  case guest::Kind::Order:
    return with(guest::Order{}, [&](const guest::Order& m) { return answer_with(order(m)); });
  case guest::Kind::Open:
    return with(guest::Open{}, [&](const guest::Open& m) {
      int descriptor = -1;
      Answer answer = answer_with(files_.open(m, descriptor));
      answer.descriptor = descriptor;
      return answer;
    });
  case guest::Kind::Denied:
    return with(guest::Denied{}, [&](const guest::Denied& m) -> Answer { return denied(m), Answer{}; });
  case guest::Kind::Crash:
    return with(guest::Crash{}, [&](guest::Crash& m) -> Answer {
      crash_ = std::move(m);
      return {};
    });
  case guest::Kind::Finding:
    return with(guest::Finding{}, [&](const guest::Finding& m) -> Answer { return finding(m), Answer{}; });
  case guest::Kind::Exit:
    return with(guest::Exit{}, [&](const guest::Exit& m) {
      exit_code_ = m.code & 0xff;
      context_.clocks.host_waits_for_all();
      return answer_with(guest::Done{0, context_.take_printed(), context_.clocks.last(), {}});
    });
  case guest::Kind::Refused:
    return with(guest::Refused{},
                [&](const guest::Refused& m) -> Answer { return launches_.refused(m) ? Answer{} : damaged; });
  case guest::Kind::Touch:
    return with(guest::Touch{}, [&](const guest::Touch& m) { return answer_with(memory_.touch(m)); });
  case guest::Kind::Limit:
    return with(guest::Limit{}, [&](const guest::Limit& m) { return answer_with(memory_.limit(m)); });
  case guest::Kind::Welcome:
  case guest::Kind::Count: break;
  }
  return damaged;
}

guest::Done Server::order(const guest::Order& request) {
  StreamClocks& clocks = context_.clocks;
  const bool stream = clocks.has_stream(request.stream), event = clocks.has_event(request.event);
  guest::Done answer = order_clocks(request, stream, event);
  if (answer.error == cuda_success) order_work(request);
  answer.busy = context_.in_flight.take_changes();
  return answer;
}

void Server::order_work(const guest::Order& request) {
  StreamOrder& order = context_.order;
  switch (request.kind) {
  case guest::OrderKind::StreamCreate: order.create(request.stream, (request.flags & 1u) == 0); break;
  case guest::OrderKind::StreamDestroy: order.destroy(request.stream); break;
  case guest::OrderKind::StreamSynchronize:
  case guest::OrderKind::StreamQuery: order.host_waits_for_stream(request.stream); break;
  case guest::OrderKind::StreamWaitEvent: order.wait(request.stream, request.event); break;
  case guest::OrderKind::EventRecord: order.record(request.event, request.stream); break;
  case guest::OrderKind::EventSynchronize:
  case guest::OrderKind::EventQuery: order.host_waits_for_event(request.event); break;
  case guest::OrderKind::DeviceSynchronize: order.host_waits_for_all(); break;
  case guest::OrderKind::HostFunction: context_.in_flight.reached(order, request.stream); break;
  case guest::OrderKind::EventCreate:
  case guest::OrderKind::EventDestroy: break;
  }
  context_.in_flight.host_waited(order);
}

guest::Done Server::order_clocks(const guest::Order& request, bool stream, bool event) {
  StreamClocks& clocks = context_.clocks;
  const auto done = [&](bool good, double seconds) {
    return guest::Done{good ? cuda_success : cuda_invalid_handle, {}, seconds, {}};
  };
  const auto synchronised = [&](bool good, double seconds) {
    guest::Done answer = done(good, seconds);
    if (good) answer.printed = context_.take_printed();
    return answer;
  };
  switch (request.kind) {
  case guest::OrderKind::StreamCreate:
    // Flag 1 is cudaStreamNonBlocking: it does not wait for the default stream.
    return done(clocks.create_stream(request.stream, (request.flags & 1u) == 0), clocks.done(request.stream));
  case guest::OrderKind::StreamDestroy: return done(clocks.destroy_stream(request.stream), clocks.last());
  case guest::OrderKind::StreamSynchronize:
    if (stream) clocks.host_waits_for_stream(request.stream);
    return synchronised(stream, clocks.done(request.stream));
  case guest::OrderKind::StreamQuery:
  case guest::OrderKind::HostFunction: return done(stream, clocks.done(request.stream));
  case guest::OrderKind::StreamWaitEvent:
    if (stream && event) clocks.wait(request.stream, request.event);
    return done(stream && event, clocks.done(request.stream));
  case guest::OrderKind::EventCreate: return done(clocks.create_event(request.event), 0);
  case guest::OrderKind::EventRecord:
    if (stream && event) clocks.record(request.event, request.stream);
    return done(stream && event, clocks.done(request.stream));
  case guest::OrderKind::EventSynchronize:
    if (event) clocks.host_waits_for_event(request.event);
    return synchronised(event, clocks.event_time(request.event));
  case guest::OrderKind::EventQuery: return done(event, clocks.event_time(request.event));
  case guest::OrderKind::EventDestroy: return done(clocks.destroy_event(request.event), 0);
  case guest::OrderKind::DeviceSynchronize:
    clocks.host_waits_for_all();
    return synchronised(true, clocks.last());
  }
  return {cuda_invalid_value, {}, 0, {}};
}

void Server::denied(const guest::Denied& message) {
  const std::string detail = message.detail.empty() ? "" : " (" + message.detail.substr(0, 200) + ")";
  context_.findings.add(
      {.kind = "denied",
       .severity = Severity::Warning,
       .place = context_.places.innermost(message.caller),
       .message = fmt::format("the program may not call {}{}: it runs confined, without network, other "
                              "programs and files of others",
                              message.call.substr(0, 100), detail)});
}

void Server::finding(const guest::Finding& message) {
  Finding found{.kind = message.kind.substr(0, 100),
                .severity = Severity::Warning,
                .place = context_.places.innermost(message.caller),
                .message = message.message.substr(0, longest_message)};
  constexpr std::string_view errors[] = {"double-free", "error-not-read", "not-started", "not-linked",
                                         "undefined"};
  if (std::find(std::begin(errors), std::end(errors), found.kind) != std::end(errors))
    found.severity = Severity::Error;
  CudaError error = cuda_success;
  if (found.kind == "launch-failed" || found.kind == "error-not-read")
    if (const LaunchRecord* refused = launches_.refused_at(found.place)) {
      found.launch = refused->number;
      error = static_cast<CudaError>(refused->error);
    }
  if (!message.function.empty())
    context_.add_error(message.function.substr(0, 100), error, found.message, found.place);
  context_.findings.add(std::move(found));
}

Record Server::finish() {
  if (exit_code_) memory_.tell_leaks();
  Record record = std::move(context_.record);
  record.findings = context_.findings.worst_first();
  record.device_seconds = context_.clocks.last();
  return record;
}

} // namespace warpscope::whole
