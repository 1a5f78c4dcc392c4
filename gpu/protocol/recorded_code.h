// The machine code in a recording, as JSON. For this folder's own files only.
#pragma once

#include "gpu/protocol/json_fields.h"
#include "sim/sass/code.h"

namespace warpscope::protocol::gpu_json {

[[nodiscard]] nlohmann::ordered_json written(const sass::MachineCode& code);
[[nodiscard]] sass::MachineCode read_code(const Field& field);

} // namespace warpscope::protocol::gpu_json
