// The colours and sizes of TOKENS.md: two themes in one struct.
#pragma once

#include "app/view/picture.h"

namespace warpscope::view {

struct Theme {
  bool dark = true;
  Color bg0, bg1, bg2, bg3, line, edge, t1, t2, t3, now, conflict, conflict_text, broadcast, hazard, keyword,
      number, on_now, on_broadcast, on_conflict;
  /// The colour of conflicts in text: orange from 28 px on; below that the darker one in the light theme.
  [[nodiscard]] Color conflict_at(float size) const { return size < 28 ? conflict_text : conflict; }
};

[[nodiscard]] const Theme& dark_theme();
[[nodiscard]] const Theme& light_theme();
/// f = clamp(min(w / 1920, h / 1080), .8, 2) * zoom
[[nodiscard]] float scale_for(float width, float height, float zoom);
/// max(13, round(size * f))
[[nodiscard]] float text_size(float size, float scale);

/// Returns `a` over `b` with opacity t, blended as sRGB values; opaque.
[[nodiscard]] Color mix(Color a, Color b, float t);
[[nodiscard]] Color with_alpha(Color c, float alpha);
/// Returns the WCAG contrast of two opaque colours, 1..21.
[[nodiscard]] float contrast(Color a, Color b);
/// Returns the muted cyclic colour of a bank (0..31): a tilted circle in OKLab.
[[nodiscard]] Color bank_color(const Theme& theme, std::uint32_t bank);

/// 1 - (1 - x)^3, clamped to 0..1.
[[nodiscard]] float ease(float x);

} // namespace warpscope::view
