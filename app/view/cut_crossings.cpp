// Finds the loops of the program and the accesses on both sides of a removed barrier.
#include "app/view/cut_crossings.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace warpscope::view {

namespace {

struct Loop {
  std::uint32_t begin = 0, end = 0; ///< pcs, both inclusive
};

/// Returns the backward jumps, the smallest loop first.
std::vector<Loop> loops_of(const program::Program& program) {
  std::vector<Loop> loops;
  for (std::uint32_t pc = 0; pc < program.code.size(); ++pc) {
    const program::Instruction& i = program.code[pc];
    if (i.op == program::Opcode::Jump && i.imm <= pc) loops.push_back({i.imm, pc});
    if (i.op == program::Opcode::Branch)
      for (const std::uint32_t target : {i.b, i.c})
        if (target <= pc) loops.push_back({target, pc});
  }
  std::sort(loops.begin(), loops.end(),
            [](const Loop& a, const Loop& b) { return a.end - a.begin < b.end - b.begin; });
  return loops;
}

bool passes(std::uint32_t from, std::uint32_t to, std::uint32_t barrier, const std::vector<Loop>& loops) {
  if (from < to) return from < barrier && barrier < to;
  for (const Loop& loop : loops)
    if (loop.begin <= to && from <= loop.end)
      return (barrier > from && barrier <= loop.end) || (barrier < to && barrier >= loop.begin);
  return false;
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
  const std::vector<Loop> loops = loops_of(program);
  const auto accesses = index.accesses(warp);
  const auto starts = index.starts(warp);
  std::optional<std::uint32_t> before;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const std::uint32_t site = trace.event(accesses[i]).site_or_pc;
    if (site >= program.sites.size()) continue;
    const std::uint32_t pc = program.sites[site].pc;
    if (before && passes(*before, pc, *barrier, loops)) steps.push_back(starts[i]);
    before = pc;
  }
  return steps;
}

} // namespace warpscope::view
