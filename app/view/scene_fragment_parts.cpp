// Fragment: what only some products have. The metadata of a sparse one (mma.sp): which lane's bits say what
// is stored of a row of A; and m8n8k4 of half, of whose four products that of the chosen lane is drawn.
#include "app/language/language.h"
#include "app/view/scene_fragment.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace warpscope::view {

namespace {

using fragments::Cell;
using fragments::Fragment;
using fragments::Metadata;
using fragments::Operand;

constexpr std::uint32_t block_rows = 8, blocks = 2; ///< of a sparse product's A

/// Cells of metadata beside each other: each has a lane's bits about one row.
std::uint32_t cells_beside(const Metadata& metadata) { return metadata.groups / metadata.in_lane; }

/// "A[5][0–15]": of a row what one lane's bits speak of.
std::string part_of_row(const Metadata& metadata, std::uint32_t row, std::uint32_t cell) {
  const std::uint32_t elements = metadata.in_lane * metadata.step;
  return fmt::format("A[{}][{}–{}]", row, cell * elements, (cell + 1) * elements - 1);
}

/// "e 0–15": which bits of a lane's register.
std::string part_of_word(std::uint32_t first, std::uint32_t count) {
  return count == 32 ? "e" : fmt::format("e {}–{}", first, first + count - 1);
}

} // namespace

/// One product of the four: a cell is a register, or a pair of accumulators.
void FragmentScene::draw_quad_operand(const Fragment& fragment, float x, float y) {
  const float u = grid_.u, size = text(14);
  const std::uint32_t step = registers_of_cell(fragment);
  const std::string names = fmt::format(
      "{} … {}", fragment.element_name(0, 0, false),
      fragment.element_name(fragment.registers - 1, fragment.per - 1, false));
  const float width = static_cast<float>(fragment.columns) * u, middle = y + grid_.lab / 2;
  const std::string letter(1, letter_of(fragment.operand));
  const bool whole = text_width(names, Font::MonoBold, size) <= width;
  canvas_.mid_if_free({x + 1, middle}, whole ? names : letter, size, theme_.t1, Font::MonoBold);
  if (whole)
    canvas_.mid_if_free({x + width - 1, middle}, letter, size, theme_.t2, Font::Regular, Anchor::End, 5);
  for (std::uint32_t lane = 0; lane < fragments::lanes; ++lane) {
    if (!in_group(lane)) continue;
    for (std::uint32_t reg = 0; reg < fragment.registers; reg += step) {
      const Cell begin = fragment.own(fragment.cell({lane, reg, 0})),
                 end = fragment.own(fragment.cell({lane, reg + step - 1, fragment.per - 1}));
      const Box box{x + static_cast<float>(begin.column) * u,
                    y + grid_.lab + static_cast<float>(begin.row) * u,
                    static_cast<float>(end.column - begin.column + 1) * u,
                    static_cast<float>(end.row - begin.row + 1) * u};
      const std::string cell_names = fragment.element_name(reg, 0, false) + " " +
                                     fragment.element_name(reg + step - 1, fragment.per - 1, false);
      draw_lane(box, lane, register_index({fragment.operand, reg}, lane),
                cell_tip(fragment, lane, reg, cell_names));
      if (chosen(fragment.operand, reg) && holds(lane))
        canvas_.outline({box.x - 1, box.y - 1, box.w + 2, box.h + 2}, 4, theme_.t1, 2);
    }
  }
  if (fragment.operand == Operand::A) draw_row_numbers(x, y + grid_.lab, 0);
}

/// Under the lane's number a mark for each element of A that a register stands for, those stored filled: of 4
/// bits for each pair.
void FragmentScene::draw_stored(Box cell) {
  const Metadata& metadata = *drawn_.layout.metadata;
  const std::uint32_t unit = metadata.bits == 4 ? 2 : 1, of_group = metadata.step / unit,
                      groups = 2 * drawn_.layout.a.per / metadata.step;
  const std::uint32_t marks = groups * of_group;
  const float w = (cell.w - 5) / static_cast<float>(marks), h = 3;
  if (cell.h < 18 || w < 2) return; // the number comes first
  std::uint32_t stored = 0;
  for (std::uint32_t e = 0; e < metadata.step / 2; ++e)
    stored |= 1u << metadata.element(drawn_.four_bits, e) / unit;
  for (std::uint32_t mark = 0; mark < marks; ++mark) {
    const Box box{cell.x + 2.5F + static_cast<float>(mark) * w + .5F, cell.y + cell.h - 2 - h, w - 1, h};
    canvas_.fill(box, 0, (stored >> mark % of_group & 1) != 0 ? theme_.t1 : theme_.edge);
  }
}

float FragmentScene::metadata_columns() const {
  return drawn_.layout.metadata ? static_cast<float>(cells_beside(*drawn_.layout.metadata)) / 4 : 0;
}

float FragmentScene::metadata_width() const {
  if (!drawn_.layout.metadata) return 0;
  const float title = text_width("e 16–31", Font::MonoBold, text(14));
  return std::max(static_cast<float>(cells_beside(*drawn_.layout.metadata)) * 2 * grid_.u, title) + grid_.gap;
}

/// At the left of A, row beside row: the lane whose bits say what is stored.
void FragmentScene::draw_metadata(float x, float y) {
  if (!drawn_.layout.metadata) return;
  const Metadata& metadata = *drawn_.layout.metadata;
  const float u = grid_.u, block = block_rows * u;
  const float right = x + metadata_width() - grid_.gap; // beside A
  const auto cells = static_cast<float>(cells_beside(metadata));
  for (std::uint32_t part = 0; part < blocks; ++part) {
    const float by = y + static_cast<float>(part) * (block + grid_.lab);
    const std::uint32_t count = 4 * metadata.in_lane;
    const std::uint32_t first = metadata.place(part * block_rows, 0, drawn_.selector).bit;
    canvas_.mid_if_free({right - 1, by + grid_.lab / 2}, part_of_word(first, count), text(14), theme_.t1,
                        Font::MonoBold, Anchor::End);
    std::vector<std::pair<Box, std::uint32_t>> all;
    std::vector<Box> held;
    for (std::uint32_t row = 0; row < block_rows; ++row)
      for (std::uint32_t cell = 0; cell < cells_beside(metadata); ++cell) {
        const std::uint32_t of = part * block_rows + row;
        const Metadata::Place place = metadata.place(of, cell * metadata.in_lane, drawn_.selector);
        const Box box{right + (static_cast<float>(cell) - cells) * 2 * u,
                      by + grid_.lab + static_cast<float>(row) * u, 2 * u, u};
        draw_lane(box, place.lane, place.lane,
                  language::trf("fragment.metadata_tip", language::arg("lane", place.lane),
                                language::arg("first", place.bit),
                                language::arg("last", place.bit + count - 1),
                                language::arg("elements", part_of_row(metadata, of, cell))));
        if (holds(place.lane) && !number_fits_in(box)) held.push_back(box);
        all.emplace_back(box, place.lane);
      }
    for (const Box& box : held) draw_held(box);
    for (const auto& [box, lane] : all) draw_second(box, lane);
  }
}

std::vector<FragmentScene::Says> FragmentScene::metadata_of_lane() const {
  std::vector<Says> all;
  if (!drawn_.layout.metadata) return all;
  const Metadata& metadata = *drawn_.layout.metadata;
  for (std::uint32_t row = drawn_.lane / 4; row < blocks * block_rows; row += block_rows)
    for (std::uint32_t cell = 0; cell < cells_beside(metadata); ++cell) {
      const Metadata::Place place = metadata.place(row, cell * metadata.in_lane, drawn_.selector);
      if (place.lane == drawn_.lane)
        all.push_back({part_of_word(place.bit, 4 * metadata.in_lane), part_of_row(metadata, row, cell)});
    }
  if (all.empty())
    all.push_back({"e", language::trf("fragment.not_asked", language::arg("selector", drawn_.selector))});
  return all;
}

/// The text's selector stands; the menu's is chosen.
bool FragmentScene::selector_is_chosen() const {
  return drawn_.layout.metadata && !drawn_.of_text && drawn_.layout.metadata->selectors() > 1;
}

/// A row for each choice: side by side they have no room where the registers are narrow.
float FragmentScene::metadata_choices_height() const {
  return drawn_.layout.metadata ? (selector_is_chosen() ? 3.8F : 2) * text(15) : 0;
}

/// An example of the four bits, and the menu's selector: a click goes on to the next.
void FragmentScene::draw_metadata_choices(Box box) {
  if (!drawn_.layout.metadata) return;
  const Metadata& metadata = *drawn_.layout.metadata;
  const std::uint32_t first = metadata.element(drawn_.four_bits, 0),
                      last = metadata.element(drawn_.four_bits, metadata.step / 2 - 1);
  const std::string_view key = metadata.bits == 32  ? "fragment.pattern_one"
                               : metadata.bits == 4 ? "fragment.pattern_pairs"
                                                    : "fragment.pattern_two";
  const std::uint32_t unit = metadata.bits == 4 ? 2 : 1;
  const std::string says = language::trf(key, language::arg("bits", fmt::format("{:04b}", drawn_.four_bits)),
                                         language::arg("first", first / unit),
                                         language::arg("second", last / unit));
  const float y = box.y + text(15);
  draw_choice(box.x, y, box.x + box.w, FragmentChoice::Pattern, says, false);
  if (selector_is_chosen())
    draw_choice(box.x, y + 1.8F * text(15), box.x + box.w, FragmentChoice::Selector,
                language::trf("fragment.selector", language::arg("selector", drawn_.selector)), false);
}

} // namespace warpscope::view
