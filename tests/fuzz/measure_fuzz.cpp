// What comes from outside of a measurement: requests, recordings, a compiler's log, the #includes of a text.
#include "gpu/measure/includes.h"
#include "gpu/measure/nvrtc.h"
#include "gpu/protocol/recording.h"
#include "gpu/protocol/request.h"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace warpscope;

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  std::string error;
  if (const auto request = protocol::parse_measure_request(text, error)) {
    const auto again = protocol::parse_measure_request(protocol::to_json(*request), error);
    require(again && *again == *request && protocol::hash_of(*again) == protocol::hash_of(*request));
  } else {
    require(!error.empty());
  }
  if (const auto recording = protocol::parse_recording(text, error)) {
    const auto again = protocol::parse_recording(protocol::to_json(*recording), error);
    require(again && protocol::to_json(*again) == protocol::to_json(*recording));
  } else {
    require(!error.empty());
  }
  measure::CompiledDeviceText compiled;
  measure::read_nvrtc_log(text, compiled);
  for (const measure::WrittenInclude& include : measure::find_includes(text))
    require(include.line >= 1 && include.column >= 1);
  return 0;
}
