// How a colour looks to people with two of the three cone types: for the tests of the theme's colours and for
// pictures of the window (tests/ui/window_main.cpp, --vision).
//
// Source: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for Simulation of
// Color Vision Deficiency", IEEE TVCG 15 (2009), severity 1.0; the matrices work on linear RGB.
#pragma once

#include "app/view/picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace warpscope::testing {

enum class Vision : std::uint8_t { Full, Protan, Deutan, Tritan };

inline float to_linear(std::uint8_t c) {
  const float x = static_cast<float>(c) / 255;
  return x <= .04045F ? x / 12.92F : std::pow((x + .055F) / 1.055F, 2.4F);
}
inline std::uint8_t to_srgb(float x) {
  x = std::clamp(x, 0.F, 1.F);
  const float y = x <= .0031308F ? 12.92F * x : 1.055F * std::pow(x, 1 / 2.4F) - .055F;
  return static_cast<std::uint8_t>(std::lround(y * 255));
}

inline view::Color seen(view::Color color, Vision vision) {
  static constexpr std::array<std::array<float, 9>, 3> matrices = {{
      {.152286F, 1.052583F, -.204868F, .114503F, .786281F, .099216F, -.003882F, -.048116F, 1.051998F},
      {.367322F, .860646F, -.227968F, .280085F, .672501F, .047413F, -.011820F, .042940F, .968881F},
      {1.255528F, -.076749F, -.178779F, -.078411F, .930809F, .147602F, .004733F, .691367F, .303900F},
  }};
  if (vision == Vision::Full) return color;
  const auto& m = matrices[static_cast<std::size_t>(vision) - 1];
  const float r = to_linear(color.r), g = to_linear(color.g), b = to_linear(color.b);
  return {to_srgb(m[0] * r + m[1] * g + m[2] * b), to_srgb(m[3] * r + m[4] * g + m[5] * b),
          to_srgb(m[6] * r + m[7] * g + m[8] * b), color.a};
}

/// The distance in OKLab, times 100 (B. Ottosson, 2020): colours about 2 apart can just be told apart side by
/// side.
inline float color_distance(view::Color a, view::Color b) {
  const auto lab = [](view::Color c) {
    const float r = to_linear(c.r), g = to_linear(c.g), bl = to_linear(c.b);
    const float l = std::cbrt(.4122214708F * r + .5363325363F * g + .0514459929F * bl),
                m = std::cbrt(.2119034982F * r + .6806995451F * g + .1073969566F * bl),
                s = std::cbrt(.0883024619F * r + .2817188376F * g + .6299787005F * bl);
    return std::array<float, 3>{.2104542553F * l + .7936177850F * m - .0040720468F * s,
                                1.9779984951F * l - 2.4285922050F * m + .4505937099F * s,
                                .0259040371F * l + .7827717662F * m - .8086757660F * s};
  };
  const auto x = lab(a), y = lab(b);
  return 100 * std::sqrt((x[0] - y[0]) * (x[0] - y[0]) + (x[1] - y[1]) * (x[1] - y[1]) +
                         (x[2] - y[2]) * (x[2] - y[2]));
}

} // namespace warpscope::testing
