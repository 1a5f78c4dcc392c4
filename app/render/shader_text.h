// The GLSL files of shaders/, embedded in the binary.
#pragma once

#include <string_view>

namespace warpscope::render {

[[nodiscard]] std::string_view picture_vertex_shader();
[[nodiscard]] std::string_view picture_fragment_shader();

} // namespace warpscope::render
