// Reads the sections and symbols of a cubin.
#include "gpu/measure/elf.h"

namespace warpscope::measure {

namespace {

std::string_view text_at(std::string_view bytes, std::uint64_t place) {
  const std::size_t end = place < bytes.size() ? bytes.find('\0', place) : std::string_view::npos;
  return end == std::string_view::npos ? std::string_view() : bytes.substr(place, end - place);
}

} // namespace

std::vector<Section> sections_of(std::string_view elf) {
  std::vector<Section> sections;
  const auto header = read_at<Elf64_Ehdr>(elf, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64)
    return sections;
  std::vector<Elf64_Shdr> headers;
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    const auto section = read_at<Elf64_Shdr>(elf, header->e_shoff + std::uint64_t{i} * header->e_shentsize);
    if (!section) return {};
    headers.push_back(*section);
  }
  const auto of_file = [&](const Elf64_Shdr& section) {
    const bool inside = section.sh_type != SHT_NOBITS && section.sh_offset <= elf.size() &&
                        section.sh_size <= elf.size() - section.sh_offset;
    return inside ? elf.substr(section.sh_offset, section.sh_size) : std::string_view();
  };
  const std::string_view names = header->e_shstrndx < headers.size() ? of_file(headers[header->e_shstrndx])
                                                                     : std::string_view();
  for (const Elf64_Shdr& section : headers)
    sections.push_back({text_at(names, section.sh_name), of_file(section), section.sh_size, section.sh_info});
  return sections;
}

std::string_view bytes_of(const std::vector<Section>& sections, std::string_view name) {
  for (const Section& section : sections)
    if (section.name == name) return section.bytes;
  return {};
}

std::vector<Symbol> symbols_of(const std::vector<Section>& sections) {
  const std::string_view table = bytes_of(sections, ".symtab"), names = bytes_of(sections, ".strtab");
  std::vector<Symbol> symbols;
  for (std::uint64_t at = 0; const auto entry = read_at<Elf64_Sym>(table, at); at += sizeof(Elf64_Sym))
    symbols.push_back({text_at(names, entry->st_name), entry->st_shndx, entry->st_value, entry->st_size,
                       ELF64_ST_TYPE(entry->st_info) == STT_SECTION});
  return symbols;
}

} // namespace warpscope::measure
