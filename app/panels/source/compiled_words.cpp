// Makes sentences of what became of a line's accesses.
#include "app/panels/source/compiled_words.h"

#include "app/language/language.h"
#include "sim/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace warpscope::panels {

namespace {

using language::arg;
using language::tr;
using language::trf;

/// The one that the line pays most for.
const run::LineStory* dearest(const run::CodeTable& table, std::uint32_t line) {
  const run::LineStory* best = nullptr;
  for (const run::LineStory& story : table.stories)
    if (story.line == line && (best == nullptr || std::max(story.written.cost, story.compiled.cost) >
                                                      std::max(best->written.cost, best->compiled.cost)))
      best = &story;
  return best;
}

/// "16.3 M"
std::string short_number(std::uint64_t value) {
  if (value < 10'000) return grouped(value);
  constexpr std::string_view units[] = {"k", "M", "G", "T"};
  double shown = static_cast<double>(value) / 1000;
  std::size_t unit = 0;
  while (shown >= 999.5 && unit + 1 < std::size(units)) shown /= 1000, ++unit;
  return fmt::format("{:.3g} {}", shown, units[unit]);
}

} // namespace

std::string access_words(const run::LineStory& story) {
  return trf("compiled.access", arg("space", name_of(story.written.space)),
             arg("kind", name_of(story.written.kind)));
}

std::string unit_words(Space space) {
  const std::string_view unit = run::unit_of(space);
  return std::string(tr(unit == "sectors"  ? "compiled.sectors"
                        : unit == "passes" ? "compiled.passes"
                                           : "compiled.wavefronts"));
}

std::string mean_text(std::uint64_t cost, std::uint64_t requests) {
  if (requests == 0) return "0";
  if (cost % requests == 0) return grouped(cost / requests);
  return fmt::format("{:.1f}", static_cast<double>(cost) / static_cast<double>(requests));
}

std::string ratio_text(std::uint64_t written, std::uint64_t compiled) {
  if (written == compiled) return std::string(tr("compiled.equal"));
  if (compiled == 0) return std::string(tr("compiled.none_left"));
  if (written == 0) return std::string(tr("compiled.new"));
  const bool fewer = compiled < written;
  const double ratio = static_cast<double>(fewer ? written : compiled) /
                       static_cast<double>(fewer ? compiled : written);
  return trf(fewer ? "compiled.fewer" : "compiled.more", arg("ratio", fmt::format("{:.3g}", ratio)));
}

std::string times_words(const run::CodeTable& table, std::uint32_t line) {
  std::uint32_t times = 1;
  for (const run::LineStory& story : table.stories)
    if (story.line == line) times = std::max(times, story.unrolled);
  return times < 2 ? std::string() : trf("compiled.times", arg("times", times));
}

std::string facts_of(const run::CodeTable& table) {
  std::string text;
  if (table.read) text = fmt::format("sm_{}", table.architecture);
  if (table.registers != 0) text += " · " + trf("compiled.registers", arg("registers", table.registers));
  if (table.alive != 0) text += trf("compiled.registers_alive", arg("registers", table.alive));
  if (table.local_bytes != 0)
    text += " · " + trf("compiled.local_bytes", arg("bytes", grouped(table.local_bytes)));
  if (table.spill_store_bytes != 0)
    text += " · " + trf("compiled.spills", arg("bytes", grouped(table.spill_store_bytes)));
  return text;
}

std::string row_tip(const run::CodeRow& row) {
  std::string text = trf("compiled.of_line", arg("line", row.line));
  for (const run::CodeCount& count : row.counts) {
    text += "\n" + trf("compiled.row_counts", arg("requests", grouped(count.requests)),
                       arg("cost", grouped(count.cost)), arg("unit", unit_words(count.space)));
    if (count.ideal != 0) text += trf("compiled.row_fewest", arg("fewest", grouped(count.ideal)));
  }
  return text;
}

CompiledWords words_of(const run::CodeTable& table, std::uint32_t line) {
  CompiledWords words;
  const run::LineStory* story = dearest(table, line);
  if (story == nullptr) {
    words.strong = tr("compiled.no_memory");
    words.plain = true;
    if (line != 0) words.under = trf("compiled.line", arg("line", line));
    return words;
  }
  const std::string unit = unit_words(story->written.space);
  words.under = trf("compiled.line_access", arg("line", line), arg("access", access_words(*story)));
  const auto costs = [&] {
    if (story->written.cost == story->compiled.cost)
      return trf("compiled.costs_same", arg("after", short_number(story->compiled.cost)), arg("unit", unit));
    return trf("compiled.costs", arg("before", short_number(story->written.cost)), arg("unit", unit),
               arg("after", short_number(story->compiled.cost)));
  };
  words.warns = story->compiled.ideal != 0 && story->compiled.cost > story->compiled.ideal;
  if (story->dropped) {
    words.strong = tr("compiled.dropped");
    words.rest = trf("compiled.dropped_rest", arg("requests", short_number(story->written.requests)));
  } else if (story->made_in != 0) {
    words.strong = trf("compiled.made_in", arg("line", story->made_in));
    words.rest = trf("compiled.dropped_rest", arg("requests", short_number(story->written.requests)));
  } else if (story->spilled) {
    words.strong = tr("compiled.spilled");
    words.rest = trf("compiled.spilled_rest", arg("requests", short_number(story->compiled.requests)));
    words.warns = true;
  } else if (story->merged > 1) {
    words.strong = trf("compiled.merged", arg("count", story->merged), arg("width", story->width));
    words.rest = costs();
  } else if (story->hoisted) {
    words.strong = tr("compiled.hoisted");
    words.rest = costs();
  } else if (story->moved) {
    words.strong = tr("compiled.moved");
    words.rest = ": " + short_number(story->compiled.cost) + " " + unit;
  } else if (story->unrolled > 1) {
    words.strong = trf("compiled.unrolled", arg("times", story->unrolled));
    words.rest = costs();
  } else {
    const bool same = story->written.cost == story->compiled.cost;
    words.strong = tr(same ? "compiled.kept" : "compiled.changed");
    words.rest = same ? ": " + short_number(story->compiled.cost) + " " + unit : costs();
  }
  if (const std::string times = times_words(table, line); !times.empty() && story->unrolled > 1)
    words.under += ", " + times;
  return words;
}

} // namespace warpscope::panels
