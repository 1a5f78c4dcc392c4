// Reads .debug_line of a cubin: DWARF 2 with NVIDIA's opcode for inlined calls.
#include "gpu/measure/line_table.h"

#include "gpu/measure/elf.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace warpscope::measure {

namespace {

/// Little-endian bytes; reading past the end gives zeros and makes good() false.
class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool at_end() const { return at_ >= bytes_.size(); }
  [[nodiscard]] std::size_t place() const { return at_; }
  void go_to(std::size_t place) { at_ = place; }

  template <class T> T number() {
    T value{};
    if (at_ > bytes_.size() || bytes_.size() - at_ < sizeof(T)) return fail<T>();
    std::memcpy(&value, bytes_.data() + at_, sizeof(T));
    at_ += sizeof(T);
    return value;
  }
  std::uint64_t unsigned_leb() { return leb(false); }
  std::int64_t signed_leb() { return static_cast<std::int64_t>(leb(true)); }
  std::string_view text() {
    const std::size_t end = at_ < bytes_.size() ? bytes_.find('\0', at_) : std::string_view::npos;
    if (end == std::string_view::npos) return fail<std::string_view>();
    const std::string_view found = bytes_.substr(at_, end - at_);
    at_ = end + 1;
    return found;
  }

 private:
  template <class T> T fail() {
    good_ = false;
    at_ = bytes_.size();
    return T{};
  }
  std::uint64_t leb(bool is_signed) {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = number<std::uint8_t>();
      if (!good_) return 0;
      if (shift < 64) value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) != 0) continue;
      if (is_signed && (byte & 0x40) != 0 && shift + 7 < 64) value |= ~std::uint64_t{0} << (shift + 7);
      return value;
    }
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  bool good_ = true;
};

/// Returns the offsets in .debug_line that hold the address of `symbol`'s code.
std::vector<std::size_t> places_of(const std::vector<Section>& sections, const std::string& symbol) {
  const std::string_view relocations = bytes_of(sections, ".rela.debug_line");
  const std::vector<Symbol> symbols = symbols_of(sections);
  std::vector<std::size_t> places;
  for (std::uint64_t at = 0; const auto entry = read_at<Elf64_Rela>(relocations, at);
       at += sizeof(Elf64_Rela)) {
    const std::uint64_t index = ELF64_R_SYM(entry->r_info);
    if (index >= symbols.size()) continue;
    const Symbol& named = symbols[index];
    const bool of_section = named.is_section && named.section < sections.size();
    if (of_section ? sections[named.section].name == ".text." + symbol : named.name == symbol)
      places.push_back(entry->r_offset);
  }
  return places;
}

struct WrittenRow {
  std::uint64_t pc = 0;
  std::uint32_t file = 0, line = 0;
  std::uint64_t inlined_at = 0; ///< a row of the unit, from 1; 0: none
};

/// One unit of .debug_line: its file names and rows, and which rows belong to the wanted function.
class Unit {
 public:
  Unit(Bytes& bytes, const std::vector<std::size_t>& wanted) : wanted_(wanted) {
    const std::size_t begin = bytes.place();
    const auto length = bytes.number<std::uint32_t>();
    end_ = begin + 4 + length;
    version_ = bytes.number<std::uint16_t>();
    const auto prologue = bytes.number<std::uint32_t>();
    const std::size_t program = bytes.place() + prologue;
    if (bytes.good() && (version_ == 2 || version_ == 3)) {
      read_prologue(bytes);
      bytes.go_to(program);
      while (bytes.good() && bytes.place() < end_) step(bytes);
    }
    bytes.go_to(end_);
  }

  [[nodiscard]] const std::vector<WrittenRow>& rows() const { return rows_; }
  [[nodiscard]] bool is_wanted(std::size_t row) const { return mine_[row]; }
  [[nodiscard]] bool is_file(std::uint32_t number, std::string_view name) const {
    if (number == 0 || number > files_.size()) return false;
    const std::string& file = files_[number - 1];
    return file == name ||
           (file.size() > name.size() && file.ends_with(name) && file[file.size() - name.size() - 1] == '/');
  }

 private:
  void read_prologue(Bytes& bytes) {
    instruction_ = bytes.number<std::uint8_t>();
    bytes.number<std::uint8_t>(); // is_stmt
    line_base_ = bytes.number<std::int8_t>();
    line_range_ = std::max<std::uint8_t>(bytes.number<std::uint8_t>(), 1);
    opcode_base_ = bytes.number<std::uint8_t>();
    for (unsigned i = 1; i < opcode_base_; ++i) arguments_.push_back(bytes.number<std::uint8_t>());
    std::vector<std::string_view> folders;
    for (;;) {
      const std::string_view folder = bytes.text();
      if (!bytes.good() || folder.empty()) break;
      folders.push_back(folder);
    }
    for (;;) {
      const std::string_view name = bytes.text();
      if (!bytes.good() || name.empty()) return;
      const std::uint64_t folder = bytes.unsigned_leb();
      std::string path = folder == 0 || folder > folders.size() ? std::string()
                                                                : std::string(folders[folder - 1]) + "/";
      files_.push_back((path += name));
      for (int i = 0; i < 2; ++i) bytes.unsigned_leb(); // skips time and size
    }
  }

  void emit() {
    rows_.push_back(now_);
    mine_.push_back(in_wanted_);
  }

  void step(Bytes& bytes) {
    const auto opcode = bytes.number<std::uint8_t>();
    if (opcode >= opcode_base_) {
      const unsigned adjusted = opcode - opcode_base_;
      now_.pc += std::uint64_t{instruction_} * (adjusted / line_range_);
      now_.line += static_cast<std::uint32_t>(line_base_ + static_cast<int>(adjusted % line_range_));
      emit();
      return;
    }
    switch (opcode) {
    case 0: extended(bytes); break;
    case 1: // copy
      emit();
      break;
    case 2: // advance_pc
      now_.pc += instruction_ * bytes.unsigned_leb();
      break;
    case 3: // advance_line
      now_.line += static_cast<std::uint32_t>(bytes.signed_leb());
      break;
    case 4: // set_file
      now_.file = static_cast<std::uint32_t>(bytes.unsigned_leb());
      break;
    case 8: // const_add_pc
      now_.pc += std::uint64_t{instruction_} * ((255u - opcode_base_) / line_range_);
      break;
    case 9: // fixed_advance_pc
      now_.pc += bytes.number<std::uint16_t>();
      break;
    default:
      for (unsigned i = 0; opcode <= arguments_.size() && i < arguments_[opcode - 1]; ++i)
        bytes.unsigned_leb();
    }
  }

  void extended(Bytes& bytes) {
    const std::uint64_t length = bytes.unsigned_leb();
    const std::size_t begin = bytes.place();
    if (length == 0 || begin + length > end_) return;
    constexpr std::uint8_t end_sequence = 1, set_address = 2, inlined_call = 0x90;
    switch (bytes.number<std::uint8_t>()) {
    case end_sequence:
      emit();
      now_ = {0, 1, 1, 0};
      in_wanted_ = false;
      break;
    case set_address:
      in_wanted_ = std::find(wanted_.begin(), wanted_.end(), bytes.place()) != wanted_.end();
      now_.pc = bytes.number<std::uint64_t>();
      break;
    case inlined_call: // the function's name that follows is not needed
      now_.inlined_at = bytes.unsigned_leb();
      break;
    default: break;
    }
    bytes.go_to(begin + length);
  }

  const std::vector<std::size_t>& wanted_;
  std::size_t end_ = 0;
  std::uint16_t version_ = 0;
  std::uint8_t instruction_ = 1, line_range_ = 1, opcode_base_ = 1;
  int line_base_ = 0;
  std::vector<std::uint8_t> arguments_;
  std::vector<std::string> files_; ///< with their folders
  WrittenRow now_{0, 1, 1, 0};
  bool in_wanted_ = false;
  std::vector<WrittenRow> rows_;
  std::vector<bool> mine_;
};

/// Follows a row to where it was inlined, until that is in the file or in one of the headers (0).
std::uint32_t line_in(const Unit& unit, std::size_t row, std::string_view file,
                      const std::vector<std::string>& headers) {
  for (std::size_t steps = 0; steps <= unit.rows().size(); ++steps) {
    const WrittenRow& at = unit.rows()[row];
    if (unit.is_file(at.file, file)) return at.line;
    if (std::any_of(headers.begin(), headers.end(),
                    [&](const std::string& header) { return unit.is_file(at.file, header); }))
      return 0;
    if (at.inlined_at == 0 || at.inlined_at > unit.rows().size()) return 0;
    row = at.inlined_at - 1;
  }
  return 0;
}

} // namespace

LineTable::LineTable(const std::vector<char>& cubin, const std::string& symbol, std::string_view file,
                     const std::vector<std::string>& headers) {
  const std::vector<Section> sections = sections_of({cubin.data(), cubin.size()});
  const std::vector<std::size_t> wanted = places_of(sections, symbol);
  Bytes bytes(bytes_of(sections, ".debug_line"));
  while (bytes.good() && !bytes.at_end()) {
    const Unit unit(bytes, wanted);
    for (std::size_t row = 0; row < unit.rows().size(); ++row)
      if (unit.is_wanted(row)) rows_.push_back({unit.rows()[row].pc, line_in(unit, row, file, headers)});
  }
  std::stable_sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.pc < b.pc; });
}

std::uint32_t LineTable::line_of(std::uint64_t pc) const {
  auto row = std::upper_bound(rows_.begin(), rows_.end(), pc,
                              [](std::uint64_t wanted, const Row& r) { return wanted < r.pc; });
  return row == rows_.begin() ? 0 : std::prev(row)->line;
}

} // namespace warpscope::measure
