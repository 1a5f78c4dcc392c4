// Follows values backwards, from those that read them to those that make them.
#include "sim/multiprocessor/liveness.h"

#include <algorithm>

namespace warpscope::multiprocessor {

using program::Function, program::Instruction, program::Opcode;

Liveness::Liveness(const program::Program& program, const Function& function) : program_(program) {
  find_blocks(function);
  find_alive(function);
}

void Liveness::find_blocks(const Function& function) {
  first_ = {function.entry, function.end};
  for (std::uint32_t pc = function.entry; pc < function.end; ++pc) {
    const Instruction& instruction = program_.code[pc];
    if (instruction.op == Opcode::Jump) first_.push_back(instruction.imm);
    if (instruction.op == Opcode::Branch) first_.insert(first_.end(), {instruction.b, instruction.c});
    if (program::ends_block(instruction.op)) first_.push_back(pc + 1);
  }
  std::erase_if(first_, [&](std::uint32_t pc) { return pc > function.end || pc < function.entry; });
  std::sort(first_.begin(), first_.end());
  first_.erase(std::unique(first_.begin(), first_.end()), first_.end());
}

std::size_t Liveness::block_at(std::uint32_t pc) const {
  return static_cast<std::size_t>(std::upper_bound(first_.begin(), first_.end(), pc) - first_.begin()) - 1;
}

void step_back(const Instruction& instruction, SlotSet& alive, SlotSet& addresses) {
  bool makes_address = false;
  each_write(instruction, [&](std::uint32_t slot) {
    makes_address = makes_address || in_set(addresses, slot);
    take_out(alive, slot);
    take_out(addresses, slot);
  });
  each_read(instruction, [&](std::uint32_t slot) { put_in(alive, slot); });
  const bool accesses = program::is_memory(instruction.op) &&
                        program::space_of(instruction.op) == Space::Global;
  const bool moves = instruction.op == Opcode::Gep32 || instruction.op == Opcode::Gep64 ||
                     instruction.op == Opcode::Mov32;
  if ((accesses || (moves && makes_address)) && instruction.a != program::no_operand &&
      (instruction.a & program::constant_operand) == 0)
    put_in(addresses, instruction.a);
}

bool Liveness::alive_before(std::uint32_t first, std::uint32_t slot) const {
  const std::size_t block = block_at(first);
  return block < before_.size() && slot / 64 < before_[block].size() && in_set(before_[block], slot);
}

/// A set of which more is found is gone through again, until nothing is.
void Liveness::find_alive(const Function& function) {
  const std::size_t blocks = first_.size() - 1, words = function.slots / 64 + 1;
  std::vector<SlotSet> in(blocks, SlotSet(words)), addresses_in(blocks, SlotSet(words));
  alive_.assign(blocks, SlotSet(words));
  addresses_.assign(blocks, SlotSet(words));
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t block = blocks; block-- > 0;) {
      const auto take = [&](std::uint32_t target) {
        if (target >= function.end) return;
        const std::size_t next = block_at(target);
        for (std::size_t word = 0; word < words; ++word) {
          alive_[block][word] |= in[next][word];
          addresses_[block][word] |= addresses_in[next][word];
        }
      };
      const Instruction& last = program_.code[first_[block + 1] - 1];
      if (last.op == Opcode::Jump) take(last.imm);
      else if (last.op == Opcode::Branch) take(last.b), take(last.c);
      else if (!program::ends_block(last.op)) take(first_[block + 1]);
      SlotSet alive = alive_[block], addresses = addresses_[block];
      for (std::uint32_t pc = first_[block + 1]; pc-- > first_[block];)
        step_back(program_.code[pc], alive, addresses);
      changed = changed || alive != in[block] || addresses != addresses_in[block];
      in[block] = std::move(alive);
      addresses_in[block] = std::move(addresses);
    }
  }
  before_ = std::move(in);
}

} // namespace warpscope::multiprocessor
