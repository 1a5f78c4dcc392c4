// Writes the report of a whole program. Scripts read its names: they stay.
#include "sim/whole/json.h"

#include "sim/run/estimate_json.h"
#include "sim/run/simulate.h"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace warpscope::whole {

namespace {

using Json = nlohmann::ordered_json;

Json place_of(const Place& place, const std::string& folder) {
  if (!place.known()) return nullptr;
  return {{"file", shown_path(place.file, folder)}, {"line", place.line}, {"function", place.function}};
}

/// The names of the texts, by Span::file.
using Names = std::vector<std::string>;

/// Says in which text each line lies, of the document of `sim`, which knows one text only.
void name_files(Json& document, const run::Result& result, const Names& names) {
  const auto name = [&](Json& entry, std::uint32_t file) {
    if (entry.contains("line") && file < names.size()) entry["file"] = names[file];
  };
  const auto each = [&](const char* key, std::size_t count, auto use) {
    if (!document.contains(key) || document[key].size() < count) return;
    for (std::size_t i = 0; i < count; ++i) use(document[key][i], i);
  };
  const auto file_at = [&](std::uint32_t pc) {
    return pc < result.program->code.size() ? result.program->span_of(pc).file : 0u;
  };
  each("lines", result.lines.size(), [&](Json& entry, std::size_t i) { name(entry, result.lines[i].file); });
  if (result.program == nullptr) return;
  each("hazards", result.hazards.size(), [&](Json& entry, std::size_t i) {
    name(entry["first"], result.program->sites[result.hazards[i].first.site].span.file);
    name(entry["second"], races::second_span(*result.program, result.hazards[i]).file);
  });
  each("barrier_divergence", result.run.barrier_divergence.size(),
       [&](Json& entry, std::size_t i) { name(entry, file_at(result.run.barrier_divergence[i].pc)); });
  const std::size_t faults = result.run.faults.size();
  each("faults", faults + result.run.undefined.size(), [&](Json& entry, std::size_t i) {
    name(entry, file_at(i < faults ? result.run.faults[i].pc : result.run.undefined[i - faults].pc));
  });
}

Json launch_of(const LaunchRecord& launch, const std::string& folder, const Names& names) {
  Json out;
  out["number"] = launch.number;
  out["at"] = place_of(launch.place, folder);
  out["stream"] = launch.stream;
  out["seconds"] = launch.modelled ? Json(launch.seconds) : Json(nullptr);
  out["begin"] = launch.begin_seconds;
  out["repeats"] = launch.repeats;
  out["error"] = launch.error;
  if (!launch.error_text.empty()) out["error_text"] = launch.error_text;
  out["shared_bytes"] = launch.result.launch.dynamic_shared_bytes;
  if (launch.cooperative) out["cooperative"] = true;
  Json counts = Json::parse(run::to_json(launch.result), nullptr, false);
  if (!counts.is_object()) return out;
  name_files(counts, launch.result, names);
  out.update(counts);
  if (launch.estimate != nullptr) out["estimate"] = run::to_json(*launch.estimate, "");
  else if (!launch.why_no_estimate.empty())
    out["estimate"] = run::to_json(std::nullopt, launch.why_no_estimate);
  return out;
}

} // namespace

std::string shown_path(const std::string& path, const std::string& folder) {
  if (path.empty() || folder.empty()) return path;
  const std::filesystem::path relative = std::filesystem::path(path).lexically_relative(folder);
  return relative.empty() || *relative.begin() == ".." ? path : relative.string();
}

std::string to_json(const Record& record, const std::string& folder,
                    const std::vector<program::SourceFile>& texts) {
  Names names;
  for (const program::SourceFile& text : texts) names.push_back(shown_path(text.path, folder));
  Json document;
  document["exit"] = {{"code", record.end.code},
                      {"signal", record.end.signal},
                      {"limit", record.end.limit},
                      {"text", record.end.sentence},
                      {"at", place_of(record.end.place, folder)}};
  document["seconds"] = {{"wall", record.seconds},
                         {"kernels", record.executing_seconds},
                         {"saved_by_repeats", record.saved_seconds},
                         {"modelled_device", record.device_seconds}};
  document["launches"] = Json::array();
  for (const LaunchRecord& launch : record.launches)
    document["launches"].push_back(launch_of(launch, folder, names));
  document["launches_left_out"] = record.launches_left_out;
  document["copies"] = Json::array();
  for (const CopyRecord& copy : record.copies)
    document["copies"].push_back({{"function", copy.function},
                                  {"at", place_of(copy.place, folder)},
                                  {"to", copy.to},
                                  {"from", copy.from},
                                  {"bytes", copy.bytes},
                                  {"stream", copy.stream},
                                  {"opaque", copy.opaque},
                                  {"begin", copy.begin_seconds},
                                  {"seconds", copy.seconds},
                                  {"repeats", copy.repeats}});
  document["copies_left_out"] = record.copies_left_out;
  document["allocations"] = Json::array();
  for (const AllocationRecord& buffer : record.allocations)
    document["allocations"].push_back(
        {{"name", buffer.name},
         {"function", buffer.function},
         {"kind", name_of(buffer.kind)},
         {"bytes", buffer.bytes},
         {"at", place_of(buffer.made, folder)},
         {"freed", buffer.freed ? place_of(*buffer.freed, folder) : Json(nullptr)},
         {"is_freed", buffer.freed.has_value()}});
  document["steps"] = Json::array();
  for (const Step& step : record.steps)
    document["steps"].push_back(
        {{"kind", step.kind == Step::Kind::Launch ? "launch" : "copy"}, {"index", step.index}});
  document["errors"] = Json::array();
  for (const ApiError& error : record.errors)
    document["errors"].push_back({{"function", error.function},
                                  {"error", error.error},
                                  {"message", error.message},
                                  {"at", place_of(error.place, folder)}});
  document["findings"] = Json::array();
  for (const Finding& finding : record.findings) {
    constexpr const char* severities[] = {"note", "warning", "error"};
    Json entry = {{"kind", finding.kind},
                  {"severity", severities[static_cast<unsigned>(finding.severity)]},
                  {"at", place_of(finding.place, folder)},
                  {"message", finding.message},
                  {"count", finding.count}};
    if (finding.launch != 0) entry["launch"] = finding.launch;
    if (finding.related_place.known())
      entry["related"] = {{"text", finding.related}, {"at", place_of(finding.related_place, folder)}};
    document["findings"].push_back(std::move(entry));
  }
  document["output"] = {{"bytes", record.output_bytes}, {"text", record.output}};
  document["error_output"] = {{"bytes", record.error_output_bytes}, {"text", record.error_output}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace warpscope::whole
