// Names the words that changed since the pin and formats their values.
#include "app/view/since_pin.h"

#include "app/language/language.h"

#include <algorithm>
#include <bit>
#include <cstdio>

namespace warpscope::view {

namespace {

const program::Variable* shared_at(const program::Program& program, std::uint32_t offset) {
  const program::Variable* found = nullptr;
  for (const program::Variable& v : program.variables) {
    if (v.space != Space::Shared || offset < v.offset) continue;
    if (v.size != 0 && offset - v.offset < v.size) return &v;
    if (v.size == 0) found = &v; // extern __shared__: everything after the others
  }
  return found;
}

} // namespace

std::string word_name(const program::Program& program, std::uint32_t offset) {
  const program::Variable* v = shared_at(program, offset);
  if (v == nullptr)
    return language::trf("address.at_byte", language::arg("bytes", offset - program::window_base));
  const std::uint32_t element = std::max(1u, v->element_size), bytes = offset - v->offset;
  std::string name = v->name;
  std::uint64_t below = 1, rest = bytes / element;
  for (std::size_t d = 1; d < v->dimensions.size(); ++d) below *= std::max(1u, v->dimensions[d]);
  for (std::size_t d = 0; d < v->dimensions.size(); ++d) {
    name += '[' + std::to_string(rest / below) + ']';
    rest %= below;
    if (d + 1 < v->dimensions.size()) below /= std::max(1u, v->dimensions[d + 1]);
  }
  if (v->dimensions.empty() && v->size == 0) name += '[' + std::to_string(bytes / element) + ']';
  if (element > 4) name += '.' + std::to_string(bytes % element / 4);
  return name;
}

std::string word_value(const program::Program& program, std::uint32_t offset,
                       std::optional<std::uint32_t> bits) {
  if (!bits) return "–";
  const program::Variable* v = shared_at(program, offset);
  const std::string_view type = v != nullptr ? std::string_view(v->element_type) : std::string_view();
  char text[32];
  const bool floats = type == "float" || type == "float2" || type == "float3" || type == "float4";
  if (floats) {
    std::snprintf(text, sizeof text, "%g", static_cast<double>(std::bit_cast<float>(*bits)));
    return text;
  }
  if (type == "int" || type == "int2" || type == "int3" || type == "int4")
    return std::to_string(std::bit_cast<std::int32_t>(*bits));
  if (type == "unsigned" || type == "unsigned int" || type == "uint" || type == "uint32_t")
    return std::to_string(*bits);
  std::snprintf(text, sizeof text, "0x%08x", *bits);
  return text;
}

std::string then_and_now(const program::Program& program, const playback::WordChange& change) {
  return word_value(program, change.offset, change.then) + " → " +
         word_value(program, change.offset, change.now);
}

SinceTable since_table(const program::Program& program, const playback::MomentDifference& difference,
                       std::size_t most_words) {
  SinceTable table;
  for (const playback::SiteServed& served : difference.sites) {
    SinceLine line;
    line.served = served;
    if (served.site < program.sites.size()) {
      line.line = program.sites[served.site].span.line;
      line.code = program.sites[served.site].text;
    }
    table.lines.push_back(std::move(line));
  }
  std::stable_sort(table.lines.begin(), table.lines.end(),
                   [](const SinceLine& a, const SinceLine& b) { return a.line < b.line; });
  table.all_words = difference.words.size();
  for (const playback::WordChange& change : difference.words) {
    if (table.words.size() == most_words) break;
    table.words.push_back({word_name(program, change.offset), word_value(program, change.offset, change.then),
                           word_value(program, change.offset, change.now), change.writes});
  }
  return table;
}

} // namespace warpscope::view
