// Finds and parses the embedded recordings.
#include "app/compare/shipped.h"

#include "app/compare/embedded.h"

#include <stdexcept>

namespace warpscope::compare {

namespace {

void read(const EmbeddedText& file, std::vector<ShippedRecording>& into) {
  std::string error;
  const std::optional<protocol::RecordingFile> read = protocol::parse_recording_file(file.text, error);
  if (!read)
    throw std::logic_error("assets/recordings/" + std::string(file.name) + ": " + error); // never for ours: a
                                                                                          // test reads every
                                                                                          // one
  for (const protocol::RecordedLaunch& launch : read->launches)
    into.push_back({std::string(file.name.substr(0, file.name.find('/'))), read->lab, launch.parameters,
                    launch.recording});
}

} // namespace

std::vector<ShippedRecording> shipped_recordings(std::string_view lab) {
  std::vector<ShippedRecording> found;
  for (const EmbeddedText& file : embedded_recordings())
    if (lab.empty() || file.name.substr(file.name.find('/') + 1) == std::string(lab) + ".json")
      read(file, found);
  return found;
}

std::vector<ShippedRecording> shipped_recordings_of(const std::string& hash) {
  std::vector<ShippedRecording> found;
  for (const EmbeddedText& file : embedded_recordings())
    if (file.text.find('"' + hash + '"') != std::string_view::npos)
      read(file, found); // a text search first, since parsing all takes fifty times as long
  std::erase_if(found, [&](const ShippedRecording& shipped) { return shipped.recording.hash != hash; });
  return found;
}

} // namespace warpscope::compare
