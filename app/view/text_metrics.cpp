// Measures texts with the fonts' advances.
#include "app/view/text_metrics.h"

#include "app/view/fonts/fonts.h"

namespace warpscope::view {

float text_width(std::string_view text, Font font, float size) {
  float em = 0;
  while (!text.empty()) em += glyph_advance(font, next_code_point(text));
  return em * size;
}

Box text_box(const TextShape& text) {
  const float width = text_width(text.text, text.font, text.size);
  const float shift = text.anchor == Anchor::Start ? 0 : text.anchor == Anchor::Middle ? width / 2 : width;
  return {text.at.x - shift, text.at.y - .76F * text.size, width, .98F * text.size};
}

std::string fit_text(std::string_view text, Font font, float size, float width) {
  if (text_width(text, font, size) <= width) return std::string(text);
  const float ellipsis = text_width("…", font, size);
  std::string_view rest = text;
  float used = ellipsis;
  std::size_t end = 0;
  while (!rest.empty()) {
    used += glyph_advance(font, next_code_point(rest)) * size;
    if (used > width) break;
    end = text.size() - rest.size();
  }
  while (end > 0 && text[end - 1] == ' ') --end;
  return end == 0 ? std::string() : std::string(text.substr(0, end)) + "…";
}

} // namespace warpscope::view
