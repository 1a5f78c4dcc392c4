// Parses arguments that are a CUtensorMap, and lays out the arrays that the driver wants for one.
#include "sim/source/tensor_tile.h"

#include "sim/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace warpscope::source {
namespace {

constexpr std::string_view prefix = "tensor:", blanks = " \t";
constexpr const char*
    form = "a tensor is tensor:BUFFER TYPE[SIZE, ...] box[SIZE, ...] and, where it is wanted, "
           "swizzle:32, 64 or 128, as in \"tensor:in float[64, 64] box[32, 8] swizzle:128\"";

std::optional<ElementType> element_named(std::string_view name) {
  if (name == "half") return ElementType::F16;
  if (name == "unsigned") return ElementType::U32;
  for (unsigned i = 0; i < static_cast<unsigned>(ElementType::Other); ++i)
    if (const auto type = static_cast<ElementType>(i); warpscope::name_of(type) == name) return type;
  return std::nullopt;
}

/// Reads "[SIZE, …]" at the beginning of `text` and takes it off.
bool sizes(std::string_view& text, const std::vector<std::pair<std::string, std::string>>& macros,
           std::vector<std::uint64_t>& out, std::string& error) {
  if (!text.starts_with('[')) return false;
  std::size_t begin = 1, at = 1;
  for (int depth = 0; at < text.size(); ++at) {
    const char c = text[at];
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if ((c != ',' && c != ']') || depth > 0) continue;
    const std::optional<std::int64_t> value = evaluate(text.substr(begin, at - begin), macros, error);
    if (!value) return false;
    if (*value < 1) {
      error = fmt::format("the size {} is {}: sizes begin at 1", text.substr(begin, at - begin), *value);
      return false;
    }
    out.push_back(static_cast<std::uint64_t>(*value));
    begin = at + 1;
    if (c == ']') break;
  }
  if (at >= text.size()) return false;
  text = trimmed(text.substr(at + 1), blanks);
  return true;
}

} // namespace

bool is_tensor_tile(std::string_view text) { return trimmed(text, blanks).starts_with(prefix); }

std::optional<TensorTile> parse_tensor_tile(std::string_view text,
                                            const std::vector<std::pair<std::string, std::string>>& macros,
                                            std::string& error) {
  error.clear();
  const auto refuse = [&]() -> std::optional<TensorTile> {
    if (error.empty()) error = form;
    return std::nullopt;
  };
  text = trimmed(trimmed(text, blanks).substr(prefix.size()), blanks);
  TensorTile tile;
  const std::size_t name_end = std::min(text.find_first_of(" \t["), text.size());
  tile.buffer = std::string(text.substr(0, name_end));
  text = trimmed(text.substr(name_end), blanks);
  const std::size_t type_end = std::min(text.find('['), text.size());
  std::string_view type = trimmed(text.substr(0, type_end), blanks);
  if (const auto macro = std::find_if(macros.begin(), macros.end(),
                                      [&](const auto& m) { return m.first == type; });
      macro != macros.end())
    type = macro->second;
  const auto element = element_named(type);
  if (tile.buffer.empty() || type.empty()) return refuse();
  if (!element) {
    error = fmt::format(
        "\"{}\" is no type of numbers that a tensor may have (char, short, int, unsigned int, "
        "long long, __half, __nv_bfloat16, float, double …)",
        type);
    return refuse();
  }
  tile.element = *element;
  text = text.substr(type_end);
  if (!sizes(text, macros, tile.dimensions, error) || !text.starts_with("box")) return refuse();
  text = trimmed(text.substr(3), blanks);
  std::vector<std::uint64_t> box;
  if (!sizes(text, macros, box, error)) return refuse();
  if (box.size() != tile.dimensions.size()) {
    error = fmt::format("the tensor has {} dimensions and its box {}", tile.dimensions.size(), box.size());
    return refuse();
  }
  for (const std::uint64_t size : box)
    tile.box.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(size, 1u << 30)));
  constexpr std::string_view swizzle = "swizzle:";
  if (text.starts_with(swizzle)) {
    const auto value = evaluate(text.substr(swizzle.size()), macros, error);
    if (!value) return refuse();
    if (*value != 0 && *value != 32 && *value != 64 && *value != 128) {
      error = fmt::format("swizzle:{} is none of 0, 32, 64 and 128", *value);
      return refuse();
    }
    tile.swizzle = static_cast<std::uint32_t>(*value);
  } else if (!text.empty()) {
    return refuse();
  }
  TensorTileArguments given(tile);
  TensorMap map;
  if (error = encode_tensor_map(given.all, map); !error.empty()) return refuse();
  return tile;
}

std::uint64_t bytes_of(const TensorTile& tile) {
  std::uint64_t bytes = size_of(tile.element);
  for (const std::uint64_t size : tile.dimensions) bytes *= size;
  return bytes;
}

TensorTileArguments::TensorTileArguments(const TensorTile& tile) : steps(tile.box.size(), 1) {
  std::uint64_t stride = size_of(tile.element);
  for (std::size_t i = 0; i + 1 < tile.dimensions.size(); ++i)
    strides.push_back(stride *= tile.dimensions[i]);
  all.type = tensor_map_type(tile.element).value_or(~0u);
  all.rank = static_cast<std::uint32_t>(tile.dimensions.size());
  all.dimensions = tile.dimensions.data();
  all.strides = strides.data();
  all.box = tile.box.data();
  all.steps = steps.data();
  all.swizzle = tile.swizzle == 0 ? 0 : static_cast<std::uint32_t>(std::countr_zero(tile.swizzle / 16));
}

} // namespace warpscope::source
