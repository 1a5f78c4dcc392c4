// The table of special registers.
#include "sim/frontend/special_register.h"

#include <map>

namespace warpscope::frontend {

std::optional<program::SpecialRegister> special_register(std::string_view name) {
  static const std::map<std::string_view, program::SpecialRegister> registers = {
      {"%laneid", program::SpecialRegister::LaneId},
      {"%warpid", program::SpecialRegister::WarpId},
      {"%nwarpid", program::SpecialRegister::NWarpId},
      {"%smid", program::SpecialRegister::SmId},
      {"%tid.x", program::SpecialRegister::TidX},
      {"%tid.y", program::SpecialRegister::TidY},
      {"%tid.z", program::SpecialRegister::TidZ},
      {"%ntid.x", program::SpecialRegister::NTidX},
      {"%ntid.y", program::SpecialRegister::NTidY},
      {"%ntid.z", program::SpecialRegister::NTidZ},
      {"%ctaid.x", program::SpecialRegister::CtaidX},
      {"%ctaid.y", program::SpecialRegister::CtaidY},
      {"%ctaid.z", program::SpecialRegister::CtaidZ},
      {"%nctaid.x", program::SpecialRegister::NCtaidX},
      {"%nctaid.y", program::SpecialRegister::NCtaidY},
      {"%nctaid.z", program::SpecialRegister::NCtaidZ},
      {"%lanemask_eq", program::SpecialRegister::LaneMaskEq},
      {"%lanemask_lt", program::SpecialRegister::LaneMaskLt},
      {"%lanemask_le", program::SpecialRegister::LaneMaskLe},
      {"%lanemask_gt", program::SpecialRegister::LaneMaskGt},
      {"%lanemask_ge", program::SpecialRegister::LaneMaskGe},
      {"%clock", program::SpecialRegister::Clock},
      {"%cluster_nctaid.x", program::SpecialRegister::ClusterX},
      {"%cluster_nctaid.y", program::SpecialRegister::ClusterY},
      {"%cluster_nctaid.z", program::SpecialRegister::ClusterZ},
      {"%dynamic_smem_size", program::SpecialRegister::DynamicSharedSize}};
  if (name.starts_with("%%")) name.remove_prefix(1);
  const auto found = registers.find(name);
  if (found == registers.end()) return std::nullopt;
  return found->second;
}

} // namespace warpscope::frontend
