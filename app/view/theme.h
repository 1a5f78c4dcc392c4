// Colours and sizes of TOKENS.md. Two themes, one struct.
#pragma once

#include "app/view/picture.h"

namespace warpscope {

struct Theme {
  bool dark = true;
  Color bg0, bg1, bg2, bg3, line, edge, t1, t2, t3, now, conflict, conflict_text, broadcast, hazard, keyword, number, on_now,
      on_broadcast, on_conflict;
};

[[nodiscard]] const Theme& dark_theme();
[[nodiscard]] const Theme& light_theme();
/// f = clamp(min(w / 1920, h / 1080), .8, 2) * zoom
[[nodiscard]] float scale_for(float width, float height, float zoom);
/// max(13, round(size * f))
[[nodiscard]] float text_size(float size, float scale);

} // namespace warpscope
