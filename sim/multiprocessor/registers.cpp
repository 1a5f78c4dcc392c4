// Counts what is alive, and adds what the assembler needs besides.
#include "sim/multiprocessor/registers.h"

#include "sim/multiprocessor/fused.h"
#include "sim/multiprocessor/liveness.h"
#include "sim/multiprocessor/loops.h"

#include <algorithm>
#include <bit>
#include <set>

namespace warpscope::multiprocessor {

namespace {

/// Slots that take no register: they hold parameters all the time, which are operands.
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

/// Slots that are read as addresses of shared memory alone.
SlotSet addresses_of_shared(const program::Program& program, const program::Function& function) {
  SlotSet addresses(function.slots / 64 + 1), others(function.slots / 64 + 1);
  for (std::uint32_t pc = function.entry; pc < function.end; ++pc) {
    const program::Instruction& instruction = program.code[pc];
    const bool accesses = program::is_memory(instruction.op) &&
                          program::space_of(instruction.op) == Space::Shared;
    each_read(instruction, [&](std::uint32_t slot) {
      put_in(accesses && slot == instruction.a ? addresses : others, slot);
    });
  }
  for (std::size_t word = 0; word < addresses.size(); ++word) addresses[word] &= ~others[word];
  return addresses;
}

void add_to(SlotSet& set, const SlotSet& more) {
  for (std::size_t word = 0; word < set.size(); ++word) set[word] |= more[word];
}

/// Calls `f` with the index of each instruction of a function from its entry on, with what is alive in front
/// of it and what of that is an address of global memory, but for the slots of `without`. From the last
/// instruction to the first of each block.
template <class F>
void each_point(const program::Program& program, const program::Function& function, const SlotSet& without,
                F f) {
  const Liveness liveness(program, function);
  SlotSet held(without.size());
  for (std::size_t block = 0; block + 1 < liveness.first().size(); ++block) {
    SlotSet alive = liveness.alive_behind()[block], addresses = liveness.addresses_behind()[block];
    for (std::uint32_t pc = liveness.first()[block + 1]; pc-- > liveness.first()[block];) {
      step_back(program.code[pc], alive, addresses);
      for (std::size_t word = 0; word < held.size(); ++word) held[word] = alive[word] & ~without[word];
      f(pc, held, addresses);
    }
  }
}

std::uint32_t registers_of(const SlotSet& held, const SlotSet& addresses) {
  std::uint32_t count = 0;
  for (std::size_t word = 0; word < held.size(); ++word)
    count += static_cast<std::uint32_t>(std::popcount(held[word]) +
                                        std::popcount(held[word] & addresses[word]));
  return count;
}

std::uint32_t words_written(const program::Instruction& instruction) {
  std::uint32_t words = 0;
  each_write(instruction, [&](std::uint32_t) { ++words; });
  return words;
}

bool calls_others(const program::Program& program, const program::Function& function) {
  for (std::uint32_t pc = function.entry; pc < function.end; ++pc)
    if (program.code[pc].op == program::Opcode::Call) return true;
  return false;
}

} // namespace

std::vector<std::uint32_t> registers_before(const program::Program& program,
                                            const program::Function& function) {
  if (calls_others(program, function)) return {};
  std::vector<std::uint32_t> before(function.end - function.entry);
  each_point(program, function, slots_of_parameters(program, function),
             [&](std::uint32_t pc, const SlotSet& held, const SlotSet& addresses) {
               if (program.code[pc].part == program::MatrixPart::None)
                 before[pc - function.entry] = registers_of(held, addresses);
             });
  return before;
}

namespace {

/// Calls `f` with the index of each instruction, the slots that take registers in front of it, and how many
/// registers.
template <class F> void each_count(const program::Program& program, const program::Function& function, F f) {
  SlotSet without = slots_of_parameters(program, function);
  add_to(without, addresses_of_shared(program, function));
  each_point(program, function, without,
             [&](std::uint32_t pc, const SlotSet& held, const SlotSet& addresses) {
               if (program.code[pc].part == program::MatrixPart::None)
                 f(pc, held, registers_of(held, addresses));
             });
}

} // namespace

std::vector<Crowded> crowded_points(const program::Program& program, const program::Function& function,
                                    std::uint32_t most, const std::vector<bool>& among) {
  std::vector<Crowded> points;
  if (calls_others(program, function)) return points;
  each_count(program, function, [&](std::uint32_t pc, const SlotSet& held, std::uint32_t registers) {
    if (registers > most && among[pc - function.entry]) points.push_back({held, registers});
  });
  return points;
}

std::uint32_t registers_alive(const program::Program& program, const program::Function& function) {
  std::uint32_t most = 0;
  if (calls_others(program, function)) return most;
  each_count(program, function, [&](std::uint32_t, const SlotSet&, std::uint32_t registers) {
    most = std::max(most, registers);
  });
  return most;
}

std::uint32_t register_budget(std::uint32_t alive) {
  constexpr std::uint32_t own = 2, least = 32, step = 8, most = 255;
  const std::uint32_t whole = std::max(least, (alive + temporaries + own + step - 1) / step * step);
  return std::min(whole, most) - own;
}

namespace {

constexpr std::uint32_t besides = 4, aim = 32;

bool is_load(const program::Instruction& instruction) {
  return program::is_memory(instruction.op) && instruction.op != program::Opcode::LoadParam &&
         !program::is_atomic(instruction.op) && words_written(instruction) != 0;
}

/// Registers, were all loads of global memory in a block that need no other load of it made at its beginning.
std::uint32_t early_in_block(const program::Program& program, std::uint32_t from, std::uint32_t to,
                             std::uint32_t alive) {
  std::set<std::uint32_t> loaded; // slots that hold what a load of the block gave, or what is made of it
  for (std::uint32_t pc = from; pc < to; ++pc) {
    const program::Instruction& instruction = program.code[pc];
    if (instruction.op == program::Opcode::BarSync || program::is_atomic(instruction.op)) break;
    bool depends = false;
    each_read(instruction, [&](std::uint32_t slot) { depends = depends || loaded.contains(slot); });
    const bool load = is_load(instruction);
    if (load && !depends && program::space_of(instruction.op) == Space::Global)
      alive += words_written(instruction);
    each_write(instruction, [&](std::uint32_t slot) {
      if (depends || load) loaded.insert(slot);
      else loaded.erase(slot);
    });
  }
  return alive;
}

/// Registers, were the loads of all iterations that the assembler puts together made at once: what they give,
/// and of each of global memory in the other three an address.
std::uint32_t early_in_loop(const program::Program& program, const Loop& loop, std::uint32_t together,
                            std::uint32_t alive) {
  constexpr std::uint32_t address = 2;
  for (std::uint32_t pc = loop.header; pc <= loop.latch; ++pc) {
    const program::Instruction& instruction = program.code[pc];
    if (!program::is_memory(instruction.op) || instruction.op == program::Opcode::LoadParam) continue;
    alive += together * words_written(instruction);
    if (program::space_of(instruction.op) == Space::Global) alive += (together - 1) * address;
  }
  return alive;
}

} // namespace

std::uint32_t registers_early(const program::Program& program, const program::Function& function) {
  const std::vector<std::uint32_t> before = registers_before(program, function);
  if (before.empty()) return 0;
  std::uint32_t most = 0;
  const Liveness liveness(program, function);
  for (std::size_t block = 0; block + 1 < liveness.first().size(); ++block) {
    const std::uint32_t from = liveness.first()[block], to = liveness.first()[block + 1];
    most = std::max(most, early_in_block(program, from, to, before[from - function.entry]));
  }
  const std::vector<Cost> costs = costs_of(program);
  for (const Loop& loop : find_loops(program).loops) {
    if (loop.header < function.entry || loop.latch >= function.end) continue;
    const std::uint32_t together = iterations_together(program, costs, loop);
    if (together > 1)
      most = std::max(most, early_in_loop(program, loop, together, before[loop.header - function.entry]));
  }
  return most;
}

std::uint32_t registers_for(std::uint32_t alive) {
  return alive + besides <= aim ? alive + besides : std::max(aim, alive);
}

namespace {

constexpr std::uint64_t least_registers = 16, most_registers = 255;

/// Registers of a thread, where so many threads share a multiprocessor's.
std::uint64_t registers_among(std::uint64_t threads) {
  constexpr std::uint64_t file = 65536, step = 8, warp = 32;
  return file / std::max(warp, (threads + warp - 1) / warp * warp) / step * step;
}

} // namespace

std::uint32_t register_limit(const program::Kernel& kernel, std::uint32_t asked) {
  std::uint64_t limit = asked == 0 ? most_registers : asked;
  if (kernel.max_threads != 0)
    limit = registers_among((kernel.max_threads + 31) / 32 * 32 *
                            std::max<std::uint64_t>(1, kernel.min_blocks));
  return static_cast<std::uint32_t>(std::clamp(limit, least_registers, most_registers));
}

std::uint32_t predicted_registers(const program::Program& program, std::uint32_t kernel,
                                  std::uint64_t threads, std::uint32_t asked) {
  if (kernel >= program.kernels.size()) return 0;
  const program::Kernel& of = program.kernels[kernel];
  const program::Function& function = program.functions[of.function];
  const std::uint32_t alive = registers_alive(program, function);
  if (alive == 0) return 0;
  const std::uint32_t wanted = std::max(registers_for(alive),
                                        std::min(aim, registers_early(program, function) + besides));
  const std::uint64_t fits = std::max(least_registers, registers_among(threads));
  return static_cast<std::uint32_t>(std::min<std::uint64_t>({wanted, register_limit(of, asked), fits}));
}

} // namespace warpscope::multiprocessor
