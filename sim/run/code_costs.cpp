// The units of a multiprocessor by the mnemonic of an instruction.
#include "sim/run/code_costs.h"

#include "sim/run/register_ports.h"
#include "sim/sass/operand.h"
#include "sim/sass/run.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace warpscope::run {

namespace {

using multiprocessor::CodeCost, multiprocessor::Pipe;
using Kind = CodeCost::Kind;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool has(const sass::Written& written, std::string_view modifier) {
  return std::find(written.modifiers.begin(), written.modifiers.end(), modifier) != written.modifiers.end();
}

Kind kind_of(std::string_view name) {
  if (is_one_of(name, {"LDG", "LD", "LDL", "LDS", "LDSM", "STG", "ST", "STL", "STS", "ATOMG", "ATOM", "ATOMS",
                       "RED", "REDG"}))
    return Kind::Access;
  if (name == "LDC") return Kind::Constant;
  if (name == "ULDC") return Kind::Uniform;
  if (name == "LDGSTS") return Kind::Copy;
  if (name == "LDGDEPBAR") return Kind::Commit;
  if (name == "SHFL") return Kind::Shuffle;
  if (name == "BAR") return Kind::Barrier;
  if (name == "MEMBAR") return Kind::Fence;
  return Kind::Plain;
}

/// The unit that an instruction keeps busy for longer than its issue slot, and the cycles to a result that is
/// waited for by a counter.
void set_unit(const sass::Written& written, CodeCost& cost) {
  const std::string_view name = written.mnemonic;
  const auto set = [&](Pipe pipe, unsigned busy, unsigned latency) {
    cost.pipe = pipe;
    cost.busy = static_cast<std::uint8_t>(busy);
    cost.latency = static_cast<std::uint8_t>(latency);
  };
  // FCHK, too: quotients of floats, MUFU.RCP and FCHK, take a sub-partition 18.0 cycles there.
  if (name == "MUFU" || is_one_of(name, {"POPC", "FLO", "BREV", "F2I", "I2F", "F2F", "FRND", "FCHK"})) {
    // Of 64-bit numbers, too: an H200, 2026-11-29, sums of doubles made floats: 10.6 cycles a round with a
    // load.
    return set(Pipe::Special, 8, name == "FLO" ? 23 : 17);
  }
  if (is_one_of(name, {"DADD", "DMUL", "DFMA", "DSETP"})) return set(Pipe::Double, 2, 8);
  // An H200, 2026-11-23, 16 warps in a sub-partition: 2.04 cycles for each of a chain of HFMA2 or HADD2, 1.23
  // where HMUL2 and HFMA2.MMA alternate, which the unit of products takes.
  if (is_one_of(name, {"HFMA2", "HADD2", "HMUL2"}))
    return set(has(written, "MMA") ? Pipe::Multiply : Pipe::Half, 2, 17);
  // Of both halves of a product: an H200, 2026-11-29, products of 64-bit numbers (IMAD.WIDE and two IMAD)
  // take a sub-partition 7.9 cycles.
  if (name == "IMAD" || name == "IMUL") {
    const bool both = has(written, "HI") || has(written, "WIDE");
    // And nobody issues meanwhile: an H200, 2026-11-30, two FFMA and an IMAD.HI a turn take a sub-partition
    // 6.6 cycles with eight warps, where slots and units would be 4.5; 16 IMAD.WIDE with 24 to 88
    // instructions of the integers' unit 42 to 50 cycles more than these alone.
    if (both) cost.ports = 2;
    return set(Pipe::Multiply, both ? 4 : 2, has(written, "HI") ? 9 : 5);
  }
  // VIADD is none of them: an H200, 2026-11-30, 7 VIADD and 7 LOP3 a round with 6 others take 20.3 cycles of
  // a sub-partition with eight warps.
  if (is_one_of(name, {"IADD3", "IADD",  "LOP3", "LOP",  "PLOP3",  "SHF",    "SHL",      "SHR",
                       "LEA",   "ISETP", "SEL",  "PRMT", "IMNMX",  "VIMNMX", "VIMNMX3",  "VIADDMNMX",
                       "FMNMX", "FSETP", "FSEL", "MOV",  "I2FP",   "F2FP",   "IABS",     "SGXT",
                       "BMSK",  "P2R",   "R2P",  "FSET", "HSETP2", "HMNMX2", "VABSDIFF", "VOTE"}))
    return set(Pipe::Integer, 2, 17);
  // An H200, 2026-11-23, 32 warps: cycles a sub-partition for each, 16816 and 16832 6.4, 1688 of halves 4.5.
  if (name == "HMMA" || name == "IMMA")
    return set(Pipe::Tensor, has(written, "1688") && !has(written, "TF32") ? 4 : 6, 26);
  if (name == "DMMA") return set(Pipe::Tensor, 16, 26);
  if (name == "REDUX") return set(Pipe::Integer, 8, 44);
  if (name == "MATCH") return set(Pipe::Integer, 8, 30);
  set(Pipe::None, 0, 20); // S2R and what else comes by a counter
}

/// Registers that an access reads: those of its address and what it stores.
unsigned registers_read(const sass::Written& written, unsigned width) {
  using sass::Operand;
  const bool has_result = !written.mnemonic.starts_with("ST") && !written.mnemonic.starts_with("RED");
  bool is_result = has_result;
  unsigned count = 0;
  for (const Operand& operand : written.operands) {
    if (operand.kind == Operand::Kind::Address && operand.row < sass::zero_row) count += operand.wide ? 2 : 1;
    if (operand.kind != Operand::Kind::Register) continue;
    if (!std::exchange(is_result, false) && operand.row < sass::zero_row)
      count += written.mnemonic == "SHFL" ? 1 : std::max(1u, width / 4);
  }
  return count;
}

CodeCost cost_of(const sass::CodeLine& line) {
  CodeCost cost;
  const sass::ControlBits bits = sass::control_bits(line.control);
  cost.stall = static_cast<std::uint8_t>(std::max(1u, bits.stall));
  cost.counter = static_cast<std::uint8_t>(bits.write_barrier);
  cost.waits = static_cast<std::uint8_t>(bits.waits);
  const std::optional<sass::Written> written = sass::parse_instruction(line.text);
  if (!written) return cost;
  cost.kind = kind_of(written->mnemonic);
  const bool floats = has(*written, "F32") || has(*written, "F64") || has(*written, "F16x2") ||
                      has(*written, "BF16x2");
  if (has(*written, "ADD") && floats) cost.atomic = multiprocessor::AtomicWork::AddsFloats;
  if (has(*written, "MIN") || has(*written, "MAX")) cost.atomic = multiprocessor::AtomicWork::Compares;
  if (has(*written, "EXCH")) cost.atomic = multiprocessor::AtomicWork::Exchanges;
  if (has(*written, "CAS") || has(*written, "CAST")) cost.atomic = multiprocessor::AtomicWork::Swaps;
  cost.loops = has(*written, "CAST");
  cost.shared = is_one_of(written->mnemonic, {"LDS", "LDSM", "STS", "ATOMS"});
  cost.past_l1 = is_one_of(written->mnemonic, {"LDG", "LD"}) && has(*written, "STRONG") &&
                 (has(*written, "GPU") || has(*written, "SYS"));
  if (cost.kind == Kind::Fence) {
    cost.busy = has(*written, "SYS") ? 1 : 0;
    if (has(*written, "CTA") || has(*written, "VC")) cost.kind = Kind::Plain; // waits for nothing outside
  }
  if (cost.kind == Kind::Plain) set_unit(*written, cost);
  // An access's registers pass the issue port one by one: an H200, 2026-11-30, loops of eight accesses and up
  // to twelve FFMA for each, 32 warps; what the FFMA do not explain is 2.2 to 2.5 cycles of a sub-partition
  // for LDG, 3.1 for STG, 1.3 to 1.6 for LDS, 2.1 to 3.0 for STS, 1.8 to 2.0 for SHFL.
  if (cost.kind == Kind::Access || cost.kind == Kind::Copy || cost.kind == Kind::Shuffle)
    cost.slots = static_cast<std::uint8_t>(std::max(1u, registers_read(*written, sass::width_of(line.text))));
  cost.branch = is_one_of(written->mnemonic, {"BRA", "BRX", "JMP", "JMX", "CALL", "RET"});
  if (written->mnemonic == "BSYNC")
    cost.stall = static_cast<std::uint8_t>(cost.stall + multiprocessor::lanes_meet);
  if (written->mnemonic == "DEPBAR" && written->operands.size() >= 2 &&
      written->operands[0].name.starts_with("SB") && written->operands[0].name.size() == 3) {
    cost.waits_most = static_cast<std::uint8_t>(written->operands[0].name[2] - '0');
    cost.most = static_cast<std::uint8_t>(std::min<std::uint64_t>(written->operands[1].bits, 255));
  }
  return cost;
}

} // namespace

std::vector<multiprocessor::CodeCost> code_costs(const sass::MachineCode& code) {
  std::vector<CodeCost> costs;
  costs.reserve(code.instructions.size());
  for (const sass::CodeLine& line : code.instructions) costs.push_back(cost_of(line));
  const std::vector<std::uint8_t> delays = port_delays(code);
  for (std::size_t pc = 0; pc < costs.size(); ++pc)
    costs[pc].ports = static_cast<std::uint8_t>(costs[pc].ports + delays[pc]);
  return costs;
}

} // namespace warpscope::run
