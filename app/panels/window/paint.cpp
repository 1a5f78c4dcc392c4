// Text, shapes and glyphs in the theme's colours, on a draw list of Dear ImGui.
#include "app/panels/window/paint.h"

#include "app/view/code_text.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string>

namespace warpscope::panels {

void Paint::keep(view::Box box, view::Color color, float em, std::string_view text) const {
  const ImVec2 from = list_->GetClipRectMin(), to = list_->GetClipRectMax();
  log->items.push_back({box,
                        {from.x, from.y, to.x - from.x, to.y - from.y},
                        color,
                        em,
                        std::string(text),
                        list_,
                        log_scrolls});
}

void Paint::fill(view::Box b, view::Color color, float radius) const {
  if (log != nullptr) keep(b, color, 0, "");
  list_->AddRectFilled({b.x, b.y}, {b.x + b.w, b.y + b.h}, rgba(color), radius);
}

void Paint::outline(view::Box b, view::Color color, float radius, float width) const {
  const float h = width / 2;
  list_->AddRect({b.x + h, b.y + h}, {b.x + b.w - h, b.y + b.h - h}, rgba(color), radius, width);
}

void Paint::dashed(view::Box b, view::Color color, float width, float dash) const {
  const auto side = [&](float x0, float y0, float x1, float y1) {
    const float length = std::hypot(x1 - x0, y1 - y0);
    const float dx = (x1 - x0) / length, dy = (y1 - y0) / length;
    for (float at = 0; at < length; at += 2 * dash) {
      const float to = std::min(length, at + dash);
      list_->AddLine({x0 + dx * at, y0 + dy * at}, {x0 + dx * to, y0 + dy * to}, rgba(color), width);
    }
  };
  if (b.w <= 0 || b.h <= 0) return;
  side(b.x, b.y, b.x + b.w, b.y);
  side(b.x + b.w, b.y, b.x + b.w, b.y + b.h);
  side(b.x + b.w, b.y + b.h, b.x, b.y + b.h);
  side(b.x, b.y + b.h, b.x, b.y);
}

void Paint::line(float x0, float y0, float x1, float y1, view::Color color, float width) const {
  list_->AddLine({x0, y0}, {x1, y1}, rgba(color), width);
}

float Paint::width(std::string_view text, float em, view::Font font) const {
  if (text.empty()) return 0;
  return fonts_[font]->CalcTextSizeA(em, 1e9f, 0, text.data(), text.data() + text.size()).x;
}

float Paint::mid(float x, float cy, std::string_view text, float em, view::Color color,
                 view::Font font) const {
  if (text.empty()) return x;
  if (log != nullptr) keep({x, std::round(cy - em / 2), width(text, em, font), em}, color, em, text);
  list_->AddText(fonts_[font], em, {x, std::round(cy - em / 2)}, rgba(color), text.data(),
                 text.data() + text.size());
  return x + width(text, em, font);
}

float Paint::mid_right(float x, float cy, std::string_view text, float em, view::Color color,
                       view::Font font) const {
  const float start = x - width(text, em, font);
  mid(start, cy, text, em, color, font);
  return start;
}

float Paint::mid_centre(float x, float cy, std::string_view text, float em, view::Color color,
                        view::Font font) const {
  return mid(x - width(text, em, font) / 2, cy, text, em, color, font);
}

float Paint::runs(float x, float cy, std::initializer_list<Run> parts, float em) const {
  for (const Run& run : parts) x = mid(x, cy, run.text, em, run.color, run.font);
  return x;
}

float Paint::mid_fit(float x, float cy, std::string_view text, float width_limit, float em, view::Color color,
                     view::Font font) const {
  if (width(text, em, font) <= width_limit) return mid(x, cy, text, em, color, font);
  const float dots = width("…", em, font);
  if (dots > width_limit) return x;
  std::size_t length = text.size();
  while (length > 0) {
    --length;
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;
    if (width(text.substr(0, length), em, font) + dots <= width_limit) break;
  }
  while (length > 0 && text[length - 1] == ' ') --length;
  return mid(x, cy, std::string(text.substr(0, length)) + "…", em, color, font);
}

float Paint::code(float x, float cy, std::string_view text, float em, float width_limit) const {
  const float end = x + width_limit;
  // A text that is cut off says so: the last part that is drawn whole leaves room for the dots.
  const bool whole = width(text, em, view::Font::Mono) <= width_limit + .5f;
  const float last = whole ? end + .5f : end - width("…", em, view::Font::Mono);
  for (const view::CodeRun& run : view::code_runs(text)) {
    const std::string_view part = text.substr(run.begin, run.end - run.begin);
    const view::Color color = view::code_color(run.kind, theme_);
    if (x + width(part, em, view::Font::Mono) > last)
      return mid_fit(x, cy, text.substr(run.begin), end - x, em, color, view::Font::Mono);
    x = mid(x, cy, part, em, color, view::Font::Mono);
  }
  return x;
}

void Paint::glyph(Glyph glyph, float x, float y, float s, view::Color color) const {
  const float h = s / 2;
  const ImU32 c = rgba(color);
  const float w = std::max(1.25f, s * .115f);
  const auto stroke = [&](std::initializer_list<ImVec2> points, bool closed = false) {
    for (const ImVec2& p : points) list_->PathLineTo({x + p.x * h, y + p.y * h});
    list_->PathStroke(c, w, closed ? ImDrawFlags_Closed : 0);
  };
  const auto triangle = [&](ImVec2 p, ImVec2 q, ImVec2 r) {
    list_->AddTriangleFilled({x + p.x * h, y + p.y * h}, {x + q.x * h, y + q.y * h},
                             {x + r.x * h, y + r.y * h}, c);
  };
  switch (glyph) {
  case Glyph::Play: triangle({-.7f, -1}, {1, 0}, {-.7f, 1}); break;
  case Glyph::Pause:
    for (const float dx : {-.65f, .2f})
      list_->AddRectFilled({x + dx * h, y - h * .9f}, {x + (dx + .45f) * h, y + h * .9f}, c, 1);
    break;
  case Glyph::Next:
    triangle({-.8f, -.8f}, {.4f, 0}, {-.8f, .8f});
    list_->AddRectFilled({x + .6f * h, y - .8f * h}, {x + .95f * h, y + .8f * h}, c);
    break;
  case Glyph::Previous:
    triangle({.8f, .8f}, {-.4f, 0}, {.8f, -.8f});
    list_->AddRectFilled({x - .95f * h, y - .8f * h}, {x - .6f * h, y + .8f * h}, c);
    break;
  case Glyph::Forward:
    triangle({-.95f, -.75f}, {0, 0}, {-.95f, .75f});
    triangle({0, -.75f}, {.95f, 0}, {0, .75f});
    break;
  case Glyph::Backward:
    triangle({.95f, .75f}, {0, 0}, {.95f, -.75f});
    triangle({0, .75f}, {-.95f, 0}, {0, -.75f});
    break;
  case Glyph::Down: stroke({{-.55f, -.3f}, {0, .35f}, {.55f, -.3f}}); break;
  case Glyph::Stack:
    for (int k = -1; k <= 1; ++k) {
      const float cy = y + static_cast<float>(k) * h * .72f;
      list_->AddRectFilled({x - h, cy - h * .22f}, {x + h, cy + h * .22f}, c, 1);
    }
    break;
  case Glyph::Fan:
    for (const float dx : {-.9f, 0.f, .9f}) stroke({{dx, -.85f}, {0, .75f}});
    list_->AddCircleFilled({x, y + h * .75f}, h * .28f, c);
    break;
  case Glyph::Reset:
    list_->PathArcTo({x, y}, h * .82f, 3.6f, 8.9f, 20);
    list_->PathStroke(c, w);
    stroke({{-.95f, -1}, {-.78f, -.32f}, {-.1f, -.42f}});
    break;
  case Glyph::Theme: // a disc, half of it filled: dark beside light
    list_->AddCircle({x, y}, h * .85f, c, 24, w);
    list_->PathArcTo({x, y}, h * .85f, 1.5708f, 4.7124f, 16);
    list_->PathFillConvex(c);
    break;
  case Glyph::Full:
    stroke({{-.9f, -.35f}, {-.9f, -.9f}, {-.35f, -.9f}});
    stroke({{.35f, -.9f}, {.9f, -.9f}, {.9f, -.35f}});
    stroke({{.9f, .35f}, {.9f, .9f}, {.35f, .9f}});
    stroke({{-.35f, .9f}, {-.9f, .9f}, {-.9f, .35f}});
    break;
  case Glyph::Warning:
    stroke({{0, -.9f}, {1, .8f}, {-1, .8f}}, true);
    stroke({{0, -.25f}, {0, .2f}});
    list_->AddCircleFilled({x, y + h * .52f}, std::max(1.f, w * .6f), c);
    break;
  case Glyph::Check: stroke({{-.7f, 0}, {-.15f, .55f}, {.8f, -.6f}}); break;
  case Glyph::Open:
    stroke({{-.95f, .7f}, {-.95f, -.65f}, {-.3f, -.65f}, {0, -.35f}, {.9f, -.35f}, {.9f, .7f}}, true);
    break;
  case Glyph::Loop: // around and back to its beginning
    stroke({{.35f, -.6f},
            {-.55f, -.6f},
            {-.95f, -.2f},
            {-.95f, .2f},
            {-.55f, .6f},
            {.55f, .6f},
            {.95f, .2f},
            {.95f, -.15f}});
    triangle({.2f, -1.05f}, {.85f, -.6f}, {.2f, -.15f});
    break;
  case Glyph::Pin: // a needle
    list_->AddCircleFilled({x, y - h * .4f}, h * .55f, c, 20);
    stroke({{0, 0}, {0, 1}});
    break;
  case Glyph::Ask:
    list_->AddCircle({x, y}, h * .95f, c, 24, w);
    list_->PathArcTo({x, y - h * .2f}, h * .32f, -2.8f, .9f, 12);
    list_->PathLineTo({x, y + h * .25f});
    list_->PathStroke(c, w);
    list_->AddCircleFilled({x, y + h * .55f}, std::max(1.f, w * .65f), c);
    break;
  case Glyph::Save:
    stroke({{0, -.9f}, {0, .25f}});
    stroke({{-.45f, -.2f}, {0, .25f}, {.45f, -.2f}});
    stroke({{-.9f, .3f}, {-.9f, .85f}, {.9f, .85f}, {.9f, .3f}});
    break;
  case Glyph::Presenter: // a screen on its stand
    stroke({{-1, -.8f}, {1, -.8f}, {1, .45f}, {-1, .45f}}, true);
    stroke({{0, .45f}, {0, .9f}});
    stroke({{-.5f, .9f}, {.5f, .9f}});
    break;
  case Glyph::Close:
    stroke({{-.8f, -.8f}, {.8f, .8f}});
    stroke({{-.8f, .8f}, {.8f, -.8f}});
    break;
  case Glyph::Up: stroke({{-.55f, .3f}, {0, -.35f}, {.55f, .3f}}); break;
  case Glyph::Copy:
    stroke({{-.3f, -.9f}, {.85f, -.9f}, {.85f, .35f}, {-.3f, .35f}}, true);
    stroke({{-.3f, -.35f}, {-.85f, -.35f}, {-.85f, .9f}, {.3f, .9f}, {.3f, .35f}});
    break;
  case Glyph::Chart:
    stroke({{-.95f, -.9f}, {-.95f, .85f}, {.95f, .85f}});
    for (const auto& [dx, top] : {std::pair{-.55f, .1f}, {-.05f, -.7f}, {.45f, -.25f}})
      list_->AddRectFilled({x + dx * h, y + top * h}, {x + (dx + .32f) * h, y + .7f * h}, c);
    break;
  case Glyph::Export:
    stroke({{0, .3f}, {0, -.9f}});
    stroke({{-.45f, -.45f}, {0, -.9f}, {.45f, -.45f}});
    stroke({{-.9f, .1f}, {-.9f, .85f}, {.9f, .85f}, {.9f, .1f}});
    break;
  case Glyph::Scissors: // two blades that cross, each with its ring
    stroke({{-.45f, -.4f}, {.95f, .6f}});
    stroke({{-.45f, .4f}, {.95f, -.6f}});
    list_->AddCircle({x - .65f * h, y - .55f * h}, .32f * h, c, 12, w);
    list_->AddCircle({x - .65f * h, y + .55f * h}, .32f * h, c, 12, w);
    break;
  case Glyph::Menu:
    for (const float dy : {-.65f, 0.f, .65f}) stroke({{-.85f, dy}, {.85f, dy}});
    break;
  }
}

void Paint::logo(float x, float cy, float s) const {
  // Five strands into one bank: the product in one glyph.
  for (int i = 0; i < 5; ++i) {
    const float dx = static_cast<float>(i - 2) * s * .22f;
    const float cx = x + s / 2;
    list_->AddBezierCubic({cx + dx, cy - s * .45f}, {cx + dx, cy}, {cx, cy}, {cx, cy + s * .28f},
                          rgba(i == 2 ? theme_.now : theme_.conflict), i == 2 ? 2.5f : 1.5f, 16);
  }
  list_->AddRectFilled({x + s * .28f, cy + s * .3f}, {x + s * .72f, cy + s * .5f}, rgba(theme_.t1), 1.5f);
}

} // namespace warpscope::panels
