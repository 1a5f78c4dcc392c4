// Finds the loops around an instruction by the jumps back, and what can reach these.
#include "sim/exec/endless_loop.h"

#include <algorithm>
#include <map>
#include <vector>

namespace warpscope::exec {
namespace {

constexpr std::uint32_t no_loop = trace::Fault::no_loop;
using program::Instruction;
using program::Opcode;

/// The instructions of a function, and what may come after each.
class Graph {
 public:
  Graph(const program::Program& program, const program::Function& function)
      : program_(program), entry_(function.entry), before_(function.end - function.entry) {
    for (std::uint32_t pc = entry_; pc < function.end; ++pc)
      for (const std::uint32_t next : after(pc))
        if (holds(next)) before_[next - entry_].push_back(pc);
  }
  [[nodiscard]] bool holds(std::uint32_t pc) const { return pc >= entry_ && pc - entry_ < before_.size(); }
  [[nodiscard]] std::uint32_t begin() const { return entry_; }
  [[nodiscard]] std::size_t size() const { return before_.size(); }
  [[nodiscard]] const std::vector<std::uint32_t>& before(std::uint32_t pc) const {
    return before_[pc - entry_];
  }
  /// Empty: the lanes end there, or return.
  [[nodiscard]] std::vector<std::uint32_t> after(std::uint32_t pc) const {
    const Instruction& instruction = program_.code[pc];
    switch (instruction.op) {
    case Opcode::Jump: return {instruction.imm};
    case Opcode::Branch: return {instruction.b, instruction.c};
    case Opcode::Ret:
    case Opcode::Exit:
    case Opcode::Trap: return {};
    default: return {pc + 1};
    }
  }

 private:
  const program::Program& program_;
  std::uint32_t entry_;
  std::vector<std::vector<std::uint32_t>> before_; ///< by pc - entry_
};

struct Loop {
  std::uint32_t header = 0;
  std::vector<bool> body; ///< by pc, from the function's entry on
  std::size_t size = 0;   ///< instructions of the body
  bool left = false;      ///< something leads out of it
};

/// Everything from which a jump back to the header is reached without passing the header.
Loop loop_of(const Graph& graph, std::uint32_t header, std::vector<std::uint32_t> ends) {
  Loop loop{header, std::vector<bool>(graph.size()), 0, false};
  loop.body[header - graph.begin()] = true;
  while (!ends.empty()) {
    const std::uint32_t pc = ends.back();
    ends.pop_back();
    if (loop.body[pc - graph.begin()]) continue;
    loop.body[pc - graph.begin()] = true;
    ends.insert(ends.end(), graph.before(pc).begin(), graph.before(pc).end());
  }
  for (std::size_t i = 0; i < loop.body.size(); ++i) {
    if (!loop.body[i]) continue;
    ++loop.size;
    const std::vector<std::uint32_t> after = graph.after(graph.begin() + static_cast<std::uint32_t>(i));
    loop.left = loop.left || after.empty() || std::any_of(after.begin(), after.end(), [&](std::uint32_t pc) {
                  return !graph.holds(pc) || !loop.body[pc - graph.begin()];
                });
  }
  return loop;
}

/// Returns the loops around `pc`, the innermost first.
std::vector<Loop> loops_around(const Graph& graph, std::uint32_t pc) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> jumps_back; ///< by header
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const std::uint32_t at = graph.begin() + static_cast<std::uint32_t>(i);
    for (const std::uint32_t next : graph.after(at))
      if (next <= at && graph.holds(next)) jumps_back[next].push_back(at);
  }
  std::vector<Loop> loops;
  for (auto& [header, ends] : jumps_back)
    if (Loop loop = loop_of(graph, header, std::move(ends)); loop.body[pc - graph.begin()])
      loops.push_back(std::move(loop));
  std::stable_sort(loops.begin(), loops.end(), [](const Loop& a, const Loop& b) { return a.size < b.size; });
  return loops;
}

/// Of the branches that repeat or leave the loop the one that stands first in the text.
std::uint32_t statement_of(const program::Program& program, const Graph& graph, const Loop& loop) {
  std::uint32_t first = no_loop;
  for (std::size_t i = 0; i < loop.body.size(); ++i) {
    const std::uint32_t at = graph.begin() + static_cast<std::uint32_t>(i);
    const Opcode op = program.code[at].op;
    if (!loop.body[i] || (op != Opcode::Jump && op != Opcode::Branch) || !program.span_of(at).known())
      continue;
    const std::vector<std::uint32_t> after = graph.after(at);
    const bool belongs = std::any_of(after.begin(), after.end(), [&](std::uint32_t pc) {
      return pc == loop.header || !graph.holds(pc) || !loop.body[pc - graph.begin()];
    });
    if (belongs && (first == no_loop || program.span_of(at).line < program.span_of(first).line)) first = at;
  }
  return first;
}

} // namespace

std::uint32_t endless_loop(const program::Program& program, std::span<const std::uint32_t> pcs) {
  if (pcs.empty()) return no_loop;
  const auto function = std::find_if(
      program.functions.begin(), program.functions.end(),
      [&](const program::Function& f) { return pcs.front() >= f.entry && pcs.front() < f.end; });
  if (function == program.functions.end()) return no_loop;
  const Graph graph(program, *function);
  const std::vector<Loop> loops = loops_around(graph, pcs.front());
  for (const Loop& loop : loops)
    if (!loop.left) return statement_of(program, graph, loop);
  for (const Loop& loop : loops)
    if (std::all_of(pcs.begin(), pcs.end(),
                    [&](std::uint32_t pc) { return !graph.holds(pc) || loop.body[pc - graph.begin()]; }))
      return statement_of(program, graph, loop);
  return no_loop;
}

std::uint32_t LastTurns::loop_of(const program::Program& program, std::uint32_t warp,
                                 std::uint32_t pc) const {
  std::vector<std::uint32_t> pcs{pc};
  for (std::size_t i = 0; i < std::min(next_, turns_.size()); ++i)
    if (turns_[i].first == warp) pcs.push_back(turns_[i].second);
  return endless_loop(program, pcs);
}

} // namespace warpscope::exec
