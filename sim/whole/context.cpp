// The state behind one guest, and words for places and sizes.
#include "sim/whole/context.h"

#include "sim/base/number_text.h"
#include "sim/exec/heap.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cxxabi.h>
#include <filesystem>
#include <set>
#include <utility>

namespace warpscope::whole {

namespace {

constexpr std::size_t printf_fifo_bytes = 1u << 20; ///< cudaLimitPrintfFifoSize's default
constexpr std::size_t most_errors = 1000;

/// "void scale<float>(float*, int)" for "_Z5scaleIfEvPT_i"; the symbol itself where it is no C++ name.
std::string demangled(const std::string& symbol) {
  int failed = 0;
  char* name = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &failed);
  std::string out = name != nullptr && failed == 0 ? name : symbol;
  std::free(name);
  return out;
}

/// The kernels that the host program knows and the device program lacks.
std::vector<RefusedKernel> refused_kernels(const program::CompiledProgram& compiled) {
  std::set<std::string> there;
  for (const program::Kernel& kernel : compiled.program->kernels) there.insert(kernel.symbol);
  std::vector<RefusedKernel> refused;
  for (const program::HostObject& object : compiled.objects)
    for (const program::KernelStub& stub : object.stubs) {
      if (!there.insert(stub.kernel).second) continue;
      RefusedKernel& kernel = refused.emplace_back(
          RefusedKernel{stub.kernel, demangled(stub.kernel), "this kernel cannot be simulated"});
      for (const auto& [name, why] : compiled.refused) {
        // The refused kernel's name has no parameters: it stands between the result's type and "(" or "<".
        const std::size_t at = kernel.name.find(name.substr(0, name.find('<')));
        if (at == std::string::npos) continue;
        kernel.name = name;
        kernel.why = why.span.known() ? fmt::format("line {}: {}", why.span.line, why.message) : why.message;
        break;
      }
    }
  return refused;
}

} // namespace

Context::Context(const Request& request_in, int window_file_in, const std::atomic<bool>& stop_in)
    : request(request_in), device(*request_in.program.program), stop(stop_in), window_file(window_file_in),
      refused(refused_kernels(request_in.program)), places(request_in.program.objects),
      memory(device, window_file_in), state(memory, window_file_in) {
  memory.set_page_bytes(std::uint64_t{2} << 20);        // of an H200, as of every GPU since Volta
  exec::set_heap_bytes(memory, std::uint64_t{8} << 20); // cudaLimitMallocHeapSize's default
  for (const program::SourceFile& text : request.program.texts) lines_.emplace_back(text.text);
  for (const program::HostObject& object : request.program.objects)
    for (const program::DeviceShadow& shadow : object.shadows) {
      if (!shadow.managed) continue;
      ++host_written;
      for (const program::Variable& variable : device.variables)
        if (variable.symbol == shadow.variable && variable.space == Space::Global)
          managed_.push_back(&variable);
    }
  if (!request.check) return;
  watch = std::make_unique<GlobalWatch>(order);
  if (!watch->usable()) watch.reset();
  else
    for (const exec::Allocation& piece : memory.allocations(Space::Global))
      watch->initialise(piece.offset, piece.bytes);
}

std::string_view Context::line(const std::string& file, std::uint32_t number) const {
  for (std::size_t i = 0; i < lines_.size(); ++i)
    if (request.program.texts[i].path == file) return lines_[i].line(number);
  return {};
}

std::string_view Context::line(const Span& span) const {
  return span.file < lines_.size() ? lines_[span.file].line(span.line) : std::string_view();
}

Place Context::place_of(const Span& span, std::string function) const {
  if (!span.known()) return {};
  const std::vector<program::SourceFile>& texts = request.program.texts;
  return {span.file < texts.size() ? texts[span.file].path : "", span.line, std::move(function)};
}

Span Context::span_of(const Place& place) const {
  Span span{.line = place.line};
  const std::vector<program::SourceFile>& texts = request.program.texts;
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (texts[i].path == place.file) span.file = static_cast<std::uint32_t>(i);
  return span;
}

const AllocationRecord* Context::buffer_at(std::uint64_t offset) const {
  auto behind = buffers.upper_bound(static_cast<std::uint32_t>(offset));
  if (offset >= guest::window_bytes || behind == buffers.begin()) return nullptr;
  const AllocationRecord& buffer = record.allocations[std::prev(behind)->second];
  return offset - buffer.offset < buffer.bytes ? &buffer : nullptr;
}

std::optional<Context::HostMemory> Context::host_memory_at(std::uint64_t offset) const {
  if (const AllocationRecord* buffer = buffer_at(offset)) {
    if (!host_touches(buffer->kind)) return std::nullopt;
    return HostMemory{buffer->name, std::string(name_of(buffer->kind)), buffer->offset, buffer->bytes,
                      buffer->made};
  }
  for (const program::Variable* variable : managed_)
    if (offset >= variable->offset && offset - variable->offset < variable->size)
      return HostMemory{variable->name, "managed", variable->offset, variable->size, {}};
  return std::nullopt;
}

std::uint32_t Context::begin_work(std::uint64_t stream, Work work) {
  works.push_back(std::move(work));
  return order.begin(stream);
}

void Context::add_error(std::string function, CudaError error, std::string message, Place place) {
  if (record.errors.size() >= most_errors) return;
  record.errors.push_back({std::move(function), error, std::move(message), std::move(place)});
}

void Context::print(const std::string& text, const Place& place) {
  printed += text;
  if (printed.size() <= printf_fifo_bytes) return;
  const std::size_t lost = printed.size() - printf_fifo_bytes;
  printed.erase(0, lost);
  findings.add(
      {.kind = "printf-lost",
       .severity = Severity::Warning,
       .place = place,
       .message = fmt::format("kernels printed more than the 1 MiB that a device keeps until the next "
                              "synchronisation: {} of the older output are lost; synchronise more often",
                              bytes_text(lost))});
}

std::string line_text(const Place& place, const Place& here) {
  if (!place.known()) return {};
  if (here.known() && here.file != place.file)
    return fmt::format("line {} of {}", place.line, std::filesystem::path(place.file).filename().string());
  return fmt::format("line {}", place.line);
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::uint64_t gib = 1u << 30, mib = 1u << 20;
  if (bytes >= 1000 * gib) return grouped(bytes / gib) + " GiB";
  if (bytes >= gib && bytes % (gib / 4) == 0)
    return fmt::format("{:.4g} GiB", static_cast<double>(bytes) / gib);
  if (bytes >= 16 * mib && bytes % mib == 0) return fmt::format("{} MiB", bytes / mib);
  return counted(bytes, "byte");
}

} // namespace warpscope::whole
