// Decodes a kernel's machine code: each instruction goes to the builder of its mnemonic.
#include "sim/exec/half.h"
#include "sim/sass/build.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

namespace warpscope::sass {

namespace {

u64 read_bank(const std::array<std::vector<u8>, 8>& banks, unsigned bank, u64 offset) {
  u64 value = 0;
  if (bank < banks.size())
    for (unsigned i = 0; i < 8 && offset + i < banks[bank].size(); ++i)
      value |= u64{banks[bank][offset + i]} << (8 * i);
  return value;
}

struct Known {
  const Entry* entry = nullptr;
  bool uniform = false;
};

const std::map<std::string_view, Known>& table() {
  static const std::map<std::string_view, Known> made = [] {
    static std::vector<std::string> names;
    std::map<std::string_view, Known> all;
    std::vector<const Entry*> entries;
    for (const std::span<const Entry> part :
         {integer_entries(), shift_entries(), float_entries(), half_entries(), conversion_entries(),
          memory_entries(), atomic_entries(), matrix_entries(), warp_entries(), control_entries()})
      for (const Entry& entry : part) entries.push_back(&entry);
    names.reserve(entries.size());
    for (const Entry* entry : entries) {
      all[entry->mnemonic] = {entry, false};
      if (entry->also_uniform) all[names.emplace_back("U" + std::string(entry->mnemonic))] = {entry, true};
    }
    return all;
  }();
  return made;
}

} // namespace

bool Build::mod(std::string_view name) {
  for (std::size_t i = 0; i < taken_.size(); ++i)
    if (!taken_[i] && written_.modifiers[i] == name) return taken_[i] = true;
  return false;
}

unsigned Build::one_of(std::initializer_list<std::string_view> names, unsigned otherwise) {
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    const auto found = std::find(names.begin(), names.end(), written_.modifiers[i]);
    if (taken_[i] || found == names.end()) continue;
    taken_[i] = true;
    return static_cast<unsigned>(found - names.begin());
  }
  return otherwise;
}

void Build::ignore(std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) mod(name);
}

bool Build::to() {
  if (!is(Operand::Kind::Register)) return false;
  const Operand& operand = take();
  in_.to = operand.row;
  if (operand.row >= first_uniform) in_.uniform = true;
  return !operand.negative && !operand.absolute && !operand.inverted && operand.half == 0 &&
         operand.suffix.empty();
}

bool Build::to_predicate(unsigned n) {
  if (!is(Operand::Kind::Predicate)) return false;
  const Operand& operand = take();
  in_.to_predicate[n] = static_cast<u8>(operand.row);
  return !operand.inverted;
}

i32 Build::constant(u64 low, u64 high) {
  for (const u64 value : {low, high}) {
    Row row;
    std::fill(std::begin(row.lane), std::end(row.lane), static_cast<u32>(value));
    out_.pool.push_back(row);
  }
  return static_cast<i32>(out_.pool.size()) - 2;
}

bool Build::source(unsigned n, As as) {
  if (left() == 0) return false;
  const Operand& operand = take();
  Source& source = in_.from[n];
  source.negative = operand.negative, source.absolute = operand.absolute, source.inverted = operand.inverted;
  source.half = operand.half;
  if (!operand.suffix.empty()) return false;
  switch (operand.kind) {
  case Operand::Kind::Register: source.row = operand.row; return true;
  case Operand::Kind::Integer: source.pool = constant(operand.bits, operand.bits >> 32); return true;
  case Operand::Kind::Float: {
    if (as == As::Float) {
      source.pool = constant(std::bit_cast<u32>(static_cast<float>(operand.value)), 0);
    } else if (as == As::Double) {
      const u64 bits = std::bit_cast<u64>(operand.value);
      source.pool = constant(bits, bits >> 32);
    } else if (as == As::Half || as == As::Bfloat) { // two values: of the high half, then of the low one
      if (!is(Operand::Kind::Float)) return false;
      const auto bits = [&](double value) {
        return as == As::Half ? exec::float_to_half(static_cast<float>(value), program::Rounding::Nearest)
                              : exec::float_to_bfloat(static_cast<float>(value));
      };
      const u32 high = bits(operand.value), low = bits(take().value);
      source.pool = constant(high << 16 | low, 0);
    } else return false;
    return true;
  }
  case Operand::Kind::Constant: {
    if (operand.row != no_row && operand.row != zero_row) return false;
    const u64 value = read_bank(banks_, operand.bank, operand.bits);
    source.pool = constant(value, value >> 32);
    return true;
  }
  default: return false;
  }
}

bool Build::part(unsigned n, unsigned width) {
  if (!is(Operand::Kind::Register) || peek()->suffix.empty()) return source(n);
  const std::string_view suffix = peek()->suffix;
  if (suffix.size() != 2 || suffix[0] != (width == 1 ? 'B' : 'H')) return false;
  const unsigned number = static_cast<unsigned char>(suffix[1]) - unsigned{'0'};
  if (number * width >= 4) return false;
  const Operand& operand = take();
  in_.from[n] = {
      .row = operand.row, .part = static_cast<u8>(8 * width * number), .negative = operand.negative};
  return !operand.absolute && !operand.inverted && operand.half == 0;
}

bool Build::matrix(unsigned n, std::string_view order) {
  if (!is(Operand::Kind::Register) || peek()->suffix != order) return false;
  const Operand& operand = take();
  in_.from[n] = {.row = operand.row,
                 .half = operand.half,
                 .negative = operand.negative,
                 .absolute = operand.absolute,
                 .inverted = operand.inverted};
  return true;
}

bool Build::predicate(unsigned n) {
  if (!is(Operand::Kind::Predicate)) return false;
  const Operand& operand = take();
  in_.predicate[n] = {static_cast<u8>(operand.row), operand.inverted};
  return true;
}

bool Build::integer(u64& value) {
  if (!is(Operand::Kind::Integer)) return false;
  value = take().bits;
  return true;
}

bool Build::address(bool generic) {
  if (left() == 0) return false;
  const Operand& operand = take();
  if (operand.kind != Operand::Kind::Address && operand.kind != Operand::Kind::Constant) return false;
  const bool wide = operand.wide || (generic && operand.suffix != "U32");
  in_.address = {operand.row,   operand.uniform, wide, operand.uniform_wide || generic,
                 operand.scale, operand.bits};
  in_.bank = operand.bank;
  if (in_.address.row == zero_row) in_.address.row = no_row;
  return true;
}

u32 Build::keep_source(const AddressParts& parts) {
  out_.sources.push_back(parts);
  return static_cast<u32>(out_.sources.size() - 1);
}

bool Build::label() {
  if (left() == 0) return false;
  const Operand& operand = take();
  u64 pc = operand.bits;
  if (operand.kind == Operand::Kind::Name) {
    const auto found = std::find_if(code_.labels.begin(), code_.labels.end(),
                                    [&](const CodeLabel& label) { return label.name == operand.name; });
    if (found == code_.labels.end()) return false;
    pc = found->pc;
  } else if (operand.kind != Operand::Kind::Integer) return false;
  in_.target = static_cast<u32>(pc / 16);
  return pc % 16 == 0 && pc / 16 < code_.instructions.size();
}

bool Build::barrier(u64& number) {
  if (!is(Operand::Kind::Barrier)) return false;
  number = take().row;
  return true;
}

bool Build::done() const {
  return left() == 0 && std::all_of(taken_.begin(), taken_.end(), [](bool taken) { return taken; });
}

Decoded decode(const MachineCode& code, const std::array<std::vector<u8>, 8>& banks) {
  Decoded decoded;
  decoded.code.resize(code.instructions.size());
  for (std::size_t i = 0; i < code.instructions.size(); ++i) {
    const std::string& text = code.instructions[i].text;
    const std::optional<Written> written = parse_instruction(text);
    const auto known = written ? table().find(written->mnemonic) : table().end();
    Instruction& in = decoded.code[i];
    in.pc = static_cast<u32>(i);
    if (known != table().end()) {
      in.guard = written->guard, in.unless = written->unless;
      in.uniform = known->second.uniform;
      Build build(code, *written, in, decoded, banks);
      if (known->second.entry->build(build) && build.done()) continue;
    }
    decoded.unknown = fmt::format(
        "the compiler's code has an instruction that is not known here: {} (at {:#x}, line {})", text, 16 * i,
        code.instructions[i].line);
    return decoded;
  }
  return decoded;
}

bool is_round_of_loop(std::string_view text) {
  const std::optional<Written> written = parse_instruction(text);
  return written &&
         std::find(written->modifiers.begin(), written->modifiers.end(), "CAST") != written->modifiers.end();
}

bool is_atomic(std::string_view text) {
  const std::optional<Written> written = parse_instruction(text);
  return written && (written->mnemonic.starts_with("ATOM") || written->mnemonic.starts_with("RED")) &&
         written->mnemonic != "REDUX";
}

std::uint32_t width_of(std::string_view text) {
  const std::optional<Written> written = parse_instruction(text);
  if (!written) return 4;
  for (const std::string& modifier : written->modifiers) {
    if (modifier == "128" || modifier == "M88" || modifier == "MT88") return 16;
    if (modifier == "64" || modifier == "U64" || modifier == "S64" || modifier == "F64") return 8;
    if (modifier == "U16" || modifier == "S16") return 2;
    if (modifier == "U8" || modifier == "S8") return 1;
  }
  return 4;
}

} // namespace warpscope::sass
