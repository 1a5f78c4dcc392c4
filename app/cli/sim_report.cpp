// The tables and sentences of `warpscope sim`.
#include "app/cli/sim_report.h"

#include "app/cli/style.h"
#include "app/cli/table.h"
#include "sim/base/text.h"
#include "sim/run/hazard_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <tuple>
#include <utility>

namespace warpscope::cli {

namespace {

constexpr AccessKind kinds[] = {AccessKind::Load, AccessKind::Store, AccessKind::Atomic};

/// A row of a table: one access of the text, of one kind.
struct AccessRow {
  const program::Site* site;
  const model::Totals* totals;
  AccessKind kind;
};

std::string access_text(const run::Result& result, const program::Site& site) {
  if (!site.text.empty()) return std::string(trimmed(site.text));
  if (!site.instruction.empty()) return site.instruction;
  if (site.span.known())
    return std::string(trimmed(line_of(run::text_of(result, site.span).text, site.span.line)));
  // The copy that a thread has of a parameter which is written to, or whose address is taken.
  const std::vector<program::Parameter>& all = result.program->kernels[result.kernel].parameters;
  const bool parameter = std::any_of(
      all.begin(), all.end(), [&](const program::Parameter& one) { return one.name == site.variable; });
  return parameter ? fmt::format("{} (a thread's copy of the parameter)", site.variable) : site.variable;
}

std::string line_text(const run::Result& result, const program::Site& site) {
  if (!site.span.known()) return "?";
  const std::string line = std::to_string(site.span.line);
  if (site.span.file == 0) return line;
  const std::string_view file = run::text_of(result, site.span).file;
  return fmt::format("{}:{}", file.substr(file.rfind('/') + 1), line);
}

/// Returns the sites for which `counts` is not zero, in the order of the text.
template <class Counts> std::vector<AccessRow> rows_of(const run::Result& result, Counts counts) {
  std::vector<AccessRow> rows;
  for (std::size_t s = 0; s < result.sites.size(); ++s)
    for (const AccessKind kind : kinds)
      if (counts(result.sites[s], kind).requests != 0)
        rows.push_back({&result.program->sites[s], &result.sites[s], kind});
  std::stable_sort(rows.begin(), rows.end(), [](const AccessRow& a, const AccessRow& b) {
    return std::tuple(a.site->span.file, a.site->span.line, a.site->span.column) <
           std::tuple(b.site->span.file, b.site->span.line, b.site->span.column);
  });
  return rows;
}

Cell compared(std::uint64_t value, std::uint64_t ideal) {
  return {grouped(value), value > ideal ? Tint::Bad : Tint::Good};
}

std::string average(std::uint64_t value, std::uint64_t requests) {
  if (requests == 0) return "";
  if (value % requests == 0) return grouped(value / requests);
  return fmt::format("{:.1f}", static_cast<double>(value) / static_cast<double>(requests));
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "";
  return fmt::format("{:.0f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

Table access_table() {
  Table table;
  table.column("line").column("access", Table::Align::Left).column("", Table::Align::Left);
  return table;
}

/// Returns a table's title: "Shared memory".
std::string title_of(std::string_view space, bool color) {
  std::string title = std::string(space) + " memory";
  title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
  return tinted(title, Tint::Bold, color);
}

/// The three tables: one for each rule, of the space whose totals `of` returns.
template <class Of>
std::string bank_table(const run::Result& result, std::string_view space, Of of, bool color, unsigned width) {
  const auto counts = [of](const model::Totals& t, AccessKind kind) { return of(t)[static_cast<int>(kind)]; };
  Table table = access_table();
  table.column("requests").column("lanes").column("wavefronts").column("ideal").column("conflicts");
  table.column("each");
  const auto add = [&](std::string line, std::string access, AccessKind kind, const model::SharedTotals& t) {
    table.row({{std::move(line)},
               {std::move(access)},
               {std::string(name_of(kind))},
               {grouped(t.requests)},
               {average(t.lanes, t.requests)},
               compared(t.wavefronts, t.ideal_wavefronts),
               {grouped(t.ideal_wavefronts)},
               {grouped(t.bank_conflicts)},
               {average(t.wavefronts, t.requests), Tint::Bold}});
  };
  for (const AccessRow& row : rows_of(result, counts))
    add(line_text(result, *row.site), access_text(result, *row.site), row.kind,
        counts(*row.totals, row.kind));
  if (table.empty()) return "";
  table.rule();
  for (const AccessKind kind : kinds)
    if (const model::SharedTotals t = counts(result.totals, kind); t.requests != 0) add("", "all", kind, t);
  return title_of(space, color) + " (each: wavefronts of one warp's access; lanes: active ones of its 32)\n" +
         table.text(color, width) + "\n";
}

template <class Of>
std::string sector_table(const run::Result& result, std::string_view space, Of of, bool color,
                         unsigned width) {
  const auto counts = [of](const model::Totals& t, AccessKind kind) { return of(t)[static_cast<int>(kind)]; };
  Table table = access_table();
  table.column("requests").column("lanes").column("sectors").column("ideal").column("lines");
  table.column("each").column("ideal %");
  const auto add = [&](std::string line, std::string access, AccessKind kind, const model::GlobalTotals& t) {
    table.row({{std::move(line)},
               {std::move(access)},
               {std::string(name_of(kind))},
               {grouped(t.requests)},
               {average(t.lanes, t.requests)},
               compared(t.sectors, t.ideal_sectors),
               {grouped(t.ideal_sectors)},
               {grouped(t.lines)},
               {average(t.sectors, t.requests), Tint::Bold},
               {percent(t.ideal_sectors, t.sectors)}});
  };
  for (const AccessRow& row : rows_of(result, counts))
    add(line_text(result, *row.site), access_text(result, *row.site), row.kind,
        counts(*row.totals, row.kind));
  if (table.empty()) return "";
  table.rule();
  for (const AccessKind kind : kinds)
    if (const model::GlobalTotals t = counts(result.totals, kind); t.requests != 0) add("", "all", kind, t);
  return title_of(space, color) +
         " (each: 32-byte sectors of one warp's access; lanes: active ones of its 32; ideal: sectors that\n"
         "the bytes would need if they lay side by side)\n" +
         table.text(color, width) + "\n";
}

template <class Of>
std::string pass_table(const run::Result& result, std::string_view space, Of of, bool color, unsigned width) {
  Table table = access_table();
  table.column("requests").column("lanes").column("passes").column("each");
  for (const AccessRow& row : rows_of(result, [of](const model::Totals& t, AccessKind kind) {
         return kind == AccessKind::Load ? of(t) : model::ConstantTotals{};
       })) {
    const model::ConstantTotals& t = of(*row.totals);
    table.row({{line_text(result, *row.site)},
               {access_text(result, *row.site)},
               {"load"},
               {grouped(t.requests)},
               {average(t.lanes, t.requests)},
               compared(t.passes, t.requests),
               {average(t.passes, t.requests), Tint::Bold}});
  }
  if (table.empty()) return "";
  return title_of(space, color) +
         " (each: passes of one warp's access, one for each distinct address; lanes: active ones of its "
         "32)\n" +
         table.text(color, width) + "\n";
}

std::string local_table(const run::Result& result, bool color, unsigned width) {
  const auto counts = [](const model::Totals& t, AccessKind kind) {
    return kind == AccessKind::Atomic ? model::LocalTotals{} : t.local[static_cast<int>(kind)];
  };
  Table table = access_table();
  table.column("requests").column("lanes").column("sectors").column("each");
  const auto add = [&](std::string line, std::string access, AccessKind kind, const model::LocalTotals& t) {
    table.row({{std::move(line)},
               {std::move(access)},
               {std::string(name_of(kind))},
               {grouped(t.requests)},
               {average(t.lanes, t.requests)},
               {grouped(t.local_sectors)},
               {average(t.local_sectors, t.requests), Tint::Bold}});
  };
  // The zeros of an initialiser are a store for each element, of one text.
  const std::vector<AccessRow> rows = rows_of(result, counts);
  for (std::size_t i = 0; i < rows.size();) {
    const std::string line = line_text(result, *rows[i].site), text = access_text(result, *rows[i].site);
    const AccessKind kind = rows[i].kind;
    model::LocalTotals sum;
    for (; i < rows.size() && rows[i].kind == kind && line_text(result, *rows[i].site) == line &&
           access_text(result, *rows[i].site) == text;
         ++i)
      sum += counts(*rows[i].totals, kind);
    add(line, text, kind, sum);
  }
  if (table.empty()) return "";
  table.rule();
  for (const AccessKind kind : {AccessKind::Load, AccessKind::Store})
    if (const model::LocalTotals t = counts(result.totals, kind); t.requests != 0) add("", "all", kind, t);
  const bool compiled = result.as_compiled || result.code != nullptr;
  return title_of("local", color) +
         (compiled
              ? " (a thread's own arrays that stay in memory; each: 32-byte sectors of one warp's access)\n"
              : " (a thread's own arrays, as the text has them; which of them stay in memory:\n"
                "--as-compiled; each: 32-byte sectors of one warp's access)\n") +
         table.text(color, width) + "\n";
}

/// The tables of the spaces that are counted: banks first, then sectors, then passes.
std::string count_tables(const run::Result& result, bool color, unsigned width) {
  std::string banks, sectors, passes;
#define WARPSCOPE_OF(key) #key, [](const model::Totals& t) -> const auto& { return t.key; }
#define WARPSCOPE_TABLE_Banks(key) banks += bank_table(result, WARPSCOPE_OF(key), color, width);
#define WARPSCOPE_TABLE_Sectors(key) sectors += sector_table(result, WARPSCOPE_OF(key), color, width);
#define WARPSCOPE_TABLE_Passes(key) passes += pass_table(result, WARPSCOPE_OF(key), color, width);
#define WARPSCOPE_TABLE_Uncounted(key)
#define WARPSCOPE_SPACE(name, key, llvm_number, load, store, atomic, cost, ...) WARPSCOPE_TABLE_##cost(key)
#include "sim/base/spaces.def"
#undef WARPSCOPE_SPACE
#undef WARPSCOPE_TABLE_Banks
#undef WARPSCOPE_TABLE_Sectors
#undef WARPSCOPE_TABLE_Passes
#undef WARPSCOPE_TABLE_Uncounted
#undef WARPSCOPE_OF
  return banks + sectors + passes + local_table(result, color, width);
}

std::string check_lines(const run::Result& result, bool color) {
  std::string out;
  for (const run::CheckResult& check : result.checks)
    out += check.mismatches == 0
               ? fmt::format("Check  {}  {}\n", tinted("ok", Tint::Good, color),
                             check.output + " is what the reference kernel computes")
               : fmt::format("Check  {}  {}: {}\n", tinted("failed", Tint::Bad, color), check.output,
                             check.mismatches == 1 ? check.first
                                                   : fmt::format("{} elements differ, the first: {}",
                                                                 grouped(check.mismatches), check.first));
  return out;
}

std::string scale_text(const run::Result& result) {
  const auto part = static_cast<double>(std::max<std::uint64_t>(result.run.simulated_blocks, 1));
  return fmt::format("{:.4g}", static_cast<double>(result.run.total_blocks) / part);
}

} // namespace

std::string sim_report(const run::Result& result, const Device& device, bool color, unsigned width) {
  const source::ResolvedLaunch& launch = result.launch;
  std::string out;
  if (!result.scenario.title.empty()) out += tinted(result.scenario.title, Tint::Bold, color) + "\n";
  out += fmt::format("{}<<<{}, {}>>>", launch.kernel, box_text(launch.grid.x, launch.grid.y, launch.grid.z),
                     box_text(launch.block.x, launch.block.y, launch.block.z));
  for (const auto& [name, value] : launch.macros) out += fmt::format("  {}={}", name, value);
  if (launch.dynamic_shared_bytes != 0) out += fmt::format("  shared={}", launch.dynamic_shared_bytes);
  if (launch.max_registers != 0) out += fmt::format("  max_registers={}", launch.max_registers);
  out += "  " + tinted(device.label(), Tint::Dim, color) + "\n\n";
  if (result.scaled)
    out += tinted(
               fmt::format("Scaled: {} of {} were run, spread over the grid; every count is theirs times {}",
                           grouped(result.run.simulated_blocks), counted(result.run.total_blocks, "block"),
                           scale_text(result)),
               Tint::Bold, color) +
           "\n\n";
  if (result.as_compiled)
    out +=
        tinted(
            "As compiled, predicted: what an optimising compiler leaves of the text, a row for each access",
            Tint::Bold, color) +
        (launch.max_registers == 0 ? "\n\n"
                                   : fmt::format("\nThe limit of {} is not in it: predicted code has as many "
                                                 "registers as it wants and spills none.\n\n",
                                                 counted(launch.max_registers, "register")));
  if (result.code != nullptr)
    out += tinted(fmt::format("As compiled, read: what NVRTC of this machine made of the text, {} and {} of "
                              "local memory a thread, a row for each instruction",
                              counted(result.code->registers, "register"),
                              counted(result.code->local_bytes, "byte")),
                  Tint::Bold, color) +
           "\n\n";
  out += count_tables(result, color, width);
  out += check_lines(result, color);
  const bool part = result.run.simulated_blocks != result.run.total_blocks;
  out += tinted(fmt::format("{}{}, {}, {}; compiled in {}, simulated in {}",
                            part ? grouped(result.run.simulated_blocks) + " of " : "",
                            counted(result.run.total_blocks, "block"),
                            counted(result.scaled_warp_instructions, "warp instruction"),
                            counted(result.scaled_barriers, "barrier"), duration(result.compile_seconds),
                            duration(result.run_seconds)),
                Tint::Dim, color) +
         "\n";
  return out;
}

namespace {

/// Faults of one kind at one instruction, each of a block of its own.
struct FaultsOfBlocks {
  const trace::Fault* first = nullptr;
  std::uint64_t blocks = 0;
};

/// Each fault once: of a wrong line every block tells the same.
std::string fault_lines(const run::Result& result, bool& budget_told) {
  std::vector<FaultsOfBlocks> all;
  for (const trace::Fault& fault : result.run.faults) {
    // Every host thread that noticed reports it: one is enough.
    if (fault.kind == trace::FaultKind::Budget && std::exchange(budget_told, true)) continue;
    const auto known = std::find_if(all.begin(), all.end(), [&](const FaultsOfBlocks& one) {
      return one.first->pc == fault.pc && one.first->kind == fault.kind;
    });
    if (known == all.end()) all.push_back({&fault, 1});
    else ++known->blocks;
  }
  const bool more = result.run.faulted_blocks > result.run.faults.size();
  if (all.size() == 1 && more) all.front().blocks = result.run.faulted_blocks;
  std::string out;
  for (const FaultsOfBlocks& one : all) {
    const bool unknown = more && all.size() > 1; // of those that are not listed
    const std::string times = one.blocks < 2 || unknown ? ""
                                                        : fmt::format(" (the first of {} that fault here)",
                                                                      counted(one.blocks, "block"));
    out += format_diagnostic(run::at_pc(result, one.first->pc, one.first->message + times));
  }
  if (more && all.size() > 1)
    out += fmt::format("{} faulted; the first faults are told above\n",
                       counted(result.run.faulted_blocks, "block"));
  return out;
}

} // namespace

std::string sim_problems(const run::Result& result) {
  bool budget_told = false;
  std::string out = fault_lines(result, budget_told);
  for (const races::Hazard& hazard : result.hazards)
    out += format_diagnostic(run::describe_hazard(result, hazard));
  for (const exec::BarrierDivergence& divergence : result.run.barrier_divergence)
    out += format_diagnostic(run::describe_divergence(result, divergence));
  if (result.run.budget_message.empty()) budget_told = budget_told || has_errors(result.diagnostics);
  if (result.status == run::Status::BudgetExceeded && !budget_told)
    out += fmt::format("error: {}\n", result.run.budget_message.empty() ? "the run was too long"
                                                                        : result.run.budget_message);
  if (result.status == run::Status::Cancelled)
    out += fmt::format("stopped after {} of {}; the counts are theirs\n",
                       grouped(result.run.simulated_blocks), counted(result.run.total_blocks, "block"));
  return out;
}

int exit_code_of(run::Status status) {
  switch (status) {
  case run::Status::Done: return exit_done;
  case run::Status::UserError: return exit_usage;
  case run::Status::Faulted:
  case run::Status::Deadlock:
  case run::Status::BudgetExceeded:
  case run::Status::CheckFailed:
  case run::Status::Cancelled: return exit_failed;
  }
  return exit_failed;
}

} // namespace warpscope::cli
