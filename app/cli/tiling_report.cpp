// Formats tilings as text and as JSON.
#include "app/cli/tiling_report.h"

#include "app/cli/occupancy_report.h"
#include "app/cli/style.h"
#include "app/cli/table.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace warpscope::cli {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_phases_told = 16; ///< in the text report: the first and the last ones

std::string shape_text(const tiling::TilingBuffer& b) {
  return b.is_matrix() ? fmt::format("{} x {}", b.rows(), b.columns()) : grouped(b.count());
}

std::string interval(std::int64_t first, std::uint64_t count) {
  return count == 1 ? fmt::format("[{}]", first)
                    : fmt::format("[{}..{}]", first, first + static_cast<std::int64_t>(count) - 1);
}

/// Returns "A[0..15][16..31]": the part of the buffer under the array's cells; beyond its ends where a tile
/// overlaps them.
std::string place_text(const tiling::TilingBuffer& buffer, const tiling::TileMap& map) {
  const std::int64_t row = map.row0 + (map.transposed ? map.first_column : map.first_row),
                     column = map.column0 + (map.transposed ? map.first_row : map.first_column);
  const std::uint32_t rows = map.transposed ? map.columns : map.rows,
                      columns = map.transposed ? map.rows : map.columns;
  if (!buffer.is_matrix()) return buffer.name + interval(column, columns);
  return buffer.name + interval(row, rows) + interval(column, columns);
}

/// "A[0..15][0..15] -> As"
std::string moves_text(const tiling::Tiling& tiling, const tiling::TilingPhase& phase) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  std::vector<bool> placed(tiling.buffers().size());
  for (std::size_t a = 0; a < tiling.arrays().size(); ++a) {
    const tiling::ArrayPhase& of = phase.arrays[a];
    if (of.map) {
      add(fmt::format("{} -> {}{}", place_text(tiling.buffers()[of.map->buffer], *of.map),
                      tiling.arrays()[a].name, of.map->transposed ? " (transposed)" : ""));
      placed[of.map->buffer] = true;
    } else if (of.loaded != 0) {
      add(fmt::format("{} -> {}", counted(of.loaded, "element"), tiling.arrays()[a].name));
    }
  }
  for (std::size_t b = 0; b < phase.buffers.size(); ++b)
    if (!phase.buffers[b].stored.empty())
      add(fmt::format("{} -> {}", counted(tiling::BufferPhase::count(phase.buffers[b].stored), "result"),
                      tiling.buffers()[b].name));
  return text;
}

std::string reads_text(const tiling::TilingPhase& phase) {
  std::uint32_t least = ~0u, most = 0;
  for (const tiling::ArrayPhase& of : phase.arrays) {
    if (of.read_cells == 0) continue;
    least = std::min(least, of.least_reads);
    most = std::max(most, of.most_reads);
  }
  if (most == 0) return "";
  return least == most ? std::to_string(most) : fmt::format("{}-{}", least, most);
}

std::string blank_or(std::uint64_t n) { return n == 0 ? std::string() : grouped(n); }

Table phase_table(const tiling::Tiling& tiling) {
  Table table;
  table.column("phase")
      .column("what goes where", Table::Align::Left)
      .column("loads")
      .column("zeros")
      .column("filled")
      .column("computed")
      .column("unwritten")
      .column("reads")
      .column("per cell");
  const std::size_t all = tiling.phases().size();
  for (std::size_t p = 0; p < all; ++p) {
    if (all > most_phases_told && p == most_phases_told / 2) {
      p = all - most_phases_told / 2;
      table.row(
          {{"..."}, {fmt::format("{} more; --json has them all", counted(all - most_phases_told, "phase"))}});
    }
    const tiling::TilingPhase& phase = tiling.phases()[p];
    const std::uint32_t zeros = phase.cells(&tiling::ArrayPhase::zeros),
                        unwritten = phase.cells(&tiling::ArrayPhase::read_unwritten);
    table.row({{std::to_string(p + 1)},
               {moves_text(tiling, phase)},
               {blank_or(phase.loads())},
               {blank_or(zeros)},
               {blank_or(phase.cells(&tiling::ArrayPhase::filled) - zeros)},
               {blank_or(phase.cells(&tiling::ArrayPhase::computed))},
               {blank_or(unwritten), unwritten == 0 ? Tint::None : Tint::Bad},
               {blank_or(phase.reads())},
               {reads_text(phase)}});
  }
  return table;
}

std::string number(double x) {
  return x >= 100 ? grouped(static_cast<std::uint64_t>(x + .5)) : fmt::format("{:.1f}", x);
}

std::string sizes_text(const TilingReport& report, const tiling::SquareTiles& square, bool all, bool color,
                       std::size_t width) {
  Table table;
  table.column("tile")
      .column("loads")
      .column("reuse")
      .column("FLOP/B")
      .column("TFLOP/s")
      .column("bound by", Table::Align::Left)
      .column("occupancy")
      .column("shared B")
      .column("", Table::Align::Left);
  struct Illegal {
    std::uint32_t first, last;
    std::string why;
  };
  // Larger sizes need more of everything: when one cannot start, no later one can.
  std::optional<Illegal> illegal;
  for (const tiling::TileSize& size : tiling::tile_sizes(square.shape, report.device, report.registers)) {
    const bool now = size.tile == square.tile, power = (size.tile & (size.tile - 1)) == 0;
    if (!size.illegal.empty()) {
      if (!illegal) illegal = {size.tile, size.tile, size.illegal};
      illegal->last = size.tile;
      continue;
    }
    if (!all && !now && !power && size.tile % 8 != 0) continue;
    const std::string tile = std::to_string(size.tile);
    const bool roofline = size.tflops > 0;
    table.row({{tile, now ? Tint::Bold : Tint::None},
               {grouped(size.loads)},
               {number(size.reuse)},
               {number(size.intensity)},
               {roofline ? number(size.tflops) : "-"},
               {roofline ? size.memory_bound ? "memory" : "compute" : ""},
               {fmt::format("{:.0f} %", 100 * size.occupancy.fraction)},
               {grouped(size.shared_bytes)},
               {now ? "this run" : "", Tint::Note}});
  }
  std::string text = fmt::format("\nThe same product with other tiles on {} ({} x {} by {} x {}):\n\n",
                                 report.device.name, square.shape.m, square.shape.k, square.shape.k,
                                 square.shape.n);
  text += table.text(color, width);
  if (illegal)
    text += fmt::format("\n  {} to {}: no such block; at {}: {}\n", illegal->first, illegal->last,
                        illegal->first, illegal->why);
  text += report.registers == 0 ? "\n  occupancy: registers not counted (--registers N says them)\n"
                                : fmt::format("\n  occupancy with {} registers a thread in every row ({})\n",
                                              report.registers, report.registers_from);
  return text;
}

ordered_json runs_json(const std::vector<tiling::ElementRun>& runs) {
  ordered_json list = ordered_json::array();
  for (const tiling::ElementRun& run : runs) list.push_back({run.first, run.count});
  return list;
}

const char* word(tiling::CellOrigin origin) {
  switch (origin) {
  case tiling::CellOrigin::Loaded: return "loaded";
  case tiling::CellOrigin::Filled: return "filled";
  case tiling::CellOrigin::Computed: return "computed";
  case tiling::CellOrigin::Unwritten: break;
  }
  return "unwritten";
}

/// Merges neighbouring cells that hold neighbouring elements into one entry.
ordered_json cells_json(const tiling::Tiling& tiling, const tiling::TilingArray& array,
                        const tiling::TilingState& state) {
  ordered_json list = ordered_json::array();
  const auto goes_on = [](const tiling::TilingCell& a, const tiling::TilingCell& b) {
    return a.origin == b.origin && a.phase == b.phase && a.zero == b.zero && a.changed == b.changed &&
           a.reads == b.reads &&
           (a.origin != tiling::CellOrigin::Loaded || (a.buffer == b.buffer && a.element + 1 == b.element));
  };
  for (std::uint32_t e = 0; e < array.count;) {
    const tiling::TilingCell& cell = state.cells[array.first_cell + e];
    std::uint32_t end = e + 1;
    while (end < array.count &&
           goes_on(state.cells[array.first_cell + end - 1], state.cells[array.first_cell + end]))
      ++end;
    ordered_json run = {
        {"first", e}, {"count", end - e}, {"holds", word(cell.origin)}, {"reads", cell.reads}};
    if (cell.origin != tiling::CellOrigin::Unwritten) run["written_in_phase"] = cell.phase + 1;
    if (cell.origin == tiling::CellOrigin::Filled) run["zero"] = cell.zero;
    if (cell.origin == tiling::CellOrigin::Loaded)
      run["buffer"] = tiling.buffers()[cell.buffer].name, run["element"] = cell.element,
      run["changed"] = cell.changed;
    list.push_back(std::move(run));
    e = end;
  }
  return list;
}

ordered_json phase_json(const TilingReport& report, std::size_t p) {
  const tiling::Tiling& tiling = report.tiling;
  const tiling::TilingPhase& phase = tiling.phases()[p];
  ordered_json buffers = ordered_json::array(), arrays = ordered_json::array();
  for (std::size_t b = 0; b < phase.buffers.size(); ++b) {
    const tiling::BufferPhase& of = phase.buffers[b];
    if (of.loads == 0 && of.stores == 0) continue;
    buffers.push_back({{"name", tiling.buffers()[b].name},
                       {"loads", of.loads},
                       {"loaded", tiling::BufferPhase::count(of.loaded)},
                       {"loaded_elements", runs_json(of.loaded)},
                       {"stores", of.stores},
                       {"stored", tiling::BufferPhase::count(of.stored)},
                       {"stored_elements", runs_json(of.stored)}});
  }
  const tiling::TilingState state = report.cells ? tiling.state_behind(*report.result.trace, phase.end_event)
                                                 : tiling::TilingState{};
  for (std::size_t a = 0; a < phase.arrays.size(); ++a) {
    const tiling::ArrayPhase& of = phase.arrays[a];
    ordered_json array = {{"name", tiling.arrays()[a].name},
                          {"loaded", of.loaded},
                          {"filled", of.filled},
                          {"zeros", of.zeros},
                          {"computed", of.computed},
                          {"read_unwritten", of.read_unwritten},
                          {"reads", of.reads},
                          {"read_cells", of.read_cells},
                          {"least_reads", of.least_reads},
                          {"most_reads", of.most_reads}};
    if (of.map)
      array["tile"] = {{"buffer", tiling.buffers()[of.map->buffer].name},
                       {"transposed", of.map->transposed},
                       {"row0", of.map->row0},
                       {"column0", of.map->column0},
                       {"first_row", of.map->first_row},
                       {"rows", of.map->rows},
                       {"first_column", of.map->first_column},
                       {"columns", of.map->columns}};
    if (report.cells) array["cells"] = cells_json(tiling, tiling.arrays()[a], state);
    arrays.push_back(std::move(array));
  }
  return {{"phase", p + 1},         {"loaded", phase.loaded()}, {"loads", phase.loads()},
          {"reads", phase.reads()}, {"buffers", buffers},       {"arrays", arrays}};
}

ordered_json sizes_json(const TilingReport& report, const tiling::SquareTiles& square) {
  ordered_json list = ordered_json::array();
  for (const tiling::TileSize& size : tiling::tile_sizes(square.shape, report.device, report.registers)) {
    ordered_json row = {{"tile", size.tile},
                        {"this_run", size.tile == square.tile},
                        {"threads", size.threads},
                        {"shared_bytes", size.shared_bytes}};
    row["illegal"] = size.illegal.empty() ? ordered_json() : ordered_json(size.illegal);
    if (size.illegal.empty()) {
      row["loads"] = size.loads, row["bytes"] = size.bytes, row["reuse"] = size.reuse,
      row["flop_per_byte"] = size.intensity;
      row["blocks_per_sm"] = size.occupancy.blocks_per_sm, row["occupancy"] = size.occupancy.fraction,
      row["occupancy_limit"] = model::name_of(size.occupancy.limiter);
      row["tflops"] = size.tflops > 0 ? ordered_json(size.tflops) : ordered_json();
      row["bound_by"] = size.tflops > 0 ? ordered_json(size.memory_bound ? "memory" : "compute")
                                        : ordered_json();
    }
    list.push_back(std::move(row));
  }
  return list;
}

ordered_json triple(Dim3 d) { return {d.x, d.y, d.z}; }

OccupancyReport occupancy_of(const TilingReport& report) {
  const source::ResolvedLaunch& launch = report.result.launch;
  const std::uint64_t shared = launch.dynamic_shared_bytes +
                               report.result.program->kernels[report.result.kernel].shared_bytes;
  return {report.device, {launch.block.count(), report.registers, shared}, report.registers_from};
}

} // namespace

std::optional<tiling::SquareTiles> square_tiles_of(const TilingReport& report) {
  if (report.tiling.phases().empty()) return std::nullopt;
  const auto last = static_cast<std::uint32_t>(report.tiling.phases().size() - 1);
  const std::optional<tiling::TiledProduct> product = tiling::find_product(report.tiling, last);
  return product ? tiling::square_tiles(report.tiling, *product, last, report.result.launch.block)
                 : std::nullopt;
}

std::string tiling_text(const TilingReport& report, bool all_sizes, bool color, std::size_t width) {
  const tiling::Tiling& tiling = report.tiling;
  const source::ResolvedLaunch& launch = report.result.launch;
  std::string text = fmt::format("{}: block {} of {}, {} threads\n", launch.kernel, report.block,
                                 grouped(launch.grid.count()),
                                 box_text(launch.block.x, launch.block.y, launch.block.z));
  const auto with_occupancy = [&](std::string made) {
    return made + occupancy_text(occupancy_of(report), color, width);
  };
  if (tiling.phases().empty())
    return with_occupancy(
        text + "No tile here: this block writes nothing to a __shared__ array, so there are no phases.\n");
  text += "\n";
  for (const tiling::TilingBuffer& b : tiling.buffers()) {
    const bool used = std::any_of(
        tiling.phases().begin(), tiling.phases().end(), [&](const tiling::TilingPhase& p) {
          const tiling::BufferPhase& of = p.buffers[static_cast<std::size_t>(&b - tiling.buffers().data())];
          return of.loads + of.stores != 0;
        });
    if (used)
      text += fmt::format("  {}: {}, global\n", b.name,
                          b.is_matrix() ? shape_text(b) : counted(b.count(), "element"));
  }
  for (const tiling::TilingArray& a : tiling.arrays())
    text += fmt::format("  {}: {}, shared\n", a.name,
                        a.wrapped ? counted(a.count, "element")
                                  : fmt::format("{} x {}", a.rows(), a.columns));
  text += "\n" + phase_table(tiling).text(color, width);
  if (tiling.truncated()) text += "\n  The record of the block ends early: later phases are not shown.\n";
  if (const std::optional<tiling::SquareTiles> square = square_tiles_of(report))
    return text + sizes_text(report, *square, all_sizes, color, width);
  return with_occupancy(text); // of square tiles the table above has it for each size
}

std::string tiling_json(const TilingReport& report) {
  const tiling::Tiling& tiling = report.tiling;
  const source::ResolvedLaunch& launch = report.result.launch;
  ordered_json buffers = ordered_json::array(), arrays = ordered_json::array(),
               phases = ordered_json::array();
  for (const tiling::TilingBuffer& b : tiling.buffers())
    buffers.push_back({{"name", b.name},
                       {"elements", b.count()},
                       {"element_bytes", b.element_size},
                       {"rows", b.rows()},
                       {"columns", b.columns()}});
  for (const tiling::TilingArray& a : tiling.arrays())
    arrays.push_back({{"name", a.name},
                      {"elements", a.count},
                      {"element_bytes", a.element_size},
                      {"rows", a.rows()},
                      {"columns", a.columns},
                      {"one_dimension", a.wrapped}});
  for (std::size_t p = 0; p < tiling.phases().size(); ++p) phases.push_back(phase_json(report, p));
  ordered_json document = {{"kernel", launch.kernel},
                           {"grid", triple(launch.grid)},
                           {"block", triple(launch.block)},
                           {"traced_block", report.block},
                           {"device", report.device.id},
                           {"truncated", tiling.truncated()},
                           {"buffers", buffers},
                           {"arrays", arrays},
                           {"phases", phases}};
  document["registers"] = report.registers == 0 ? ordered_json()
                                                : ordered_json{{"per_thread", report.registers},
                                                               {"from", report.registers_from}};
  const std::optional<tiling::SquareTiles> square = square_tiles_of(report);
  document["product"] = square ? ordered_json{{"m", square->shape.m},
                                              {"n", square->shape.n},
                                              {"k", square->shape.k},
                                              {"tile", square->tile}}
                               : ordered_json();
  document["occupancy"] = occupancy_json(occupancy_of(report));
  document["tile_sizes"] = square ? sizes_json(report, *square) : ordered_json::array();
  return document.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace warpscope::cli
