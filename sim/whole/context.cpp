// The state behind one guest, and words for places and sizes.
#include "sim/whole/context.h"

#include "sim/base/number_text.h"

#include <fmt/format.h>

#include <utility>

namespace warpscope::whole {

namespace {

constexpr std::size_t printf_fifo_bytes = 1u << 20; ///< cudaLimitPrintfFifoSize's default
constexpr std::size_t most_errors = 1000;

} // namespace

Context::Context(const Request& request_in, int window_file_in, const std::atomic<bool>& stop_in)
    : request(request_in), device(*request_in.program.device), stop(stop_in), window_file(window_file_in),
      places(request_in.program.objects), memory(device, window_file_in), state(memory, window_file_in) {
  for (const Text& text : request.program.texts) lines_.emplace_back(text.text);
  for (const program::HostObject& object : request.program.objects)
    for (const program::DeviceShadow& shadow : object.shadows) host_written += shadow.managed;
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
  const std::vector<Text>& texts = request.program.texts;
  return {span.file < texts.size() ? texts[span.file].path : "", span.line, std::move(function)};
}

Span Context::span_of(const Place& place) const {
  Span span{.line = place.line};
  const std::vector<Text>& texts = request.program.texts;
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
  if (here.known() && here.file != place.file) return fmt::format("line {} of {}", place.line, place.file);
  return fmt::format("line {}", place.line);
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::uint64_t gib = 1u << 30, mib = 1u << 20;
  if (bytes >= gib && bytes % (gib / 4) == 0)
    return fmt::format("{:.4g} GiB", static_cast<double>(bytes) / gib);
  if (bytes >= 16 * mib && bytes % mib == 0) return fmt::format("{} MiB", bytes / mib);
  return counted(bytes, "byte");
}

} // namespace warpscope::whole
