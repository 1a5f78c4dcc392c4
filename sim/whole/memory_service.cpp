// Serves allocations, frees and copies.
#include "sim/whole/memory_service.h"

#include "sim/base/number_text.h"
#include "sim/exec/heap.h"

#include <fmt/format.h>

#include <cctype>
#include <cstring>
#include <optional>
#include <utility>

namespace warpscope::whole {

namespace {

constexpr std::size_t most_allocations = 1u << 17; ///< in the record
constexpr std::size_t most_copies = 1u << 16;
constexpr std::uint64_t constant_token = std::uint64_t{static_cast<unsigned>(Space::Constant)} << 32;

/// nullopt: the sizes overflow.
std::optional<std::uint64_t> product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t out = 0;
  if (__builtin_mul_overflow(a, b, &out)) return std::nullopt;
  return out;
}
std::optional<std::uint64_t> sum(std::optional<std::uint64_t> a, std::optional<std::uint64_t> b) {
  std::uint64_t out = 0;
  if (!a || !b || __builtin_add_overflow(*a, *b, &out)) return std::nullopt;
  return out;
}

/// Bytes from the first row's first to behind the last row's last.
std::optional<std::uint64_t> span_of(const guest::Copy& copy, std::uint64_t pitch,
                                     std::uint64_t plane_pitch) {
  if (copy.row_bytes == 0 || copy.rows == 0 || copy.planes == 0) return 0;
  return sum(sum(product(copy.planes - 1, plane_pitch), product(copy.rows - 1, pitch)), copy.row_bytes);
}

bool name_begins(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool name_goes_on(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// "4 times as many: are these elements, not bytes?" when a size is a small multiple of the other.
std::string size_guess(std::uint64_t copied, std::uint64_t has) {
  for (const std::uint64_t element : {4, 8, 2, 16, 12})
    if (has != 0 && copied == has * element)
      return fmt::format(
          "; {} is just {} times as much: was the buffer given a number of elements where bytes "
          "are meant (count * sizeof(T))?",
          grouped(copied), element);
  return {};
}

} // namespace

bool host_touches(AllocationKind kind) {
  return kind == AllocationKind::Managed || kind == AllocationKind::Pinned || kind == AllocationKind::Mapped;
}

std::string_view name_of(AllocationKind kind) {
  constexpr std::string_view names[] = {"device", "managed", "pinned", "mapped", "array"};
  return names[static_cast<unsigned>(kind)];
}

std::string assigned_name(std::string_view line, std::string_view function, std::size_t nth) {
  std::size_t at = std::string_view::npos, calls = 0;
  for (std::size_t from = 0; !function.empty();) {
    from = line.find(function, from);
    if (from == std::string_view::npos) break;
    const std::size_t behind = from + function.size();
    const bool longer = behind < line.size() && name_goes_on(line[behind]); // cudaMallocHost
    if (!longer && calls++ <= nth) at = from;
    from = behind;
  }
  if (at == std::string_view::npos) return {};
  if (nth >= calls) return assigned_name(line, function, nth % calls); // the line's calls once more
  at = line.find('(', at + function.size());
  if (at == std::string_view::npos) return {};
  std::string_view rest = line.substr(at + 1);
  // Casts and the ampersand before the name: (void **)&p, reinterpret_cast<void **>(&p).
  for (bool more = true; more && !rest.empty();) {
    more = false;
    if (rest.front() == ' ' || rest.front() == '&' || rest.front() == '*') rest.remove_prefix(1), more = true;
    else if (rest.front() == '(') {
      const std::size_t close = rest.find(')');
      const bool cast = close != std::string_view::npos &&
                        rest.substr(0, close).find('*') != std::string_view::npos;
      rest.remove_prefix(cast ? close + 1 : 1), more = true;
    } else if (const std::size_t angle = rest.find(">(");
               rest.find("_cast<") < angle && angle < rest.find(',')) {
      rest.remove_prefix(angle + 2), more = true;
    }
  }
  if (rest.empty() || !name_begins(rest.front())) return {};
  std::size_t end = 0;
  int depth = 0;
  for (; end < rest.size(); ++end) {
    const char c = rest[end];
    if (c == '[') ++depth;
    else if (c == ']' && depth > 0) --depth;
    else if (c == '-' && rest.substr(end, 2) == "->") ++end;
    else if (depth == 0 && !name_goes_on(c) && c != '.') break;
  }
  return depth == 0 && end <= 64 ? std::string(rest.substr(0, end)) : std::string();
}

guest::Allocated MemoryService::allocate(const guest::Allocate& request) {
  const Place place = context_.places.innermost(request.caller);
  if (static_cast<unsigned>(request.kind) > static_cast<unsigned>(guest::MemoryKind::Array))
    return {cuda_invalid_value, 0};
  if (request.bytes == 0) return {cuda_success, 0};
  if (place == last_place_ && request.function == last_function_) ++calls_on_line_;
  else calls_on_line_ = 0;
  last_place_ = place, last_function_ = request.function;
  std::string name = place.known() ? assigned_name(context_.line(place.file, place.line), request.function,
                                                   calls_on_line_)
                                   : "";
  // C++'s cudaMallocHost() with flags is cudaHostAlloc() of C.
  if (name.empty() && place.known() && request.function == "cudaHostAlloc")
    name = assigned_name(context_.line(place.file, place.line), "cudaMallocHost");
  if (name.empty()) name = fmt::format("allocation {}", context_.record.allocations.size() + 1);
  const auto offset = context_.record.allocations.size() < most_allocations
                          ? context_.memory.allocate(name, request.bytes, context_.span_of(place))
                          : std::nullopt;
  if (!offset) {
    std::string why = fmt::format(
        "{} asks for {}, and {} of the simulated device are in use; here a program may "
        "have 3 GiB in all",
        request.function, bytes_text(request.bytes), bytes_text(context_.memory.used()));
    context_.add_error(request.function, cuda_memory_allocation, why, place);
    context_.findings.add(
        {.kind = "out-of-memory", .severity = Severity::Warning, .place = place, .message = std::move(why)});
    return {cuda_memory_allocation, 0};
  }
  const auto kind = static_cast<AllocationKind>(request.kind);
  context_.buffers[*offset] = context_.record.allocations.size();
  context_.record.allocations.push_back(
      {std::move(name), request.function, kind, *offset, request.bytes, place, std::nullopt});
  context_.host_written += host_touches(kind);
  if (context_.watch) context_.watch->forget(*offset, request.bytes);
  context_.state.changed(*offset);
  context_.last_copies.erase(*offset);
  return {cuda_success, guest::device_base + *offset};
}

guest::Done MemoryService::release(const guest::Free& request) {
  const Place place = context_.places.innermost(request.caller);
  const auto done = [&](CudaError error) -> guest::Done {
    const bool waits = request.function.find("Async") == std::string::npos;
    if (waits) context_.clocks.host_waits_for_all();
    if (waits) {
      context_.order.host_waits_for_all();
      context_.in_flight.host_waited(context_.order);
    }
    return {error, waits ? context_.take_printed() : std::string(), context_.clocks.done(request.stream),
            context_.in_flight.take_changes()};
  };
  if (request.address == 0) return done(cuda_success);
  const std::uint64_t offset = request.address - guest::device_base;
  const bool inside = request.address >= guest::device_base && offset < guest::window_bytes;
  const auto found = inside ? context_.buffers.find(static_cast<std::uint32_t>(offset))
                            : context_.buffers.end();
  if (found != context_.buffers.end()) {
    AllocationRecord& buffer = context_.record.allocations[found->second];
    context_.memory.release(found->first, context_.span_of(place));
    context_.host_written -= host_touches(buffer.kind);
    buffer.freed = place;
    context_.state.released(found->first);
    context_.in_flight.forget(found->first, buffer.bytes);
    context_.buffers.erase(found);
    return done(cuda_success);
  }
  Finding finding{.kind = "bad-free", .severity = Severity::Error, .place = place, .message = {}};
  const exec::FreedAllocation* old = inside ? context_.memory.find_freed(offset) : nullptr;
  const AllocationRecord* around = inside ? context_.buffer_at(offset) : nullptr;
  if (old != nullptr && old->offset == offset) {
    finding.kind = "double-free";
    finding.related_place = context_.place_of(old->freed, {});
    finding.related = "freed here before";
    finding.message = fmt::format("{} frees {} a second time: {} freed it", request.function, old->name,
                                  old->freed.known() ? line_text(finding.related_place, place)
                                                     : "an earlier call");
  } else if (around != nullptr) {
    finding.related_place = around->made;
    finding.related = "allocated here";
    finding.message = fmt::format("{} is given an address {} inside {}, not the one that {} returned",
                                  request.function, bytes_text(offset - around->offset), around->name,
                                  around->function);
  } else {
    finding.message = fmt::format("{} is given an address that no allocation returned{}", request.function,
                                  inside ? "" : ": it is memory of the host (use free() or delete there)");
  }
  context_.add_error(request.function, cuda_invalid_value, finding.message, place);
  context_.findings.add(std::move(finding));
  return done(cuda_invalid_value);
}

MemoryService::Side MemoryService::side_of(std::uint64_t address, std::uint64_t span) const {
  Side side;
  side.span = span;
  side.name = "host";
  if (address >= guest::device_base && address - guest::device_base < guest::window_bytes) {
    side.where = Side::Where::Window;
    side.offset = address - guest::device_base;
    const AllocationRecord* buffer = context_.buffer_at(side.offset);
    const exec::Allocation* piece = context_.memory.find(Space::Global, side.offset);
    side.name = buffer != nullptr                     ? buffer->name
                : piece != nullptr && piece->variable ? piece->name
                                                      : "device";
    side.also_host = (buffer != nullptr && host_touches(buffer->kind)) ||
                     (piece != nullptr && piece->variable);
  } else if (address >= constant_token && address - constant_token < guest::window_bytes) {
    side.where = Side::Where::Constant;
    side.offset = address - constant_token;
    const exec::Allocation* piece = context_.memory.find(Space::Constant, side.offset);
    side.name = piece != nullptr ? piece->name : "constant";
  }
  return side;
}

CudaError MemoryService::check_side(const guest::Copy& request, const Side& side, bool to,
                                    const Place& place) {
  if (side.where == Side::Where::Host || side.span == 0) return cuda_success;
  const Space space = side.where == Side::Where::Window ? Space::Global : Space::Constant;
  const auto offset = static_cast<std::uint32_t>(side.offset);
  if (!context_.memory.bytes(space, offset, side.span).empty()) return cuda_success;
  Finding finding{.kind = "copy-size", .severity = Severity::Error, .place = place, .message = {}};
  const char* verb = request.opaque ? "writes" : request.fills ? "fills" : to ? "writes" : "reads";
  const AllocationRecord* buffer = space == Space::Global ? context_.buffer_at(side.offset) : nullptr;
  const exec::FreedAllocation* old = space == Space::Global ? context_.memory.find_freed(side.offset)
                                                            : nullptr;
  const exec::Allocation* piece = context_.memory.find(space, side.offset);
  if (buffer != nullptr) {
    const std::uint64_t has = buffer->bytes - (side.offset - buffer->offset);
    finding.related = "allocated here", finding.related_place = buffer->made;
    finding.message = fmt::format(
        "{} {} {} of {}, which has {}{}{}", request.function, verb, bytes_text(side.span), buffer->name,
        bytes_text(has),
        buffer->made.known() ? fmt::format(" (allocated at {})", line_text(buffer->made, place)) : "",
        size_guess(side.span, has));
  } else if (old != nullptr) {
    finding.kind = "use-after-free";
    finding.related = "freed here", finding.related_place = context_.place_of(old->freed, {});
    finding.message = fmt::format("{} {} {}, which {} freed", request.function, verb, old->name,
                                  old->freed.known() ? line_text(finding.related_place, place)
                                                     : "an earlier call");
  } else if (piece != nullptr && piece->variable && side.offset - piece->offset < piece->bytes) {
    finding.message = fmt::format("{} {} {} of {}, which has {}", request.function, verb,
                                  bytes_text(side.span), piece->name,
                                  bytes_text(piece->bytes - (side.offset - piece->offset)));
  } else {
    finding.message = fmt::format("{} {} device memory at an address that belongs to no buffer",
                                  request.function, verb);
  }
  context_.add_error(request.function, cuda_invalid_value, finding.message, place);
  context_.findings.add(std::move(finding));
  return cuda_invalid_value;
}

void MemoryService::note_copy(const guest::Copy& request, const Side& to, const Side& from,
                              std::uint64_t bytes, const Place& place, double begin, double seconds) {
  Record& record = context_.record;
  if (!record.copies.empty() && !record.steps.empty() && record.steps.back().kind == Step::Kind::Copy) {
    CopyRecord& last = record.copies.back();
    if (last.place == place && last.function == request.function && last.bytes == bytes &&
        last.to == to.name && last.stream == request.stream) {
      ++last.repeats;
      return;
    }
  }
  if (record.copies.size() >= most_copies) {
    ++record.copies_left_out;
    return;
  }
  record.steps.push_back({Step::Kind::Copy, static_cast<std::uint32_t>(record.copies.size())});
  record.copies.push_back({request.function, place, to.name, request.fills ? "" : from.name, bytes,
                           request.stream, request.asynchronous, request.opaque, begin, seconds, 0});
}

void MemoryService::watch_copy(const guest::Copy& request, const Side& to, const Side& from,
                               const Place& place) {
  GlobalWatch& watch = *context_.watch;
  const std::uint32_t work = context_.begin_work(request.stream, {request.function, place, 0});
  const auto look = [&](const Side& side, bool writes, std::uint64_t pitch, std::uint64_t plane_pitch) {
    if (side.where != Side::Where::Window) return;
    std::uint32_t other = 0;
    for (std::uint64_t plane = 0; plane < request.planes; ++plane)
      for (std::uint64_t row = 0; row < request.rows; ++row)
        if (const std::uint32_t found = watch.copy(work, side.offset + plane * plane_pitch + row * pitch,
                                                   request.row_bytes, writes))
          other = found;
    if (other == 0 || other > context_.works.size()) return;
    const Work& earlier = context_.works[other - 1];
    context_.findings.add(
        {.kind = "stream-race",
         .severity = Severity::Error,
         .place = place,
         .message = fmt::format(
             "{} {} {} while {} may still use it: they are on different streams (or the call "
             "does not wait), and nothing orders them; wait for an event or synchronise",
             request.function, writes ? "writes" : "reads", side.name, earlier.name),
         .related = fmt::format("{} is asked for here", earlier.name),
         .related_place = earlier.place});
  };
  look(from, false, request.from_pitch, request.from_plane_pitch);
  look(to, true, request.to_pitch, request.to_plane_pitch);
}

void MemoryService::note_in_flight(const guest::Copy& request, const Side& to, const Side& from,
                                   const Place& place) {
  std::uint32_t work = 0;
  const auto note = [&](const Side& side, bool written, std::uint64_t pitch, std::uint64_t plane_pitch) {
    constexpr std::uint64_t most_rows = 256; // more are not looked at
    if (side.where != Side::Where::Window || !context_.host_memory_at(side.offset)) return;
    if (work == 0)
      work = context_.watch ? static_cast<std::uint32_t>(context_.works.size()) // watch_copy() began it
                            : context_.begin_work(request.stream, {request.function, place, 0});
    if (side.span == request.row_bytes * request.rows * request.planes) {
      context_.in_flight.begin(context_.order, work, side.offset, side.span, written);
    } else if (request.rows <= most_rows && request.planes <= most_rows / request.rows) {
      for (std::uint64_t plane = 0; plane < request.planes; ++plane)
        for (std::uint64_t row = 0; row < request.rows; ++row)
          context_.in_flight.begin(context_.order, work, side.offset + plane * plane_pitch + row * pitch,
                                   request.row_bytes, written);
    }
  };
  if (!request.fills) note(from, false, request.from_pitch, request.from_plane_pitch);
  note(to, true, request.to_pitch, request.to_plane_pitch);
}

guest::Touched MemoryService::touch(const guest::Touch& request) {
  const InFlight::Piece* piece = context_.in_flight.find(request.piece);
  const std::uint64_t offset = request.address - guest::device_base;
  if (piece == nullptr || offset < piece->offset || offset - piece->offset >= piece->bytes) return {true};
  std::uint32_t number = piece->work;
  if (context_.watch) number = context_.watch->met_by_host(offset, request.writes);
  if (number == 0 || number > context_.works.size()) return {false};
  const Work& work = context_.works[number - 1];
  const Place place = context_.places.innermost(request.caller);
  const auto memory = context_.host_memory_at(offset);
  if (!memory) return {true};
  const bool kernel = work.launch != 0;
  const std::string uses = piece->written ? "still write to it" : "still read it";
  std::string what = kernel ? fmt::format("the kernel {}", work.name) : work.name;
  if (work.place.known()) what += fmt::format(" ({})", line_text(work.place, place));
  context_.findings.add(
      {.kind = "host-race",
       // Of a kernel only the buffer is known, unless each word is watched.
       .severity = kernel && !context_.watch ? Severity::Warning : Severity::Error,
       .place = place,
       .message = fmt::format(
           "the host {} {} ({} memory) while {} may {}: nothing has waited for it; call {} before{}",
           request.writes ? "changes" : "reads", memory->name, memory->kind, what, uses,
           kernel ? "cudaDeviceSynchronize()" : "cudaStreamSynchronize() or cudaEventSynchronize()",
           request.writes ? " (here it had ended; a GPU may see either value)"
           : piece->written
               ? " (here the host reads what it left; on a GPU it may read what was there before)"
               : ""),
       .launch = work.launch,
       .related = kernel ? fmt::format("{} is launched here", work.name)
                         : fmt::format("{} is asked for here", work.name),
       .related_place = work.place});
  return {true};
}

guest::Done MemoryService::limit(const guest::Limit& request) {
  constexpr std::int32_t malloc_heap_size = 2; // cudaLimitMallocHeapSize
  CudaError error = cuda_success;
  if (request.limit == malloc_heap_size) {
    const Place place = context_.places.innermost(request.caller);
    std::string why;
    if (exec::has_heap(context_.memory)) {
      error = cuda_invalid_value;
      why = "cudaDeviceSetLimit() cannot change the heap of kernels any more: a kernel has called malloc() "
            "already";
    } else if (!exec::set_heap_bytes(context_.memory, request.value)) {
      error = cuda_memory_allocation;
      why = fmt::format(
          "cudaDeviceSetLimit() asks for a heap of {}, and here a program may have 3 GiB in all",
          bytes_text(request.value));
    }
    if (error != cuda_success) {
      context_.add_error("cudaDeviceSetLimit", error, why, place);
      context_.findings.add(
          {.kind = "heap-limit", .severity = Severity::Warning, .place = place, .message = std::move(why)});
    }
  }
  return {error, {}, context_.clocks.last(), {}};
}

guest::Copied MemoryService::copy(const guest::Copy& request) {
  const Place place = context_.places.innermost(request.caller);
  const auto fail = [&](CudaError error) {
    return guest::Copied{{error, {}, context_.clocks.done(request.stream), {}}, {}};
  };
  const auto refuse = [&](CudaError error, std::string message) {
    context_.add_error(request.function, error, message, place);
    context_.findings.add(
        {.kind = "bad-copy", .severity = Severity::Error, .place = place, .message = std::move(message)});
    return fail(error);
  };
  const auto to_span = span_of(request, request.to_pitch, request.to_plane_pitch);
  const auto from_span = span_of(request, request.from_pitch, request.from_plane_pitch);
  const auto bytes = product(request.row_bytes, request.rows);
  const auto total = bytes ? product(*bytes, request.planes) : std::nullopt;
  if (!to_span || !from_span || !total)
    return refuse(cuda_invalid_value, fmt::format("{} is given sizes that no memory has", request.function));
  if (!context_.clocks.has_stream(request.stream))
    return refuse(cuda_invalid_handle,
                  fmt::format("{} is given a stream that does not exist (destroyed?)", request.function));
  const Side to = side_of(request.to, *to_span);
  const Side from = request.fills ? Side{} : side_of(request.from, *from_span);
  if (request.direction < 0 || request.direction > 4)
    return refuse(cuda_invalid_direction,
                  fmt::format("{} is given {} as its direction", request.function, request.direction));
  // cudaMemcpyHostToHost, HostToDevice, DeviceToHost, DeviceToDevice: 0 to 3; 4: as the addresses say.
  const auto wrong = [&](const Side& side, bool device) {
    return !request.fills && request.direction != 4 && !side.also_host && *total != 0 &&
           (side.where != Side::Where::Host) != device;
  };
  const bool to_device = request.direction == 1 || request.direction == 3,
             from_device = request.direction == 2 || request.direction == 3;
  if (wrong(to, to_device) || wrong(from, from_device)) {
    constexpr std::string_view names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                                          "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice"};
    const bool at_to = wrong(to, to_device);
    return refuse(cuda_invalid_value,
                  fmt::format("{} is told {}, and its {} is memory of the {}", request.function,
                              names[request.direction], at_to ? "destination" : "source",
                              (at_to ? to : from).where == Side::Where::Host ? "host" : "device"));
  }
  if (request.fills && to.where == Side::Where::Host && *total != 0)
    return refuse(cuda_invalid_value,
                  fmt::format("{} is given memory of the host (use memset() there)", request.function));
  for (const auto& [side, is_to] : {std::pair{&to, true}, std::pair{&from, false}})
    if (const CudaError error = check_side(request, *side, is_to, place); error != cuda_success)
      return fail(error);

  guest::Copied answer;
  if (to.where == Side::Where::Constant && *total != 0) {
    if (request.constant.size() != to.span || request.rows != 1 || request.planes != 1)
      return refuse(cuda_invalid_value,
                    fmt::format("{} comes without the bytes of the variable", request.function));
    const auto into = context_.memory.bytes(Space::Constant, static_cast<std::uint32_t>(to.offset), to.span);
    std::memcpy(into.data(), request.constant.data(), into.size());
  }
  if (from.where == Side::Where::Constant && *total != 0) {
    const auto out = context_.memory.bytes(Space::Constant, static_cast<std::uint32_t>(from.offset),
                                           from.span);
    answer.constant.assign(out.begin(), out.end());
  }
  if (to.where == Side::Where::Constant) context_.state.constant_changed();
  if (to.where == Side::Where::Window)
    if (const exec::Allocation* piece = context_.memory.find(Space::Global, to.offset)) {
      context_.state.changed(piece->offset);
      if (context_.watch && piece->offset == to.offset)
        context_.last_copies[piece->offset] = {request.function, place, to.span};
    }
  if (context_.watch && *total != 0) watch_copy(request, to, from, place);
  const DeviceNumber* dram = context_.request.device.find("dram_bandwidth");
  const auto either = [&](auto condition) { return condition(to) || (!request.fills && condition(from)); };
  const auto of_link = [&](const Side& side) {
    const AllocationRecord* buffer = side.where == Side::Where::Window ? context_.buffer_at(side.offset)
                                                                       : nullptr;
    return side.where == Side::Where::Host || (buffer != nullptr && (buffer->kind == AllocationKind::Pinned ||
                                                                     buffer->kind == AllocationKind::Mapped));
  };
  const bool link = either(of_link);
  const StreamClocks::Engine engine = !link         ? StreamClocks::Engine::None
                                      : of_link(to) ? StreamClocks::Engine::ToHost
                                                    : StreamClocks::Engine::ToDevice;
  const bool of_host = link || either([&](const Side& side) {
                         return side.where == Side::Where::Window && context_.host_memory_at(side.offset);
                       });
  const double seconds = copy_seconds(*total, link, dram != nullptr ? dram->value * 1e9 : 0);
  const double begin = context_.clocks.run(request.stream, seconds, engine);
  if (*total != 0) note_copy(request, to, from, *total, place, begin, seconds);
  // A copy between buffers of the device, and a fill of one, return at once. One into pageable memory of the
  // host waits, whatever its name says; one out of it has taken the bytes when it returns.
  const bool into_pageable = to.where == Side::Where::Host && !request.fills;
  if (request.asynchronous && *total != 0) note_in_flight(request, to, from, place);
  if ((!request.asynchronous && of_host) || (into_pageable && from.where != Side::Where::Host)) {
    context_.clocks.host_waits_for_stream(request.stream);
    context_.order.host_waits_for_stream(request.stream);
    context_.in_flight.host_waited(context_.order);
    answer.done.printed = context_.take_printed();
  }
  answer.done.busy = context_.in_flight.take_changes();
  answer.done.device_seconds = context_.clocks.done(request.stream);
  return answer;
}

void MemoryService::tell_leaks() {
  for (const auto& [offset, index] : context_.buffers) {
    const AllocationRecord& buffer = context_.record.allocations[index];
    context_.findings.add({.kind = "leak",
                           .severity = Severity::Note,
                           .place = buffer.made,
                           .message = fmt::format("{} ({}, by {}) is never freed", buffer.name,
                                                  bytes_text(buffer.bytes), buffer.function)});
  }
}

} // namespace warpscope::whole
