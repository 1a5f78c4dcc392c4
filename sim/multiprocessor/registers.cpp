// Counts what is alive, and adds what the assembler needs besides.
#include "sim/multiprocessor/registers.h"

#include "sim/multiprocessor/liveness.h"

#include <algorithm>
#include <bit>

namespace warpscope::multiprocessor {

namespace {

/// Slots that hold parameters all the time.
SlotSet slots_of_parameters(const program::Program& program, const program::Function& function) {
  SlotSet parameters(function.slots / 64 + 1), others(function.slots / 64 + 1);
  for (std::uint32_t pc = function.entry; pc < function.end; ++pc) {
    const program::Instruction& instruction = program.code[pc];
    const bool parameter = instruction.op == program::Opcode::LoadParam;
    each_write(instruction, [&](std::uint32_t slot) { put_in(parameter ? parameters : others, slot); });
  }
  for (std::size_t word = 0; word < parameters.size(); ++word) parameters[word] &= ~others[word];
  return parameters;
}

} // namespace

std::vector<std::uint32_t> registers_before(const program::Program& program,
                                            const program::Function& function) {
  for (std::uint32_t pc = function.entry; pc < function.end; ++pc)
    if (program.code[pc].op == program::Opcode::Call) return {};
  const Liveness liveness(program, function);
  const SlotSet parameters = slots_of_parameters(program, function);
  std::vector<std::uint32_t> before(function.end - function.entry);
  for (std::size_t block = 0; block + 1 < liveness.first().size(); ++block) {
    SlotSet alive = liveness.alive_behind()[block], addresses = liveness.addresses_behind()[block];
    for (std::uint32_t pc = liveness.first()[block + 1]; pc-- > liveness.first()[block];) {
      step_back(program.code[pc], alive, addresses);
      if (program.code[pc].part != program::MatrixPart::None) continue;
      std::uint32_t& count = before[pc - function.entry];
      for (std::size_t word = 0; word < alive.size(); ++word)
        count += static_cast<std::uint32_t>(std::popcount(alive[word] & ~parameters[word]) +
                                            std::popcount(alive[word] & addresses[word] & ~parameters[word]));
    }
  }
  return before;
}

std::uint32_t registers_alive(const program::Program& program, const program::Function& function) {
  const std::vector<std::uint32_t> before = registers_before(program, function);
  return before.empty() ? 0 : *std::max_element(before.begin(), before.end());
}

std::uint32_t register_budget(std::uint32_t alive) {
  constexpr std::uint32_t own = 2, least = 32, step = 8, most = 255;
  const std::uint32_t whole = std::max(least, (alive + temporaries + own + step - 1) / step * step);
  return std::min(whole, most) - own;
}

std::uint32_t predicted_registers(const program::Program& program, std::uint32_t kernel,
                                  std::uint64_t threads) {
  constexpr std::uint32_t besides = 4, aim = 32, squeezed = 64, most = 255;
  constexpr std::uint64_t file = 65536;
  if (kernel >= program.kernels.size()) return 0;
  const std::uint32_t alive = registers_alive(program, program.functions[program.kernels[kernel].function]);
  if (alive == 0) return 0;
  std::uint32_t registers = alive + besides;
  if (registers > aim) registers = std::max(aim, registers > squeezed ? registers - (squeezed - aim) : aim);
  const std::uint64_t block = std::max<std::uint64_t>(threads, program.kernels[kernel].max_threads);
  const std::uint64_t room = file / std::max<std::uint64_t>(32, (block + 31) / 32 * 32) / 8 * 8;
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>({registers, most, std::max<std::uint64_t>(room, 16)}));
}

} // namespace warpscope::multiprocessor
