// A .cu file's header, resolved to a launch and checked against a device: whatever it holds, an answer and no
// crash.
#include "sim/source/scenario.h"

#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warpscope;
  Diagnostics diagnostics;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const source::Scenario scenario = source::parse_scenario("fuzz.cu", text, diagnostics);
  if (const auto launch = source::resolve(scenario, {}, diagnostics)) {
    Device device;
    source::check_launch(*launch, 0, device, "fuzz.cu", diagnostics);
  }
  (void)format_diagnostics(diagnostics);
  return 0;
}
