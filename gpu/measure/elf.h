// The sections and symbols of a cubin, which is an ELF file.
#pragma once

#include <cstdint>
#include <cstring>
#include <elf.h>
#include <optional>
#include <string_view>
#include <vector>

namespace warpscope::measure {

template <class T> std::optional<T> read_at(std::string_view bytes, std::uint64_t place) {
  T value;
  if (place > bytes.size() || bytes.size() - place < sizeof(T)) return std::nullopt;
  std::memcpy(&value, bytes.data() + place, sizeof(T));
  return value;
}

struct Section {
  std::string_view name, bytes;
  std::uint64_t size = 0; ///< also where the file holds no bytes of it
  std::uint32_t info = 0; ///< sh_info
};

/// In the file's order; empty when it is damaged.
[[nodiscard]] std::vector<Section> sections_of(std::string_view elf);
[[nodiscard]] std::string_view bytes_of(const std::vector<Section>& sections, std::string_view name);

struct Symbol {
  std::string_view name;
  std::uint32_t section = 0; ///< an index; 0: it is defined elsewhere
  std::uint64_t value = 0, size = 0;
  bool is_section = false;
};
[[nodiscard]] std::vector<Symbol> symbols_of(const std::vector<Section>& sections);

} // namespace warpscope::measure
