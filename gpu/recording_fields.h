// A recording inside a larger document. For this folder's own files only.
#pragma once

#include "gpu/json_fields.h"
#include "gpu/recording.h"

namespace warpscope::gpu_json {

void read_recording(Object& root, Recording& recording);

} // namespace warpscope::gpu_json
