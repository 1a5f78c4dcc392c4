// The table of counted things and the formatting of counts and percentages.
#include "app/language/counted.h"

#include "app/language/language.h"

#include <array>

namespace warpscope::language {

namespace {

struct Row {
  Counted what;
  std::string_view one, many, unit, units;
};

constexpr std::array rows{
    Row{Counted::Access, "count.access", "count.accesses", "unit.access", "unit.accesses"},
    Row{Counted::ActiveLane, "count.active_lane", "count.active_lanes", {}, {}},
    Row{Counted::Byte, "count.byte", "count.bytes", "unit.byte", "unit.bytes"},
    Row{Counted::Cycle, "count.cycle", "count.cycles", {}, {}},
    Row{Counted::Lane, "count.lane", "count.lanes", "unit.lane", "unit.lanes"},
    Row{Counted::Line, "count.line", "count.lines", {}, {}},
    Row{Counted::Pass, "count.pass", "count.passes", "unit.pass", "unit.passes"},
    Row{Counted::Sector, "count.sector", "count.sectors", "unit.sector", "unit.sectors"},
    Row{Counted::Step, "count.step", "count.steps", "unit.step", "unit.steps"},
    Row{Counted::Turn, "count.turn", "count.turns", {}, {}},
    Row{Counted::Warp, "count.warp", "count.warps", {}, {}},
    Row{Counted::Wavefront, "count.wavefront", "count.wavefronts", "unit.wavefront", "unit.wavefronts"},
    Row{Counted::Word, "count.word", "count.words", "unit.word", "unit.words"},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (static_cast<std::size_t>(rows[i].what) != i) return false;
  return true;
}
static_assert(in_order());

} // namespace

std::string count_of(std::uint64_t n, Counted what) {
  const Row& row = rows[static_cast<std::size_t>(what)];
  const std::string_view key = n == 1 ? row.one : row.many;
  return n < 1000 ? trf(key, arg("n", n)) : trf(key, arg("n", grouped(n)));
}

std::string_view unit_of(std::uint64_t n, Counted what) {
  const Row& row = rows[static_cast<std::size_t>(what)];
  const std::string_view key = n == 1 ? row.unit : row.units;
  return key.empty() ? key : tr(key);
}

std::uint64_t percent_tenths(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return 0;
  const std::uint64_t tenths = (2000 * part + whole) / (2 * whole);
  if (part < whole && tenths >= 1000) return 999;
  return part > 0 && tenths == 0 ? 1 : tenths;
}

std::string percent_text(std::uint64_t tenths) {
  const bool fine = tenths % 10 != 0 && (tenths < 200 || (tenths >= 995 && tenths < 1000));
  if (fine) return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10);
  return std::to_string((tenths + 5) / 10);
}

} // namespace warpscope::language
