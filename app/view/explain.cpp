// Turns the definitions that texts carry into tooltips.
#include "app/view/explain.h"

#include "app/language/language.h"
#include "app/view/text_metrics.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace warpscope::view {

namespace {

bool has_digit(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

void explain_numbers(Picture& picture) {
  std::vector<Hit> added;
  for (const Shape& shape : picture.shapes) {
    const auto* text = std::get_if<TextShape>(&shape);
    if (text == nullptr || !text->definition || !has_digit(text->text)) continue;
    const Box box = text_box(*text);
    if (box.w <= 0 || box.h <= 0) continue;
    const Point middle{box.x + box.w / 2, box.y + box.h / 2};
    const auto over = std::find_if(picture.hits.rbegin(), picture.hits.rend(),
                                   [&](const Hit& hit) { return hit.box.contains(middle); });
    if (over != picture.hits.rend() && !over->tooltip.empty()) continue;
    std::string says(language::tr(text->definition.key));
    if (over != picture.hits.rend())
      over->tooltip = std::move(says); // a hit with an action and without a tooltip
    else added.push_back({box, HitKind::Text, 0, std::move(says), 0});
  }
  picture.hits.insert(picture.hits.begin(), std::make_move_iterator(added.begin()),
                      std::make_move_iterator(added.end()));
}

} // namespace warpscope::view
