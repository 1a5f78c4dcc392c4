// Writes, reads and checks recordings.
#include "gpu/protocol/recording.h"

#include "gpu/protocol/recorded_code.h"
#include "gpu/protocol/recording_fields.h"
#include "sim/base/fnv.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace warpscope::protocol {

namespace {

using gpu_json::Field;
using gpu_json::Object;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t largest_count = 1'000'000'000'000'000'000ull;
constexpr double longest_seconds = 1e6;
constexpr std::size_t longest_sentence = 1u << 16, most_entries = 1u << 20;
constexpr std::uint32_t most_32 = 0xffff'ffffu;

const std::vector<std::string_view> status_words = {"done",    "bad_request", "not_compiled", "no_device",
                                                    "faulted", "timed_out",   "failed"};
const std::vector<std::string_view> build_words = {"as_compiled", "as_written"};

// ------------------------------------------------------------------------------------------------ writing

Json written(const Counters& counters) {
  Json groups = Json::object();
  for (const auto& [id, count] : counters)
    groups[std::string(model::key_of(id.group))][std::string(model::key_of(id.kind))] = count;
  return groups;
}

void add_counters(Json& json, const Counters& counters) {
  const Json groups = written(counters);
  for (const auto& [group, values] : groups.items()) json[group] = values;
}

Json written(const RequestParts& parts) {
  return {{"text", parts.text},
          {"macros", parts.macros},
          {"launch", parts.launch},
          {"arguments", parts.arguments}};
}

Json written(const RecordedTimes& times) {
  Json json = {{"median", times.median},
               {"min", times.least},
               {"lower_quartile", times.lower_quartile},
               {"upper_quartile", times.upper_quartile},
               {"repetitions", times.repetitions},
               {"batch", times.batch}};
  if (!times.samples.empty()) json["samples"] = times.samples;
  if (!times.processes.empty()) json["processes"] = times.processes;
  return json;
}

Json written(const RecordedResources& r) {
  return {{"registers", r.registers},
          {"static_shared_bytes", r.static_shared_bytes},
          {"dynamic_shared_bytes", r.dynamic_shared_bytes},
          {"local_bytes", r.local_bytes},
          {"constant_bytes", r.constant_bytes},
          {"max_threads", r.max_threads},
          {"blocks_per_multiprocessor", r.blocks_per_multiprocessor},
          {"warps_per_multiprocessor", r.warps_per_multiprocessor},
          {"most_warps_per_multiprocessor", r.most_warps_per_multiprocessor},
          {"spill_store_bytes", r.spill_store_bytes},
          {"spill_load_bytes", r.spill_load_bytes}};
}

Json written(const RecordedBuild& build) {
  Json json = {{"build", name_of(build.kind)}, {"compile_seconds", build.compile_seconds}};
  json["messages"] = Json::array();
  for (const RecordedMessage& m : build.messages)
    json["messages"].push_back(
        {{"line", m.line}, {"column", m.column}, {"error", m.is_error}, {"text", m.text}});
  if (build.resources) json["resources"] = written(*build.resources);
  if (build.warm) json["times"]["warm"] = written(*build.warm);
  if (build.cold) json["times"]["cold"] = written(*build.cold);
  if (build.empty) json["times"]["empty"] = written(*build.empty);
  if (!build.times_date.empty()) json["times"]["date"] = build.times_date;
  if (build.totals) json["totals"] = written(*build.totals);
  if (build.lines) {
    json["lines"] = Json::array();
    for (const RecordedLine& line : *build.lines) {
      Json entry = {{"line", line.line}};
      add_counters(entry, line.counters);
      json["lines"].push_back(entry);
    }
    json["instructions"] = Json::array();
    for (const RecordedInstruction& instruction : build.instructions) {
      Json entry = {{"pc", instruction.pc}, {"line", instruction.line}};
      add_counters(entry, instruction.counters);
      json["instructions"].push_back(entry);
    }
  }
  if (build.code) json["code"] = gpu_json::written(*build.code);
  return json;
}

Json written(const RecordedOutput& output) {
  Json json = {{"name", output.name},
               {"type", warpscope::name_of(output.type)},
               {"bytes", output.bytes},
               {"hash", output.hash}};
  if (!output.values.empty()) json["values"] = gpu_json::base64(output.values);
  return json;
}

// ------------------------------------------------------------------------------------------------ reading

std::uint32_t count32(Object& object, const char* key) {
  return static_cast<std::uint32_t>(object.at(key).whole(0, most_32));
}
std::string sentence(Object& object, const char* key) { return object.at(key).text(longest_sentence); }

/// Reads those keys of `object` that are groups of counters.
Counters read_counters(Object& object) {
  Counters counters;
  for (const model::CounterGroupRow& row : model::counter_group_rows)
    object.maybe(std::string(row.key).c_str(), [&](const Field& field) {
      Object group = field.object();
      for (const model::CounterRow& kind : model::counter_rows)
        if (model::is_recorded(kind.kind))
          group.maybe(std::string(kind.key).c_str(), [&](const Field& count) {
            counters[{row.group, kind.kind}] = count.whole(0, largest_count);
          });
      group.done();
    });
  return counters;
}

RecordedTimes read_times(const Field& field) {
  Object object = field.object();
  RecordedTimes times;
  times.median = object.at("median").number(0, longest_seconds);
  times.least = object.at("min").number(0, longest_seconds);
  times.lower_quartile = object.at("lower_quartile").number(0, longest_seconds);
  times.upper_quartile = object.at("upper_quartile").number(0, longest_seconds);
  times.repetitions = static_cast<std::uint32_t>(object.at("repetitions").whole(1, 1'000'000));
  times.batch = static_cast<std::uint32_t>(object.at("batch").whole(1, 1'000'000));
  const auto seconds = [&](const char* key, std::vector<double>& into) {
    object.maybe(key, [&](const Field& list) {
      list.each(most_entries, [&](const Field& one) { into.push_back(one.number(0, longest_seconds)); });
    });
  };
  seconds("samples", times.samples);
  seconds("processes", times.processes);
  object.done();
  if (!(times.least <= times.lower_quartile && times.lower_quartile <= times.median &&
        times.median <= times.upper_quartile))
    field.refuse("min, lower_quartile, median and upper_quartile must not fall");
  return times;
}

RecordedResources read_resources(const Field& field) {
  Object object = field.object();
  RecordedResources r;
  const std::pair<const char*, std::uint32_t*> numbers[] = {
      {"registers", &r.registers},
      {"static_shared_bytes", &r.static_shared_bytes},
      {"dynamic_shared_bytes", &r.dynamic_shared_bytes},
      {"local_bytes", &r.local_bytes},
      {"constant_bytes", &r.constant_bytes},
      {"max_threads", &r.max_threads},
      {"blocks_per_multiprocessor", &r.blocks_per_multiprocessor},
      {"warps_per_multiprocessor", &r.warps_per_multiprocessor},
      {"most_warps_per_multiprocessor", &r.most_warps_per_multiprocessor},
      {"spill_store_bytes", &r.spill_store_bytes},
      {"spill_load_bytes", &r.spill_load_bytes}};
  for (const auto& [key, number] : numbers) *number = count32(object, key);
  object.done();
  return r;
}

void read_lines(const Field& field, std::vector<RecordedLine>& lines) {
  field.each(most_entries, [&](const Field& entry) {
    Object object = entry.object();
    RecordedLine line;
    line.line = count32(object, "line");
    if (!lines.empty() && line.line <= lines.back().line) entry.refuse("lines must rise, each once");
    line.counters = read_counters(object);
    object.done();
    lines.push_back(std::move(line));
  });
}

void read_instructions(const Field& field, std::vector<RecordedInstruction>& instructions) {
  field.each(most_entries, [&](const Field& entry) {
    Object object = entry.object();
    RecordedInstruction instruction;
    instruction.pc = count32(object, "pc");
    instruction.line = count32(object, "line");
    instruction.counters = read_counters(object);
    object.done();
    instructions.push_back(std::move(instruction));
  });
}

RecordedBuild read_build(const Field& field) {
  Object object = field.object();
  RecordedBuild build;
  build.kind = static_cast<BuildKind>(object.at("build").word(build_words));
  build.compile_seconds = object.at("compile_seconds").number(0, longest_seconds);
  object.at("messages").each(most_entries, [&](const Field& entry) {
    Object message = entry.object();
    build.messages.push_back({count32(message, "line"), count32(message, "column"),
                              message.at("error").boolean(), sentence(message, "text")});
    message.done();
  });
  object.maybe("resources", [&](const Field& f) { build.resources = read_resources(f); });
  object.maybe("times", [&](const Field& f) {
    Object times = f.object();
    times.maybe("warm", [&](const Field& w) { build.warm = read_times(w); });
    times.maybe("cold", [&](const Field& c) { build.cold = read_times(c); });
    times.maybe("empty", [&](const Field& e) { build.empty = read_times(e); });
    times.maybe("date", [&](const Field& d) { build.times_date = d.text(64); });
    times.done();
  });
  object.maybe("totals", [&](const Field& f) {
    Object totals = f.object();
    build.totals = read_counters(totals);
    totals.done();
  });
  object.maybe("lines", [&](const Field& f) { read_lines(f, build.lines.emplace()); });
  object.maybe("instructions", [&](const Field& f) { read_instructions(f, build.instructions); });
  object.maybe("code", [&](const Field& f) { build.code = gpu_json::read_code(f); });
  object.done();
  return build;
}

void read_device(const Field& field, RecordedDevice& device) {
  Object object = field.object();
  device.name = object.at("name").text(1000);
  object.at("compute_capability").each(2, [&, index = 0](const Field& number) mutable {
    (index++ == 0 ? device.cc_major : device.cc_minor) = static_cast<std::uint32_t>(number.whole(0, 1000));
  });
  device.multiprocessors = count32(object, "multiprocessors");
  device.memory_bytes = object.at("memory_bytes").whole(0, largest_count);
  device.l2_bytes = object.at("l2_bytes").whole(0, largest_count);
  for (const auto& [key, text] : {std::pair{"driver", &device.driver},
                                  {"cuda", &device.cuda},
                                  {"nvrtc", &device.nvrtc},
                                  {"cupti", &device.cupti}})
    *text = object.at(key).text(1000);
  object.done();
}

void read_clocks(const Field& field, RecordedClocks& clocks) {
  Object object = field.object();
  clocks.sm_mhz = count32(object, "sm_mhz");
  clocks.memory_mhz = count32(object, "memory_mhz");
  clocks.sm_max_mhz = count32(object, "sm_max_mhz");
  object.at("throttled_by").each(64, [&](const Field& reason) {
    clocks.throttled_by.push_back(reason.text(1000));
  });
  object.done();
}

RecordedOutput read_output(const Field& field) {
  Object object = field.object();
  RecordedOutput output;
  output.name = sentence(object, "name");
  std::vector<std::string_view> types;
  for (unsigned i = 0; i <= static_cast<unsigned>(ElementType::Other); ++i)
    types.push_back(warpscope::name_of(static_cast<ElementType>(i)));
  output.type = static_cast<ElementType>(object.at("type").word(types));
  output.bytes = object.at("bytes").whole(0, largest_count);
  const Field hash = object.at("hash");
  output.hash = hash.text(100);
  if (!is_hex16(output.hash)) hash.refuse("must be 16 hex digits");
  object.maybe("values", [&](const Field& values) {
    output.values = values.bytes(64u << 20);
    if (output.values.size() != output.bytes)
      values.refuse(fmt::format("holds {} bytes, and the output has {}", output.values.size(), output.bytes));
    if (hex16(fnv1a(output.values)) != output.hash) values.refuse("does not have the hash beside it");
  });
  object.done();
  return output;
}

RequestParts read_parts(const Field& field) {
  Object object = field.object();
  const auto hash = [&](const char* key) {
    const Field part = object.at(key);
    if (!is_hex16(part.text(100))) part.refuse("must be 16 hex digits");
    return part.text(100);
  };
  RequestParts parts{hash("text"), hash("macros"), hash("launch"), hash("arguments")};
  object.done();
  return parts;
}

} // namespace

void gpu_json::read_recording(Object& root, Recording& recording) {
  const Field version = root.at("warpscope_recording");
  if (const std::uint64_t given = version.whole(0, gpu_json::any_number); given != recording_version)
    version.refuse(fmt::format(
        "this program reads version {}, and the recording is of version {}: both must be of one Warpscope",
        recording_version, given));
  const Field hash = root.at("hash");
  recording.hash = hash.text(100);
  recording.status = static_cast<RecordingStatus>(root.at("status").word(status_words));
  if (!is_hex16(recording.hash) &&
      !(recording.hash.empty() && recording.status == RecordingStatus::BadRequest))
    hash.refuse("must be 16 hex digits");
  root.maybe("partial", [&](const Field& partial) { recording.partial = partial.boolean(); });
  root.maybe("parts", [&](const Field& parts) { recording.parts = read_parts(parts); });
  recording.message = sentence(root, "message");
  recording.file = sentence(root, "file");
  recording.date = root.at("date").text(100);
  recording.seconds = root.at("seconds").number(0, longest_seconds);
  read_device(root.at("device"), recording.device);
  read_clocks(root.at("clocks"), recording.clocks);
  const Field builds = root.at("builds");
  builds.each(2, [&](const Field& field) { recording.builds.push_back(read_build(field)); });
  if (recording.builds.size() == 2 && recording.builds[0].kind == recording.builds[1].kind)
    builds.refuse("has one build twice");
  root.at("checks").each(most_entries, [&](const Field& field) {
    Object object = field.object();
    recording.checks.push_back({sentence(object, "output"), object.at("mismatches").whole(0, largest_count),
                                sentence(object, "first"), sentence(object, "rule")});
    object.done();
  });
  root.at("outputs").each(most_entries,
                          [&](const Field& field) { recording.outputs.push_back(read_output(field)); });
  root.at("could_not").each(most_entries, [&](const Field& field) {
    Object object = field.object();
    recording.could_not.push_back({sentence(object, "part"), sentence(object, "reason")});
    object.done();
  });
}

std::string_view name_of(RecordingStatus status) { return status_words[static_cast<std::size_t>(status)]; }
std::string_view name_of(BuildKind kind) { return build_words[static_cast<std::size_t>(kind)]; }

std::string to_json(const Recording& recording) {
  const RecordedDevice& d = recording.device;
  Json json = {{"warpscope_recording", recording_version}, {"hash", recording.hash}};
  if (recording.partial) json["partial"] = true;
  if (recording.parts) json["parts"] = written(*recording.parts);
  json.update({{"file", recording.file},
               {"date", recording.date},
               {"status", name_of(recording.status)},
               {"message", recording.message},
               {"device",
                {{"name", d.name},
                 {"compute_capability", Json::array({d.cc_major, d.cc_minor})},
                 {"multiprocessors", d.multiprocessors},
                 {"memory_bytes", d.memory_bytes},
                 {"l2_bytes", d.l2_bytes},
                 {"driver", d.driver},
                 {"cuda", d.cuda},
                 {"nvrtc", d.nvrtc},
                 {"cupti", d.cupti}}},
               {"clocks",
                {{"sm_mhz", recording.clocks.sm_mhz},
                 {"memory_mhz", recording.clocks.memory_mhz},
                 {"sm_max_mhz", recording.clocks.sm_max_mhz},
                 {"throttled_by", recording.clocks.throttled_by}}}});
  json["builds"] = Json::array();
  for (const RecordedBuild& build : recording.builds) json["builds"].push_back(written(build));
  json["checks"] = Json::array();
  for (const RecordedCheck& check : recording.checks)
    json["checks"].push_back({{"output", check.output},
                              {"mismatches", check.mismatches},
                              {"first", check.first},
                              {"rule", check.rule}});
  json["outputs"] = Json::array();
  for (const RecordedOutput& output : recording.outputs) json["outputs"].push_back(written(output));
  json["could_not"] = Json::array();
  for (const CouldNot& c : recording.could_not)
    json["could_not"].push_back({{"part", c.part}, {"reason", c.reason}});
  json["seconds"] = recording.seconds;
  return gpu_json::one_line(json);
}

std::optional<Recording> parse_recording(std::string_view json, std::string& error) {
  Recording recording;
  error = gpu_json::parse_document(json, "recording",
                                   [&](Object& root) { gpu_json::read_recording(root, recording); });
  if (!error.empty()) return std::nullopt;
  return recording;
}

double spread_of(const RecordedTimes& times) {
  if (times.processes.size() < 2) return 0;
  const auto [least, most] = std::ranges::minmax(times.processes);
  return least > 0 ? most / least - 1 : 0;
}

void name_what_is_missing(Recording& recording, const MeasureRequest& request) {
  if (recording.status == RecordingStatus::BadRequest) return;
  const std::string reason = recording.message.empty() ? "it was not reached" : recording.message;
  const auto said = [&](const std::string& part) {
    return std::any_of(recording.could_not.begin(), recording.could_not.end(),
                       [&](const CouldNot& c) { return c.part == part; });
  };
  const auto miss = [&](bool wanted, bool there, const std::string& part) {
    if (wanted && !there && !said(part)) recording.could_not.push_back({part, reason});
  };
  const MeasureWhat& what = request.what;
  if (what.code_alone()) {
    miss(true, !recording.builds.empty() && recording.builds[0].code.has_value(), "code");
    return;
  }
  for (const BuildKind kind : {BuildKind::AsCompiled, BuildKind::AsWritten}) {
    if (!(kind == BuildKind::AsCompiled ? what.as_compiled : what.as_written) ||
        said(std::string(name_of(kind))))
      continue;
    const auto build = std::find_if(recording.builds.begin(), recording.builds.end(),
                                    [&](const RecordedBuild& b) { return b.kind == kind; });
    const RecordedBuild none{}, &found = build == recording.builds.end() ? none : *build;
    const std::string of = fmt::format(".{}", name_of(kind));
    miss(true, found.resources.has_value(), "resources" + of);
    miss(what.times, found.warm.has_value(), "times.warm" + of);
    miss(what.times, found.cold.has_value(), "times.cold" + of);
    miss(what.totals, found.totals.has_value(), "totals" + of);
    miss(what.lines, found.lines.has_value(), "lines" + of);
  }
  for (const MeasureCheck& check : request.checks)
    miss(what.check,
         std::any_of(recording.checks.begin(), recording.checks.end(),
                     [&](const RecordedCheck& c) { return c.output == check.output; }),
         "check." + check.output);
  for (const MeasureArgument& argument : request.call.arguments) {
    const auto output = std::find_if(recording.outputs.begin(), recording.outputs.end(),
                                     [&](const RecordedOutput& o) { return o.name == argument.name; });
    const bool written = argument.kind == MeasureArgument::Kind::Buffer && !argument.read_only,
               there = output != recording.outputs.end();
    miss(written, there, "outputs." + argument.name);
    miss(written && what.values, there && !output->values.empty(), "values." + argument.name);
  }
}

std::string mismatch(const Recording& recording, const MeasureRequest& request) {
  if (recording.status == RecordingStatus::BadRequest) return {};
  if (const std::string hash = hash_of(request); recording.hash != hash)
    return fmt::format(
        "the recording is of another text, launch or arguments (its hash is {}, and {} was asked for)",
        recording.hash, hash);
  if (recording.parts && *recording.parts != parts_of(request))
    return "the recording has the request's hash, and the parts of another one";
  const auto lines = static_cast<std::uint64_t>(std::count(request.text.begin(), request.text.end(), '\n')) +
                     1;
  for (const RecordedBuild& build : recording.builds) {
    std::uint64_t last = 0;
    if (build.lines && !build.lines->empty()) last = build.lines->back().line;
    for (const RecordedInstruction& instruction : build.instructions)
      last = std::max<std::uint64_t>(last, instruction.line);
    if (last > lines)
      return fmt::format("the recording counts for line {}, and the text has {}", last, lines);
  }
  for (const RecordedOutput& output : recording.outputs) {
    const auto& arguments = request.call.arguments;
    const auto found = std::find_if(arguments.begin(), arguments.end(), [&](const MeasureArgument& a) {
      return a.kind == MeasureArgument::Kind::Buffer && a.name == output.name && a.bytes == output.bytes;
    });
    if (found == arguments.end())
      return fmt::format("the recording has an output \"{}\" of {} bytes, and the kernel has no such buffer",
                         output.name, output.bytes);
  }
  return {};
}

} // namespace warpscope::protocol
