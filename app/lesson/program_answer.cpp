// Counts a program's launches and copies for the answer of its lab.
#include "app/lesson/program_answer.h"

#include "app/language/counted.h"
#include "app/lesson/lesson.h"

#include <algorithm>
#include <set>

namespace warpscope::lesson {

namespace {

/// "scale(float *, int)" is "scale".
std::string short_name(const std::string& kernel) { return kernel.substr(0, kernel.find('(')); }

struct KernelCounts {
  std::uint64_t launches = 0, requests = 0, sectors = 0, lanes = 0; ///< but the first: of loads from global
                                                                    ///< memory
  model::Totals totals;
};

/// How many of the steps begin, by the model's clock, before one that was called earlier has ended.
std::uint64_t overlapping_steps(const whole::Record& record) {
  std::uint64_t count = 0;
  double end = 0;
  for (const whole::Step& step : record.steps) {
    const bool launch = step.kind == whole::Step::Kind::Launch;
    const double begin = launch ? record.launches[step.index].begin_seconds
                                : record.copies[step.index].begin_seconds,
                 seconds = launch ? record.launches[step.index].seconds : record.copies[step.index].seconds;
    constexpr double rounding = 1e-12;
    if (begin + rounding < end) ++count;
    end = std::max(end, begin + seconds);
  }
  return count;
}

} // namespace

std::map<std::string, std::uint64_t> program_lesson_counts(const whole::Record& record) {
  std::map<std::string, KernelCounts> kernels;
  for (const whole::LaunchRecord& launch : record.launches)
    kernels[short_name(launch.result.launch.kernel)]; // so that a launch's place can be told from the host's
  std::map<std::string, std::uint64_t> out;
  std::set<std::uint64_t> streams;
  KernelCounts all;
  std::uint64_t of_host = 0, failed = 0;
  constexpr auto load = static_cast<std::size_t>(AccessKind::Load),
                 store = static_cast<std::size_t>(AccessKind::Store),
                 atomic = static_cast<std::size_t>(AccessKind::Atomic);
  std::map<std::string, std::map<std::string, std::uint64_t>> by_kernel;
  for (const whole::LaunchRecord& launch : record.launches) {
    const std::uint64_t times = 1 + launch.repeats;
    const model::Totals& n = launch.result.totals;
    KernelCounts& kernel = kernels[short_name(launch.result.launch.kernel)];
    std::map<std::string, std::uint64_t>& counts = by_kernel[short_name(launch.result.launch.kernel)];
    counts["load_requests"] += times * n.global[load].requests;
    counts["load_sectors"] += times * n.global[load].sectors;
    counts["store_requests"] += times * n.global[store].requests;
    counts["store_sectors"] += times * n.global[store].sectors;
    counts["atomic_sectors"] += times * n.global[atomic].sectors;
    counts["load_wavefronts"] += times * n.shared[load].wavefronts;
    counts["store_wavefronts"] += times * n.shared[store].wavefronts;
    for (KernelCounts* sum : {&kernel, &all}) {
      sum->launches += times;
      sum->sectors += times * n.global[load].sectors;
      sum->requests += times * n.global[load].requests;
      sum->lanes += times * n.global[load].lanes;
    }
    if (!kernels.contains(short_name(launch.place.function))) of_host += times;
    if (launch.error != 0) ++failed;
    if (launch.stream != 0) streams.insert(launch.stream);
  }
  for (auto& [name, counts] : by_kernel) {
    counts["launches"] = kernels[name].launches;
    counts["lanes_percent"] = language::percent_tenths(kernels[name].lanes,
                                                       kernels[name].requests * warp_size);
    for (const auto& [what, value] : counts) out[name + "." + what] = value;
  }
  std::uint64_t copies = 0;
  for (const whole::CopyRecord& copy : record.copies) {
    copies += 1 + copy.repeats;
    if (copy.stream != 0) streams.insert(copy.stream);
  }
  out["launches"] = all.launches;
  out["host_launches"] = of_host;
  out["failed_launches"] = failed;
  out["copies"] = copies;
  out["steps"] = record.steps.size();
  out["overlapping"] = overlapping_steps(record);
  out["streams"] = streams.size();
  out["failed_calls"] = record.errors.size();
  out["findings"] = static_cast<std::uint64_t>(
      std::count_if(record.findings.begin(), record.findings.end(),
                    [](const whole::Finding& finding) { return finding.severity != Severity::Note; }));
  out["load_requests"] = all.requests;
  out["load_sectors"] = all.sectors;
  out["lanes_percent"] = language::percent_tenths(all.lanes, all.requests * warp_size);
  return out;
}

std::uint32_t line_of_lesson(const std::string& text) {
  Diagnostics ignored; // whoever simulates tells them
  const source::Scenario scenario = source::parse_scenario("", text, ignored);
  return scenario.lesson ? line_with(scenario, scenario.lesson->at) : 0;
}

std::optional<std::size_t> launch_on_line(const whole::Record& record, std::uint32_t line) {
  const auto has_line = [&](const whole::LaunchRecord& launch) {
    if (launch.result.run.simulated_blocks == 0 || launch.result.program == nullptr) return false;
    const program::Program& device = *launch.result.program;
    const program::Function& function = device.functions[device.kernels[launch.result.kernel].function];
    return std::any_of(device.sites.begin(), device.sites.end(), [&](const program::Site& site) {
      return site.pc >= function.entry && site.pc < function.end && site.span.file == 0 &&
             site.span.line == line;
    });
  };
  const auto first = std::find_if(record.launches.begin(), record.launches.end(), has_line);
  if (line == 0 || first == record.launches.end()) return std::nullopt;
  return static_cast<std::size_t>(first - record.launches.begin());
}

std::optional<std::size_t> launch_of_moment(const whole::Record& record, const std::string& kernel) {
  std::optional<std::size_t> found;
  double longest = 0;
  for (std::size_t i = 0; i < record.launches.size(); ++i) {
    const whole::LaunchRecord& launch = record.launches[i];
    if (launch.result.run.simulated_blocks == 0) continue;
    const double seconds = launch.seconds * static_cast<double>(1 + launch.repeats);
    if (!kernel.empty()) {
      if (short_name(launch.result.launch.kernel) == kernel) return i;
    } else if (!found || seconds > longest) {
      found = i;
      longest = seconds;
    }
  }
  return found;
}

ParameterValues parameter_values(const source::Scenario& scenario, const ParameterValues& given) {
  ParameterValues values;
  for (const source::ScenarioParameter& parameter : scenario.parameters) {
    values.emplace_back(parameter.name, parameter.choices.front());
    for (const auto& [name, value] : given)
      if (name == parameter.name) values.back().second = value;
  }
  return values;
}

bool is_of_program(const source::Scenario& scenario) { return source::program_header(scenario).has_value(); }

std::optional<std::string> answer_program(const source::Scenario& scenario, const whole::Record& record,
                                          const ParameterValues& parameters) {
  if (!is_of_program(scenario) || !scenario.lesson) return std::nullopt;
  return fill_answer(scenario.lesson->answer, program_lesson_counts(record),
                     std::map<std::string, std::string>(parameters.begin(), parameters.end()));
}

std::vector<const labs::ProgramRecording*>
recordings_beside(const source::Scenario& scenario, const labs::Lab& lab, const ParameterValues& parameters) {
  const auto applies = [&](const std::string& name, const std::string& value) {
    for (const source::ScenarioParameter& parameter : scenario.parameters)
      if (parameter.name == name &&
          std::find(parameter.choices.begin(), parameter.choices.end(), value) == parameter.choices.end())
        return true;
    return std::any_of(parameters.begin(), parameters.end(),
                       [&](const auto& now) { return now.first == name && now.second == value; });
  };
  std::vector<const labs::ProgramRecording*> found;
  for (const labs::ProgramRecording& recording : lab.recordings)
    if (std::all_of(recording.parameters.begin(), recording.parameters.end(),
                    [&](const auto& one) { return applies(one.first, one.second); }))
      found.push_back(&recording);
  return found;
}

std::vector<labs::ProgramRecording> recorded_output(const std::string& id, const std::string& text,
                                                    const ParameterValues& given) {
  const labs::Lab* lab = labs::find_lab(id);
  std::vector<labs::ProgramRecording> found;
  if (lab == nullptr || !lab->program || lab->text != text) return found;
  Diagnostics ignored; // a test reads every lab
  const source::Scenario scenario = source::parse_scenario(lab->file_name, lab->text, ignored);
  for (const labs::ProgramRecording* one :
       recordings_beside(scenario, *lab, parameter_values(scenario, given)))
    found.push_back(*one);
  return found;
}

std::string recording_words(const labs::ProgramRecording& recording) {
  std::string words = recording.device;
  for (const auto& [name, value] : recording.parameters) words += ", " + name + "=" + value;
  return words;
}

} // namespace warpscope::lesson
