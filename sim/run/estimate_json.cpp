// Writes estimates and speedups as JSON. Scripts read the names: they stay.
#include "sim/run/estimate_json.h"

namespace warpscope::run {

namespace {

using Json = nlohmann::ordered_json;

Json interval_json(const std::optional<Interval>& interval) {
  return interval ? Json{{"low", interval->low}, {"high", interval->high}} : Json(nullptr);
}

} // namespace

Json to_json(const std::optional<Estimate>& estimate, const std::string& why_not) {
  if (!estimate) return {{"seconds", nullptr}, {"why_not", why_not}};
  Json json = {{"seconds", estimate->seconds},
               {"interval", interval_json(estimate->interval)},
               {"bottleneck", estimate->bottleneck_name},
               {"start", estimate->launch_seconds},
               {"extrapolated", estimate->extrapolated_seconds}};
  Json& means = json["means"] = {{"model", name_of(estimate->model)}, {"code", name_of(estimate->code)}};
  if (!estimate->why_plain.empty()) means["why"] = estimate->why_plain;
  else if (!estimate->why_as_written.empty()) means["why"] = estimate->why_as_written;
  if (!estimate->why_not_read.empty()) means["why_not_read"] = estimate->why_not_read;
  if (estimate->times_as_long > 1) means["times_as_long"] = estimate->times_as_long;
  if (!estimate->borrowed_from.empty()) means["estimated_from"] = estimate->borrowed_from;
  if (!estimate->probe.empty()) means["probe"] = estimate->probe;
  for (const multiprocessor::Assumed& assumed : estimate->assumed)
    means["assumed"].push_back({{"figure", assumed.figure}, {"source", assumed.source}});
  for (const Estimate::Part& part : estimate->parts) json["parts"][std::string(part.name)] = part.seconds;
  if (estimate->model == Model::Machine) {
    const Estimate::Traffic& traffic = estimate->traffic;
    json["traffic"] = {{"l1_hits", traffic.l1_hits},
                       {"l1_misses", traffic.l1_misses},
                       {"l2_written_sectors", traffic.l2_written_sectors},
                       {"dram_read_bytes", traffic.dram_read_bytes},
                       {"dram_written_bytes", traffic.dram_written_bytes}};
  }
  return json;
}

Json to_json(const Speedup& speedup) {
  Json json = {{"ratio", speedup.ratio}, {"interval", interval_json(speedup.interval)}, {"winner", nullptr}};
  if (speedup.winner != Speedup::Winner::None)
    json["winner"] = speedup.winner == Speedup::Winner::A ? "a" : "b";
  else json["why_no_winner"] = sentence_of(speedup.why);
  return json;
}

} // namespace warpscope::run
