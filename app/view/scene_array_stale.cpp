// Marks the cell of a hazard with a ring and its values, and the other cells that the wrong value went
// through.
#include "app/view/array_view.h"
#include "app/view/block_words.h"

#include <cmath>

namespace warpscope::view::array_view {

void ArrayScene::draw_stale() {
  const auto place = [&](std::uint32_t offset) -> std::optional<Box> {
    if (!grid_.holds(offset) || !in_window(grid_.cell_of(offset))) return std::nullopt;
    return cell_box(grid_.cell_of(offset));
  };
  const std::optional<races::HazardStory>& told = request_.options.told.hazard;
  const races::HazardStory* hazard = told && told->in_trace && told->hazard.space == Space::Shared ? &*told
                                                                                                   : nullptr;
  for (const WrongPlace& wrong : request_.options.told.wrong)
    if (wrong.space == Space::Shared && (hazard == nullptr || wrong.offset != hazard->offset))
      if (const std::optional<Box> box = place(wrong.offset)) ring_stale(*box, wrong.said);
  if (hazard == nullptr) return;
  const std::optional<Box> box = place(hazard->offset);
  if (!box) return;
  const std::string said = hazard_values(request_);
  ring_stale(*box, said);
  tell_stale(*box, said);
}

void ArrayScene::ring_stale(Box cell, const std::string& said) {
  const float out = 2.5F;
  canvas_.outline({cell.x - out, cell.y - out, cell.w + 2 * out, cell.h + 2 * out}, 4, theme_.bg1,
                  5); // visible on every bank's colour
  canvas_.outline({cell.x - out, cell.y - out, cell.w + 2 * out, cell.h + 2 * out}, 4, theme_.hazard, 3,
                  {6, 3});
  canvas_.hit(cell, HitKind::Text, 0, said);
}

/// Writes the text above the array, as near as its contents permit, else at the cell, with a line to the
/// cell.
void ArrayScene::tell_stale(Box cell, const std::string& said) {
  const float right = request_.options.frame.width - sizes_.margin;
  float size = text(18);
  const float room = right - sizes_.margin - size;
  if (const float all = text_width(said, Font::SemiBold, size); all > room)
    size = std::max(sizes_.least, std::floor(size * room / all));
  const std::string shown = fit_text(said, Font::SemiBold, size, room);
  const float w = text_width(shown, Font::SemiBold, size) + size, h = 1.7F * size;
  const float nearest = std::clamp(cell.x + cell.w / 2 - w / 2, sizes_.margin, right - w);
  Box plate{nearest, sizes_.scene_y + shift_ + .6F * text(20) - h / 2, w, h};
  while (!canvas_.is_free(plate, 4) && plate.x < right - w) plate.x = std::min(plate.x + size, right - w);
  if (!canvas_.is_free(plate, 4)) {
    const bool below = cell.y + cell.h + 1.6F * h < sizes_.scene_end;
    plate.x = nearest;
    plate.y = below ? cell.y + cell.h + .6F * h : cell.y - 1.6F * h;
  }
  const Point centre{std::clamp(cell.x + cell.w / 2, plate.x + 4, plate.x + plate.w - 4),
                     plate.y + plate.h / 2};
  const bool over = centre.y < cell.y;
  canvas_.line({centre.x, over ? plate.y + plate.h : plate.y},
               {cell.x + cell.w / 2, over ? cell.y - 4 : cell.y + cell.h + 4}, theme_.hazard, 2, {6, 4});
  canvas_.fill(plate, 5, theme_.bg2);
  canvas_.outline(plate, 5, theme_.hazard, 2);
  canvas_.mid({plate.x + plate.w / 2, plate.y + plate.h / 2}, shown, size, theme_.t1, Font::SemiBold,
              Anchor::Middle);
  canvas_.reserve(plate);
  canvas_.hit(plate, HitKind::Text, 0, said);
}

} // namespace warpscope::view::array_view
