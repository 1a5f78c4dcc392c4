#include "app/compare/counts.h"

#include <algorithm>

namespace warpscope::compare {

namespace {

using Group = protocol::CounterGroup;
using Kind = protocol::CounterKind;

void add(protocol::Counters& counters, Group group, Kind kind, std::uint64_t count) {
  if (count != 0) counters[{group, kind}] += count;
}

Group group_of(bool shared, std::size_t access) {
  return static_cast<Group>(static_cast<std::size_t>(shared ? Group::SharedLoad : Group::GlobalLoad) +
                            access);
}

void add_site(protocol::Counters& line, const program::Site& site, const model::Totals& totals) {
  for (std::size_t access = 0; access < 3; ++access)
    for (const bool shared : {true, false}) {
      const std::uint64_t requests = shared ? totals.shared[access].requests : totals.global[access].requests;
      const Group group = group_of(shared, access);
      add(line, group, Kind::Executed, requests);
      add(line, group, Kind::Lanes, shared ? totals.shared[access].lanes : totals.global[access].lanes);
      add(line, group, cost_of(group),
          shared ? totals.shared[access].wavefronts : totals.global[access].sectors);
      for (std::size_t w = 0; w < Spent::bytes_of.size(); ++w)
        if (Spent::bytes_of[w] == site.width)
          add(line, group, static_cast<Kind>(static_cast<std::size_t>(Kind::Width1) + w), requests);
    }
}

/// A line's or an instruction's counters, with asynchronous copies as loads and stores.
void add_measured(protocol::Counters& into, const protocol::Counters& counters) {
  for (const auto& [key, count] : counters) {
    const auto [group, kind] = key;
    if (group != Group::AsyncCopy) {
      add(into, group, kind, count);
      continue;
    }
    const bool of_shared = kind == Kind::Wavefronts || kind == Kind::IdealWavefronts;
    const bool of_global = kind == Kind::Sectors || kind == Kind::IdealSectors || kind == Kind::Tags;
    if (!of_global) add(into, Group::SharedStore, kind, count);
    if (!of_shared) add(into, Group::GlobalLoad, kind, count);
  }
}

bool is_width(Kind kind) { return kind >= Kind::Width1 && kind <= Kind::Width16; }

} // namespace

std::uint64_t value(const protocol::Counters& counters, Group group, Kind kind) {
  const auto found = counters.find({group, kind});
  return found == counters.end() ? 0 : found->second;
}

SimulatedCounts counts_of(const run::Result& result) {
  SimulatedCounts counts;
  for (std::size_t s = 0; s < result.sites.size(); ++s) {
    const program::Site& site = result.program->sites[s];
    add_site(counts.lines[site.span.line], site, result.sites[s]);
  }
  std::erase_if(counts.lines, [](const auto& line) { return line.second.empty(); });
  for (std::size_t access = 0; access < 3; ++access) {
    const model::SharedTotals& shared = result.totals.shared[access];
    add(counts.totals, group_of(true, access), Kind::Wavefronts, shared.wavefronts);
    add(counts.totals, group_of(true, access), Kind::BankConflicts, shared.bank_conflicts);
    const model::GlobalTotals& global = result.totals.global[access];
    add(counts.totals, group_of(false, access), Kind::Requests, global.requests);
    add(counts.totals, group_of(false, access), Kind::Sectors, global.sectors);
  }
  add(counts.totals, Group::ConstantLoad, Kind::Requests, result.totals.constant.requests);
  add(counts.totals, Group::ConstantLoad, Kind::Wavefronts, result.totals.constant.passes);
  const Dim3 grid = result.launch.grid, block = result.launch.block;
  const auto all = [](const Dim3& d) { return std::uint64_t{d.x} * d.y * d.z; };
  counts.warps = all(grid) * ((all(block) + warp_size - 1) / warp_size);
  return counts;
}

LineCounters lines_of(const protocol::RecordedBuild& build) {
  LineCounters lines;
  if (!build.lines) return lines;
  for (const protocol::RecordedLine& line : *build.lines) {
    protocol::Counters counters = line.counters;
    if (!build.instructions.empty())
      std::erase_if(counters, [](const auto& counter) { return is_width(counter.first.second); });
    add_measured(lines[line.line], counters);
  }
  // The hardware's widths also count what a predicate switched off, `executed` does not. An instruction has
  // one width, so there they can be cut down.
  for (const protocol::RecordedInstruction& instruction : build.instructions) {
    protocol::Counters widths;
    for (const auto& [key, count] : instruction.counters)
      if (is_width(key.second))
        widths[key] = std::min(count, value(instruction.counters, key.first, Kind::Executed));
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
  s.executed = value(counters, group, Kind::Executed);
  s.cost = value(counters, group, cost_of(group));
  s.ideal = value(counters, group, is_shared(group) ? Kind::IdealWavefronts : Kind::IdealSectors);
  s.lanes = value(counters, group, Kind::Lanes);
  for (std::size_t w = 0; w < s.widths.size(); ++w)
    s.widths[w] = value(counters, group, static_cast<Kind>(static_cast<std::size_t>(Kind::Width1) + w));
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
