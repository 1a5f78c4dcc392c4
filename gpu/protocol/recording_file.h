// What `scripts/record` writes for one lab on one device: a recording for each choice of the lab's
// parameters, in one JSON document
// {"warpscope_recordings": 1, "lab": "transpose_tile", "launches": [{"parameters": "WIDTH=1024 PAD=0",
// "recording": {…}}, …]}.
#pragma once

#include "gpu/protocol/recording.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::protocol {

struct RecordedLaunch {
  std::string parameters; ///< "WIDTH=1024 PAD=0"; empty for a lab without parameters
  Recording recording;
};
struct RecordingFile {
  std::string lab;
  std::vector<RecordedLaunch> launches;
};

/// Also reads a single recording, as warpscope-measure prints it: as a file with no lab and one launch. On
/// failure nullopt and one sentence in `error`.
[[nodiscard]] std::optional<RecordingFile> parse_recording_file(std::string_view json, std::string& error);

/// Returns the document, with one line for each launch.
[[nodiscard]] std::string to_json(const RecordingFile& file);

/// Returns the parts in which the two requests differ: "text", "macros and launch", …; empty when the
/// recording does not hold its request's parts.
[[nodiscard]] std::string differing_parts(const Recording& recording, const MeasureRequest& request);

} // namespace warpscope::protocol
