// Converts the simulation's counts and a recording's lines to counters by line.
#include "app/compare/counts.h"

#include "sim/program/opcode_table.h"

#include <algorithm>
#include <set>
#include <vector>

namespace warpscope::compare {

namespace {

using Group = model::CounterGroup;
using Kind = model::CounterKind;

void add(protocol::Counters& counters, model::CounterId id, std::uint64_t count) {
  if (count != 0) counters[id] += count;
}

Kind width_kind(std::size_t width) {
  return static_cast<Kind>(static_cast<std::size_t>(Kind::Width1) + width);
}

void add_site(protocol::Counters& line, const program::Site& site, const model::Totals& totals) {
  for (const model::CounterGroupRow& row : model::counter_group_rows) {
    const Group group = row.group;
    const CostRule rule = model::cost_rule(row.memory);
    if (rule != CostRule::Banks && rule != CostRule::Sectors && row.memory != model::CounterMemory::Local)
      continue;
    const std::uint64_t requests = model::count_of(totals, {group, Kind::Requests});
    add(line, {group, Kind::Executed}, requests);
    for (const Kind kind : {Kind::Lanes, cost_of(group)})
      add(line, {group, kind}, model::count_of(totals, {group, kind}));
    for (std::size_t w = 0; w < Spent::bytes_of.size(); ++w)
      if (Spent::bytes_of[w] == site.width) add(line, {group, width_kind(w)}, requests);
  }
}

/// A line's or an instruction's counters, with asynchronous copies as loads and stores.
void add_measured(protocol::Counters& into, const protocol::Counters& counters) {
  for (const auto& [id, count] : counters) {
    if (id.group != Group::AsyncCopy) {
      add(into, id, count);
      continue;
    }
    const model::CounterMemory memory = model::row_of(id.kind).memory;
    for (const Group group : {Group::SharedStore, Group::GlobalLoad})
      if (model::touches(group, memory)) add(into, {group, id.kind}, count);
  }
}

bool is_width(Kind kind) { return kind >= Kind::Width1 && kind <= Kind::Width16; }

} // namespace

std::uint64_t value(const protocol::Counters& counters, model::CounterId id) {
  const auto found = counters.find(id);
  return found == counters.end() ? 0 : found->second;
}

namespace {
/// The sites whose instructions are none of the LSU's: UBLKCP, UTMALDG and their like, WGMMA, SYNCS.
std::vector<bool> sites_beside(const run::Result& result) {
  const program::Program& program = *result.program;
  std::vector<bool> beside(program.sites.size(), false);
  const auto mark = [&](std::uint64_t site) {
    if (site < beside.size()) beside[site] = true;
  };
  for (const program::Instruction& instruction : program.code)
    if (program::has_two_sites(instruction.op)) {
      mark(instruction.imm);
      mark(instruction.imm + 1);
    }
  // What an mbarrier's instruction reads and writes is an access of PTX, without an expression.
  for (std::size_t s = 0; s < beside.size(); ++s)
    if (const program::Site& site = program.sites[s];
        site.text.empty() && site.span.file == 0 &&
        line_of(run::text_of(result, site.span).text, site.span.line).find("mbarrier.") !=
            std::string_view::npos)
      beside[s] = true;
  return beside;
}
} // namespace

namespace {
/// The instructions of the loop that a branch at `last` back to `first` closes: those that lead to `last` and
/// not through `first`. Empty where that branch closes none, but goes to a block that stands further up.
std::set<std::uint32_t> loop_of(const program::Function& function,
                                const std::vector<std::vector<std::uint32_t>>& before, std::uint32_t first,
                                std::uint32_t last) {
  std::set<std::uint32_t> loop = {first, last};
  std::vector<std::uint32_t> open = {last};
  while (!open.empty()) {
    const std::uint32_t pc = open.back();
    open.pop_back();
    if (pc == first) continue;
    if (pc == function.entry) return {};
    for (const std::uint32_t from : before[pc - function.entry])
      if (loop.insert(from).second) open.push_back(from);
  }
  return loop;
}

/// The lines of each loop of `function` in which a global atomic's old value is used.
std::map<std::uint32_t, std::uint32_t> lines_that_ask_again(const program::Program& program,
                                                            const program::Function& function) {
  std::vector<std::vector<std::uint32_t>> before(function.end - function.entry); // by the instruction after
  const auto each_target = [&](std::uint32_t pc, const auto& visit) {
    const program::Instruction& instruction = program.code[pc];
    std::vector<std::uint32_t> targets;
    if (instruction.op == program::Opcode::Jump) targets = {instruction.imm};
    else if (instruction.op == program::Opcode::Branch) targets = {instruction.b, instruction.c};
    else if (!program::ends_block(instruction.op)) targets = {pc + 1};
    for (const std::uint32_t to : targets)
      if (to >= function.entry && to < function.end) visit(to);
  };
  for (std::uint32_t pc = function.entry; pc < function.end; ++pc)
    each_target(pc, [&](std::uint32_t to) { before[to - function.entry].push_back(pc); });
  std::map<std::uint32_t, std::uint32_t> lines;
  for (std::uint32_t pc = function.entry; pc < function.end; ++pc)
    each_target(pc, [&](std::uint32_t to) {
      if (to > pc) return;
      std::set<std::uint32_t> loop = loop_of(function, before, to, pc);
      // What is done before a `break`: the instructions behind an exit that nothing else leads to.
      std::vector<std::uint32_t> open(loop.begin(), loop.end());
      while (!open.empty()) {
        const std::uint32_t at = open.back();
        open.pop_back();
        each_target(at, [&](std::uint32_t next) {
          if (before[next - function.entry].size() == 1 && loop.insert(next).second) open.push_back(next);
        });
      }
      const auto inside = [&](const program::Site& s) { return s.span.file == 0 && loop.contains(s.pc); };
      const auto atomic = std::find_if(
          program.sites.begin(), program.sites.end(), [&](const program::Site& s) {
            return inside(s) && s.kind == AccessKind::Atomic && s.space == Space::Global && s.returns;
          });
      if (atomic == program.sites.end()) return;
      for (const program::Site& site : program.sites)
        if (inside(site)) lines.emplace(site.profiled_line(), atomic->profiled_line());
    });
  return lines;
}
} // namespace

LineCounters countable_lines(const SimulatedCounts& counts) {
  LineCounters lines = counts.lines;
  for (const auto& [line, counters] : counts.beside_lines)
    for (const auto& [id, count] : counters) lines[line][id] -= count;
  return lines;
}

SimulatedCounts counts_of(const run::Result& result) {
  SimulatedCounts counts;
  const std::vector<bool> beside = sites_beside(result);
  for (std::size_t s = 0; s < result.sites.size(); ++s) {
    const program::Site& site = result.program->sites[s];
    const std::uint32_t line = site.span.file == 0 ? site.profiled_line() : 0;
    counts.headers = counts.headers || site.span.file != 0;
    add_site(counts.lines[line], site, result.sites[s]);
    if (!beside[s]) continue;
    add_site(counts.beside_lines[line], site, result.sites[s]);
    for (const model::CounterGroupRow& group : model::counter_group_rows)
      for (const model::CounterRow& row : model::counter_rows)
        if (const model::CounterId id{group.group, row.kind}; model::is_simulated(id))
          add(counts.beside_totals, id, model::count_of(result.sites[s], id));
  }
  counts.clusters = result.program->kernels[result.kernel].cluster.x != 0;
  std::erase_if(counts.lines, [](const auto& line) { return line.second.empty(); });
  for (const model::CounterGroupRow& group : model::counter_group_rows)
    for (const model::CounterRow& row : model::counter_rows)
      if (const model::CounterId id{group.group, row.kind}; model::is_simulated(id))
        add(counts.totals, id, model::count_of(result.totals, id));
  const Dim3 grid = result.launch.grid, block = result.launch.block;
  const auto all = [](const Dim3& d) { return std::uint64_t{d.x} * d.y * d.z; };
  const program::Function& function = result.program
                                          ->functions[result.program->kernels[result.kernel].function];
  for (std::uint32_t pc = function.entry; pc < function.end; ++pc)
    counts.prints = counts.prints || result.program->code[pc].op == program::Opcode::Printf;
  counts.asks_again = lines_that_ask_again(*result.program, function);
  counts.warps = all(grid) * ((all(block) + warp_size - 1) / warp_size);
  return counts;
}

LineCounters lines_of(const protocol::RecordedBuild& build) {
  LineCounters lines;
  if (!build.lines) return lines;
  for (const protocol::RecordedLine& line : *build.lines) {
    protocol::Counters counters = line.counters;
    if (!build.instructions.empty())
      std::erase_if(counters, [](const auto& counter) { return is_width(counter.first.kind); });
    add_measured(lines[line.line], counters);
  }
  // The hardware's widths also count what a predicate switched off, `executed` does not. An instruction has
  // one width, so there they can be cut down.
  for (const protocol::RecordedInstruction& instruction : build.instructions) {
    protocol::Counters widths;
    for (const auto& [id, count] : instruction.counters)
      if (is_width(id.kind))
        widths[id] = std::min(count, value(instruction.counters, {id.group, Kind::Executed}));
    add_measured(lines[instruction.line], widths);
  }
  return lines;
}

std::uint64_t Spent::bytes() const {
  std::uint64_t sum = 0;
  for (std::size_t w = 0; w < widths.size(); ++w) sum += widths[w] * bytes_of[w];
  return sum;
}

Spent& Spent::operator+=(const Spent& other) {
  executed += other.executed;
  cost += other.cost;
  ideal += other.ideal;
  lanes += other.lanes;
  for (std::size_t w = 0; w < widths.size(); ++w) widths[w] += other.widths[w];
  return *this;
}

Spent spent(const protocol::Counters& counters, Group group) {
  Spent s;
  s.executed = value(counters, {group, Kind::Executed});
  s.cost = value(counters, {group, cost_of(group)});
  s.ideal = value(counters, {group, model::counts_banks(group) ? Kind::IdealWavefronts : Kind::IdealSectors});
  s.lanes = value(counters, {group, Kind::Lanes});
  for (std::size_t w = 0; w < s.widths.size(); ++w) s.widths[w] = value(counters, {group, width_kind(w)});
  if (std::count(s.widths.begin(), s.widths.end(), 0u) + 1 ==
      static_cast<std::ptrdiff_t>(s.widths.size())) // one width: as in lines_of()
    for (std::uint64_t& width : s.widths) width = std::min(width, s.executed);
  return s;
}

Spent spent(const LineCounters& lines, Group group) {
  Spent sum;
  for (const auto& [line, counters] : lines) sum += spent(counters, group);
  return sum;
}

} // namespace warpscope::compare
