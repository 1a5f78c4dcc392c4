// Explains why a line's counts differ, as far as the numbers of the recording prove it.
#include "app/compare/why.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace warpscope::compare {

namespace {

using Group = model::CounterGroup;

// Wavefronts or sectors of an instruction; lanes of a wavefront or sector.
constexpr std::uint64_t most_of_one = 32;

protocol::Counters line_in(const LineCounters& lines, std::uint32_t line) {
  const auto found = lines.find(line);
  return found == lines.end() ? protocol::Counters() : found->second;
}

std::string_view noun_of(Group group) {
  switch (model::row_of(group).access) {
  case AccessKind::Load: return "loads";
  case AccessKind::Store: return "stores";
  case AccessKind::Atomic: break;
  }
  return "atomics";
}
std::string_view unit_of(Group group) { return model::counts_banks(group) ? "wavefronts" : "sectors"; }

Reason unexplained(std::string because) { return {Why::Unexplained, std::move(because)}; }

/// The index of the narrowest width that `after` has fewer of, and of the widest that it has more of; -1:
/// none.
struct Shift {
  int lost = -1, gained = -1;
  std::uint64_t lost_count = 0, gained_count = 0;
};
Shift shift_between(const Spent& before, const Spent& after) {
  Shift shift;
  for (int w = 0; w < 5; ++w) {
    const std::uint64_t b = before.widths[static_cast<std::size_t>(w)],
                        a = after.widths[static_cast<std::size_t>(w)];
    if (a < b && shift.lost < 0) {
      shift.lost = w;
      shift.lost_count = b - a;
    }
    if (a > b) {
      shift.gained = w;
      shift.gained_count = a - b;
    }
  }
  return shift;
}

/// A line other than `line` whose accesses move more bytes than before, or fewer; 0: there is none.
std::uint32_t other_line(Group group, std::uint32_t line, const LineCounters& before,
                         const LineCounters& after, bool more) {
  LineCounters all = before;
  all.insert(after.begin(), after.end());
  for (const auto& [other, counters] : all) {
    const std::uint64_t b = spent(line_in(before, other), group).bytes(),
                        a = spent(line_in(after, other), group).bytes();
    if (other != line && (more ? a > b : a < b)) return other;
  }
  return 0;
}

/// What no compiler does, or nothing.
std::string impossible(Group group, const Spent& line, const Spent& all_before, const Spent& all_after) {
  const std::string_view noun = noun_of(group);
  if (all_after.executed > all_before.executed)
    return fmt::format("{} {} were executed, and the text has {}", all_after.executed, noun,
                       all_before.executed);
  if (all_after.bytes() > all_before.bytes())
    return fmt::format("the {} moved more bytes than the text asks for", noun);
  if (all_after.cost > all_before.cost)
    return fmt::format("{} {} in all are more than the {} of the text", all_after.cost, unit_of(group),
                       all_before.cost);
  std::uint64_t widths = 0;
  for (const std::uint64_t count : line.widths) widths += count;
  if (widths < line.executed)
    return fmt::format("the widths of {} of {} {} are not known", line.executed - widths, line.executed,
                       noun);
  if (line.cost > most_of_one * line.executed)
    return fmt::format("{} {} are more than {} {} can cost", line.cost, unit_of(group), line.executed, noun);
  if (line.cost * most_of_one < line.lanes)
    return fmt::format("{} {} are too few for {} threads", line.cost, unit_of(group), line.lanes);
  return {};
}

/// The line lost narrow accesses and has wider ones.
Reason merged_here(Group group, std::uint32_t line, const Shift& shift, const Spent& b, const Spent& a,
                   const LineCounters& before, const LineCounters& after) {
  const std::string_view noun = noun_of(group);
  const std::uint32_t narrow = Spent::bytes_of[static_cast<std::size_t>(shift.lost)],
                      wide = Spent::bytes_of[static_cast<std::size_t>(shift.gained)];
  const std::uint64_t parts = shift.gained_count * (wide / narrow);
  std::string because = fmt::format("the compiler merged {} {} of {} bytes into one of {}", wide / narrow,
                                    noun, narrow, wide);
  if (a.bytes() <= b.bytes()) {
    if (a.cost > b.cost)
      return unexplained(fmt::format("merged {} cost more {} than each by itself", noun, unit_of(group)));
    if (parts < shift.lost_count)
      because += fmt::format(" and hoisted or dropped {} more", shift.lost_count - parts);
  } else {
    because += fmt::format(", with those of line {}", other_line(group, line, before, after, false));
  }
  return {Why::Merged, because};
}

/// What came and went with `instructions` took between 1 and 32 of the cost each.
bool in_proportion(std::uint64_t instructions, std::uint64_t cost) {
  return cost >= instructions && cost <= most_of_one * instructions;
}

Reason fewer_here(Group group, std::uint32_t line, const Spent& b, const Spent& a, const LineCounters& before,
                  const LineCounters& after) {
  const std::string_view noun = noun_of(group);
  if (a.cost > b.cost || !in_proportion(b.executed - a.executed, b.cost - a.cost))
    return unexplained(fmt::format("{} {} fewer do not cost {} {} instead of {}", b.executed - a.executed,
                                   noun, a.cost, unit_of(group), b.cost));
  const std::uint32_t into = other_line(group, line, before, after, true);
  if (into == 0)
    return {Why::HoistedOrDropped,
            fmt::format("of {} {} the compiler kept {}: the values of the others stay in registers",
                        b.executed, noun, a.executed)};
  const Shift there = shift_between(spent(line_in(before, into), group), spent(line_in(after, into), group));
  const Shift here = shift_between(b, a);
  if (there.gained > here.lost)
    return {Why::Merged,
            fmt::format("the compiler merged these {} into the wider ones of line {}", noun, into)};
  return {Why::HoistedOrDropped,
          fmt::format("the compiler makes {} of these {} in line {}", b.executed - a.executed, noun, into)};
}

Reason more_here(Group group, std::uint32_t line, const Spent& b, const Spent& a, const LineCounters& before,
                 const LineCounters& after) {
  const std::string_view noun = noun_of(group);
  const std::uint32_t from = other_line(group, line, before, after, false);
  if (from == 0 || a.cost < b.cost || !in_proportion(a.executed - b.executed, a.cost - b.cost))
    return unexplained(fmt::format("{} {} came to this line from nowhere", a.executed - b.executed, noun));
  const Shift here = shift_between(b, a),
              there = shift_between(spent(line_in(before, from), group), spent(line_in(after, from), group));
  if (there.lost >= 0 && here.gained > there.lost && there.gained < 0)
    return {Why::Merged, fmt::format("the compiler merged {} of line {} into wider ones here", noun, from)};
  return {Why::HoistedOrDropped, fmt::format("the compiler makes {} of line {} here", noun, from)};
}

} // namespace

std::string_view name_of(Why why) {
  constexpr std::string_view names[] = {"equal",   "arbitration",  "hoisted or dropped", "merged",
                                        "spilled", "not modelled", "unexplained"};
  return names[static_cast<std::size_t>(why)];
}

Reason graver(Reason a, Reason b) { return b.why > a.why ? std::move(b) : std::move(a); }

Reason explain_copies(Group group, std::uint32_t line, const LineCounters& before,
                      const LineCounters& after) {
  const Spent b = spent(line_in(before, line), group), a = spent(line_in(after, line), group);
  const bool more = a.executed > b.executed && a.cost >= b.cost &&
                    a.cost - b.cost <= most_of_one * (a.executed - b.executed);
  const Shift shift = shift_between(b, a);
  if (b.lanes == 0 || a.lanes != b.lanes || !more || shift.lost >= 0) return {};
  return {Why::NotModelled, fmt::format("the compiler made copies of this code, as of an unrolled loop: "
                                        "lanes of a warp that are in different copies take {} {} and "
                                        "not {}, for the same {} accesses of threads",
                                        a.executed, noun_of(group), b.executed, a.lanes)};
}

Reason explain_compiler(Group group, std::uint32_t line, const LineCounters& before,
                        const LineCounters& after) {
  const Spent b = spent(line_in(before, line), group), a = spent(line_in(after, line), group);
  if (a.executed == b.executed && a.cost == b.cost) return {};
  if (const Reason copies = explain_copies(group, line, before, after); copies.why != Why::Equal)
    return copies;
  if (const std::string sentence = impossible(group, a, spent(before, group), spent(after, group));
      !sentence.empty())
    return unexplained(sentence);
  const Shift shift = shift_between(b, a);
  if (shift.lost >= 0 && shift.gained > shift.lost)
    return merged_here(group, line, shift, b, a, before, after);
  if (shift.gained < 0 && a.executed < b.executed) return fewer_here(group, line, b, a, before, after);
  if (shift.lost < 0 && a.executed > b.executed) return more_here(group, line, b, a, before, after);
  return unexplained(fmt::format("the same {} {} cost {} {} and not {}", a.executed, noun_of(group), a.cost,
                                 unit_of(group), b.cost));
}

Reason explain_exchange(Group group, std::uint32_t line, const LineCounters& before,
                        const LineCounters& after) {
  const auto as_array = [](const Spent& s) {
    std::array<std::uint64_t, 3 + std::tuple_size_v<decltype(s.widths)>> all{s.executed, s.cost, s.lanes};
    std::copy(s.widths.begin(), s.widths.end(), all.begin() + 3);
    return all;
  };
  // What the line has more of, wrapped around where it has less.
  const auto gained = [&](std::uint32_t of) {
    auto gain = as_array(spent(line_in(after, of), group));
    const auto was = as_array(spent(line_in(before, of), group));
    for (std::size_t i = 0; i < gain.size(); ++i) gain[i] -= was[i];
    return gain;
  };
  const auto here = gained(line);
  if (here[0] == 0) return {};
  LineCounters all = before;
  all.insert(after.begin(), after.end());
  for (const auto& [other, counters] : all) {
    const auto there = gained(other);
    bool opposite = other != line;
    for (std::size_t i = 0; i < here.size(); ++i) opposite = opposite && here[i] + there[i] == 0;
    if (!opposite) continue;
    const std::uint64_t was = spent(line_in(before, line), group).executed,
                        is = spent(line_in(after, line), group).executed;
    return {Why::HoistedOrDropped,
            is > was ? fmt::format("the compiler's table of lines puts the {} {} of line {} here", is - was,
                                   noun_of(group), other)
                     : fmt::format("the compiler's table of lines puts these {} {} into line {}", was - is,
                                   noun_of(group), other)};
  }
  return {};
}

Reason explain_moves(Group group, std::uint32_t line, const LineCounters& before, const LineCounters& after) {
  const auto same = [](const Spent& x, const Spent& y) {
    return x.executed == y.executed && x.cost == y.cost && x.lanes == y.lanes && x.widths == y.widths;
  };
  const Spent b = spent(line_in(before, line), group), a = spent(line_in(after, line), group);
  if (same(b, a) || !same(spent(before, group), spent(after, group))) return {};
  const bool more = a.executed > b.executed;
  const std::string_view noun = noun_of(group);
  LineCounters all = before;
  all.insert(after.begin(), after.end());
  for (const auto& [other, counters] : all) {
    const std::uint64_t was = spent(line_in(before, other), group).executed,
                        is = spent(line_in(after, other), group).executed;
    if (other == line || (more ? is >= was : is <= was)) continue;
    return {Why::HoistedOrDropped,
            more
                ? fmt::format("the compiler makes {} of line {} here; over all lines they are as many", noun,
                              other)
                : fmt::format("the compiler makes {} of these {} in line {}; over all lines they are as many",
                              b.executed - a.executed, noun, other)};
  }
  return {};
}

Reason explain_by_prediction(Group group, std::uint32_t line, const LineCounters& simulated,
                             const LineCounters& predicted, const LineCounters& measured) {
  const Spent p = spent(line_in(predicted, line), group), m = spent(line_in(measured, line), group);
  if (p.executed != m.executed || p.cost != m.cost || p.lanes != m.lanes) return {};
  Reason ours = explain_compiler(group, line, simulated, predicted);
  if (ours.why == Why::Merged || ours.why == Why::HoistedOrDropped) return ours;
  return {Why::HoistedOrDropped,
          fmt::format("optimised here, the text has {} {} in this line, too", p.executed, noun_of(group))};
}

Reason explain_global_atomics(std::uint32_t line, const LineCounters& simulated, const LineCounters& measured,
                              const std::vector<const LineCounters*>& of_builds) {
  const Spent s = spent(line_in(simulated, line), Group::GlobalAtomic),
              m = spent(line_in(measured, line), Group::GlobalAtomic);
  if (m.executed == s.executed && m.lanes < s.lanes && m.lanes == m.executed)
    return {Why::Merged, fmt::format("the compiler adds up in the warp first: one lane asks, and not {}",
                                     s.lanes / s.executed)};
  for (const LineCounters* build : of_builds)
    if (const Spent other = spent(line_in(*build, line), Group::GlobalAtomic);
        other.executed != m.executed && other.lanes != m.lanes)
      return {Why::NotModelled,
              fmt::format("these atomics ran {} times in one launch and {} in the next: how often hangs on "
                          "which warp comes first",
                          std::min(m.executed, other.executed), std::max(m.executed, other.executed))};
  return {};
}

Reason explain_waiting(std::uint32_t line, const LineCounters& simulated, const LineCounters& measured) {
  const Spent s = spent(line_in(simulated, line), Group::GlobalAtomic),
              m = spent(line_in(measured, line), Group::GlobalAtomic);
  if (s.executed == m.executed || s.executed == 0 || m.executed == 0) return {};
  return {Why::NotModelled,
          fmt::format("the loop asks the atomic of line {} until other blocks have stored: {} times in this "
                      "launch, {} where one block follows another, as here",
                      line, m.executed, s.executed)};
}

namespace {

bool has_async_copy(const protocol::RecordedBuild& build, std::uint32_t line) {
  for (const protocol::RecordedLine& recorded :
       build.lines ? *build.lines : std::vector<protocol::RecordedLine>())
    if (recorded.line == line &&
        value(recorded.counters, {Group::AsyncCopy, model::CounterKind::Executed}) != 0)
      return true;
  return false;
}

/// docs/hardware-rules.md, "Asynchronous copies": those of 16 bytes cost more than counted where they are
/// scattered, up to 32 each.
bool scattered_copy(Group group, const Spent& s, const Spent& m) {
  return group == Group::SharedStore && m.widths[4] == m.executed && m.executed == s.executed &&
         m.cost > s.cost && m.cost <= most_of_one * m.executed;
}

/// sim/model/banks.h: what the compiler makes of a shared atomic. `loads`: more shared loads than counted
/// there. A loop goes round again for lanes whose word another warp has changed, another number of times in
/// each launch.
std::string other_atomic(const Spent& s, const Spent& m, bool loads) {
  if (s.executed == 0) return {};
  if (loads && m.executed >= s.executed)
    return "a loop of loads and compare-and-swaps, which ran again where warps changed each other's words";
  if (m.executed == s.executed && m.cost < s.cost && m.cost >= m.executed)
    return "the atomic became an increment, which merges equal words";
  return {};
}

} // namespace

Reason explain_hardware(Group group, std::uint32_t line, const LineCounters& simulated,
                        const LineCounters& measured, const protocol::RecordedBuild& build) {
  const protocol::Counters sim = line_in(simulated, line), hardware = line_in(measured, line);
  const Spent s = spent(sim, group), m = spent(hardware, group);
  if (has_async_copy(build, line) && scattered_copy(group, s, m))
    return {Why::NotModelled,
            fmt::format(
                "asynchronous copies of 16 bytes to or from scattered places took {} wavefronts and not {}",
                m.cost, s.cost)};
  if (group != Group::SharedAtomic && group != Group::SharedLoad) return {};
  const bool loads = spent(hardware, Group::SharedLoad).executed > spent(sim, Group::SharedLoad).executed;
  if (group == Group::SharedLoad && !loads) return {};
  const std::string atomic = other_atomic(spent(sim, Group::SharedAtomic),
                                          spent(hardware, Group::SharedAtomic), loads);
  return atomic.empty() ? Reason() : Reason{Why::NotModelled, atomic};
}

} // namespace warpscope::compare
