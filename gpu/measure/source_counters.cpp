// Configures CUPTI's SASS metrics once, counts a launch and attributes the counts to lines.
#include "gpu/measure/source_counters.h"

#include "gpu/measure/counters.h"
#include "gpu/measure/line_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

namespace warpscope::measure {

namespace {

struct Configured {
  std::map<std::uint64_t, const protocol::SassMetric*> rows; ///< by metric id
  std::vector<std::string> unknown;
  std::string failed;
};

std::vector<cuda::SassMetricDetails> all_metrics(const std::string& chip) {
  cuda::SassGetNumOfMetrics count;
  count.pChipName = chip.c_str();
  if (cupti().sass_count(&count) != 0) return {};
  std::vector<cuda::SassMetricDetails> list(count.numOfMetrics);
  cuda::SassGetMetrics get;
  get.pChipName = chip.c_str();
  get.numOfMetrics = list.size();
  get.pMetricsList = list.data();
  if (cupti().sass_list(&get) != 0) return {};
  return list;
}

Configured configure() {
  Configured configured;
  configured.failed = no_profiler();
  const std::string chip = configured.failed.empty() ? chip_name() : std::string();
  if (configured.failed.empty() && chip.empty()) configured.failed = "CUPTI does not know this GPU";
  if (!configured.failed.empty()) return configured;
  const std::vector<cuda::SassMetricDetails> all = all_metrics(chip);
  std::vector<cuda::SassConfig> configs, needed;
  for (const protocol::SassMetric& row : protocol::sass_metrics()) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& details) {
      return std::string_view(details.pMetricName) == row.metric;
    });
    if (found == all.end()) {
      configured.unknown.emplace_back(row.metric);
      continue;
    }
    configured.rows[found->metricId] = &row;
    configs.push_back({found->metricId, 0});
    if (row.needed) needed.push_back(configs.back());
  }
  if (configs.empty()) {
    configured.failed = fmt::format("CUPTI has none of the counters for {}", chip);
    return configured;
  }
  const auto set = [](std::vector<cuda::SassConfig>& list) {
    cuda::SassSetConfig config;
    config.numOfMetricConfig = list.size();
    config.pConfigs = list.data();
    return cupti().sass_set_config(&config);
  };
  if (set(configs) == 0) return configured;
  if (const int code = set(needed); code != 0) {
    configured.failed = cupti_error("cuptiSassMetricsSetConfig", code);
    return configured;
  }
  for (const protocol::SassMetric& row : protocol::sass_metrics())
    if (!row.needed) configured.unknown.emplace_back(row.metric);
  std::erase_if(configured.rows, [](const auto& row) { return !row.second->needed; });
  return configured;
}

const Configured& configuration() {
  static const Configured configured = configure();
  return configured;
}

using Counted = std::vector<std::pair<const protocol::SassMetric*, std::uint64_t>>;

/// Reads what was counted since enable(), by instruction (CUPTI gives a record for each instruction and
/// metric). Returns a sentence on failure, else an empty string.
std::string flush(cuda::Handle context, const Configured& configured, const std::string& symbol,
                  std::map<std::uint32_t, Counted>& counted) {
  const std::size_t metrics = configured.rows.size();
  cuda::SassGetDataProperties properties;
  properties.ctx = context;
  if (const int code = cupti().sass_properties(&properties); code != 0)
    return cupti_error("cuptiSassMetricsGetDataProperties", code);
  const std::size_t count = properties.numOfPatchedInstructionRecords,
                    each = properties.numOfInstances * metrics;
  if (count == 0) return {};
  std::vector<cuda::SassInstanceValue> values(count * each);
  std::vector<cuda::SassData> data(count);
  for (std::size_t i = 0; i < count; ++i) data[i].pInstanceValues = values.data() + i * each;
  cuda::SassFlushData get;
  get.ctx = context;
  get.numOfPatchedInstructionRecords = count;
  get.numOfInstances = properties.numOfInstances;
  get.pMetricsData = data.data();
  if (const int code = cupti().sass_flush(&get); code != 0)
    return cupti_error("cuptiSassMetricsFlushData", code);
  for (const cuda::SassData& entry : data) {
    if (entry.functionName == nullptr || entry.functionName != symbol) continue;
    for (std::size_t i = 0; i < each; ++i)
      if (const auto row = configured.rows.find(entry.pInstanceValues[i].metricId);
          row != configured.rows.end() && entry.pInstanceValues[i].value != 0)
        counted[entry.pcOffset].emplace_back(row->second, entry.pInstanceValues[i].value);
  }
  return {};
}

/// Returns the instruction's line of the text according to CUPTI, which ignores inlining; 0 for other files.
std::uint32_t line_by_cupti(const std::vector<char>& cubin, const std::string& symbol, std::uint32_t pc) {
  cuda::SassToSource find;
  find.cubin = cubin.data();
  find.cubinSize = cubin.size();
  find.functionName = symbol.c_str();
  find.pcOffset = pc;
  if (cupti().sass_to_source(&find) != 0) return 0;
  const bool ours = find.fileName != nullptr && std::string_view(find.fileName) == device_text_name;
  std::free(find.fileName); // CUPTI allocates it for the caller
  std::free(find.dirName);
  return ours ? find.lineNumber : 0;
}

} // namespace

std::vector<std::string> list_sass_metrics() {
  std::vector<std::string> list;
  for (const cuda::SassMetricDetails& details : all_metrics(chip_name()))
    list.push_back(fmt::format("{}\t{}", details.pMetricName,
                               details.pMetricDescription == nullptr ? "" : details.pMetricDescription));
  return list;
}

MeasuredLines measure_lines(const GpuDevice& device, const std::vector<char>& cubin,
                            const std::string& symbol, const std::vector<std::string>& headers,
                            const std::function<void()>& launch) {
  MeasuredLines measured;
  const Configured& configured = configuration();
  measured.failed = configured.failed;
  measured.unknown = configured.unknown;
  if (!measured.failed.empty()) return measured;
  cuda::SassEnable enable;
  enable.ctx = device.context();
  if (const int code = cupti().sass_enable(&enable); code != 0) {
    measured.failed = cupti_error("cuptiSassMetricsEnable", code);
    return measured;
  }
  std::map<std::uint32_t, Counted> counted;
  launch();
  measured.failed = flush(device.context(), configured, symbol, counted);
  cuda::SassDisable disable;
  disable.ctx = device.context();
  if (const int code = cupti().sass_disable(&disable); code != 0 && measured.failed.empty())
    measured.failed = cupti_error("cuptiSassMetricsDisable", code);
  if (!measured.failed.empty()) return measured;

  const LineTable table(cubin, symbol, device_text_name, headers);
  std::map<std::uint32_t, protocol::Counters> by_line;
  for (const auto& [pc, values] : counted) {
    const std::uint32_t line = table.empty() ? line_by_cupti(cubin, symbol, pc) : table.line_of(pc);
    protocol::RecordedInstruction instruction{pc, line, protocol::instruction_counters(values)};
    for (const auto& [key, count] : instruction.counters) by_line[instruction.line][key] += count;
    measured.instructions.push_back(std::move(instruction));
  }
  measured.lines.emplace();
  for (auto& [line, counters] : by_line) measured.lines->push_back({line, std::move(counters)});
  return measured;
}

} // namespace warpscope::measure
