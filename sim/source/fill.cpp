// Parses fills and writes the contents of buffers.
#include "sim/source/fill.h"

#include "sim/base/text.h"
#include "sim/source/fill_element.h"
#include "sim/source/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace warpscope::source {

namespace {

constexpr const char* fill_forms = "zero, one, ramp, mod:M, random:SEED or file:PATH";

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  return text.size() <= longest ? std::string(text) : std::string(text.substr(0, longest)) + "…";
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Returns why `path` must not be read, or an empty string. `resolved` receives the file's real path.
std::string refuse_path(const std::string& path, const std::string& folder, std::filesystem::path& resolved) {
  namespace fs = std::filesystem;
  const std::string leaves = fmt::format(
      "file:{} leaves the folder of the .cu: put the data file beside the .cu or in a folder below it",
      shown(path));
  if (path.find('\0') != std::string::npos || path.find('\n') != std::string::npos)
    return "file: needs a plain path, this one holds a control character";
  const fs::path written(path);
  if (written.is_absolute()) return leaves;
  for (const fs::path& part : written)
    if (part == "..") return leaves;
  std::error_code error;
  const fs::path root = fs::canonical(folder.empty() ? fs::path(".") : fs::path(folder), error);
  if (error) return fmt::format("the folder of the .cu cannot be read ({})", error.message());
  // Follows links, so that one that leads outside is detected.
  resolved = fs::canonical(root / written, error);
  if (error)
    return fmt::format("file:{} cannot be read ({}): check the name, it is looked up in the .cu's folder",
                       shown(path), error.message());
  const fs::path inside = resolved.lexically_relative(root);
  if (inside.empty() || *inside.begin() == "..") return leaves;
  if (!fs::is_regular_file(resolved, error)) return fmt::format("file:{} is not a plain file", shown(path));
  return {};
}

std::string fill_from_file(const Fill& fill, std::span<std::uint8_t> out, const std::string& folder) {
  std::filesystem::path place;
  if (std::string refusal = refuse_path(fill.path, folder, place); !refusal.empty()) return refusal;
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(place, error);
  if (!error && size < out.size())
    return fmt::format("file:{} holds {} bytes but the buffer needs {}: lower the count in brackets",
                       shown(fill.path), size, out.size());
  std::ifstream in(place, std::ios::binary);
  if (!in) return fmt::format("file:{} cannot be opened: check its permissions", shown(fill.path));
  in.read(reinterpret_cast<char*>(out.data()), static_cast<std::streamsize>(out.size()));
  if (static_cast<std::size_t>(in.gcount()) != out.size())
    return fmt::format("file:{} ended after {} of {} bytes", shown(fill.path), in.gcount(), out.size());
  return {};
}

/// Kind and type are template parameters, so that the loop has no branch: grids of copies spend a tenth of
/// their time here.
template <ElementFill Kind, ElementType Type>
void write_elements(std::uint64_t value, std::span<std::uint8_t> out) {
  constexpr std::uint32_t bytes = size_of(Type);
  const std::size_t count = out.size() / bytes;
  // Remainders repeat: compute one period and copy it.
  const std::size_t computed = Kind == ElementFill::Mod ? static_cast<std::size_t>(std::min<std::uint64_t>(
                                                              std::max<std::uint64_t>(value, 1), count))
                                                        : count;
  for (std::size_t i = 0; i < computed; ++i) {
    const std::uint64_t bits = fill_element(Kind, value, i, Type);
    std::memcpy(out.data() + i * bytes, &bits,
                bytes); // the simulator's host is little-endian, like the GPU
  }
  for (std::size_t done = computed; done < count; done *= 2)
    std::memcpy(out.data() + done * bytes, out.data(), std::min(done, count - done) * bytes);
}

template <ElementFill Kind>
void write_elements(ElementType type, std::uint64_t value, std::span<std::uint8_t> out) {
  using enum ElementType;
  switch (type) {
  case Bool: return write_elements<Kind, Bool>(value, out);
  case I8:
  case U8: return write_elements<Kind, U8>(value, out);
  case I16:
  case U16: return write_elements<Kind, U16>(value, out);
  case I32:
  case U32: return write_elements<Kind, U32>(value, out);
  case I64:
  case U64: return write_elements<Kind, U64>(value, out);
  case F16: return write_elements<Kind, F16>(value, out);
  case BF16: return write_elements<Kind, BF16>(value, out);
  case F32: return write_elements<Kind, F32>(value, out);
  case F64: return write_elements<Kind, F64>(value, out);
  case Other: break;
  }
}

} // namespace

std::optional<Fill> parse_fill(std::string_view text, std::string& error) {
  text = trimmed(text, " \t");
  const std::size_t colon = text.find(':');
  const std::string_view word = trimmed(text.substr(0, colon), " \t");
  const bool has_value = colon != std::string_view::npos;
  const std::string_view value = has_value ? trimmed(text.substr(colon + 1), " \t") : std::string_view{};

  Fill fill;
  if (word == "zero" || word == "one" || word == "ramp") {
    if (has_value) {
      error = fmt::format("the fill {} takes no value: write {} alone", word, word);
      return std::nullopt;
    }
    fill.kind = word == "zero" ? Fill::Kind::Zero : word == "one" ? Fill::Kind::One : Fill::Kind::Ramp;
    return fill;
  }
  if (word == "mod" || word == "random") {
    const std::optional<std::uint64_t> number = whole_number(value);
    if (!number || (word == "mod" && *number == 0)) {
      error = word == "mod"
                  ? fmt::format("mod needs a whole number from 1 on, as in mod:16 (got \"{}\")", shown(value))
                  : fmt::format("random needs a seed, a whole number as in random:42 (got \"{}\")",
                                shown(value));
      return std::nullopt;
    }
    fill.kind = word == "mod" ? Fill::Kind::Mod : Fill::Kind::Random;
    fill.value = *number;
    return fill;
  }
  if (word == "file") {
    if (value.empty()) {
      error = "file needs a path below the .cu's folder, as in file:weights.bin";
      return std::nullopt;
    }
    fill.kind = Fill::Kind::File;
    fill.path = std::string(value);
    return fill;
  }
  const std::string near = nearest_name(word, {"zero", "one", "ramp", "mod", "random", "file"});
  error = fmt::format("unknown fill \"{}\"{}: use {}", shown(word),
                      near.empty() ? "" : fmt::format(" (did you mean {}?)", near), fill_forms);
  return std::nullopt;
}

std::string to_string(const Fill& fill) {
  switch (fill.kind) {
  case Fill::Kind::Zero: return "zero";
  case Fill::Kind::One: return "one";
  case Fill::Kind::Ramp: return "ramp";
  case Fill::Kind::Mod: return fmt::format("mod:{}", fill.value);
  case Fill::Kind::Random: return fmt::format("random:{}", fill.value);
  case Fill::Kind::File: return "file:" + fill.path;
  }
  return "zero";
}

std::string apply_fill(const Fill& fill, ElementType type, std::span<std::uint8_t> out,
                       const std::string& folder) {
  if (out.empty()) return {};
  if (fill.kind == Fill::Kind::Zero) {
    std::memset(out.data(), 0, out.size());
    return {};
  }
  if (fill.kind == Fill::Kind::File) return fill_from_file(fill, out, folder);
  if (type == ElementType::Other)
    return fmt::format(
        "{} fills numbers, but this buffer's elements are of mixed or unknown type: use zero or file:PATH",
        to_string(fill));

  switch (fill.kind) {
  case Fill::Kind::One: write_elements<ElementFill::One>(type, fill.value, out); break;
  case Fill::Kind::Ramp: write_elements<ElementFill::Ramp>(type, fill.value, out); break;
  case Fill::Kind::Mod: write_elements<ElementFill::Mod>(type, fill.value, out); break;
  case Fill::Kind::Random: write_elements<ElementFill::Random>(type, fill.value, out); break;
  case Fill::Kind::Zero:
  case Fill::Kind::File: break; // handled above
  }
  return {};
}

} // namespace warpscope::source
