// The plain model's estimate in the form of the multiprocessor's, for launches that the latter does not
// reach.
#include "sim/devices/nearest.h"
#include "sim/run/estimate.h"
#include "sim/run/estimate_error.h"
#include "sim/run/speed_input.h"

#include <utility>

namespace warpscope::run {

std::optional<Estimate> plain_estimate(const Result& whole, const trace::BlockTrace* traced,
                                       const Device& device, std::string why_plain, std::string& why_not) {
  const devices::Probed probed = devices::probed(device);
  const std::optional<model::SpeedInput> input = speed_input(whole, probed.device, traced);
  if (!input) {
    why_not = "no block of it was traced";
    return std::nullopt;
  }
  const std::optional<model::SpeedEstimate> made = model::estimate_speed(probed.device, *input, why_not);
  if (!made) return std::nullopt;
  Estimate out;
  out.model = Model::Plain;
  out.why_plain = std::move(why_plain);
  out.code = whole.as_compiled ? Code::Predicted : Code::AsWritten;
  out.borrowed_from = probed.from;
  constexpr auto atomic = static_cast<std::size_t>(AccessKind::Atomic);
  out.atomics = whole.totals.shared[atomic].requests != 0 || whole.totals.global[atomic].requests != 0;
  out.seconds = made->seconds;
  out.launch_seconds = made->start_seconds;
  out.bottleneck_name = model::name_of(made->bottleneck);
  out.bottleneck_sentence = model::sentence_of(made->bottleneck);
  for (std::size_t i = 0; i < made->parts.size(); ++i)
    out.parts.push_back({model::bottleneck_names[i], made->parts[i]});
  out.parts.push_back({"launch", made->start_seconds});
  out.interval = interval_of(out);
  return out;
}

} // namespace warpscope::run
