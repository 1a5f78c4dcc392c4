// A's line over the expression.
#include "app/panels/source/pinned_expression.h"

#include "app/language/language.h"
#include "app/panels/window/widgets.h"

#include <algorithm>

namespace warpscope::panels {

float pinned_expression(PanelContext& c, const Paint& paint, float x, float y, float width) {
  const results::Pinned* pinned = c.session.pair().pinned();
  if (pinned == nullptr || pinned->document.mode != document::SourceMode::Expression) return 0;
  const view::Theme& t = c.theme;
  const float height = paint.px(40), cy = y + height / 2, badge = paint.px(26), em = paint.size(15);
  paint.fill({x, cy - badge / 2, badge, badge}, t.bg3, 4);
  paint.mid_centre(x + badge / 2, cy, "A", em, t.t1, view::Font::Bold);
  const std::string name = pinned->document.declaration == c.session.document().declaration
                               ? pinned->document.expression
                               : pinned->document.expression + "   " + pinned->document.declaration;
  const float button_w = text_button_width(paint, language::tr("compare.edit_a"), "", em);
  const float from = x + badge + paint.px(12), room = width - badge - paint.px(24) - button_w;
  float size = paint.size(20);
  while (size > paint.size(15) && paint.width(name, size, view::Font::Mono) > room) size -= 1;
  paint.code(from, cy, name, size, room);
  tooltip_at(paint, c.fonts, {x, y, width - button_w - paint.px(8), height},
             language::trf("compare.a_pinned", language::arg("expression", pinned->document.expression),
                           language::arg("declaration", pinned->document.declaration)));
  float at = x + width - button_w;
  if (text_button(paint, "##edit_a", at, cy - paint.px(16), paint.px(32), language::tr("compare.edit_a"), "",
                  em))
    c.session.swap_pinned();
  tooltip(paint, c.fonts, language::tr("compare.edit_a_tip"));
  return height + paint.px(4);
}

} // namespace warpscope::panels
