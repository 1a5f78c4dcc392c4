// warpscope layout [SWIZZLE] LAYOUT […]: where a tile's elements lie in shared memory, and what a row or a
// column of it costs, plainly and through a swizzle.
#include "app/cli/style.h"
#include "app/cli/subcommand.h"
#include "app/cli/table.h"
#include "sim/base/diagnostic.h"
#include "sim/layouts/layouts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>

namespace warpscope::cli {

namespace {

struct LayoutOptions {
  std::vector<std::string> texts; ///< the layout, or a swizzle and the layout
  std::string type = "float", unit = "elements";
  std::optional<std::uint32_t> row, column;
  std::uint32_t bytes = 0;
  bool json = false, cells = false;
};

const char* unit_name(layouts::Unit unit) { return unit == layouts::Unit::Bytes ? "bytes" : "elements"; }

/// Returns what is wrong with the text of a field, as a compiler says it.
std::string fault_text(const char* field, const std::string& text, const layouts::Fault& fault) {
  const auto column = static_cast<std::uint32_t>(fault.at) + 1;
  return format_diagnostic({Severity::Error, field, {1, column, 1, column + 1}, fault.message, text, {}});
}

nlohmann::ordered_json side_json(const layouts::Side& side) {
  const model::BankCounts& counts = side.service.counts;
  return {{"wavefronts", counts.wavefronts},
          {"ideal_wavefronts", counts.ideal_wavefronts},
          {"misaligned", side.misaligned},
          {"torn", side.torn},
          {"doubled", side.doubled}};
}

nlohmann::ordered_json cells_json(const layouts::Tile& tile, const std::vector<std::uint32_t>& bytes) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (std::uint32_t row = 0; row < tile.rows; ++row) {
    const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(row) * tile.columns;
    rows.push_back(std::vector<std::uint32_t>(first, first + tile.columns));
  }
  return rows;
}

/// "32 of 64 pieces misaligned, 32 torn"; empty: all can be read.
std::string what_is_wrong(std::uint32_t pieces, std::uint32_t misaligned, std::uint32_t torn) {
  std::string text;
  if (misaligned != 0) text = fmt::format("{} of {} pieces misaligned", grouped(misaligned), grouped(pieces));
  if (torn != 0)
    text += text.empty() ? fmt::format("{} of {} pieces torn", grouped(torn), grouped(pieces))
                         : fmt::format(", {} torn", grouped(torn));
  return text;
}

int run_layout(const LayoutOptions& options, Context& context) {
  Console& console = context.console;
  const bool swizzled = options.texts.size() == 2;
  const std::string& layout = options.texts.back();
  layouts::Swizzle swizzle;
  if (swizzled) {
    const auto parsed = layouts::parse_swizzle(options.texts.front());
    if (!parsed.value) {
      console.err << fault_text("swizzle", options.texts.front(), parsed.fault);
      return exit_usage;
    }
    swizzle = *parsed.value;
  }
  const auto tile = layouts::parse_tile(layout);
  if (!tile.value) {
    console.err << fault_text("layout", layout, tile.fault);
    return exit_usage;
  }
  std::uint32_t element = 0;
  for (const layouts::ElementType& type : layouts::element_types())
    if (type.name == options.type) element = type.bytes;
  const layouts::Reading reading{!options.row.has_value(), options.row.value_or(options.column.value_or(0)),
                                 options.bytes};
  const std::uint32_t end = reading.column ? tile.value->columns : tile.value->rows;
  if (reading.index >= end) {
    complain(console, fmt::format("--{} {}: the tile has {}", reading.column ? "column" : "row",
                                  reading.index, counted(end, reading.column ? "column" : "row")));
    return exit_usage;
  }
  const layouts::Unit unit = options.unit == "bytes" ? layouts::Unit::Bytes : layouts::Unit::Elements;
  const layouts::Study study = layouts::study(*tile.value, swizzle, unit, element, reading);
  const auto counted_rows = layouts::counted_otherwise(*tile.value, swizzle, unit, element, reading);

  if (options.json) {
    nlohmann::ordered_json lanes = nlohmann::ordered_json::array(), rows = nlohmann::ordered_json::array();
    for (std::size_t lane = 0; lane < study.lanes.size(); ++lane) {
      const std::uint32_t before = study.plain.access.offset[lane],
                          after = study.swizzled.access.offset[lane];
      lanes.push_back({{"row", study.lanes[lane].row},
                       {"column", study.lanes[lane].column},
                       {"byte", before},
                       {"bank", before / 4 % 32},
                       {"swizzled_byte", after},
                       {"swizzled_bank", after / 4 % 32}});
    }
    for (const layouts::Counted& row : counted_rows)
      rows.push_back({{"unit", unit_name(row.unit)},
                      {"swizzle", row.swizzle.text()},
                      {"in_force", row.in_force},
                      {"wavefronts", row.wavefronts},
                      {"misaligned", row.misaligned},
                      {"torn", row.torn},
                      {"tma_bytes", row.tma}});
    nlohmann::ordered_json document{{"swizzle", swizzle.identity() ? "" : swizzle.text()},
                                    {"layout", layout},
                                    {"type", options.type},
                                    {"unit", unit_name(unit)},
                                    {"rows", tile.value->rows},
                                    {"columns", tile.value->columns},
                                    {"access",
                                     {{"along", reading.column ? "column" : "row"},
                                      {"index", reading.index},
                                      {"bytes", study.width()},
                                      {"pieces", study.pieces},
                                      {"lanes", std::move(lanes)}}},
                                    {"plain", side_json(study.plain)},
                                    {"swizzled", side_json(study.swizzled)},
                                    {"counted", std::move(rows)}};
    if (options.cells) {
      document["plain"]["cells"] = cells_json(*tile.value, study.plain.byte);
      document["swizzled"]["cells"] = cells_json(*tile.value, study.swizzled.byte);
    }
    console.out << document.dump(2) << "\n";
    return exit_done;
  }

  const auto wavefronts = [&](std::uint32_t count, std::uint32_t ideal) {
    return Cell{grouped(count), count > ideal ? Tint::Bad : Tint::Good};
  };
  console.out << fmt::format("{} × {} of {}; {} {}: {} of {} bytes\n\n", grouped(tile.value->rows),
                             grouped(tile.value->columns), options.type, reading.column ? "column" : "row",
                             reading.index, counted(study.lanes.size(), "lane"), study.width());
  Table table;
  table.column("", Table::Align::Left)
      .column("", Table::Align::Left)
      .column("wavefronts")
      .column("ideal")
      .column("", Table::Align::Left);
  const auto add = [&](const std::string& what, const std::string& how, std::uint32_t count,
                       std::string note) {
    const std::uint32_t ideal = study.plain.service.counts.ideal_wavefronts;
    table.row({{what}, {how}, wavefronts(count, ideal), {grouped(ideal)}, {std::move(note), Tint::Dim}});
  };
  const auto note_of = [&](std::uint32_t misaligned, std::uint32_t torn, std::uint32_t doubled,
                           std::uint32_t tma) {
    std::string note = what_is_wrong(study.pieces, misaligned, torn);
    if (doubled != 0)
      note += fmt::format("{}{} where another one lies", note.empty() ? "" : ", ",
                          counted(doubled, "element"));
    if (note.empty() && tma != 0) note = fmt::format("TMA: {}-byte swizzle", tma);
    return note;
  };
  add("as it lies", "", study.plain.service.counts.wavefronts,
      note_of(study.plain.misaligned, study.plain.torn, study.plain.doubled, 0));
  if (!swizzle.identity())
    for (const layouts::Counted& row : counted_rows)
      add(unit_name(row.unit), row.swizzle.text() + (row.in_force ? " *" : ""), row.wavefronts,
          note_of(row.misaligned, row.torn, 0, row.tma));
  console.out << table.text(console.color_out, console.width);
  if (!swizzle.identity())
    console.out
        << "\n* as asked for. A swizzle of elements changes other bits than the same numbers on bytes.\n";
  return exit_done;
}

} // namespace

void add_layout(CLI::App& parent, Action& action) {
  CLI::App* app = parent.add_subcommand(
      "layout", "What a row or column of a tile costs, plainly and through a swizzle of CuTe's");
  const auto options = std::make_shared<LayoutOptions>();
  app->add_option("texts", options->texts,
                  "Swizzle<B,M,S> and a shape with its strides, or an expression in row and col")
      ->required()
      ->expected(1, 2)
      ->type_name("[SWIZZLE] LAYOUT");
  std::vector<std::string> types;
  for (const layouts::ElementType& type : layouts::element_types()) types.emplace_back(type.name);
  app->add_option("--type", options->type, "Type of an element: char, half, float, double or float4")
      ->capture_default_str()
      ->check(CLI::IsMember(types))
      ->type_name("TYPE");
  app->add_option("--unit", options->unit, "What the swizzle counts: elements (CuTe) or bytes (TMA)")
      ->capture_default_str()
      ->check(CLI::IsMember({"elements", "bytes"}))
      ->type_name("UNIT");
  CLI::Option* column = app->add_option("--column", options->column,
                                        "The lanes of a warp read down this column (0 without it)")
                            ->type_name("N");
  app->add_option("--row", options->row, "The lanes read along this row instead")
      ->type_name("N")
      ->excludes(column);
  app->add_option("--bytes", options->bytes,
                  "Bytes that a lane reads; without it what the swizzle keeps together, 16 at most")
      ->check(CLI::IsMember({1, 2, 4, 8, 16}))
      ->type_name("N");
  app->add_flag("--json", options->json, "One JSON document instead of a table");
  app->add_flag("--cells", options->cells, "With --json: the byte of each element of the tile");
  app->footer("Examples:\n"
              "  warpscope layout 'Swizzle<3,3,3>' '(8,64):(64,1)' --type half --column 16\n"
              "  warpscope layout '(32,32): row*33 + col' --column 0\n"
              "Exit codes: 0 done; 2 bad usage or a text that is no layout.");
  app->callback(
      [&action, options] { action = [options](Context& context) { return run_layout(*options, context); }; });
}

} // namespace warpscope::cli
