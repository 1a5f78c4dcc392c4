// The recordings that are embedded in the program: every lab with every choice of its parameters, on the
// devices of assets/recordings.
#pragma once

#include "gpu/protocol/recording_file.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::compare {

struct ShippedRecording {
  std::string device; ///< the folder's name: "h200"
  std::string lab, parameters;
  protocol::Recording recording;
};

/// Returns those of `lab`, or all: ordered by device, by lab, and by the order of the choices.
[[nodiscard]] std::vector<ShippedRecording> shipped_recordings(std::string_view lab = {});
/// Returns those with this hash, at most one a device.
[[nodiscard]] std::vector<ShippedRecording> shipped_recordings_of(const std::string& hash);

} // namespace warpscope::compare
