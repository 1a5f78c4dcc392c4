// Formats occupancy: a sentence, and warps over the size of a block as bars.
#include "app/cli/occupancy_report.h"

#include "app/cli/style.h"
#include "app/cli/table.h"
#include "sim/base/number_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace warpscope::cli {

namespace {

using nlohmann::ordered_json;

model::Occupancy of(const OccupancyReport& report, std::uint64_t threads) {
  model::OccupancyRequest request = report.now;
  request.threads = threads;
  return model::occupancy(report.device, request);
}

std::string bar(double fraction) {
  constexpr std::size_t longest = 24;
  const auto full = static_cast<std::size_t>(fraction * longest + .5);
  std::string text;
  for (std::size_t i = 0; i < longest; ++i) text += i < full ? "█" : "·";
  return text;
}

std::string limit_words(const model::Occupancy& o) {
  return o.limiter == model::Limiter::None ? std::string() : std::string(model::name_of(o.limiter));
}

} // namespace

std::vector<std::uint64_t> block_sizes(const OccupancyReport& report) {
  std::vector<std::uint64_t> sizes{32, 64, 96, 128, 192, 256, 384, 512, 640, 768, 1024};
  std::erase_if(sizes, [&](std::uint64_t n) { return n > report.device.max_threads_per_block; });
  const auto at = std::lower_bound(sizes.begin(), sizes.end(), report.now.threads);
  if (at == sizes.end() || *at != report.now.threads) sizes.insert(at, report.now.threads);
  return sizes;
}

std::string occupancy_text(const OccupancyReport& report, bool color, std::size_t width) {
  const model::Occupancy now = of(report, report.now.threads);
  std::string text = fmt::format("\nOccupancy on {}: blocks of {}, {}, {} B of shared memory\n",
                                 report.device.name, counted(report.now.threads, "thread"),
                                 report.now.registers_per_thread == 0
                                     ? std::string("registers not counted (--registers N says them)")
                                     : fmt::format("{} a thread ({})",
                                                   counted(report.now.registers_per_thread, "register"),
                                                   report.registers_from),
                                 grouped(report.now.shared_bytes));
  text += now.illegal.empty()
              ? fmt::format("  {} on an SM, {} of {} warps ({:.0f} %), limited by {}\n\n",
                            counted(now.blocks_per_sm, "block"), now.warps_per_sm,
                            report.device.max_warps_per_sm, 100 * now.fraction, limit_words(now))
              : fmt::format("  no such block can start: {}\n\n", now.illegal);
  Table table;
  table.column("threads")
      .column("blocks")
      .column("warps")
      .column("", Table::Align::Left)
      .column("limited by", Table::Align::Left)
      .column("", Table::Align::Left);
  for (const std::uint64_t threads : block_sizes(report)) {
    const model::Occupancy o = of(report, threads);
    const bool own = threads == report.now.threads;
    table.row({{grouped(threads), own ? Tint::Bold : Tint::None},
               {o.illegal.empty() ? std::to_string(o.blocks_per_sm) : "-"},
               {o.illegal.empty() ? std::to_string(o.warps_per_sm) : "-"},
               {bar(o.fraction)},
               {o.illegal.empty() ? limit_words(o) : o.illegal},
               {own ? "this run" : "", Tint::Note}});
  }
  return text + table.text(color, width);
}

ordered_json occupancy_json(const OccupancyReport& report) {
  const auto row = [&](std::uint64_t threads) {
    const model::Occupancy o = of(report, threads);
    ordered_json one = {{"threads", threads}};
    one["illegal"] = o.illegal.empty() ? ordered_json() : ordered_json(o.illegal);
    if (!o.illegal.empty()) return one;
    one["blocks_per_sm"] = o.blocks_per_sm;
    one["warps_per_sm"] = o.warps_per_sm;
    one["occupancy"] = o.fraction;
    one["occupancy_limit"] = limit_words(o);
    return one;
  };
  ordered_json document = row(report.now.threads);
  document["shared_bytes"] = report.now.shared_bytes;
  document["by_block_size"] = ordered_json::array();
  for (const std::uint64_t threads : block_sizes(report)) document["by_block_size"].push_back(row(threads));
  return document;
}

} // namespace warpscope::cli
