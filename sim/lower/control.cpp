// Lowers blocks, branches with their reconvergence points, phis, parameters and results; then emits the
// function's code.
#include "sim/frontend/matrix_steps.h"
#include "sim/lower/function_lowering.h"
#include "sim/program/opcode_table.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>

#include <algorithm>

namespace warpscope::lower::lowering {

using namespace llvm;

FunctionLowering::FunctionLowering(ModuleContext& context, llvm::Function& function)
    : context_(context), function_(function),
      is_kernel_(function.getCallingConv() == CallingConv::PTX_Kernel),
      index_(context.functions.lookup(&function)), spaces_(function, is_kernel_) {}

/// Finds the immediate post-dominator of each block that branches. Blocks that cannot reach the return (they
/// trap, or loop for ever) do not count as exits: a failing check must not keep the other lanes diverged for
/// the rest of the function. Within such blocks LLVM's tree decides; where it has no answer, the lanes
/// reconverge at the Ret.
void FunctionLowering::find_reconvergence() {
  const BasicBlock* exit = nullptr;
  for (const BasicBlock* block : order_)
    if (isa<ReturnInst>(block->getTerminator())) exit = block;
  // By block: its position in `reaching`, where the return is last.
  DenseMap<const BasicBlock*, unsigned> number;
  std::vector<const BasicBlock*> reaching;
  if (exit != nullptr)
    for (const BasicBlock* block : inverse_post_order(exit)) reaching.push_back(block);
  for (std::size_t i = 0; i < reaching.size(); ++i) number[reaching[i]] = static_cast<unsigned>(i);
  // reaching[] is a post-order of the reversed graph: the exit has the highest number.
  std::vector<int> parent(reaching.size(), -1);
  if (!reaching.empty()) parent.back() = static_cast<int>(reaching.size()) - 1;
  const auto meet = [&](int a, int b) {
    while (a != b) {
      while (a < b) a = parent[static_cast<std::size_t>(a)];
      while (b < a) b = parent[static_cast<std::size_t>(b)];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = static_cast<int>(reaching.size()) - 2; i >= 0; --i) {
      int best = -1;
      for (const BasicBlock* successor : successors(reaching[static_cast<std::size_t>(i)])) {
        const auto found = number.find(successor);
        if (found == number.end() || parent[found->second] < 0) continue;
        best = best < 0 ? static_cast<int>(found->second) : meet(best, static_cast<int>(found->second));
      }
      if (best < 0 || parent[static_cast<std::size_t>(i)] == best) continue;
      parent[static_cast<std::size_t>(i)] = best;
      changed = true;
    }
  }
  std::optional<PostDominatorTree> tree;
  for (const BasicBlock* block : order_) {
    if (block->getTerminator()->getNumSuccessors() < 2) continue;
    if (const auto found = number.find(block); found != number.end()) {
      const int meeting = parent[found->second];
      reconvergence_[block] = block_numbers_[reaching[static_cast<std::size_t>(meeting)]];
      continue;
    }
    if (!tree) tree.emplace(function_);
    const auto* node = tree->getNode(block);
    const auto* above = node != nullptr ? node->getIDom() : nullptr;
    if (above != nullptr && above->getBlock() != nullptr)
      reconvergence_[block] = block_numbers_[above->getBlock()];
  }
}

void FunctionLowering::lower_parameters() {
  span_ = 0;
  part_ = program::MatrixPart::None;
  std::uint32_t slots = 0, predicates = 0;
  for (const Argument& argument : function_.args()) {
    if (is_kernel_) {
      if (argument.use_empty()) continue;
      const Operand place = const_word(program::window_base +
                                       context_.parameter_offsets[&function_][argument.getArgNo()]);
      if (argument.hasByValAttr()) {
        define(argument, {place});
        continue;
      }
      Type* type = argument.getType();
      Operands values;
      const std::size_t count = type->isVectorTy() ? cast<FixedVectorType>(type)->getNumElements() : 1;
      if (type->isAggregateType()) {
        context_.unsupported(&function_.getEntryBlock().front(),
                             "a kernel parameter that is an aggregate in registers");
        return;
      }
      values = load_pieces(nullptr, {Space::Param, place}, type->getScalarType(), count, 16, false,
                           &argument);
      if (type->isPointerTy())
        if (const Space space = spaces_.of(&argument); space != Space::None)
          values[0] = word(program::Opcode::FromGeneric, values[0], program::no_operand, program::no_operand,
                           static_cast<std::uint32_t>(space));
      define(argument, values);
      continue;
    }
    Operands values;
    for (Type* scalar : scalars_of(argument.getType())) {
      const Form form = form_of(scalar).value_or(Form::Word);
      const Operand place = new_register(form);
      RegisterClass& registers = form == Form::Predicate ? code_.predicates : code_.slots;
      if (form == Form::Wide) slots += slots % 2;
      registers.ranges.back().fixed = form == Form::Predicate ? predicates : slots;
      (form == Form::Predicate ? predicates : slots) += form == Form::Wide ? 2 : 1;
      values.push_back(place);
    }
    if (argument.getType()->isPointerTy())
      if (const Space space = spaces_.of(&argument); space != Space::None)
        values[0] = word(program::Opcode::FromGeneric, values[0], program::no_operand, program::no_operand,
                         static_cast<std::uint32_t>(space));
    define(argument, values);
  }
}

void FunctionLowering::lower_return(const ReturnInst* instruction) {
  const Signature& signature = context_.signatures[index_];
  Operand slots = 0, predicates = 0;
  if (instruction != nullptr && instruction->getReturnValue() != nullptr && !is_kernel_) {
    const Value& value = *instruction->getReturnValue();
    const Operands values = generic_operands_of(value);
    if (signature.result_slots != 0) slots = code_.slots.add(signature.result_slots, true);
    if (signature.result_predicates != 0)
      predicates = code_.predicates.add(signature.result_predicates, false);
    std::uint32_t slot = 0, next_predicate = 0;
    const SmallVector<Type*, 4> scalars = scalars_of(value.getType());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Form form = form_of(scalars[i]).value_or(Form::Word);
      if (form == Form::Predicate) {
        move(form, predicates + next_predicate++, values[i]);
        continue;
      }
      if (form == Form::Wide) slot += slot % 2;
      move(form, slots + slot, values[i]);
      slot += form == Form::Wide ? 2 : 1;
    }
  }
  emit(program::Opcode::Ret, program::no_operand, slots, predicates, program::no_operand, index_);
}

/// Emits the copies into the phis of `to`, which happen in parallel: sources are read before they are
/// overwritten.
void FunctionLowering::copy_to_phis(const BasicBlock& from, const BasicBlock& to) {
  struct Copy {
    Form form;
    Operand to, from;
  };
  std::vector<Copy> copies;
  for (const PHINode& phi : to.phis()) {
    const Value& value = *phi.getIncomingValueForBlock(&from);
    if (isa<UndefValue>(value)) continue;
    const Operands& targets = values_[&phi];
    Operands sources;
    if (phi.getType()->isPointerTy()) sources = {in_space(value, spaces_.of(&phi))};
    else sources = operands_of(value);
    const SmallVector<Type*, 4> scalars = scalars_of(phi.getType());
    const Operands destinations = targets;
    for (std::size_t i = 0; i < destinations.size(); ++i)
      if (destinations[i] != sources[i])
        copies.push_back({natural_form(phi, scalars[i]), destinations[i], sources[i]});
  }
  const auto is_predicate = [](const Copy& copy) { return copy.form == Form::Predicate; };
  while (!copies.empty()) {
    // A copy whose target no other copy still reads.
    const auto free = std::find_if(copies.begin(), copies.end(), [&](const Copy& copy) {
      return std::none_of(copies.begin(), copies.end(), [&](const Copy& other) {
        return other.from == copy.to && is_predicate(other) == is_predicate(copy);
      });
    });
    if (free != copies.end()) {
      move(free->form, free->to, free->from);
      copies.erase(free);
      continue;
    }
    // Only cycles are left: save one target's old value first.
    const Copy broken = copies.front();
    const Operand kept = new_register(broken.form);
    move(broken.form, kept, broken.to);
    for (Copy& copy : copies)
      if (copy.from == broken.to && is_predicate(copy) == is_predicate(broken)) copy.from = kept;
  }
}

void FunctionLowering::lower_block(const BasicBlock& block) {
  VirtualBlock& target = code_.blocks[block_numbers_[&block]];
  out_ = &target.code;
  for (const llvm::Instruction& instruction : block) {
    if (isa<PHINode>(instruction) || instruction.isDebugOrPseudoInst()) continue;
    note_values(instruction, target);
    mark_scope(instruction, target);
    current_ = &instruction;
    span_ = context_.positions.span_index(instruction);
    part_ = frontend::is_matrix_step(instruction) ? program::MatrixPart::Step : program::MatrixPart::None;
    if (instruction.isTerminator()) lower_terminator(instruction);
    else lower_instruction(instruction);
  }
}

void FunctionLowering::lower_instruction(const llvm::Instruction& instruction) {
  if (const auto* vector = dyn_cast<VectorType>(instruction.getType());
      vector && isa<ScalableVectorType>(vector)) {
    context_.unsupported(&instruction, "a scalable vector");
    return;
  }
  if (const auto* binary = dyn_cast<BinaryOperator>(&instruction)) return lower_binary(*binary);
  if (const auto* compare = dyn_cast<CmpInst>(&instruction)) return lower_compare(*compare);
  if (const auto* cast = dyn_cast<CastInst>(&instruction)) return lower_cast(*cast);
  if (const auto* gep = dyn_cast<GetElementPtrInst>(&instruction)) return lower_gep(*gep);
  if (const auto* load = dyn_cast<LoadInst>(&instruction)) return lower_load(*load);
  if (const auto* store = dyn_cast<StoreInst>(&instruction)) return lower_store(*store);
  if (const auto* choice = dyn_cast<SelectInst>(&instruction)) return lower_select(*choice);
  if (const auto* call = dyn_cast<CallInst>(&instruction)) return lower_call(*call);
  if (const auto* atomic = dyn_cast<AtomicRMWInst>(&instruction)) return lower_atomic_rmw(*atomic);
  if (const auto* atomic = dyn_cast<AtomicCmpXchgInst>(&instruction)) return lower_compare_exchange(*atomic);
  switch (instruction.getOpcode()) {
  case llvm::Instruction::ExtractElement:
  case llvm::Instruction::InsertElement:
  case llvm::Instruction::ShuffleVector:
  case llvm::Instruction::ExtractValue:
  case llvm::Instruction::InsertValue: return lower_vector(instruction);
  case llvm::Instruction::Freeze: return define(instruction, operands_of(*instruction.getOperand(0)));
  case llvm::Instruction::FNeg: {
    Operands results;
    for (const Operand value : operands_of(*instruction.getOperand(0)))
      results.push_back(negate(instruction.getType()->getScalarType(), value));
    return define(instruction, results);
  }
  case llvm::Instruction::Fence:
    emit(program::Opcode::Fence, program::no_operand, program::no_operand, program::no_operand,
         program::no_operand, static_cast<std::uint32_t>(program::FenceScope::Device));
    return;
  case llvm::Instruction::Alloca: {
    const auto& variable = cast<AllocaInst>(instruction);
    const auto size = variable.getAllocationSize(function_.getDataLayout());
    if (!variable.isStaticAlloca() || !size) {
      context_.unsupported(&instruction, "a local array whose size is known only at run time");
      return;
    }
    const std::uint64_t align = variable.getAlign().value();
    local_bytes_ = (local_bytes_ + align - 1) / align * align;
    const auto offset = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(local_bytes_, program::max_local_bytes));
    local_offsets_[&variable] = offset;
    define(instruction, {word(program::Opcode::LocalAddress, program::no_operand, program::no_operand,
                              program::no_operand, offset)});
    local_bytes_ += size->getFixedValue();
    return;
  }
  default: break;
  }
  context_.unsupported(&instruction, std::string("the operation '") + instruction.getOpcodeName() + "'");
}

void FunctionLowering::lower_terminator(const llvm::Instruction& instruction) {
  const BasicBlock& block = *instruction.getParent();
  VirtualBlock& here = code_.blocks[block_numbers_[&block]];
  if (const auto* branch = dyn_cast<BranchInst>(&instruction)) {
    if (branch->isUnconditional()) {
      copy_to_phis(block, *branch->getSuccessor(0));
      const std::uint32_t target = block_numbers_[branch->getSuccessor(0)];
      here.successors = {target};
      emit(program::Opcode::Jump, program::no_operand, program::no_operand, program::no_operand,
           program::no_operand, target);
      return;
    }
    const std::uint32_t then = block_numbers_[branch->getSuccessor(0)],
                        other = block_numbers_[branch->getSuccessor(1)];
    const auto meeting = reconvergence_.find(&block);
    here.successors = {then, other};
    emit(program::Opcode::Branch, program::no_operand, operand_of(*branch->getCondition()), then, other,
         meeting == reconvergence_.end() ? program::no_operand : meeting->second);
    return;
  }
  if (const auto* result = dyn_cast<ReturnInst>(&instruction)) return lower_return(result);
  if (isa<UnreachableInst>(instruction)) {
    emit(program::Opcode::Trap, program::no_operand, program::no_operand, program::no_operand,
         program::no_operand, static_cast<std::uint32_t>(program::TrapKind::Unreachable));
    return;
  }
  context_.unsupported(&instruction, std::string("the operation '") + instruction.getOpcodeName() + "'");
}

void FunctionLowering::assemble() {
  const DominatorTree dominators(function_);
  reuse_results(
      code_, [&](std::uint32_t a, std::uint32_t b) { return dominators.dominates(order_[a], order_[b]); },
      context_.signatures);
  thread_jumps(code_);
  remove_unread(code_, context_.signatures);
  const RegisterCounts counts = assign_registers(code_, context_.signatures);
  thread_jumps(code_); // past blocks that held only moves of a register to itself
  program::Program& program = context_.program;
  program::Function& function = program.functions[index_];
  function.entry = static_cast<std::uint32_t>(program.code.size());
  // A jump to the next block needs no instruction.
  std::vector<std::uint32_t> entries;
  std::uint32_t pc = function.entry;
  for (std::size_t b = 0; b < code_.blocks.size(); ++b) {
    std::vector<program::Instruction>& all = code_.blocks[b].code;
    std::size_t next = b + 1;
    while (next + 1 < code_.blocks.size() && code_.blocks[next].code.empty() &&
           (all.empty() || all.back().imm != next))
      ++next;
    if (!all.empty() && all.back().op == program::Opcode::Jump && all.back().imm == next) all.pop_back();
    // Lanes from elsewhere come to the same pc.
    if (all.empty() && next < code_.blocks.size())
      lose_skipped(code_, static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(next));
    entries.push_back(pc);
    pc += static_cast<std::uint32_t>(all.size());
  }
  for (const VirtualBlock& block : code_.blocks)
    for (program::Instruction instruction : block.code) {
      const auto at = static_cast<std::uint32_t>(program.code.size());
      if (instruction.op == program::Opcode::Jump) instruction.imm = entries[instruction.imm];
      if (instruction.op == program::Opcode::Branch) {
        instruction.b = entries[instruction.b];
        instruction.c = entries[instruction.c];
        if (instruction.imm != program::no_operand) instruction.imm = entries[instruction.imm];
      }
      if (instruction.op == program::Opcode::Ret) instruction.imm = 0;
      if (program::is_memory(instruction.op)) program.sites[instruction.imm].pc = at;
      if (program::has_two_sites(instruction.op))
        program.sites[instruction.imm].pc = program.sites[instruction.imm + 1].pc = at;
      program.code.push_back(instruction);
    }
  place_notes(entries);
  const Signature& signature = context_.signatures[index_];
  function.end = static_cast<std::uint32_t>(program.code.size());
  function.parameter_slots = signature.parameter_slots;
  function.parameter_predicates = signature.parameter_predicates;
  function.result_slots = signature.result_slots;
  function.result_predicates = signature.result_predicates;
  function.slots = std::max(counts.slots, signature.parameter_slots);
  function.predicates = std::max(counts.predicates, signature.parameter_predicates);
  function.local_bytes = static_cast<std::uint32_t>(
      std::min<std::uint64_t>((local_bytes_ + 15) / 16 * 16, ~0u));
}

void FunctionLowering::run() {
  const BasicBlock* exit = nullptr;
  for (const BasicBlock* block : ReversePostOrderTraversal<llvm::Function*>(&function_)) {
    if (isa<ReturnInst>(block->getTerminator())) exit = block;
    else order_.push_back(block);
  }
  if (exit != nullptr) order_.push_back(exit);
  for (std::size_t i = 0; i < order_.size(); ++i) block_numbers_[order_[i]] = static_cast<std::uint32_t>(i);
  code_.blocks.resize(order_.size());
  find_reconvergence();
  find_contractions();
  out_ = &code_.blocks.front().code;
  for (const BasicBlock* block : order_)
    for (const PHINode& phi : block->phis()) define(phi, fresh_operands(phi));
  lower_parameters();
  // The return block lies last although it may not come last here; every definition precedes its uses in this
  // order.
  for (const BasicBlock* block : order_) lower_block(*block);
  if (exit == nullptr) { // the function never returns, but every function has to end with a Ret
    out_ = &code_.blocks.emplace_back().code;
    lower_return(nullptr);
  }
  if (local_bytes_ > program::max_local_bytes)
    context_.error(&function_.getEntryBlock().front(),
                   "the local variables of this function need more than 16 MiB a thread");
  find_matrix_sources();
  assemble();
}

} // namespace warpscope::lower::lowering
