// Small optimizations of virtual code that leave every access where it is.
#include "sim/lower/virtual_code.h"
#include "sim/program/enums.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace warpscope::lower::lowering {
namespace {

/// True for arithmetic that may be dropped when nothing reads it. Divisions stay (they may fault), and so
/// does every access.
bool is_pure(program::Opcode op) {
  switch (op) {
  case program::Opcode::DivU32:
  case program::Opcode::DivS32:
  case program::Opcode::RemU32:
  case program::Opcode::RemS32:
  case program::Opcode::DivU64:
  case program::Opcode::DivS64:
  case program::Opcode::RemU64:
  case program::Opcode::RemS64: return false;
  default:
    return op <= program::Opcode::IsSpace || op == program::Opcode::LocalAddress ||
           op == program::Opcode::Special;
  }
}

bool is_move(program::Opcode op) {
  return op == program::Opcode::Mov32 || op == program::Opcode::Mov64 || op == program::Opcode::MovP;
}

bool gives_the_same_again(const program::Instruction& instruction) {
  if (instruction.op == program::Opcode::Special)
    return static_cast<program::SpecialRegister>(instruction.imm) != program::SpecialRegister::Clock;
  return is_pure(instruction.op) && !is_move(instruction.op);
}

} // namespace

void reuse_results(VirtualCode& code, const std::function<bool(std::uint32_t, std::uint32_t)>& dominates,
                   const std::vector<Signature>& signatures) {
  // A register that is written once is a value. A register that is written on several edges (a phi) may be an
  // operand: its writes lie at the ends of blocks, so it does not change between a block and the blocks it
  // dominates.
  std::vector<std::uint32_t> slot_writes(code.slots.owner.size()),
      predicate_writes(code.predicates.owner.size());
  for (const VirtualBlock& block : code.blocks)
    for (const program::Instruction& instruction : block.code) {
      const Touched touched = touched_registers(instruction, signatures);
      for (const Touched::Run& run : touched.writes)
        for (std::uint32_t r = run.first; r < run.first + run.count; ++r) ++slot_writes[r];
      for (const Touched::Run& run : touched.predicate_writes)
        for (std::uint32_t r = run.first; r < run.first + run.count; ++r) ++predicate_writes[r];
    }
  using Key = std::tuple<program::Opcode, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>;
  struct Known {
    std::uint32_t block = 0, result = 0;
  };
  std::map<Key, std::vector<Known>> known;
  std::vector<std::uint32_t> slot_now(slot_writes.size()), predicate_now(predicate_writes.size());
  for (std::uint32_t i = 0; i < slot_now.size(); ++i) slot_now[i] = i;
  for (std::uint32_t i = 0; i < predicate_now.size(); ++i) predicate_now[i] = i;
  constexpr std::size_t most_places = 16; // earlier results compared for one expression: bounds the search
  for (std::uint32_t b = 0; b < code.blocks.size(); ++b) {
    for (program::Instruction& instruction : code.blocks[b].code) {
      const Touched touched = touched_registers(instruction, signatures);
      std::uint32_t* operands[] = {&instruction.a, &instruction.b, &instruction.c};
      for (std::size_t i = 0; i < 3; ++i) {
        // Rows (several values side by side) are never replaced: their registers are not results of
        // arithmetic.
        if (touched.reads[i].count == 1 || touched.reads[i].count == 2)
          *operands[i] = slot_now[touched.reads[i].first];
        if (touched.predicate_reads[i].count == 1 && instruction.op != program::Opcode::Call &&
            instruction.op != program::Opcode::Ret)
          *operands[i] = predicate_now[touched.predicate_reads[i].first];
      }
      if (!gives_the_same_again(instruction)) continue;
      const bool to_predicate = touched.predicate_writes[0].count != 0;
      if ((to_predicate ? predicate_writes : slot_writes)[instruction.dst] != 1) continue;
      std::vector<Known>&
          places = known[{instruction.op, instruction.a, instruction.b, instruction.c, instruction.imm}];
      const Known* found = nullptr;
      for (const Known& place : places)
        if (place.block == b || dominates(place.block, b)) found = &place;
      if (found == nullptr) {
        if (places.size() < most_places) places.push_back({b, instruction.dst});
        continue;
      }
      (to_predicate ? predicate_now : slot_now)[instruction.dst] = found->result;
    }
  }
  for (VirtualBlock& block : code.blocks)
    for (VirtualNote& named : block.notes) {
      if (named.note.kind == program::NoteKind::Slot) named.note.operand = slot_now[named.note.operand];
      if (named.note.kind == program::NoteKind::Predicate)
        named.note.operand = predicate_now[named.note.operand];
    }
}

void VirtualBlock::drop(const std::function<bool(const program::Instruction&)>& dropped) {
  std::size_t kept = 0, note = 0, scope = 0;
  for (std::size_t i = 0; i <= code.size(); ++i) {
    for (; note < notes.size() && notes[note].at == i; ++note) notes[note].at = kept;
    for (; scope < scopes.size() && scopes[scope].first == i; ++scope) scopes[scope].first = kept;
    if (i < code.size() && !dropped(code[i])) code[kept++] = code[i];
  }
  code.resize(kept);
}

void remove_unread(VirtualCode& code, const std::vector<Signature>& signatures) {
  std::vector<std::uint32_t> slot_reads(code.slots.owner.size()),
      predicate_reads(code.predicates.owner.size());
  const auto count = [&](const program::Instruction& instruction, bool up) {
    const Touched touched = touched_registers(instruction, signatures);
    const auto change = [up](std::vector<std::uint32_t>& reads, const Touched::Run& run) {
      for (std::uint32_t r = run.first; r < run.first + run.count; ++r) reads[r] += up ? 1u : ~0u;
    };
    for (const Touched::Run& run : touched.reads) change(slot_reads, run);
    for (const Touched::Run& run : touched.predicate_reads) change(predicate_reads, run);
  };
  for (const VirtualBlock& block : code.blocks)
    for (const program::Instruction& instruction : block.code) count(instruction, true);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = code.blocks.size(); b-- > 0;) {
      std::vector<program::Instruction>& all = code.blocks[b].code;
      for (std::size_t i = all.size(); i-- > 0;) {
        if (all[i].op == program::Opcode::Nop || !is_pure(all[i].op)) continue;
        const Touched touched = touched_registers(all[i], signatures);
        bool read = false;
        for (const Touched::Run& run : touched.writes)
          for (std::uint32_t r = run.first; r < run.first + run.count; ++r) read = read || slot_reads[r] != 0;
        for (const Touched::Run& run : touched.predicate_writes)
          for (std::uint32_t r = run.first; r < run.first + run.count; ++r)
            read = read || predicate_reads[r] != 0;
        if (read) continue;
        count(all[i], false);
        all[i] = program::Instruction{};
        all[i].op = program::Opcode::Nop;
        changed = true;
      }
      code.blocks[b].drop([](const program::Instruction& instruction) {
        return instruction.op == program::Opcode::Nop && instruction.part != program::MatrixPart::Product;
      });
    }
  }
}

namespace {

/// Before the block's first instruction the values are not known: a way to it passes by their assignment.
void lose_values(VirtualBlock& block, const std::vector<std::uint32_t>& values) {
  for (const std::uint32_t value : values) {
    const bool lost = std::any_of(block.notes.begin(), block.notes.end(), [&](const VirtualNote& n) {
      return n.at == 0 && n.note.value == value && n.note.kind == program::NoteKind::Lost;
    });
    if (lost) continue;
    VirtualNote note;
    note.note.value = value;
    block.notes.insert(block.notes.begin(), note);
  }
}

} // namespace

void lose_skipped(VirtualCode& code, std::uint32_t skipped, std::uint32_t target) {
  std::vector<std::uint32_t> values;
  for (const VirtualNote& named : code.blocks[skipped].notes) values.push_back(named.note.value);
  lose_values(code.blocks[target], values);
}

void thread_jumps(VirtualCode& code) {
  const auto behind = [&](std::uint32_t block) {
    std::vector<std::uint32_t> lost;
    for (std::size_t steps = 0; steps < code.blocks.size(); ++steps) {
      const std::vector<program::Instruction>& all = code.blocks[block].code;
      if (all.size() != 1 || all[0].op != program::Opcode::Jump || all[0].imm == block) break;
      for (const VirtualNote& named : code.blocks[block].notes) lost.push_back(named.note.value);
      block = all[0].imm;
    }
    lose_values(code.blocks[block], lost);
    return block;
  };
  for (VirtualBlock& block : code.blocks) {
    if (block.code.empty()) continue;
    program::Instruction& last = block.code.back();
    if (last.op == program::Opcode::Jump) {
      last.imm = behind(last.imm);
      block.successors = {last.imm};
    } else if (last.op == program::Opcode::Branch) {
      last.b = behind(last.b);
      last.c = behind(last.c);
      if (last.imm != program::no_operand) last.imm = behind(last.imm);
      block.successors = {last.b, last.c};
      if (last.b == last.c) {
        const std::uint32_t target = last.b;
        const std::uint32_t span = last.span;
        last = program::Instruction{};
        last.op = program::Opcode::Jump;
        last.imm = target;
        last.span = span;
        block.successors = {target};
      }
    }
  }
  // Empty the blocks that cannot be reached any more, so that the block before falls through them.
  std::vector<bool> reached(code.blocks.size());
  std::vector<std::uint32_t> open{0};
  while (!open.empty()) {
    const std::uint32_t block = open.back();
    open.pop_back();
    if (reached[block]) continue;
    reached[block] = true;
    for (const std::uint32_t successor : code.blocks[block].successors) open.push_back(successor);
  }
  for (std::size_t b = 0; b + 1 < code.blocks.size(); ++b)
    if (!reached[b]) {
      code.blocks[b].code.clear();
      code.blocks[b].successors.clear();
      code.blocks[b].notes.clear();
      code.blocks[b].scopes.clear();
    }
}

} // namespace warpscope::lower::lowering
