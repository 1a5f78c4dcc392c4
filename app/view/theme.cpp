// The two themes, and computations with colours.
#include "app/view/theme.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace warpscope::view {
namespace {

constexpr Color hex(std::uint32_t rgb) {
  return {static_cast<std::uint8_t>(rgb >> 16), static_cast<std::uint8_t>(rgb >> 8 & 255),
          static_cast<std::uint8_t>(rgb & 255), 255};
}

std::uint8_t to_byte(float v) {
  return static_cast<std::uint8_t>(std::lround(std::clamp(v, 0.F, 1.F) * 255.F));
}

float to_linear(std::uint8_t v) {
  const float x = static_cast<float>(v) / 255.F;
  return x <= .04045F ? x / 12.92F : std::pow((x + .055F) / 1.055F, 2.4F);
}

float to_srgb(float v) {
  v = std::clamp(v, 0.F, 1.F);
  return v <= .0031308F ? 12.92F * v : 1.055F * std::pow(v, 1 / 2.4F) - .055F;
}

float luminance(Color c) {
  return .2126F * to_linear(c.r) + .7152F * to_linear(c.g) + .0722F * to_linear(c.b);
}

// Björn Ottosson's inverse OKLab transform: the matrices are its definition.
Color from_oklab(float lightness, float a, float b) {
  const float l = std::pow(lightness + .3963377774F * a + .2158037573F * b, 3.F);
  const float m = std::pow(lightness - .1055613458F * a - .0638541728F * b, 3.F);
  const float s = std::pow(lightness - .0894841775F * a - 1.2914855480F * b, 3.F);
  return {to_byte(to_srgb(4.0767416621F * l - 3.3077115913F * m + .2309699292F * s)),
          to_byte(to_srgb(-1.2684380046F * l + 2.6097574011F * m - .3413193965F * s)),
          to_byte(to_srgb(-.0041960863F * l - .7034186147F * m + 1.7076147010F * s)), 255};
}

Theme make_dark() {
  Theme t;
  t.dark = true;
  t.bg0 = hex(0x0A0D12);
  t.bg1 = hex(0x11161E);
  t.bg2 = hex(0x1A212C);
  t.bg3 = hex(0x263040);
  t.line = hex(0x2A3442);
  t.edge = hex(0x6B798F);
  t.t1 = hex(0xF3F6FA);
  t.t2 = hex(0xB7C1CF);
  t.t3 = hex(0x909CAE);
  t.now = hex(0x65DFB0);
  t.conflict = hex(0xE69F00);
  t.conflict_text = hex(0xE69F00);
  t.broadcast = hex(0x56B4E9);
  t.hazard = hex(0xF0503C);
  t.keyword = hex(0x9FB6D9);
  t.number = hex(0xD8C48F);
  t.on_now = hex(0x06170F);
  t.on_broadcast = hex(0x04131F);
  t.on_conflict = hex(0x1B1200);
  return t;
}

Theme make_light() {
  Theme t;
  t.dark = false;
  t.bg0 = hex(0xF1F4F8);
  t.bg1 = hex(0xFFFFFF);
  t.bg2 = hex(0xEEF1F6);
  t.bg3 = hex(0xDDE3EC);
  t.line = hex(0xD3DAE4);
  t.edge = hex(0x727E91);
  t.t1 = hex(0x10151D);
  t.t2 = hex(0x3D4858);
  t.t3 = hex(0x596577);
  t.now = hex(0x00684A);
  t.conflict = hex(0xB07000);
  t.conflict_text = hex(0x8F5000);
  t.broadcast = hex(0x0072B2);
  t.hazard = hex(0x9A1B12);
  t.keyword = hex(0x34538A);
  t.number = hex(0x7A4F00);
  t.on_now = hex(0xFFFFFF);
  t.on_broadcast = hex(0xFFFFFF);
  t.on_conflict = hex(0x10151D);
  return t;
}

} // namespace

const Theme& dark_theme() {
  static const Theme theme = make_dark();
  return theme;
}

const Theme& light_theme() {
  static const Theme theme = make_light();
  return theme;
}

float scale_for(float width, float height, float zoom) {
  return std::clamp(std::min(width / 1920.F, height / 1080.F), .8F, 2.F) * zoom;
}

float text_size(float size, float scale) { return std::max(13.F, std::round(size * scale)); }

Color mix(Color a, Color b, float t) {
  const auto channel = [t](std::uint8_t x, std::uint8_t y) {
    return to_byte((static_cast<float>(x) * t + static_cast<float>(y) * (1 - t)) / 255.F);
  };
  return {channel(a.r, b.r), channel(a.g, b.g), channel(a.b, b.b), 255};
}

Color with_alpha(Color c, float alpha) { return {c.r, c.g, c.b, to_byte(alpha)}; }

float contrast(Color a, Color b) {
  const float x = luminance(a);
  const float y = luminance(b);
  return (std::max(x, y) + .05F) / (std::min(x, y) + .05F);
}

Color bank_color(const Theme& theme, std::uint32_t bank) {
  const float t = 2 * std::numbers::pi_v<float> * static_cast<float>(bank % 32) / 32.F;
  const float middle = theme.dark ? .51F : .80F;
  const float swing = theme.dark ? .14F : .11F;
  const float chroma = theme.dark ? .078F : .065F;
  return from_oklab(middle + swing * std::cos(t), -.7F * chroma * std::cos(t), chroma * std::sin(t));
}

float ease(float x) {
  x = std::clamp(x, 0.F, 1.F);
  return 1 - (1 - x) * (1 - x) * (1 - x);
}

} // namespace warpscope::view
