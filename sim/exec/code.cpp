// Fuses groups of instructions (fused.def) where no lane can wait between them.
#include "sim/exec/code.h"

#include <optional>

namespace warpscope::exec {
namespace {

class Fuser {
 public:
  Fuser(const program::Program& program, std::vector<program::Instruction>& result)
      : code_(program.code), result_(result), meets_(program.code.size() + 1) {
    for (const program::Instruction& in : code_)
      if (in.op == program::Opcode::Branch && in.imm != program::no_operand) meets_[in.imm] = true;
    for (const program::Function& function : program.functions) meets_[function.end - 1] = true;
  }

  void run() {
    for (std::uint32_t pc = 0; pc < code_.size(); ++pc)
      if (const std::optional<Fused> fused = match(pc)) result_[pc].op = as_opcode(*fused);
  }

 private:
  /// The opcode at `pc`, if it may be fused with the one before: where lanes may wait for each other, the
  /// loop must stop and look.
  [[nodiscard]] program::Opcode op(std::uint32_t pc) const {
    return pc < code_.size() && !meets_[pc] ? code_[pc].op : program::Opcode::Nop;
  }

  [[nodiscard]] bool compares_and_branches(std::uint32_t pc) const {
    return code_[pc].op == program::Opcode::Icmp32 && op(pc + 1) == program::Opcode::Branch &&
           code_[pc + 1].a == code_[pc].dst;
  }
  [[nodiscard]] bool jumps_to_compare(std::uint32_t pc) const {
    return code_[pc].op == program::Opcode::Jump && op(code_[pc].imm) == program::Opcode::Icmp32 &&
           compares_and_branches(code_[pc].imm);
  }
  [[nodiscard]] bool geps_and_loads(std::uint32_t pc, program::Opcode load) const {
    return code_[pc].op == program::Opcode::Gep32 && op(pc + 1) == load && code_[pc + 1].a == code_[pc].dst;
  }

  [[nodiscard]] std::optional<Fused> match(std::uint32_t pc) const {
    switch (code_[pc].op) {
    case program::Opcode::Icmp32:
      return compares_and_branches(pc) ? std::optional(Fused::CompareBranch) : std::nullopt;
    case program::Opcode::Jump:
      return jumps_to_compare(pc) ? std::optional(Fused::JumpCompareBranch) : std::nullopt;
    case program::Opcode::Add32:
      if (op(pc + 1) == program::Opcode::Jump && jumps_to_compare(pc + 1)) return Fused::AddJumpCompareBranch;
      if (op(pc + 1) == program::Opcode::Icmp32 && compares_and_branches(pc + 1))
        return Fused::AddCompareBranch;
      return std::nullopt;
    case program::Opcode::Mul32:
      return op(pc + 1) == program::Opcode::Add32 ? std::optional(Fused::MulAdd32) : std::nullopt;
    case program::Opcode::Gep32:
      if (geps_and_loads(pc, program::Opcode::LoadShared)) return Fused::GepLoadShared;
      if (geps_and_loads(pc, program::Opcode::LoadGlobal)) return Fused::GepLoadGlobal;
      if (op(pc + 1) == program::Opcode::Gep32 && geps_and_loads(pc + 1, program::Opcode::LoadShared))
        return Fused::GepGepLoadShared;
      return std::nullopt;
    default: return std::nullopt;
    }
  }

  const std::vector<program::Instruction>& code_;
  std::vector<program::Instruction>& result_;
  std::vector<bool> meets_; ///< by pc: lanes may wait for others here
};

} // namespace

Code::Code(const program::Program& program) : code_(program.code) { Fuser(program, code_).run(); }

} // namespace warpscope::exec
