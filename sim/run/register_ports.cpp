// Reads the operands of each instruction in the order of the code and finds the cycle in which it can be
// issued.
#include "sim/run/register_ports.h"

#include "sim/sass/operand.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace warpscope::run {

namespace {

constexpr unsigned banks = 2, window = 3; ///< cycles from the issue on in which the operands are read
constexpr unsigned slots = 3;             ///< operands that the operand cache holds, one each

bool takes_pairs(std::string_view mnemonic) {
  return mnemonic == "DFMA" || mnemonic == "DADD" || mnemonic == "DMUL" || mnemonic == "DSETP";
}

/// Instructions whose results come after a fixed number of cycles read their operands so. The others wait in
/// queues of their units.
bool is_of_fixed_latency(const sass::Written& written, const sass::ControlBits& bits) {
  constexpr std::array<std::string_view, 14> others = {"MUFU", "POPC", "FLO",  "BREV", "F2I",  "I2F", "F2F",
                                                       "FRND", "HMMA", "IMMA", "DMMA", "SHFL", "S2R", "R2UR"};
  if (takes_pairs(written.mnemonic)) return true;
  return bits.write_barrier == 7 && bits.read_barrier == 7 &&
         std::find(others.begin(), others.end(), written.mnemonic) == others.end();
}

/// The rows of the vector registers that an instruction reads, by operand; no_row where it reads none.
using Sources = std::array<std::uint16_t, slots>;

Sources sources_of(const sass::Written& written) {
  using Kind = sass::Operand::Kind;
  Sources sources;
  sources.fill(sass::no_row);
  // The first register is the result, but where that is a predicate.
  bool has_result = written.mnemonic.find("SETP") != std::string::npos;
  std::size_t slot = 0;
  for (const sass::Operand& operand : written.operands) {
    if (operand.kind == Kind::Predicate) continue;
    if (!has_result) {
      has_result = true;
      continue;
    }
    if (slot == slots) break;
    if (operand.kind == Kind::Register && operand.row < sass::zero_row) sources[slot] = operand.row;
    ++slot;
  }
  return sources;
}

/// Registers to read from each bank.
std::array<unsigned, banks> reads_of(const sass::Written& written, const Sources& sources,
                                     const Sources& cached) {
  std::array<unsigned, banks> reads{};
  const bool wide_sum = written.mnemonic == "IMAD" &&
                        std::find(written.modifiers.begin(), written.modifiers.end(), "WIDE") !=
                            written.modifiers.end();
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const std::uint16_t row = sources[slot];
    const auto before = sources.begin() + static_cast<std::ptrdiff_t>(slot);
    if (row == sass::no_row || row == cached[slot] || std::find(sources.begin(), before, row) != before)
      continue;
    if (takes_pairs(written.mnemonic) || (wide_sum && slot == 2))
      for (unsigned& bank : reads) ++bank;
    else ++reads[row % banks];
  }
  return reads;
}

/// Which of the cycles from now on each bank reads in.
class Ports {
 public:
  /// Issues an instruction; returns the cycles that it has to wait.
  unsigned issue(const std::array<unsigned, banks>& reads) {
    unsigned waits = 0;
    for (; !has_room(reads); ++waits) pass();
    for (unsigned bank = 0; bank < banks; ++bank)
      for (unsigned cycle = 0, left = reads[bank]; cycle < window && left > 0; ++cycle)
        if (!taken_[bank][cycle]) taken_[bank][cycle] = true, --left;
    pass();
    return waits;
  }

 private:
  [[nodiscard]] bool has_room(const std::array<unsigned, banks>& reads) const {
    for (unsigned bank = 0; bank < banks; ++bank)
      if (static_cast<unsigned>(std::count(taken_[bank].begin(), taken_[bank].end(), false)) < reads[bank])
        return false;
    return true;
  }
  void pass() {
    for (auto& bank : taken_) {
      std::rotate(bank.begin(), bank.begin() + 1, bank.end());
      bank.back() = false;
    }
  }
  std::array<std::array<bool, window>, banks> taken_{};
};

} // namespace

std::vector<std::uint8_t> port_delays(const sass::MachineCode& code) {
  std::vector<std::uint8_t> delays(code.instructions.size());
  Ports ports;
  Sources cached;
  cached.fill(sass::no_row);
  for (std::size_t pc = 0; pc < code.instructions.size(); ++pc) {
    const sass::ControlBits bits = sass::control_bits(code.instructions[pc].control);
    const std::optional<sass::Written> written = sass::parse_instruction(code.instructions[pc].text);
    if (!written || !is_of_fixed_latency(*written, bits)) {
      cached.fill(sass::no_row);
      (void)ports.issue({});
      continue;
    }
    const Sources sources = sources_of(*written);
    delays[pc] = static_cast<std::uint8_t>(ports.issue(reads_of(*written, sources, cached)));
    for (std::size_t slot = 0; slot < slots; ++slot)
      cached[slot] = (bits.reuse >> slot & 1u) != 0 ? sources[slot] : sass::no_row;
  }
  return delays;
}

} // namespace warpscope::run
