// Scales one block's operations to the launch and puts them under the device's roofs.
#include "sim/run/launch_roofline.h"

#include "sim/run/speed_input.h"

namespace warpscope::run {

std::optional<model::Roofline> launch_roofline(const Result& whole, const Result& traced,
                                               const Device& device, std::string& why_not) {
  const std::optional<model::SpeedInput> input = speed_input(whole, device, traced.trace.get());
  if (!input || traced.trace == nullptr || traced.trace->values() == nullptr) {
    why_not = "no block was traced with its values";
    return std::nullopt;
  }
  const double of_a_block = static_cast<double>(traced.run.float_operations + traced.run.double_operations);
  return model::roofline(device, *input, of_a_block * static_cast<double>(whole.launch.grid.count()),
                         why_not);
}

} // namespace warpscope::run
