// Tables of what a whole program did, and its findings with their lines.
#include "app/cli/program_report.h"

#include "app/cli/style.h"
#include "app/cli/table.h"
#include "sim/whole/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace warpscope::cli {

namespace {

constexpr std::size_t most_rows = 40, most_findings = 25;

std::string at_text(const whole::Place& place, const std::string& folder) {
  return place.known() ? fmt::format("{}:{}", whole::shown_path(place.file, folder), place.line) : "";
}

/// The line that wastes most, with how many times the ideal it needs: "line 12: 8.0 × sectors".
/// A line of another text than the launch's has the text's name before it.
std::string worst_line(const whole::LaunchRecord& launch, const std::vector<program::SourceFile>& texts) {
  const run::Result& result = launch.result;
  std::string text;
  double worst = 1.05;
  std::uint64_t wasted = 0;
  const auto look = [&](const run::LineCounts& line, std::uint64_t has, std::uint64_t ideal,
                        const char* what) {
    if (ideal == 0 || has <= ideal || has - ideal <= wasted) return;
    const double ratio = static_cast<double>(has) / static_cast<double>(ideal);
    if (ratio < worst) return;
    wasted = has - ideal;
    const bool elsewhere = line.file < texts.size() && texts[line.file].path != launch.place.file;
    text = fmt::format("{}{}: {:.1f} × {}",
                       elsewhere ? std::filesystem::path(texts[line.file].path).filename().string() + ":"
                                 : "",
                       line.line, ratio, what);
  };
  for (const run::LineCounts& line : result.lines)
    for (int kind = 0; kind < 3; ++kind) {
      const model::GlobalTotals& global = line.totals.global[kind];
      const model::SharedTotals& shared = line.totals.shared[kind];
      look(line, global.sectors, global.ideal_sectors, "sectors");
      look(line, shared.wavefronts, shared.ideal_wavefronts, "wavefronts");
    }
  return text;
}

std::string launches_table(const whole::Record& record, const std::vector<program::SourceFile>& texts,
                           const ReportOptions& options) {
  Table table;
  table.column("#").column("kernel", Table::Align::Left).column("grid").column("block").column("time");
  table.column("sectors")
      .column("worst line", Table::Align::Left)
      .column("found")
      .column("from", Table::Align::Left);
  std::size_t rows = 0;
  for (const whole::LaunchRecord& launch : record.launches) {
    if (rows++ == most_rows) break;
    const run::Result& result = launch.result;
    std::uint64_t sectors = 0;
    for (const model::GlobalTotals& global : result.totals.global) sectors += global.sectors;
    const Dim3 grid = result.launch.grid, block = result.launch.block;
    const std::size_t found = result.hazards.size() + result.run.faults.size();
    const std::string name = launch.repeats == 0 ? result.launch.kernel
                                                 : fmt::format("{} (and {} times more)", result.launch.kernel,
                                                               grouped(launch.repeats));
    table.row({{std::to_string(launch.number)},
               {name},
               {box_text(grid.x, grid.y, grid.z)},
               {box_text(block.x, block.y, block.z)},
               {launch.error != 0 ? "failed"
                : launch.modelled ? duration(launch.seconds)
                                  : "",
                launch.error != 0 ? Tint::Bad : Tint::None},
               {grouped(sectors)},
               {worst_line(launch, texts), Tint::Note},
               {found == 0 ? "" : grouped(found), Tint::Bad},
               {at_text(launch.place, options.folder)}});
  }
  if (table.empty()) return "No kernel was launched.\n";
  std::string out = tinted("Launches", Tint::Bold, options.color) +
                    " (times are modelled; worst line: its transactions beside the fewest possible)\n" +
                    table.text(options.color, options.width);
  if (record.launches.size() > most_rows || record.launches_left_out != 0)
    out += fmt::format("  … and {} more\n",
                       grouped(record.launches.size() - std::min(record.launches.size(), most_rows) +
                               record.launches_left_out));
  return out;
}

std::string copies_table(const whole::Record& record, const ReportOptions& options) {
  Table table;
  table.column("copy", Table::Align::Left)
      .column("to", Table::Align::Left)
      .column("from", Table::Align::Left);
  table.column("bytes").column("time").column("at", Table::Align::Left);
  std::size_t rows = 0;
  for (const whole::CopyRecord& copy : record.copies) {
    if (rows++ == most_rows) break;
    table.row({{copy.repeats == 0 ? copy.function
                                  : fmt::format("{} ({} times)", copy.function, grouped(copy.repeats + 1))},
               {copy.to},
               {copy.from},
               {grouped(copy.bytes)},
               {duration(copy.seconds)},
               {at_text(copy.place, options.folder)}});
  }
  if (table.empty()) return "";
  std::string out = tinted("Copies and fills", Tint::Bold, options.color) + "\n" +
                    table.text(options.color, options.width);
  if (record.copies.size() > most_rows)
    out += fmt::format("  … and {} more\n", grouped(record.copies.size() - most_rows));
  return out;
}

std::string line_of_text(const std::vector<program::SourceFile>& texts, const whole::Place& place) {
  for (const program::SourceFile& text : texts)
    if (text.path == place.file) return std::string(line_of(text.text, place.line));
  return {};
}

} // namespace

std::string program_summary(const whole::Record& record, const std::vector<program::SourceFile>& texts,
                            const ReportOptions& options) {
  std::string out = "\n" + launches_table(record, texts, options) + copies_table(record, options);
  std::uint64_t repeats = 0;
  for (const whole::LaunchRecord& launch : record.launches) repeats += launch.repeats;
  std::string saved;
  if (repeats != 0)
    saved = fmt::format(
        "; of the launches {} came again on the same contents and were counted, not executed, which saved {}",
        grouped(repeats), duration(record.saved_seconds));
  out += tinted(fmt::format("{} of kernels in {}{}", duration(record.executing_seconds),
                            duration(record.seconds), saved),
                Tint::Dim, options.color) +
         "\n";
  return out;
}

std::string program_findings(const whole::Record& record, const std::vector<program::SourceFile>& texts,
                             const ReportOptions& options) {
  std::string out;
  std::size_t shown = 0, left = 0;
  for (const whole::Finding& finding : record.findings) {
    if (finding.severity == Severity::Note && !options.notes) continue;
    if (shown++ >= most_findings) {
      ++left;
      continue;
    }
    Diagnostic told;
    told.severity = finding.severity;
    told.file = finding.place.known() ? whole::shown_path(finding.place.file, options.folder) : "";
    told.span.line = finding.place.line;
    told.span.column = finding.place.known() ? 1 : 0;
    told.message = finding.message;
    if (finding.count > 1) told.message += fmt::format(" ({} times)", grouped(finding.count));
    if (told.span.known()) {
      told.source_line = line_of_text(texts, finding.place);
      const std::size_t text = told.source_line.find_first_not_of(" \t");
      if (text != std::string::npos) told.span.column = static_cast<std::uint32_t>(text) + 1;
    }
    // The whole statement: a host program's line is all that is known.
    told.span.end_line = told.span.line;
    told.span.end_column = static_cast<std::uint32_t>(
        std::max<std::size_t>(told.source_line.find_last_not_of(" \t\r") + 2, told.span.column + 1));
    out += format_diagnostic(told);
    if (finding.related_place.known()) {
      Diagnostic beside;
      beside.severity = Severity::Note;
      beside.file = whole::shown_path(finding.related_place.file, options.folder);
      beside.span.line = finding.related_place.line, beside.span.column = 1;
      beside.message = finding.related;
      out += format_diagnostic(beside);
    }
  }
  if (left != 0) out += fmt::format("… and {} more; --report FILE.json has them all\n", grouped(left));
  return out;
}

std::string lab_answer(const labs::Lab& lab, const whole::Record& record,
                       const lesson::ParameterValues& macros, const ReportOptions& options) {
  Diagnostics ignored; // a test reads every lab
  const source::Scenario scenario = source::parse_scenario(lab.file_name, lab.text, ignored);
  const lesson::ParameterValues values = lesson::parameter_values(scenario, macros);
  const std::optional<std::string> answer = lesson::answer_program(scenario, record, values);
  std::string out = "\n" + tinted(scenario.question, Tint::Bold, options.color) + "\n";
  out += answer ? *answer + "\n" : "This run has not what the answer counts.\n";
  for (const labs::ProgramRecording* one : lesson::recordings_beside(scenario, lab, values)) {
    out += "\n" + tinted("Recorded on " + lesson::recording_words(*one), Tint::Dim, options.color) + "\n";
    for (const std::string& line : one->lines) out += "  " + line + "\n";
  }
  return out;
}

} // namespace warpscope::cli
