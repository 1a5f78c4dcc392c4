// warpscope expr 'EXPRESSION' […]: the cost of one warp's access, and why.
#include "app/cli/expression_run.h"
#include "app/cli/input.h"
#include "app/cli/sim_report.h"
#include "app/cli/style.h"
#include "app/cli/table.h"
#include "app/export/expression_json.h"
#include "sim/model/banks.h"
#include "sim/model/sectors.h"

#include <fmt/format.h>

#include <memory>
#include <ostream>

namespace warpscope::cli {

namespace {

struct ExprOptions {
  std::string expression, device = "cc90";
  ExpressionOptions how;
  bool json = false, show_kernel = false;
};

Tint tint_of(view::Headline::Tone tone) {
  return tone == view::Headline::Tone::Conflict ? Tint::Bad : Tint::Good;
}

/// Describes the banks of a wavefront: a single bank with its word, else the number of banks.
std::string banks_text(const model::BankWavefront& wavefront) { return lane_list(wavefront.banks); }

std::string shared_details(const WarpAccess& access, AccessKind kind, bool color, unsigned width) {
  const model::BankService service = model::serve_banks(access, kind);
  const model::BankCounts& c = service.counts;
  std::string out = fmt::format(
      "  requests {}   wavefronts {}   ideal {}   bank conflicts {}\n\n", c.requests,
      tinted(std::to_string(c.wavefronts), !model::lanes_wait(c) ? Tint::Good : Tint::Bad, color),
      c.ideal_wavefronts, c.bank_conflicts);
  if (model::loops(access, kind)) {
    const model::LoopCounts loop = model::count_loop(access);
    out.insert(out.size() - 1,
               fmt::format("  of its loop's loads: requests {}   wavefronts {}   bank conflicts {}\n",
                           loop.loads.requests, loop.loads.wavefronts, loop.loads.bank_conflicts));
  }
  Table table;
  table.column("wavefront").column("lanes", Table::Align::Left).column("banks", Table::Align::Left);
  for (std::size_t w = 0; w < service.wavefronts.size(); ++w)
    table.row({{std::to_string(w + 1), Tint::Bold},
               {lane_list(service.wavefronts[w].lanes)},
               {banks_text(service.wavefronts[w])}});
  return out + table.text(color, width);
}

/// Names the elements in a range of the Global window: "in[32..39]"; the address when no buffer holds it.
std::string stretch_text(std::uint32_t address, std::uint32_t bytes,
                         const std::vector<program::NamedMemory>& places) {
  for (const program::NamedMemory& place : places) {
    if (address < place.offset || address >= place.offset + place.bytes) continue;
    const std::uint32_t element = std::max(place.element_size, 1u);
    const std::uint32_t first = (address - place.offset) / element;
    const std::uint32_t last = (address - place.offset + bytes - 1) / element;
    return first == last ? fmt::format("{}[{}]", place.name, first)
                         : fmt::format("{}[{}..{}]", place.name, first, last);
  }
  return fmt::format("0x{:x}", address);
}

std::string global_details(const WarpAccess& access, AccessKind kind,
                           const std::vector<program::NamedMemory>& places, bool color, unsigned width) {
  const model::SectorCounts c = model::count_sectors(access, kind);
  std::string out = fmt::format(
      "  requests {}   sectors {}   ideal {} ({} %)   lines {}   bytes moved {}, used {} ({} %)\n\n",
      c.requests,
      tinted(std::to_string(c.sectors), c.sectors == c.ideal_sectors ? Tint::Good : Tint::Bad, color),
      c.ideal_sectors, c.sectors == 0 ? 0 : 100 * c.ideal_sectors / c.sectors, c.lines, 32 * c.sectors,
      c.used_bytes, c.sectors == 0 ? 0 : 100 * c.used_bytes / (32 * c.sectors));
  Table table;
  table.column("line")
      .column("sectors", Table::Align::Left)
      .column("holds", Table::Align::Left)
      .column("used")
      .column("", Table::Align::Left);
  const std::vector<model::TouchedSector> sectors = model::touched_sectors(access, kind);
  std::size_t number = 0;
  for (std::size_t s = 0; s < sectors.size();) {
    const std::uint32_t line = sectors[s].address / 128;
    std::string shown[4] = {"·", "·", "·", "·"};
    int used = 0;
    for (; s < sectors.size() && sectors[s].address / 128 == line; ++s) {
      const int bytes = __builtin_popcount(sectors[s].used_bytes);
      shown[sectors[s].address / 32 % 4] = bytes == 32 ? "█" : "▒";
      used += bytes;
    }
    table.row({{std::to_string(++number)},
               {shown[0] + shown[1] + shown[2] + shown[3]},
               {stretch_text(line * 128, 128, places)},
               {std::to_string(used)},
               {"of 128 bytes", Tint::Dim}});
  }
  return out + table.text(color, width);
}

std::string describe_event(const ExpressionRun& run, std::size_t index, bool color, unsigned width) {
  const trace::BlockTrace& trace = *run.result().trace;
  const trace::BlockTrace::Event& event = trace.event(index);
  const program::Site& site = run.result().program->sites[event.site_or_pc];
  const WarpAccess access = trace.access(index);
  const view::Headline headline = exporting::access_headline(run.run, index);
  std::string out = tinted(headline.strong, tint_of(headline.tone), color) + headline.rest + "\n";
  if (!headline.lead.empty() || !headline.explanation.empty())
    out += headline.lead + (headline.explanation.empty() ? "" : ": " + headline.explanation) + "\n";
  out += fmt::format("\n  {}   {} {}, {} a lane, warp {}, lanes {}\n",
                     tinted(site.text.empty() ? "the access" : site.text, Tint::Bold, color),
                     name_of(event.space), name_of(event.access_kind), counted(access.width, "byte"),
                     event.warp, lane_list(access.mask));
  if (cost_rule(event.space) == CostRule::Banks)
    out += shared_details(access, event.access_kind, color, width);
  if (cost_rule(event.space) == CostRule::Sectors)
    out += global_details(access, event.access_kind, run.run->buffers(), color, width);
  return out;
}

int run_expr(const ExprOptions& options, Context& context) {
  Console& console = context.console;
  std::string error;
  const Device* device = find_device_or_say(options.device, error);
  if (device == nullptr) {
    complain(console, error);
    return exit_usage;
  }
  const std::optional<ExpressionRun> run = run_expression(options.expression, options.how, *device, console);
  if (!run) return exit_usage;
  if (options.json) {
    console.out << exporting::expression_json(run->run, run->kernel, options.how.warp);
  } else {
    for (std::size_t i = 0; i < run->events.size(); ++i)
      console.out << (i > 0 ? "\n" : "")
                  << describe_event(*run, run->events[i], console.color_out, console.width);
    if (run->events.empty() && run->result().status == run::Status::Done)
      console.out << fmt::format("the expression touches no shared, global or constant memory in warp {}\n",
                                 options.how.warp);
    if (options.show_kernel) console.out << "\n" << run->kernel.text;
  }
  console.out.flush();
  console.err << sim_problems(run->result());
  return exit_code_of(run->result().status);
}

} // namespace

void add_expr(CLI::App& parent, Action& action) {
  CLI::App* app = parent.add_subcommand("expr", "Simulate one index expression for one warp");
  const auto options = std::make_shared<ExprOptions>();
  app->add_option("expression", options->expression,
                  "The access, in single quotes: 'tile[threadIdx.x][threadIdx.y]'")
      ->required()
      ->type_name("EXPRESSION");
  options->how.add_to(*app);
  app->add_option("--device", options->device, "Device (see `warpscope devices`)")
      ->capture_default_str()
      ->type_name("ID");
  app->add_flag("--json", options->json, "One JSON document: the counts of this warp's access");
  app->add_flag("--show-kernel", options->show_kernel,
                "Print the kernel that was written around the expression");
  app->footer("Examples:\n"
              "  warpscope expr 'tile[threadIdx.x][threadIdx.y]' --decl '__shared__ float tile[32][33]' "
              "--block 32,8\n"
              "  warpscope expr 'a[threadIdx.x * 2]'\n"
              "  warpscope expr 'p[threadIdx.x]' --decl 'const float4 *p' --block 64 --warp 1 --json");
  app->callback(
      [&action, options] { action = [options](Context& context) { return run_expr(*options, context); }; });
}

} // namespace warpscope::cli
