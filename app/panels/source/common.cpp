// The tabs over the source, the buttons of remedies, sentences of errors.
#include "app/panels/source/common.h"

#include "app/language/language.h"

namespace warpscope::panels {

float source_tabs_width(const Paint& paint) {
  const auto label = [&](std::string_view key) {
    return paint.width(language::tr(key), paint.size(18), view::Font::SemiBold);
  };
  return paint.px(24) + label("source.expression") + paint.px(28) + label("source.kernel");
}

view::Box source_tabs(PanelContext& c, const Paint& paint, std::string_view note, float right, float indent) {
  const view::Box strip = c.layout.source_tabs;
  const float margin = paint.px(c.layout.big ? 24 : 20);
  const int active = c.session.document().mode == document::SourceMode::Expression ? 0 : 1;
  float end = 0;
  const int clicked = tab_row(paint, strip, margin,
                              {{"##tab_expression", "", language::tr("source.expression")},
                               {"##tab_kernel", "", language::tr("source.kernel")}},
                              active, paint.px(28), end);
  paint.line(strip.x, strip.y + strip.h - .5f, strip.x + strip.w, strip.y + strip.h - .5f, c.theme.line);
  if (clicked >= 0 && clicked != active)
    c.session.edit()->set_mode(clicked == 0 ? document::SourceMode::Expression
                                            : document::SourceMode::Kernel);
  const float em = paint.size(15), x = end + paint.px(4) + indent,
              room = strip.x + strip.w - margin - right - x - paint.px(4);
  if (room <= paint.px(60) || note.empty()) return {x, strip.y, 0, room > 0 ? strip.h : 0};
  const float to = paint.mid_fit(x, strip.y + strip.h / 2, note, room, em, c.theme.t2, view::Font::Mono);
  return {x, strip.y, to - x, strip.h};
}

bool remedy_buttons(PanelContext& c, const Paint& paint, float x, float y, float width, float height) {
  const std::vector<results::Remedy> remedies = c.session.remedies();
  const float em = paint.size(15), end = x + width;
  bool any = false;
  for (const results::Remedy& remedy : remedies) {
    const std::string tail = remedy.tail + "  → " + remedy.outcome;
    if (x + text_button_width(paint, remedy.label, tail, em) > end) break;
    const std::string id = "##remedy_" + remedy.label;
    const bool clicked = text_button(paint, id.c_str(), x, y, height, remedy.label, tail, em);
    tooltip(paint, c.fonts,
            language::trf("source.remedy_tip", language::arg("edit", remedy.tail),
                          language::arg("outcome", remedy.outcome), language::arg("unit", remedy.unit)));
    x += paint.px(10);
    any = true;
    if (clicked) {
      c.session.apply(remedy);
      break;
    }
  }
  return any;
}

float error_text(const Paint& paint, float x, float y, float width, std::string_view text, float em) {
  const float indent = em * 1.4f;
  paint.glyph(Glyph::Warning, x + em * .5f, y + em * .62f, em * .95f, paint.theme().hazard);
  ImFont* font = paint.fonts()[view::Font::Regular];
  const char* begin = text.data();
  const char* end = begin + text.size();
  while (begin < end) {
    const char* stop = font->CalcWordWrapPosition(em, begin, end, width - indent);
    if (stop == begin) ++stop;
    paint.mid(x + indent, y + em * .62f, std::string_view(begin, static_cast<std::size_t>(stop - begin)), em,
              paint.theme().t1);
    y += em * 1.35f;
    begin = stop;
    while (begin < end && (*begin == ' ' || *begin == '\n')) ++begin;
  }
  return y;
}

} // namespace warpscope::panels
