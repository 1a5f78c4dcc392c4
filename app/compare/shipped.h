// The recordings that travel with the program: every lab with every choice of its parameters, on the devices
// of assets/recordings.
#pragma once

#include "gpu/protocol/recording_file.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::compare {

struct ShippedRecording {
  std::string device; ///< "h200": the folder's name
  std::string lab, parameters;
  protocol::Recording recording;
};

/// Those of `lab`, or all of them: by device, lab, and in the order of the choices.
[[nodiscard]] std::vector<ShippedRecording> shipped_recordings(std::string_view lab = {});
/// Those with this hash, at most one a device.
[[nodiscard]] std::vector<ShippedRecording> shipped_recordings_of(const std::string& hash);

} // namespace warpscope::compare
