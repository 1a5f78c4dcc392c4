// Reads and writes a recording inside a larger document. For this folder's own files only.
#pragma once

#include "gpu/protocol/json_fields.h"
#include "gpu/protocol/recording.h"

namespace warpscope::protocol::gpu_json {

void read_recording(Object& root, Recording& recording);

} // namespace warpscope::protocol::gpu_json
