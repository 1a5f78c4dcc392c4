// Finds the accesses on both sides of a removed barrier by the ways that the code has between them.
#include "app/view/cut_crossings.h"

#include <map>
#include <optional>
#include <utility>

namespace warpscope::view {

namespace {

/// What may come after an instruction of the same function.
std::vector<std::uint32_t> after(const program::Program& program, std::uint32_t pc) {
  const program::Instruction& i = program.code[pc];
  switch (i.op) {
  case program::Opcode::Jump: return {i.imm};
  case program::Opcode::Branch: return {i.b, i.c};
  case program::Opcode::Ret:
  case program::Opcode::Exit:
  case program::Opcode::Trap: return {};
  default: return {pc + 1};
  }
}

/// True when there is a way from one instruction to the other, without going over `avoided`. The order of the
/// code says nothing: a loop's body may lie behind what follows the loop.
bool reaches(const program::Program& program, std::uint32_t from, std::uint32_t to,
             std::optional<std::uint32_t> avoided) {
  std::vector<bool> seen(program.code.size());
  std::vector<std::uint32_t> open = after(program, from);
  while (!open.empty()) {
    const std::uint32_t pc = open.back();
    open.pop_back();
    if (pc >= seen.size() || seen[pc] || pc == avoided) continue;
    if (pc == to) return true;
    seen[pc] = true;
    for (const std::uint32_t next : after(program, pc)) open.push_back(next);
  }
  return false;
}

/// True when every way from one access to the other goes over the barrier.
bool passes(const program::Program& program, std::uint32_t from, std::uint32_t to, std::uint32_t barrier) {
  return !reaches(program, from, to, barrier) && reaches(program, from, to, std::nullopt);
}

} // namespace

std::vector<std::uint64_t> cut_crossings(const program::Program& program, const trace::BlockTrace& trace,
                                         const playback::BlockIndex& index, std::uint32_t warp,
                                         std::uint32_t line) {
  std::vector<std::uint64_t> steps;
  std::optional<std::uint32_t> barrier;
  for (std::uint32_t pc = 0; pc < program.code.size() && !barrier; ++pc)
    if (program.code[pc].op == program::Opcode::Nop && program.span_of(pc).line == line) barrier = pc;
  if (!barrier || warp >= index.warps()) return steps;
  std::map<std::pair<std::uint32_t, std::uint32_t>, bool> known; // few pairs come again and again
  const auto accesses = index.accesses(warp);
  const auto starts = index.starts(warp);
  std::optional<std::uint32_t> before;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const std::uint32_t site = trace.event(accesses[i]).site_or_pc;
    if (site >= program.sites.size()) continue;
    const std::uint32_t pc = program.sites[site].pc;
    if (before) {
      const auto [pair, fresh] = known.try_emplace({*before, pc});
      if (fresh) pair->second = passes(program, *before, pc, *barrier);
      if (pair->second) steps.push_back(starts[i]);
    }
    before = pc;
  }
  return steps;
}

} // namespace warpscope::view
