// Marks the cells that were written since the pin: a corner in the pin's colour, and their old and new
// values.
#include "app/language/language.h"
#include "app/view/array_view.h"
#include "app/view/since_pin.h"

namespace warpscope::view::array_view {

const playback::WordChange* ArrayScene::change_of(std::uint32_t cell) const {
  if (request_.options.told.since == nullptr) return nullptr;
  const std::uint32_t first = grid_.byte_of(cell);
  for (std::uint32_t byte = first; byte < first + std::max(1u, grid_.element); byte += 4)
    if (const playback::WordChange* change = request_.options.told.since->at(byte)) return change;
  return nullptr;
}

void ArrayScene::draw_since() {
  if (request_.options.told.since == nullptr || request_.options.told.since->words.empty()) return;
  const float side = std::max(3.F, .34F * std::min(cell_w_, cell_h_));
  for (std::uint32_t r = 0; r < window_.rows; ++r)
    for (std::uint32_t c = 0; c < window_.columns; ++c) {
      const std::uint32_t cell = (window_.first_row + r) * grid_.columns + window_.first_column + c;
      if (cell >= grid_.count) return;
      if (change_of(cell) == nullptr) continue;
      const Box box = cell_box(cell);
      const float right = box.x + box.w;
      canvas_.polygon({{right - side - 1.5F, box.y}, {right, box.y}, {right, box.y + side + 1.5F}},
                      theme_.bg1); // visible on every bank's colour
      canvas_.polygon({{right - side, box.y}, {right, box.y}, {right, box.y + side}}, theme_.broadcast);
    }
}

std::string ArrayScene::since_text(std::uint32_t cell) const {
  const playback::WordChange* change = change_of(cell);
  if (change == nullptr) return {};
  const bool backwards = request_.options.told.since->backwards();
  return ' ' + language::trf(change->writes > 1
                                 ? (backwards ? "array.written_before_by" : "array.written_since_by")
                             : backwards ? "array.written_before"
                                         : "array.written_since",
                             language::arg("change", then_and_now(request_.run->program(), *change)),
                             language::arg("count", change->writes));
}

} // namespace warpscope::view::array_view
