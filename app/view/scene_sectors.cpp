#include "app/view/scene_parts.h"

namespace warpscope {

Picture build_sectors_scene(const SceneInput& input) { return empty_picture(input, SceneKind::Sectors); }

} // namespace warpscope
