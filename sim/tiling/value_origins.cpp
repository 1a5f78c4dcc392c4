// Propagates the origins of values through registers until nothing changes.
#include "sim/tiling/value_origins.h"

#include "sim/program/opcode_table.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace warpscope::tiling {
namespace {

constexpr std::size_t most_loads = 512; ///< origins of one value; with more it is only `computed`

/// Interns sets of origins under numbers and caches their unions.
class OriginSets {
 public:
  static constexpr std::uint32_t nothing = 0, constant = 1, computed = 2;

  OriginSets() {
    (void)number_of({});
    (void)number_of({{}, true, false});
    (void)number_of({{}, false, true});
  }
  [[nodiscard]] const ValueOrigins& at(std::uint32_t set) const { return *sets_[set]; }
  std::uint32_t load(std::uint32_t site, std::uint32_t byte) {
    return number_of({{{site, byte}}, false, false});
  }
  std::uint32_t join(std::uint32_t a, std::uint32_t b) {
    if (a == b || b == nothing) return a;
    if (a == nothing) return b;
    if (a > b) std::swap(a, b);
    const std::uint64_t key = std::uint64_t{a} << 32 | b;
    if (const auto known = joined_.find(key); known != joined_.end()) return known->second;
    ValueOrigins both;
    std::set_union(at(a).loads.begin(), at(a).loads.end(), at(b).loads.begin(), at(b).loads.end(),
                   std::back_inserter(both.loads));
    both.constant = at(a).constant || at(b).constant;
    both.computed = at(a).computed || at(b).computed;
    if (both.loads.size() > most_loads) both = {{}, both.constant, true};
    return joined_[key] = number_of(std::move(both));
  }
  /// Returns the origins of a value computed from the set's values: constants in the set leave no trace.
  std::uint32_t made_of(std::uint32_t set) {
    ValueOrigins made = at(set);
    made.constant = false;
    made.computed = true;
    return number_of(std::move(made));
  }

 private:
  struct Less {
    bool operator()(const ValueOrigins& a, const ValueOrigins& b) const {
      return std::tie(a.constant, a.computed, a.loads) < std::tie(b.constant, b.computed, b.loads);
    }
  };
  std::uint32_t number_of(ValueOrigins set) {
    const auto [at, is_new] = numbers_.emplace(std::move(set), static_cast<std::uint32_t>(sets_.size()));
    if (is_new) sets_.push_back(&at->first);
    return at->second;
  }

  std::map<ValueOrigins, std::uint32_t, Less> numbers_;
  std::vector<const ValueOrigins*> sets_;
  std::unordered_map<std::uint64_t, std::uint32_t> joined_;
};

std::uint32_t slots_of(program::OperandKind kind, const program::Instruction& i) {
  switch (kind) {
  case program::OperandKind::S32: return 1;
  case program::OperandKind::S64: return 2;
  case program::OperandKind::N:
    return program::is_atomic(i.op) ? (i.bytes == 8 ? 2u : 1u) : i.components * (i.bytes == 8 ? 2u : 1u);
  default: return 0;
  }
}

bool is_move(program::Opcode op) {
  return op == program::Opcode::Mov32 || op == program::Opcode::Mov64 || op == program::Opcode::Select32 ||
         op == program::Opcode::Select64;
}
bool is_conversion(program::Opcode op) {
  return op >= program::Opcode::PToS32 && op <= program::Opcode::F32ToBF16 && op != program::Opcode::PToS32 &&
         op != program::Opcode::S32ToP;
}

/// The data flow of one function: the registers at the beginning of each basic block, until nothing changes.
class FunctionFlow {
 public:
  FunctionFlow(const program::Program& program, const program::Function& function, OriginSets& sets,
               std::vector<std::vector<ValueOrigins>>& stores)
      : program_(program), function_(function), sets_(sets), stores_(stores) {}

  void run() {
    if (function_.entry >= function_.end) return;
    for (std::uint32_t pc = function_.entry; pc < function_.end; ++pc) {
      const program::Instruction& i = program_.code[pc];
      if (i.op == program::Opcode::Jump) meets_.insert(i.imm);
      if (i.op == program::Opcode::Branch) meets_.insert({i.b, i.c});
    }
    reach(function_.entry, std::vector<std::uint32_t>(function_.slots, OriginSets::nothing));
    while (!waiting_.empty()) {
      const std::uint32_t pc = waiting_.back();
      waiting_.pop_back();
      follow(pc, before_[pc], false);
    }
    for (const auto& [pc, registers] : before_) follow(pc, registers, true);
  }

 private:
  using Registers = std::vector<std::uint32_t>;

  void reach(std::uint32_t pc, const Registers& registers) {
    if (pc < function_.entry || pc >= function_.end) return;
    const auto [at, is_new] = before_.emplace(pc, registers);
    bool changed = is_new;
    for (std::size_t s = 0; !is_new && s < registers.size(); ++s) {
      const std::uint32_t both = sets_.join(at->second[s], registers[s]);
      changed = changed || both != at->second[s];
      at->second[s] = both;
    }
    if (changed) waiting_.push_back(pc);
  }

  /// Executes from `pc` to the end of the basic block. `note`: record the origins of stores.
  void follow(std::uint32_t pc, Registers registers, bool note) {
    for (std::uint32_t at = pc; at < function_.end; ++at) {
      if (at != pc && meets_.contains(at)) {
        if (!note) reach(at, registers);
        return;
      }
      const program::Instruction& i = program_.code[at];
      if (i.op == program::Opcode::Jump || i.op == program::Opcode::Branch) {
        if (note) return;
        if (i.op == program::Opcode::Jump) reach(i.imm, registers);
        else reach(i.b, registers), reach(i.c, registers);
        return;
      }
      if (program::ends_block(i.op)) return;
      if (note && (program::is_store(i.op)) && i.imm < stores_.size()) note_store(i, registers);
      execute(i, registers);
    }
  }

  [[nodiscard]] static std::uint32_t get(const Registers& registers, std::uint32_t operand,
                                         std::uint32_t slot) {
    if (operand == program::no_operand) return OriginSets::nothing;
    if ((operand & program::constant_operand) != 0) return OriginSets::constant;
    return operand + slot < registers.size() ? registers[operand + slot] : OriginSets::computed;
  }
  static void set(Registers& registers, std::uint32_t operand, std::uint32_t slot, std::uint32_t value) {
    if (operand != program::no_operand && operand + slot < registers.size())
      registers[operand + slot] = value;
  }

  void note_store(const program::Instruction& i, const Registers& registers) {
    std::vector<ValueOrigins>& parts = stores_[i.imm];
    parts.resize(i.components);
    for (std::uint32_t k = 0; k < i.components; ++k)
      parts[k] = sets_.at(get(registers, i.b, k * (i.bytes == 8 ? 2 : 1)));
  }

  void execute(const program::Instruction& i, Registers& registers) {
    if (i.op == program::Opcode::Call) {
      const std::uint32_t results = i.imm < program_.functions.size() ? program_.functions[i.imm].result_slots
                                                                      : 0;
      for (std::uint32_t s = 0; s < results; ++s) set(registers, i.dst, s, OriginSets::computed);
      return;
    }
    const program::OpcodeInfo& info = program::info_of(i.op);
    const std::uint32_t slots = slots_of(info.dst, i);
    if (slots == 0) return;
    if (program::is_load(i.op)) {
      const bool seen = i.op == program::Opcode::LoadGlobal || i.op == program::Opcode::LoadShared ||
                        i.op == program::Opcode::LoadGeneric;
      for (std::uint32_t s = 0; s < slots; ++s)
        set(registers, i.dst, s,
            seen ? sets_.load(i.imm, i.bytes == 8 ? s / 2 * 8 : s * i.bytes) : OriginSets::computed);
      return;
    }
    if (is_move(i.op)) {
      const bool selects = i.op == program::Opcode::Select32 || i.op == program::Opcode::Select64;
      Registers moved(slots);
      for (std::uint32_t s = 0; s < slots; ++s)
        moved[s] = selects ? sets_.join(get(registers, i.b, s), get(registers, i.c, s))
                           : get(registers, i.a, s);
      for (std::uint32_t s = 0; s < slots; ++s) set(registers, i.dst, s, moved[s]);
      return;
    }
    std::uint32_t value = OriginSets::computed;
    if (is_conversion(i.op)) {
      value = get(registers, i.a, 0);
    } else if (!program::is_between_lanes(i.op) && !program::is_memory(i.op)) {
      std::uint32_t all = OriginSets::nothing;
      const auto add = [&](program::OperandKind kind, std::uint32_t operand) {
        for (std::uint32_t s = 0; s < slots_of(kind, i); ++s)
          all = sets_.join(all, get(registers, operand, s));
      };
      add(info.a, i.a), add(info.b, i.b), add(info.c, i.c);
      value = sets_.made_of(all);
    }
    for (std::uint32_t s = 0; s < slots; ++s) set(registers, i.dst, s, value);
  }

  const program::Program& program_;
  const program::Function& function_;
  OriginSets& sets_;
  std::vector<std::vector<ValueOrigins>>& stores_;
  std::set<std::uint32_t> meets_; ///< the targets of branches
  std::map<std::uint32_t, Registers> before_;
  std::vector<std::uint32_t> waiting_;
};

} // namespace

std::vector<std::vector<ValueOrigins>> store_origins(const program::Program& program) {
  std::vector<std::vector<ValueOrigins>> stores(program.sites.size());
  OriginSets sets;
  for (const program::Function& function : program.functions)
    FunctionFlow(program, function, sets, stores).run();
  return stores;
}

} // namespace warpscope::tiling
