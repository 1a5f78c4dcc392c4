// Fonts and colours for Dear ImGui. Sizes are in pixels per em, as everywhere in the app (Dear ImGui counts
// line heights; the faces are loaded so that both are the same number).
#pragma once

#include "app/view/picture.h"
#include "app/view/theme.h"
#include "imgui.h"

namespace warpscope::panels {

struct Fonts {
  ImFont* face[5] = {}; ///< by Font
  [[nodiscard]] ImFont* operator[](view::Font font) const { return face[static_cast<unsigned>(font)]; }
};

/// Adds the embedded faces to the current context's atlas.
[[nodiscard]] Fonts load_fonts();

/// Sets TOKENS' colours, spacings and radii for Dear ImGui's own widgets; `body` is the size of body text.
void apply_style(const view::Theme& theme, const Fonts& fonts, float scale);

[[nodiscard]] inline ImU32 rgba(view::Color c) { return IM_COL32(c.r, c.g, c.b, c.a); }
[[nodiscard]] inline ImVec4 vec4(view::Color c) { return ImGui::ColorConvertU32ToFloat4(rgba(c)); }

} // namespace warpscope::panels
