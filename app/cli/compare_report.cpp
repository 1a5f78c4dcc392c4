// Formats comparisons as a table and as JSON.
#include "app/cli/compare_report.h"

#include "app/cli/style.h"
#include "app/cli/table.h"
#include "app/compare/speedups.h"
#include "sim/base/diagnostic.h"
#include "sim/base/text.h"
#include "sim/run/estimate_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace warpscope::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr compare::Why all_whys[] = {
    compare::Why::Equal,   compare::Why::Arbitration, compare::Why::HoistedOrDropped, compare::Why::Merged,
    compare::Why::Spilled, compare::Why::NotModelled, compare::Why::Unexplained};

std::string count_text(const std::optional<std::uint64_t>& count) { return count ? grouped(*count) : "-"; }

std::string difference_text(const compare::MeasuredRow& row) {
  const std::optional<std::uint64_t> measured = row.as_written ? row.as_written : row.as_compiled;
  if (!measured || *measured == row.simulated) return "";
  return *measured > row.simulated ? "+" + grouped(*measured - row.simulated)
                                   : "-" + grouped(row.simulated - *measured);
}

Tint tint_of(compare::Why why) {
  return why == compare::Why::Unexplained ? Tint::Bad : why == compare::Why::Equal ? Tint::Good : Tint::Note;
}

Table row_table(const ComparedLaunch& launch) {
  Table table;
  table.column("line")
      .column("text", Table::Align::Left)
      .column("counter", Table::Align::Left)
      .column("simulated")
      .column("predicted");
  const bool read = std::any_of(launch.comparison.rows.begin(), launch.comparison.rows.end(),
                                [](const compare::MeasuredRow& row) { return row.read.has_value(); });
  if (read) table.column("read");
  table.column("as written");
  table.column("as compiled").column("difference").column("why", Table::Align::Left);
  bool totals = false;
  std::optional<std::uint32_t> last;
  for (const compare::MeasuredRow& row : launch.comparison.rows) {
    if (!row.line && !totals) table.rule();
    totals = !row.line;
    const bool first = row.line && row.line != last;
    last = row.line;
    std::vector<Cell> cells = {{first ? std::to_string(*row.line) : ""},
                               {first    ? std::string(trimmed(line_of(launch.text, *row.line)))
                                : totals ? "all"
                                         : ""},
                               {model::key_of(row.counter)},
                               {grouped(row.simulated)},
                               {count_text(row.predicted)}};
    if (read) cells.push_back({count_text(row.read)});
    cells.push_back({count_text(row.as_written)});
    cells.push_back({count_text(row.as_compiled)});
    cells.push_back({difference_text(row)});
    cells.push_back({std::string(compare::name_of(row.reason.why)), tint_of(row.reason.why)});
    table.row(std::move(cells));
  }
  return table;
}

std::string time_text(double seconds) {
  return seconds < 1e-3 ? fmt::format("{:.2f} us", seconds * 1e6) : fmt::format("{:.3f} ms", seconds * 1e3);
}

std::string times_text(const char* what, const std::optional<protocol::RecordedTimes>& times) {
  if (!times) return "";
  std::string out = fmt::format("  {} {} (quartiles {} to {}, {} times", what, time_text(times->median),
                                time_text(times->lower_quartile), time_text(times->upper_quartile),
                                times->repetitions);
  if (times->processes.size() > 1) {
    const auto [least, most] = std::ranges::minmax(times->processes);
    out += fmt::format("; {} processes {} to {}", times->processes.size(), time_text(least), time_text(most));
  }
  return out + ")";
}

std::string build_text(const protocol::RecordedBuild& build) {
  std::string out = fmt::format("  {:<12}",
                                build.kind == protocol::BuildKind::AsCompiled ? "as compiled" : "as written");
  out += times_text("L2 warm", build.warm) + times_text("L2 cold", build.cold);
  if (build.empty) out += fmt::format("  an empty kernel so launched {}", time_text(build.empty->median));
  if (build.resources)
    out += fmt::format("  {} registers, {} blocks an SM", build.resources->registers,
                       build.resources->blocks_per_multiprocessor);
  return out + "\n";
}

/// Returns each sentence once, with the lines that it applies to.
std::string sentences(const ComparedLaunch& launch, bool color) {
  std::vector<std::pair<const compare::Reason*, std::string>> said;
  for (const compare::MeasuredRow& row : launch.comparison.rows) {
    if (row.reason.why == compare::Why::Equal) continue;
    const std::string place = row.line ? fmt::format("line {}", *row.line) : model::key_of(row.counter);
    const auto known = std::find_if(said.begin(), said.end(),
                                    [&](const auto& s) { return s.first->because == row.reason.because; });
    if (known == said.end()) said.emplace_back(&row.reason, place);
    else if (known->second.find(place) == std::string::npos) known->second += ", " + place;
  }
  std::string predicted;
  for (const compare::MeasuredRow& row : launch.comparison.rows)
    if (row.predicted_why.why != compare::Why::Equal)
      if (std::string sentence = fmt::format(
              "  {}: predicted otherwise than read: {} (line {})\n",
              tinted(compare::name_of(row.predicted_why.why), tint_of(row.predicted_why.why), color),
              row.predicted_why.because, *row.line);
          predicted.find(sentence) == std::string::npos)
        predicted += sentence;
  std::string out = predicted;
  for (const auto& [reason, places] : said)
    out += fmt::format("  {}: {} ({})\n", tinted(compare::name_of(reason->why), tint_of(reason->why), color),
                       reason->because, places);
  for (const std::string& note : launch.comparison.notes)
    out += "  " + note.substr(0, note.find('\n')) + "\n";
  return out;
}

std::string device_text(const protocol::Recording& recording) {
  return fmt::format("{}, driver {}, CUDA {}, {}", recording.device.name, recording.device.driver,
                     recording.device.cuda, recording.date);
}

Json row_json(const ComparedLaunch& launch, const compare::MeasuredRow& row) {
  Json json = {{"lab", launch.lab}, {"parameters", launch.parameters}};
  json["line"] = row.line ? Json(*row.line) : Json();
  json["counter"] = model::key_of(row.counter);
  json["simulated"] = row.simulated;
  json["predicted"] = row.predicted ? Json(*row.predicted) : Json();
  if (row.read) json["read"] = *row.read;
  if (row.predicted_why.why != compare::Why::Equal)
    json["predicted_why"] = compare::name_of(row.predicted_why.why);
  json["as_written"] = row.as_written ? Json(*row.as_written) : Json();
  json["as_compiled"] = row.as_compiled ? Json(*row.as_compiled) : Json();
  json["why"] = compare::name_of(row.reason.why);
  json["because"] = row.reason.because;
  json["device"] = launch.recording.device.name;
  return json;
}

Json launch_json(const ComparedLaunch& launch) {
  const protocol::Recording& recording = launch.recording;
  Json json = {
      {"lab", launch.lab},      {"parameters", launch.parameters}, {"origin", launch.origin},
      {"hash", recording.hash}, {"device", recording.device.name}, {"driver", recording.device.driver},
      {"date", recording.date}, {"notes", launch.comparison.notes}};
  for (const protocol::RecordedBuild& build : recording.builds)
    for (const auto& [name, times] :
         {std::pair{"warm", &build.warm}, {"cold", &build.cold}, {"empty", &build.empty}})
      if (*times) {
        Json& entry = json["times"][std::string(protocol::name_of(build.kind))][name];
        entry = {{"median", (*times)->median},
                 {"lower_quartile", (*times)->lower_quartile},
                 {"upper_quartile", (*times)->upper_quartile}};
        if (!(*times)->processes.empty()) entry["processes"] = (*times)->processes;
      }
  for (const compare::ComparedOutput& output : launch.outputs)
    json["outputs"].push_back({{"name", output.name},
                               {"match", compare::name_of(output.match)},
                               {"elements", output.elements},
                               {"other", output.other},
                               {"first", output.first}});
  json["estimate"] = run::to_json(launch.estimate, launch.no_estimate);
  if (launch.others) {
    json["estimates"] = {
        {"as_written", run::to_json(launch.others->as_written, launch.others->no_as_written)},
        {"plain", run::to_json(launch.others->plain, launch.others->no_plain)},
        {"atomics", launch.estimate && launch.estimate->atomics}};
  }
  return json;
}

/// What the estimate rests on, and why on nothing better.
std::string means_text(const run::Estimate& e) {
  std::string out = e.model == run::Model::Machine
                        ? fmt::format("the simulated multiprocessor, code {}", run::name_of(e.code))
                        : fmt::format("the plain model, code {}", run::name_of(e.code));
  if (!e.borrowed_from.empty()) out += fmt::format(", estimated from {}", e.borrowed_from);
  const std::string& why = e.why_plain.empty() ? e.why_as_written : e.why_plain;
  return why.empty() ? out : fmt::format("{} ({})", out, why);
}

std::string estimate_text(const ComparedLaunch& launch) {
  if (!launch.estimate) return fmt::format("  estimated    none: {}\n", launch.no_estimate);
  const run::Estimate& e = *launch.estimate;
  return fmt::format("  estimated    {} ({}); longest: {}\n               by {}\n", time_text(e.seconds),
                     e.interval ? fmt::format("nine of ten lie between {} and {}", time_text(e.interval->low),
                                              time_text(e.interval->high))
                                : std::string(run::sentence_of(run::Speedup::Why::Unknown)),
                     e.bottleneck_sentence, means_text(e));
}

} // namespace

std::string compare_report(const ComparedLaunch& launch, bool color, unsigned width) {
  std::string out = tinted(fmt::format("{} {}", launch.lab, launch.parameters), Tint::Bold, color) +
                    fmt::format("\n{}: {}\n\n", launch.origin, device_text(launch.recording));
  out += row_table(launch).text(color, width) + "\n";
  if (const std::string said = sentences(launch, color); !said.empty())
    out += tinted("Why", Tint::Bold, color) + "\n" + said + "\n";
  out += tinted("Time of a launch", Tint::Bold, color) + " (median)\n";
  for (const protocol::RecordedBuild& build : launch.recording.builds) out += build_text(build);
  out += estimate_text(launch);
  if (!launch.outputs.empty()) out += "\n" + tinted("What it left", Tint::Bold, color) + "\n";
  for (const compare::ComparedOutput& output : launch.outputs)
    out += fmt::format("  {}: {}\n", output.name,
                       tinted(output.sentence(),
                              output.match == compare::OutputMatch::Differs ? Tint::Bad : Tint::None, color));
  return out;
}

namespace {

/// The launches that have a time and an estimate, by device.
std::map<std::string, std::vector<compare::TimedLaunch>>
timed_launches(const std::vector<ComparedLaunch>& launches) {
  std::map<std::string, std::vector<compare::TimedLaunch>> timed;
  for (const ComparedLaunch& launch : launches)
    for (const protocol::RecordedBuild& build : launch.recording.builds)
      if (build.kind == protocol::BuildKind::AsCompiled && build.warm && launch.estimate) {
        const std::string& device = launch.recording.device.name;
        timed[device].push_back({launch.lab, device, launch.recording.outputs, build.warm->median,
                                 *launch.estimate, launch.parameters, protocol::spread_of(*build.warm)});
      }
  return timed;
}

constexpr std::size_t most_listed_pairs = 24; ///< of a device, in the text

std::string named(const compare::TimedLaunch& launch) {
  return launch.parameters.empty() ? launch.lab : launch.lab + " " + launch.parameters;
}

std::string winner_text(const run::Speedup& speedup, const compare::TimedLaunch& a,
                        const compare::TimedLaunch& b) {
  if (speedup.winner == run::Speedup::Winner::None)
    return fmt::format("named no winner: {}", run::sentence_of(speedup.why));
  return named(speedup.winner == run::Speedup::Winner::A ? a : b) + " is faster";
}

std::string ratio_text(const run::Speedup& speedup) {
  const auto digits = [](double ratio) { return fmt::format("{:.{}f}", ratio, ratio < 10 ? 2 : 1); };
  return digits(speedup.ratio) + (speedup.interval ? fmt::format(" ({} to {})", digits(speedup.interval->low),
                                                                 digits(speedup.interval->high))
                                                   : "");
}

/// Each pair of one device: measured and estimated, and who is named the faster.
std::string pair_texts(const std::vector<compare::TimedLaunch>& timed) {
  const auto pairs = compare::variant_pairs(timed);
  std::string out;
  if (pairs.size() > most_listed_pairs) return out;
  for (const auto& [i, j] : pairs) {
    const compare::TimedLaunch &a = timed[i], &b = timed[j];
    const run::Speedup measured = run::measured_speedup({a.measured, a.spread}, {b.measured, b.spread}),
                       estimated = run::speedup_of(a.estimate, b.estimate);
    out += fmt::format("  {} to {}:\n    measured   {}, {}\n    estimated  {}, {}\n", named(a), named(b),
                       ratio_text(measured), winner_text(measured, a, b), ratio_text(estimated),
                       winner_text(estimated, a, b));
  }
  return out;
}

Json pair_json(const compare::TimedLaunch& a, const compare::TimedLaunch& b) {
  Json json = {{"device", a.device}};
  json["a"] = {{"lab", a.lab}, {"parameters", a.parameters}};
  json["b"] = {{"lab", b.lab}, {"parameters", b.parameters}};
  json["measured"] = run::to_json(run::measured_speedup({a.measured, a.spread}, {b.measured, b.spread}));
  json["estimated"] = run::to_json(run::speedup_of(a.estimate, b.estimate));
  return json;
}

} // namespace

std::string compare_summary(const std::vector<ComparedLaunch>& launches, bool color, unsigned width) {
  struct Sum {
    std::size_t launches = 0;
    std::map<compare::Why, std::size_t> rows;
  };
  std::map<std::pair<std::string, std::string>, Sum> sums;
  Sum all;
  std::string unexplained;
  for (const ComparedLaunch& launch : launches) {
    Sum& sum = sums[{launch.recording.device.name, launch.lab}];
    for (Sum* s : {&sum, &all}) {
      ++s->launches;
      for (const compare::Why why : all_whys) s->rows[why] += launch.comparison.count(why);
    }
    for (const compare::MeasuredRow& row : launch.comparison.rows)
      if (row.reason.why == compare::Why::Unexplained)
        unexplained += fmt::format(
            "  {} {} {} {}: simulated {}, as written {}, as compiled {}: {}\n", launch.lab, launch.parameters,
            row.line ? fmt::format("line {}", *row.line) : "in all", model::key_of(row.counter),
            row.simulated, count_text(row.as_written), count_text(row.as_compiled), row.reason.because);
  }
  Table table;
  table.column("device", Table::Align::Left).column("lab", Table::Align::Left).column("launches");
  for (const compare::Why why : all_whys) table.column(std::string(compare::name_of(why)));
  const auto add = [&](const std::string& device, const std::string& lab, Sum& sum) {
    std::vector<Cell> cells = {{device}, {lab}, {grouped(sum.launches)}};
    for (const compare::Why why : all_whys)
      cells.push_back({sum.rows[why] == 0 ? "" : grouped(sum.rows[why]),
                       why == compare::Why::Unexplained ? Tint::Bad : Tint::None});
    table.row(std::move(cells));
  };
  for (auto& [key, sum] : sums) add(key.first, key.second, sum);
  table.rule();
  add("all", "", all);
  std::string out = tinted("Counts of lines and totals, by why they differ", Tint::Bold, color) + "\n" +
                    table.text(color, width) + "\n";
  for (const auto& [device, timed] : timed_launches(launches)) {
    const compare::SpeedupError error = compare::speedup_error(timed, compare::variant_pairs(timed));
    if (error.pairs == 0) continue;
    if (const std::string pairs = pair_texts(timed); !pairs.empty())
      out += tinted("Seconds of the one to those of the other", Tint::Bold, color) +
             fmt::format(", {}\n{}\n", device, pairs);
    out += fmt::format("{}: {}.\n", device, compare::sentence_of(error));
  }
  return unexplained.empty() ? out : out + tinted("Unexplained", Tint::Bad, color) + "\n" + unexplained;
}

nlohmann::ordered_json compare_json(const std::vector<ComparedLaunch>& launches) {
  Json document = {{"rows", Json::array()}, {"launches", Json::array()}};
  for (const ComparedLaunch& launch : launches) {
    for (const compare::MeasuredRow& row : launch.comparison.rows)
      document["rows"].push_back(row_json(launch, row));
    document["launches"].push_back(launch_json(launch));
  }
  for (const auto& [device, timed] : timed_launches(launches)) {
    const auto pairs = compare::variant_pairs(timed);
    const compare::SpeedupError e = compare::speedup_error(timed, pairs);
    if (e.pairs == 0) continue;
    document["speedups"].push_back({{"device", device},
                                    {"pairs", e.pairs},
                                    {"median_factor", e.median},
                                    {"nine_of_ten_factor", e.nine_of_ten},
                                    {"worst_factor", e.worst},
                                    {"decided", e.decided},
                                    {"right", e.right},
                                    {"named", e.named},
                                    {"rightly_named", e.rightly_named},
                                    {"covered", e.covered},
                                    {"families", e.families},
                                    {"family_mean_factor", e.family_mean}});
    for (const auto& [i, j] : pairs) document["pairs"].push_back(pair_json(timed[i], timed[j]));
  }
  return document;
}

} // namespace warpscope::cli
