// Gives up the values that cost least where too many are alive.
#include "sim/multiprocessor/spills.h"

#include "sim/multiprocessor/loops.h"
#include "sim/multiprocessor/registers.h"

#include <algorithm>

namespace warpscope::multiprocessor {

namespace {

/// What an access counts that a loop repeats. Judged.
constexpr std::uint32_t turns_of_a_loop = 8;

/// Registers of a limited kernel that hold none of its loops' values: 71 values and 80 registers, in the lab
/// register_limit.
constexpr std::uint32_t beside_values = 9;

class Chooser {
 public:
  Chooser(const program::Program& program, const program::Function& function, std::uint32_t limit)
      : program_(program), function_(function), uses_(function.slots), points_(function.slots) {
    weigh_uses();
    // What an unlimited kernel takes beyond its values it takes here, too.
    const std::uint32_t room = limit - std::min(limit, beside_values);
    crowded_ = crowded_points(program, function, room, headers());
    for (Crowded& point : crowded_) {
      point.registers -= room;
      for (std::uint32_t slot = 0; slot < function.slots; ++slot)
        if (in_set(point.alive, slot)) ++points_[slot];
    }
  }

  std::vector<std::uint32_t> choose() {
    std::vector<std::uint32_t> spilled;
    std::uint32_t words = 0;
    for (;;) {
      const auto worst = std::max_element(
          crowded_.begin(), crowded_.end(),
          [](const Crowded& a, const Crowded& b) { return a.registers < b.registers; });
      if (worst == crowded_.end() || worst->registers == 0) return spilled;
      const std::uint32_t slot = cheapest_at(*worst);
      if (slot == none) {
        worst->registers = 0; // all that is left there is needed at once
        continue;
      }
      spilled.resize(function_.slots);
      spilled[slot] = ++words;
      for (Crowded& point : crowded_) {
        if (!in_set(point.alive, slot)) continue;
        take_out(point.alive, slot);
        point.registers -= std::min(1u, point.registers);
      }
    }
  }

 private:
  static constexpr std::uint32_t none = ~0u;

  /// Whether a loop begins with an instruction, by its distance from the function's entry.
  [[nodiscard]] std::vector<bool> headers() const {
    std::vector<bool> begins(function_.end - function_.entry);
    for (std::uint32_t pc = function_.entry; pc < function_.end; ++pc) {
      const program::Instruction& jump = program_.code[pc];
      const auto to = [&](std::uint32_t target) {
        if (target <= pc && target >= function_.entry) begins[target - function_.entry] = true;
      };
      if (jump.op == program::Opcode::Jump) to(jump.imm);
      if (jump.op == program::Opcode::Branch) to(jump.b), to(jump.c);
    }
    return begins;
  }

  void weigh_uses() {
    const Loops loops = find_loops(program_);
    for (std::uint32_t pc = function_.entry; pc < function_.end; ++pc) {
      const std::uint32_t turns = loops.at[pc].loop == InLoop::none ? 1 : turns_of_a_loop;
      const auto use = [&](std::uint32_t slot) { uses_[slot] += turns; };
      each_read(program_.code[pc], use);
      each_write(program_.code[pc], use);
    }
  }

  /// The slot whose uses are fewest for the points that it makes room at.
  [[nodiscard]] std::uint32_t cheapest_at(const Crowded& point) const {
    std::uint32_t chosen = none;
    for (std::uint32_t slot = 0; slot < function_.slots; ++slot) {
      if (!in_set(point.alive, slot)) continue;
      const auto costs = [&](std::uint32_t a, std::uint32_t b) {
        return std::uint64_t{uses_[a]} * points_[b] < std::uint64_t{uses_[b]} * points_[a];
      };
      if (chosen == none || costs(slot, chosen)) chosen = slot;
    }
    return chosen;
  }

  const program::Program& program_;
  const program::Function& function_;
  std::vector<std::uint32_t> uses_;   ///< by slot: reads and writes, those of loops more
  std::vector<std::uint32_t> points_; ///< by slot: crowded points where it is alive
  std::vector<Crowded> crowded_;      ///< by how many registers they have to give up
};

} // namespace

std::vector<std::uint32_t> spilled_slots(const program::Program& program, const program::Function& function,
                                         std::uint32_t limit) {
  if (limit == 0) return {};
  return Chooser(program, function, limit).choose();
}

} // namespace warpscope::multiprocessor
