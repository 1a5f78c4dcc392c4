// Notes which variable of the text a register is, from the debug records between the instructions.
#include "sim/lower/function_lowering.h"

#include <llvm/IR/DebugInfoMetadata.h>

#include <algorithm>

namespace warpscope::lower::lowering {

using namespace llvm;

void FunctionLowering::note_values(const llvm::Instruction& instruction, VirtualBlock& block) {
  for (DbgRecord& record : instruction.getDbgRecordRange())
    if (auto* variable = dyn_cast<DbgVariableRecord>(&record)) note_value(*variable, block);
}

/// A record tells the value of a variable, or of a piece of it, from here on.
void FunctionLowering::note_value(DbgVariableRecord& record, VirtualBlock& block) {
  const DILocalVariable* variable = record.getVariable();
  const DILocation* inlined = record.getDebugLoc().getInlinedAt();
  if (variable == nullptr) return;
  const Value* held = record.getNumVariableLocationOps() == 1 && !record.isKillLocation()
                          ? record.getVariableLocationOp(0)
                          : nullptr;
  if (record.isDbgDeclare()) {
    const auto* place = dyn_cast_or_null<AllocaInst>(held);
    const auto found = place == nullptr ? local_offsets_.end() : local_offsets_.find(place);
    // In the frame of a function that is called, it lies where the call happens to put it.
    if (is_kernel_ && found != local_offsets_.end() && record.getExpression()->getNumElements() == 0)
      context_.names.place(*variable, inlined, found->second);
    return;
  }
  std::vector<NamedValueTable::Scalar> scalars = context_.names.scalars_of(*variable, inlined);
  const auto fragment = record.getExpression()->getFragmentInfo();
  if (fragment)
    std::erase_if(scalars, [&](const NamedValueTable::Scalar& s) {
      return s.bit < fragment->OffsetInBits || s.bit >= fragment->OffsetInBits + fragment->SizeInBits;
    });
  const unsigned words = record.getExpression()->getNumElements();
  const bool plain = words == 0 || (fragment && words == 3); // DW_OP_LLVM_fragment, offset, size
  SmallVector<Type*, 4> types;
  Operands operands;
  const bool undefined = held == nullptr || isa<UndefValue>(held) || !plain;
  if (!undefined) {
    types = scalars_of(held->getType());
    if (isa<ConstantInt>(held) || isa<ConstantFP>(held) || isa<ConstantPointerNull>(held))
      operands.assign(1, 0);
    else if (const auto found = values_.find(held); found != values_.end()) operands = found->second;
  }
  const bool fits = operands.size() == scalars.size() && types.size() == scalars.size();
  for (std::size_t i = 0; i < scalars.size(); ++i) {
    program::NamedValue& named = context_.names.value(scalars[i].value);
    VirtualNote made;
    made.at = block.code.size();
    made.note.value = scalars[i].value;
    const auto form = fits ? form_of(types[i]) : std::nullopt;
    const unsigned bits = !fits ? 0u : types[i]->isPointerTy() ? 64u : types[i]->getScalarSizeInBits();
    const bool same = form && (bits == scalars[i].bits || (bits == 1 && named.element == ElementType::Bool));
    if (same && (isa<ConstantInt>(held) || isa<ConstantFP>(held))) {
      made.note.kind = program::NoteKind::Constant;
      made.note.constant = isa<ConstantInt>(held)
                               ? cast<ConstantInt>(held)->getZExtValue()
                               : cast<ConstantFP>(held)->getValueAPF().bitcastToAPInt().getZExtValue();
    } else if (same && isa<ConstantPointerNull>(held)) {
      made.note.kind = program::NoteKind::Constant;
    } else if (same && (operands[i] & program::constant_operand) == 0) {
      made.note.kind = *form == Form::Predicate ? program::NoteKind::Predicate : program::NoteKind::Slot;
      made.note.operand = operands[i];
      made.wide = *form == Form::Wide;
      if (named.is_pointer) {
        const Space space = held->getType()->isPointerTy() ? spaces_.of(held) : Space::None;
        made.wide = space == Space::None;
        // One variable, one form: a pointer that has a space here and none there is not shown there.
        if (!noted_.contains(scalars[i].value)) named.space = space;
        else if (named.space != space) made.note = {}, made.note.value = scalars[i].value;
        noted_.insert(scalars[i].value);
      }
    }
    block.notes.push_back(made);
  }
}

void FunctionLowering::mark_scope(const llvm::Instruction& instruction, VirtualBlock& block) {
  const std::uint32_t scope = context_.names.scope_of(instruction);
  if (scope == program::no_scope && !block.scopes.empty()) return; // of the compiler's making
  if (block.scopes.empty() || block.scopes.back().second != scope)
    block.scopes.emplace_back(block.code.size(), scope);
}

/// Puts the notes of all blocks at pcs; `entries` has the first one of each block. A note at the end of a
/// block lies behind its last instruction: lanes come to the next one from elsewhere, too.
void FunctionLowering::place_notes(const std::vector<std::uint32_t>& entries) {
  program::NamedValues& table = context_.names.table();
  const std::size_t first = table.notes.size();
  for (std::size_t b = 0; b < code_.blocks.size(); ++b) {
    const VirtualBlock& block = code_.blocks[b];
    const auto size = static_cast<std::uint32_t>(block.code.size());
    if (size == 0) continue;
    for (const VirtualNote& made : block.notes) {
      program::ValueNote note = made.note;
      const auto at = static_cast<std::uint32_t>(made.at);
      note.after = at >= size;
      note.pc = entries[b] + (note.after ? size - 1 : at);
      if (note.after && block.code.back().op == program::Opcode::Call) // nothing happens there when it
                                                                       // returns
        note = {note.pc, false, program::NoteKind::Lost, note.value, 0, 0};
      table.notes.push_back(note);
    }
    for (const auto& [at, scope] : block.scopes)
      if (at < size) table.marks.push_back({entries[b] + static_cast<std::uint32_t>(at), scope});
  }
  std::stable_sort(table.notes.begin() + static_cast<std::ptrdiff_t>(first), table.notes.end(),
                   [](const program::ValueNote& a, const program::ValueNote& b) {
                     return a.pc != b.pc ? a.pc < b.pc : a.after < b.after;
                   });
}

} // namespace warpscope::lower::lowering
