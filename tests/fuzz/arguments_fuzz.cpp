// The words of a command line, one a line, as the options of a launch: parsed, resolved, checked against a
// device.
#include "app/cli/launch_options.h"

#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warpscope;
  std::vector<std::string> words;
  for (std::string_view rest(reinterpret_cast<const char*>(data), size);
       !rest.empty() && words.size() < 64;) {
    const std::size_t end = rest.find('\n');
    words.insert(words.begin(), std::string(rest.substr(0, end))); // CLI11 takes them from the back
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  CLI::App app;
  cli::LaunchOptions options;
  options.add_to(app);
  try {
    app.parse(std::move(words));
  } catch (const CLI::Error&) {
    return 0;
  }
  std::string error;
  const std::optional<source::Overrides> overrides = options.overrides(error);
  if (!overrides) return 0;
  Diagnostics diagnostics;
  const source::Scenario scenario = source::parse_scenario(
      "fuzz.cu", "__global__ void k(float *a, int n) {}\n", diagnostics);
  if (const auto launch = source::resolve(scenario, *overrides, diagnostics)) {
    Device device;
    source::check_launch(*launch, 0, device, "fuzz.cu", diagnostics);
  }
  (void)format_diagnostics(diagnostics);
  return 0;
}
