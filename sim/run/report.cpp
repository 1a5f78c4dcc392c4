// Assembles the results of the stages: counts by line, descriptions of faults and races, contents of buffers.
#include "sim/base/fnv.h"
#include "sim/launch/fault_text.h"
#include "sim/run/sample.h"
#include "sim/run/stages.h"
#include "sim/sass/run.h"

#include <algorithm>
#include <map>
#include <utility>

namespace warpscope::run {

namespace {

constexpr std::uint64_t most_kept = 1u << 20;    ///< bytes of a buffer, as MeasureLimits::value_bytes
constexpr std::uint64_t most_hashed = 64u << 20; ///< bytes of a buffer: some 60 ms

} // namespace

Status status_of(exec::RunStatus status) {
  switch (status) {
  case exec::RunStatus::Done: return Status::Done;
  case exec::RunStatus::Faulted: return Status::Faulted;
  case exec::RunStatus::Deadlock: return Status::Deadlock;
  case exec::RunStatus::BudgetExceeded: return Status::BudgetExceeded;
  case exec::RunStatus::Cancelled: return Status::Cancelled;
  }
  return Status::Cancelled;
}

void add_counts(std::vector<model::Totals> sites,
                const std::function<std::string_view(const Span&)>& line_text, Result& result) {
  result.sites = std::move(sites);
  result.scaled_warp_instructions = result.run.warp_instructions;
  result.scaled_barriers = result.run.barriers;
  if (result.scaled) {
    const Scale scale(result.run.total_blocks, result.run.simulated_blocks);
    for (model::Totals& site : result.sites) scale(site);
    scale(result.scaled_warp_instructions);
    scale(result.scaled_barriers);
  }
  for (const model::Totals& site : result.sites) result.totals += site;
  const program::Program& program = *result.program;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<Span, model::Totals>> by_line;
  for (std::size_t s = 0; s < program.sites.size(); ++s) {
    Span span = program.sites[s].span;
    if (result.sites[s] == model::Totals{} || !span.known()) continue;
    if (result.as_compiled) span.line = program.sites[s].profiled_line();
    auto& [where, totals] = by_line[{span.file, span.line}];
    where = span;
    totals += result.sites[s];
  }
  for (const auto& [line, counts] : by_line)
    result.lines.push_back({line.second, std::string(line_text(counts.first)), counts.second, line.first});
}

namespace {

void add_races(const Request& request, races::HazardSink::Found found, Result& result) {
  result.hazards = std::move(found.hazards);
  if (request.pre_volta)
    result.diagnostics.push_back({.severity = Severity::Note,
                                  .message = "races: the lanes of a warp were taken to run in lockstep, "
                                             "as before Volta (--pre-volta); since Volta lanes "
                                             "without a __syncwarp() between them are not ordered"});
  for (std::string* limit : {&found.given_up, &found.in_part})
    if (!limit->empty())
      result.diagnostics.push_back({.severity = Severity::Warning, .message = std::move(*limit)});
}

/// Describes faults by the names of what they hit; undefined behaviour is a warning.
void name_faults(const Executed& executed, Result& result) {
  const program::Program& program = *result.program;
  std::vector<program::NamedMemory> objects = launch::variables_of(program, executed.launch);
  objects.insert(objects.end(), executed.buffers.begin(), executed.buffers.end());
  for (trace::Fault& fault : result.run.faults)
    fault.message = launch::describe_fault(fault, program, executed.launch, objects);
  for (trace::Fault& fault : result.run.undefined) {
    fault.message = launch::describe_fault(fault, program, executed.launch, objects);
    Diagnostic warning;
    warning.severity = Severity::Warning;
    warning.message = fault.message;
    const program::Site* site = launch::site_at(program, fault.pc);
    warning.span = site != nullptr && site->span.known() ? site->span : program.span_of(fault.pc);
    const auto [file, text] = text_of(result, warning.span);
    warning.file = file;
    warning.source_line = std::string(line_of(text, warning.span.line));
    result.diagnostics.push_back(std::move(warning));
  }
}

std::vector<PlacedBuffer> buffers_of(const Request& request, const Executed& executed) {
  std::vector<PlacedBuffer> placed;
  const bool whole = executed.run.status == exec::RunStatus::Done &&
                     executed.run.simulated_blocks == executed.run.total_blocks;
  for (const launch::Buffer& buffer : executed.buffers) {
    PlacedBuffer& made = placed.emplace_back(PlacedBuffer{buffer, {}, {}});
    if (!request.hash_buffers || !whole || buffer.bytes > most_hashed) continue;
    const std::span<const std::uint8_t> left = executed.memory.bytes(Space::Global, buffer.offset,
                                                                     buffer.bytes);
    made.hash = fnv1a(left);
    if (buffer.bytes <= most_kept) made.contents.assign(left.begin(), left.end());
  }
  return placed;
}

/// The program with the code's instructions as its sites.
std::shared_ptr<const program::Program> with_sites_of(const program::Program& program,
                                                      const sass::MachineCode& code, std::uint32_t kernel,
                                                      const LineIndex& lines) {
  auto made = std::make_shared<program::Program>(program);
  made->sites.clear();
  for (const sass::CodeLine& instruction : code.instructions) {
    program::Site site;
    site.pc = made->functions[made->kernels[kernel].function].entry;
    site.width = sass::width_of(instruction.text);
    site.text = instruction.text;
    const std::string_view text = lines.line(instruction.line);
    if (instruction.line != 0)
      site.span = {instruction.line, 1, instruction.line, static_cast<std::uint32_t>(text.size() + 1)};
    made->sites.push_back(std::move(site));
  }
  return made;
}

std::vector<model::Totals> sites_of(const Request& request, const Executed& executed) {
  std::vector<model::Totals> sites = executed.tally.sites();
  for (std::size_t s = 0; request.code != nullptr && s < sites.size(); ++s)
    if (sass::is_round_of_loop(request.code->instructions[s].text))
      sites[s].shared[static_cast<unsigned>(AccessKind::Load)] = {};
  return sites;
}

} // namespace

void add_listing(const std::vector<program::Listing>& listings, Result& result) {
  if (result.program == nullptr || result.kernel >= result.program->kernels.size()) return;
  for (const program::Listing& listing : listings)
    if (listing.symbol == result.program->kernels[result.kernel].symbol)
      result.listing = std::make_shared<const program::Listing>(listing);
}

TextOfSpan text_of(const Result& result, const Span& span) {
  if (span.file < result.texts.size()) return {result.texts[span.file].path, result.texts[span.file].text};
  return {result.scenario.file, span.file == 0 ? std::string_view(result.scenario.text) : std::string_view()};
}

namespace {

/// The stages place what they say in the text, and a kernel may lie in a header.
void place_in_headers(Diagnostics& diagnostics, const std::vector<program::SourceFile>& texts) {
  for (Diagnostic& diagnostic : diagnostics) {
    if (!diagnostic.span.known() || diagnostic.span.file == 0 || diagnostic.span.file >= texts.size())
      continue;
    const program::SourceFile& text = texts[diagnostic.span.file];
    diagnostic.file = text.path;
    diagnostic.source_line = std::string(line_of(text.text, diagnostic.span.line));
  }
}

} // namespace

Result report(Prepared prepared) {
  Result result;
  place_in_headers(prepared.diagnostics, prepared.compiled.texts);
  result.texts = std::move(prepared.compiled.texts);
  result.diagnostics = std::move(prepared.diagnostics);
  result.scenario = std::move(prepared.scenario);
  result.launch = std::move(prepared.launch);
  result.program = std::move(prepared.compiled.program);
  result.kernel = prepared.kernel.value_or(0);
  result.scaled = prepared.bound && prepared.bound->scaled;
  result.compile_seconds = prepared.compiled.seconds;
  return result;
}

Result report(const Input& input, Prepared prepared, Executed executed) {
  const Request& request = input.request;
  Result result = report(prepared); // a copy, since checks and the search of schedules still need the launch
  result.as_compiled = request.as_compiled;
  add_listing(prepared.compiled.text.listings, result);
  result.run = executed.run;
  result.run_seconds = executed.seconds;
  result.trace = executed.trace;
  result.buffers = buffers_of(request, executed);
  result.status = status_of(executed.run.status);
  if (request.code != nullptr) {
    result.code = request.code;
    result.program = with_sites_of(*result.program, *request.code, result.kernel, input.lines);
  }
  if (!executed.stopped.empty()) {
    Span loop;
    if (executed.stopped_line != 0) { // the line without its indentation
      const std::string_view text = input.lines.line(executed.stopped_line);
      const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
      loop = {executed.stopped_line, static_cast<std::uint32_t>(begin) + 1, executed.stopped_line,
              static_cast<std::uint32_t>(text.size()) + 1};
    }
    result.diagnostics.push_back(input.source.error(loop, executed.stopped));
  }
  std::vector<LineIndex> lines;
  for (const program::SourceFile& text : result.texts) lines.emplace_back(text.text);
  add_counts(
      sites_of(request, executed),
      [&](const Span& span) {
        return span.file < lines.size() ? lines[span.file].line(span.line)
               : span.file == 0         ? input.lines.line(span.line)
                                        : std::string_view();
      },
      result);
  if (executed.races) add_races(request, std::move(*executed.races), result);
  name_faults(executed, result);
  if (result.status == Status::Done && request.run_checks && prepared.bound->blocks.empty()) {
    Checked checked = check_outputs(input, prepared, executed, result.diagnostics);
    result.status = checked.status;
    result.checks = std::move(checked.results);
  }
  if (request.search_orders && !result.hazards.empty() && result.status != Status::Cancelled)
    result.orders = search_orders(input, prepared, executed, result.hazards,
                                  !result.checks.empty() && result.status == Status::Done);
  return result;
}

} // namespace warpscope::run
