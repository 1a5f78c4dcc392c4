// Compares outputs by hash and, where both sides kept them, by value.
#include "app/compare/outputs.h"

#include "sim/base/fnv.h"
#include "sim/source/element_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <span>

namespace warpscope::compare {

namespace {

void compare_values(ComparedOutput& out, const protocol::RecordedOutput& output,
                    const std::vector<std::uint8_t>& simulated) {
  const std::uint32_t size = std::max(1u, size_of(output.type));
  out.elements = simulated.size() / size;
  out.tolerance = source::relative_tolerance(output.type);
  bool agree = true;
  for (std::size_t at = 0; at + size <= simulated.size(); at += size) {
    const std::uint8_t *gpu = output.values.data() + at, *ours = simulated.data() + at;
    if (std::memcmp(gpu, ours, size) == 0) continue;
    ++out.other;
    const bool close = output.type != ElementType::Other && source::elements_agree(output.type, gpu, ours);
    if (out.first.empty() || (agree && !close))
      out.first = fmt::format("{}[{}] = {}, simulated {}", output.name, at / size,
                              source::element_text(output.type, std::span(gpu, size)),
                              source::element_text(output.type, std::span(ours, size)));
    agree = agree && close;
  }
  out.match = agree ? OutputMatch::Close : OutputMatch::Differs;
}

} // namespace

std::string_view name_of(OutputMatch match) {
  constexpr std::string_view names[] = {"same", "close", "differs", "unknown"};
  return names[static_cast<std::size_t>(match)];
}

std::string ComparedOutput::sentence() const {
  switch (match) {
  case OutputMatch::Same: return "the same bytes";
  case OutputMatch::Close:
    return fmt::format("{} of {} elements have other bits, all within {} of the larger: {}", other, elements,
                       tolerance, first);
  case OutputMatch::Differs:
    if (elements == 0) return "other bytes; the values were not kept";
    return fmt::format("{} of {} elements differ: {}", other, elements, first);
  default: return "not compared: the grid was not simulated to its end, or the buffer is too large";
  }
}

ComparedOutput compare_output(const protocol::RecordedOutput& output, const run::Result& simulated) {
  ComparedOutput out;
  out.name = output.name;
  for (const run::PlacedBuffer& buffer : simulated.buffers) {
    if (buffer.name != output.name || buffer.bytes != output.bytes || !buffer.hash) continue;
    if (hex16(*buffer.hash) == output.hash) out.match = OutputMatch::Same;
    else if (output.values.size() == output.bytes && buffer.contents.size() == output.bytes)
      compare_values(out, output, buffer.contents);
    else out.match = OutputMatch::Differs;
  }
  return out;
}

} // namespace warpscope::compare
