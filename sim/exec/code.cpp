#include "sim/exec/code.h"

#include <optional>

namespace warpscope::exec {
namespace {

class Fuser {
 public:
  Fuser(const Program& program, std::vector<Instruction>& result)
      : code_(program.code), result_(result), meets_(program.code.size() + 1) {
    for (const Instruction& in : code_)
      if (in.op == Opcode::Branch && in.imm != no_operand) meets_[in.imm] = true;
    for (const Function& function : program.functions) meets_[function.end - 1] = true;
  }

  void run() {
    for (std::uint32_t pc = 0; pc < code_.size(); ++pc)
      if (const std::optional<Fused> fused = match(pc)) result_[pc].op = as_opcode(*fused);
  }

 private:
  /// The instruction at `pc`, if it may be done with the one before: where lanes wait for each other the loop
  /// must look.
  [[nodiscard]] Opcode op(std::uint32_t pc) const {
    return pc < code_.size() && !meets_[pc] ? code_[pc].op : Opcode::Nop;
  }

  [[nodiscard]] bool compares_and_branches(std::uint32_t pc) const {
    return code_[pc].op == Opcode::Icmp32 && op(pc + 1) == Opcode::Branch && code_[pc + 1].a == code_[pc].dst;
  }
  [[nodiscard]] bool jumps_to_compare(std::uint32_t pc) const {
    return code_[pc].op == Opcode::Jump && op(code_[pc].imm) == Opcode::Icmp32 &&
           compares_and_branches(code_[pc].imm);
  }
  [[nodiscard]] bool geps_and_loads(std::uint32_t pc, Opcode load) const {
    return code_[pc].op == Opcode::Gep32 && op(pc + 1) == load && code_[pc + 1].a == code_[pc].dst;
  }

  [[nodiscard]] std::optional<Fused> match(std::uint32_t pc) const {
    switch (code_[pc].op) {
    case Opcode::Icmp32:
      return compares_and_branches(pc) ? std::optional(Fused::CompareBranch) : std::nullopt;
    case Opcode::Jump: return jumps_to_compare(pc) ? std::optional(Fused::JumpCompareBranch) : std::nullopt;
    case Opcode::Add32:
      if (op(pc + 1) == Opcode::Jump && jumps_to_compare(pc + 1)) return Fused::AddJumpCompareBranch;
      if (op(pc + 1) == Opcode::Icmp32 && compares_and_branches(pc + 1)) return Fused::AddCompareBranch;
      return std::nullopt;
    case Opcode::Mul32: return op(pc + 1) == Opcode::Add32 ? std::optional(Fused::MulAdd32) : std::nullopt;
    case Opcode::Gep32:
      if (geps_and_loads(pc, Opcode::LoadShared)) return Fused::GepLoadShared;
      if (geps_and_loads(pc, Opcode::LoadGlobal)) return Fused::GepLoadGlobal;
      if (op(pc + 1) == Opcode::Gep32 && geps_and_loads(pc + 1, Opcode::LoadShared))
        return Fused::GepGepLoadShared;
      return std::nullopt;
    default: return std::nullopt;
    }
  }

  const std::vector<Instruction>& code_;
  std::vector<Instruction>& result_;
  std::vector<bool> meets_; ///< lanes may wait here for others
};

} // namespace

Code::Code(const Program& program) : code_(program.code) { Fuser(program, code_).run(); }

} // namespace warpscope::exec
