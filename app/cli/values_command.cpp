// warpscope values FILE.cu […]: what the variables of a kernel, and watched expressions, hold in the lanes of
// a warp when it makes an access.
#include "app/cli/run_source.h"
#include "app/cli/sim_report.h"
#include "app/playback/lane_values.h"
#include "sim/base/number_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <bit>
#include <cmath>
#include <memory>
#include <ostream>
#include <utility>

namespace warpscope::cli {

namespace {

using Json = nlohmann::ordered_json;

struct ValuesOptions {
  std::string file, device = "cc90";
  LaunchOptions launch;
  std::uint64_t block_number = 0, step = 0;
  std::uint32_t line = 0, occurrence = 1, warp = 0;
  std::vector<std::string> watches;
  bool json = false;
};

/// The event that the options name; nullopt and a sentence when there is none.
std::optional<std::size_t> event_of(const playback::Run& run, const ValuesOptions& options,
                                    std::string& error) {
  const playback::Playback& all = run.playback();
  if (all.empty()) {
    error = "the block makes no access, so there is no step to look at";
    return std::nullopt;
  }
  if (options.step != 0) {
    if (options.step <= all.steps()) return all.moment_at(options.step - 1).event;
    error = fmt::format("--step {}: the block has {}", options.step, counted(all.steps(), "step"));
    return std::nullopt;
  }
  if (options.warp >= (run.block().count() + warp_size - 1) / warp_size) {
    error = fmt::format("--warp {}: the block has {}", options.warp,
                        counted((run.block().count() + warp_size - 1) / warp_size, "warp"));
    return std::nullopt;
  }
  std::uint32_t seen = 0;
  for (const std::uint32_t event : all.accesses_of_warp(options.warp)) {
    const program::Site& site = run.program().sites[run.trace().event(event).site_or_pc];
    if (options.line != 0 && (site.span.line != options.line || site.span.file != 0)) continue;
    if (++seen == std::max(options.occurrence, 1u)) return event;
  }
  error = options.line == 0
              ? fmt::format("warp {} makes {}, not {}", options.warp, counted(seen, "access"),
                            options.occurrence)
              : fmt::format("warp {} makes {} on line {}{}", options.warp, counted(seen, "access"),
                            options.line, seen == 0 ? "" : fmt::format(", not {}", options.occurrence));
  return std::nullopt;
}

Json json_of(const playback::LaneVariable& variable, std::uint32_t lane) {
  if ((variable.lanes.known >> lane & 1) == 0) return nullptr;
  if (variable.is_pointer) return playback::lane_text(variable, lane);
  const std::uint64_t bits = variable.lanes.bits[lane];
  switch (variable.element) {
  case ElementType::Bool: return bits != 0;
  case ElementType::F32:
  case ElementType::F64: {
    const double value = variable.element == ElementType::F64
                             ? std::bit_cast<double>(bits)
                             : double{std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
    // JSON has no number for these.
    return std::isfinite(value) ? Json(value) : Json(playback::lane_text(variable, lane));
  }
  case ElementType::F16:
  case ElementType::BF16: return playback::lane_text(variable, lane);
  case ElementType::U8:
  case ElementType::U16:
  case ElementType::U32:
  case ElementType::U64: return bits;
  default: return static_cast<std::int64_t>(bits);
  }
}

const char* state_of(playback::Summary summary) {
  switch (summary) {
  case playback::Summary::Same: return "same";
  case playback::Summary::Sequence: return "sequence";
  case playback::Summary::Lanes: return "lanes";
  case playback::Summary::NotYet: return "not_assigned";
  case playback::Summary::Gone: break;
  }
  return "optimized_away";
}

std::string words_of(const playback::LaneVariable& variable, const playback::StepValues& step) {
  switch (playback::summary_of(variable, step)) {
  case playback::Summary::Same: {
    const int lanes = std::popcount(step.live);
    return fmt::format("{} in all {}lanes", playback::lane_text(variable, 0),
                       lanes == 32 ? "" : fmt::format("{} ", lanes));
  }
  case playback::Summary::Sequence: return playback::sequence_text(variable, step);
  case playback::Summary::NotYet: return variable.why.empty() ? "not assigned yet" : variable.why;
  case playback::Summary::Gone: return "optimized away: nothing reads it behind this point";
  case playback::Summary::Lanes: break;
  }
  std::string text;
  for (std::uint32_t lane = 0; lane < warp_size; ++lane)
    if ((step.live >> lane & 1) != 0) text += (text.empty() ? "" : " ") + playback::lane_text(variable, lane);
  return text;
}

Json document_of(const playback::Run& run, std::size_t event, const playback::StepValues& step,
                 const std::vector<playback::LaneVariable>& watched) {
  const trace::BlockTrace::Event& at = run.trace().event(event);
  const Span span = at.kind == trace::StepKind::Access ? run.program().sites[at.site_or_pc].span
                                                       : run.program().span_of(at.site_or_pc);
  Json document;
  document["kernel"] = run.program().kernels[run.result().kernel].name;
  document["block"] = run.trace().block();
  document["step"] = run.playback().first_step(event) + 1;
  document["line"] = span.line;
  document["warp"] = step.warp;
  document["active_lanes"] = step.active;
  const auto list = [&](const std::vector<playback::LaneVariable>& from) {
    Json all = Json::array();
    for (const playback::LaneVariable& variable : from) {
      Json one;
      one["name"] = variable.name;
      one["type"] = variable.type;
      if (variable.line != 0) one["line"] = variable.line;
      one["state"] = state_of(playback::summary_of(variable, step));
      if (!variable.why.empty()) one["why"] = variable.why;
      one["lanes"] = Json::array();
      for (std::uint32_t lane = 0; lane < warp_size; ++lane) one["lanes"].push_back(json_of(variable, lane));
      all.push_back(std::move(one));
    }
    return all;
  };
  document["variables"] = list(step.variables);
  if (!watched.empty()) document["watches"] = list(watched);
  return document;
}

int run_values(const ValuesOptions& options, Context& context) {
  Console& console = context.console;
  const auto refuse = [&](const std::string& message) {
    complain(console, message);
    return exit_usage;
  };
  Diagnostics wrong;
  std::vector<std::shared_ptr<const expression::Watch>> watches;
  for (const std::string& text : options.watches)
    watches.push_back(expression::Watch::parse(text, "watch", wrong));
  console.err << format_diagnostics(wrong);
  if (has_errors(wrong)) return exit_usage;
  const std::optional<ChosenLaunch> chosen = choose_launch(options.file, options.launch, options.device,
                                                           console);
  if (!chosen) return exit_usage;
  const auto& [source, overrides, device] = *chosen;
  std::string error;
  RunSettings settings;
  settings.trace_block = options.block_number;
  settings.blocks = {options.block_number};
  settings.trace_values = true;
  settings.run_checks = false;
  run::Result result = run_source(source, overrides, options.launch.program, *device, settings, console);
  console.err << format_diagnostics(result.diagnostics);
  if (result.status == run::Status::UserError || !result.program || !result.trace) return exit_usage;
  const int code = exit_code_of(result.status);
  const std::string problems = sim_problems(result);
  const playback::RunPtr run = playback::Run::of(std::make_shared<const run::Result>(std::move(result)));
  const std::optional<std::size_t> event = event_of(*run, options, error);
  if (!event) {
    console.err << problems;
    return refuse(error);
  }
  const playback::StepValues step = playback::values_at(*run, *event);
  std::vector<playback::LaneVariable> watched;
  for (const auto& watch : watches)
    watched.push_back(playback::watch_at(*run, *event, step.warp, *watch, wrong));
  console.err << format_diagnostics(wrong);
  if (has_errors(wrong)) return exit_usage;
  const Json document = document_of(*run, *event, step, watched);
  if (options.json) {
    console.out << document.dump(2, ' ', false, Json::error_handler_t::replace) << "\n";
  } else {
    console.out << fmt::format("{}, block {}, warp {}, line {}, step {}: before this step\n",
                               document["kernel"].get<std::string>(), run->trace().block(), step.warp,
                               document["line"].get<std::uint32_t>(), document["step"].get<std::uint64_t>());
    if (step.active != step.live)
      console.out << fmt::format("{} of {} lanes take part\n", std::popcount(step.active),
                                 std::popcount(step.live));
    if (step.truncated) console.out << "so many values came before that none is kept here\n";
    std::size_t width = 0;
    for (const std::vector<playback::LaneVariable>* list : {&step.variables, &std::as_const(watched)})
      for (const playback::LaneVariable& v : *list) width = std::max(width, v.name.size());
    for (const std::vector<playback::LaneVariable>* list : {&step.variables, &std::as_const(watched)})
      for (const playback::LaneVariable& v : *list)
        console.out << fmt::format("  {:<{}}  {}\n", v.name, width, words_of(v, step));
  }
  console.out.flush();
  console.err << problems;
  return code;
}

} // namespace

void add_values(CLI::App& parent, Action& action) {
  CLI::App* app = parent.add_subcommand(
      "values", "What a kernel's variables hold in the lanes of a warp at one of its accesses");
  const auto options = std::make_shared<ValuesOptions>();
  app->add_option("file", options->file, "A .cu file, a lab (see `warpscope labs`), or - for standard input")
      ->required()
      ->type_name("FILE.cu");
  options->launch.add_to(*app);
  app->add_option("--line", options->line, "The access on this line; without it the warp's first one")
      ->type_name("LINE");
  app->add_option("--occurrence", options->occurrence, "Which of the warp's accesses there, from 1")
      ->capture_default_str()
      ->type_name("N")
      ->check(CLI::Range(1u, ~0u));
  app->add_option("--warp", options->warp, "The warp that is looked at")
      ->capture_default_str()
      ->type_name("N");
  app->add_option("--step", options->step, "In place of a line: a step of the whole block, from 1")
      ->type_name("N");
  app->add_option("--watch", options->watches,
                  "An expression over variables, threadIdx and array elements (several may be given)")
      ->type_name("EXPRESSION")
      ->expected(1)
      ->take_all();
  app->add_flag("--json", options->json, "One JSON document instead of text");
  app->add_option("--device", options->device, "Device whose limits apply (see `warpscope devices`)")
      ->capture_default_str()
      ->type_name("ID");
  app->add_option("--block-number", options->block_number, "Linear number of the block that is looked at")
      ->capture_default_str()
      ->type_name("N");
  app->footer(
      "Examples:\n"
      "  warpscope values matmul_tile16 --line 49 --occurrence 3\n"
      "  warpscope values my.cu --line 12 --warp 1 --watch 'row * n + i' --json\n"
      "Values are those before the access takes effect.\n"
      "Exit codes: 0 done; 1 the kernel faulted or hung; 2 bad usage or a text that does not compile.");
  app->callback(
      [&action, options] { action = [options](Context& context) { return run_values(*options, context); }; });
}

} // namespace warpscope::cli
