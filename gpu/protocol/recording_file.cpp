// Reads and writes files of recordings.
#include "gpu/protocol/recording_file.h"

#include "gpu/protocol/recording_fields.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace warpscope::protocol {

namespace {

using gpu_json::Field;
using gpu_json::Object;

constexpr std::size_t most_launches = 1u << 16;

void read_file(Object& root, RecordingFile& file) {
  const Field version = root.at("warpscope_recordings");
  if (const std::uint64_t given = version.whole(0, gpu_json::any_number); given != recording_version)
    version.refuse(fmt::format("this program reads version {}, and the recordings are of version {}",
                               recording_version, given));
  file.lab = root.at("lab").text(1000);
  root.at("launches").each(most_launches, [&](const Field& field) {
    Object entry = field.object();
    RecordedLaunch launch;
    launch.parameters = entry.at("parameters").text(4096);
    Object recording = entry.at("recording").object();
    gpu_json::read_recording(recording, launch.recording);
    recording.done();
    entry.done();
    file.launches.push_back(std::move(launch));
  });
}

} // namespace

std::optional<RecordingFile> parse_recording_file(std::string_view json, std::string& error) {
  RecordingFile file;
  error = gpu_json::parse_document(json, "recording", [&](Object& root) {
    if (root.has("warpscope_recordings")) return read_file(root, file);
    gpu_json::read_recording(root, file.launches.emplace_back().recording);
  });
  if (!error.empty()) return std::nullopt;
  return file;
}

std::string to_json(const RecordingFile& file) {
  const auto text = [](const std::string& value) {
    return nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  };
  std::string out = fmt::format("{{\"warpscope_recordings\":{},\"lab\":{},\"launches\":[", recording_version,
                                text(file.lab));
  for (const RecordedLaunch& launch : file.launches)
    out += fmt::format("{}\n{{\"parameters\":{},\"recording\":{}}}",
                       &launch == &file.launches.front() ? "" : ",", text(launch.parameters),
                       to_json(launch.recording));
  return out + "\n]}\n";
}

std::string differing_parts(const Recording& recording, const MeasureRequest& request) {
  if (!recording.parts) return {};
  const RequestParts asked = parts_of(request), &had = *recording.parts;
  std::string out;
  const auto add = [&](const char* name, const std::string& a, const std::string& b) {
    if (a != b) out += (out.empty() ? "" : " and ") + std::string(name);
  };
  add("text", asked.text, had.text);
  add("macros", asked.macros, had.macros);
  add("launch", asked.launch, had.launch);
  add("arguments", asked.arguments, had.arguments);
  return out;
}

} // namespace warpscope::protocol
