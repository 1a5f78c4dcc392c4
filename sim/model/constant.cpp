// Counts passes of constant memory.
#include "sim/model/constant.h"

#include "sim/model/distinct.h"

namespace warpscope::model {

ConstantCounts count_constant(const WarpAccess& access) {
  if (access.mask == 0) return {};
  std::int32_t step = 0;
  if (model_detail::is_affine(access, step)) return {1, step == 0 ? 1u : warp_size};
  const model_detail::ActiveLanes lanes = model_detail::active_lanes(access);
  return {1, model_detail::count_distinct(lanes.offset, lanes.count, 0)};
}

} // namespace warpscope::model
