// Fragment: places the parts, and draws the operands lane by lane and the registers of one lane.
#include "app/view/scene_fragment.h"

#include "app/language/counted.h"
#include "app/language/language.h"
#include "app/view/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpscope::view {

namespace {

using fragments::Cell;
using fragments::Fragment;
using fragments::Operand;

constexpr std::uint32_t block_lines = 8; ///< of a block

/// Elements of a block along its lines.
std::uint32_t along_block(const Fragment& fragment) {
  return fragment.operand == Operand::C ? block_lines : 4 * fragment.per;
}

/// "a0 a1"; of many elements "a0 … a3".
std::string names_of(const Fragment& fragment, std::uint32_t reg, bool wmma) {
  const std::uint32_t count = registers_of_cell(fragment) * fragment.per,
                      last = reg * fragment.per + count - 1;
  const std::string first = fragment.element_name(reg, 0, wmma);
  const std::string end = fragment.element_name(last / fragment.per, last % fragment.per, wmma);
  return end == first ? first : first + (count > 2 ? "…" : " ") + end;
}

/// The same where a block is narrow: "0–1" of wmma's x[0] and x[1], "a0".
std::string short_names_of(const Fragment& fragment, std::uint32_t reg, bool wmma) {
  if (!wmma) return fragment.element_name(reg, 0, wmma);
  const bool packed = fragments::type_of(fragment.type).bits < 8;
  const std::uint32_t each = packed ? 1 : fragment.per;
  const std::uint32_t first = reg * each, count = registers_of_cell(fragment) * each;
  return count == 1 ? std::to_string(first) : fmt::format("{}–{}", first, first + count - 1);
}

std::string instruction_text(const fragments::Layout& layout) {
  return std::string(name_of(layout.shape.family)) + "." + layout.shape.name();
}

} // namespace

std::string FragmentScene::element_text(const Fragment& fragment, Cell cell) const {
  const Cell at = drawn_.layout.place(fragment.operand, cell, drawn_.four_bits);
  return fmt::format("{}[{}][{}]", letter_of(fragment.operand), at.row, at.column);
}

/// "A[5][4–5]", of elements that lie side by side; "A[5][8, 10]" of two of a sparse product, "A[5][8…14]" of
/// more.
std::string FragmentScene::elements_text(const Fragment& fragment, Cell first, Cell last) const {
  const bool apart = drawn_.layout.metadata && fragment.operand == Operand::A;
  const auto range = [&](unsigned from, unsigned to) {
    return from == to ? std::to_string(from)
                      : fmt::format("{}{}{}", from,
                                    !apart             ? "–"
                                    : fragment.per > 2 ? "…"
                                                       : ", ",
                                    to);
  };
  const Cell from = drawn_.layout.place(fragment.operand, first, drawn_.four_bits),
             to = drawn_.layout.place(fragment.operand, last, drawn_.four_bits);
  return fmt::format("{}[{}][{}]", letter_of(fragment.operand), range(from.row, to.row),
                     range(from.column, to.column));
}

std::string FragmentScene::cell_tip(const Fragment& fragment, std::uint32_t lane, std::uint32_t reg,
                                    const std::string& names) const {
  const std::uint32_t last = reg + registers_of_cell(fragment) - 1;
  const Cell begin = fragment.cell({lane, reg, 0}), end = fragment.cell({lane, last, fragment.per - 1});
  return begin == end
             ? language::trf("fragment.cell_tip_one", language::arg("lane", lane),
                             language::arg("names", names),
                             language::arg("first", element_text(fragment, begin)))
             : language::trf("fragment.cell_tip", language::arg("lane", lane), language::arg("names", names),
                             language::arg("first", element_text(fragment, begin)),
                             language::arg("last", element_text(fragment, end)));
}

/// `quads`: what is said of m8n8k4 of half, with its eight lanes; `group`: of the others, with a group's
/// four.
std::string FragmentScene::group_text(std::string_view quads, std::string_view group) const {
  const std::uint32_t lane = drawn_.lane;
  if (drawn_.layout.shape.quads()) {
    const QuadLanes lanes = quad_lanes(lane);
    return language::trf(quads, language::arg("product", lane % 16 / 4), language::arg("first", lanes.lower),
                         language::arg("last", lanes.lower + 3), language::arg("from", lanes.upper),
                         language::arg("to", lanes.upper + 3));
  }
  return language::trf(group, language::arg("first", lane / 4 * 4), language::arg("last", lane / 4 * 4 + 3),
                       language::arg("thread", lane % 4), language::arg("group", lane / 4));
}

std::uint32_t FragmentScene::across(const Fragment& fragment) {
  if (fragment.products > 1) return 1; // one of them is drawn
  return fragment.columns / (fragment.along_rows ? along_block(fragment) : block_lines);
}
std::uint32_t FragmentScene::down(const Fragment& fragment) {
  if (fragment.products > 1) return 1;
  return fragment.rows / (fragment.along_rows ? block_lines : along_block(fragment));
}

FragmentScene::Size FragmentScene::size_of(const Fragment& fragment) const {
  if (fragment.products > 1)
    return {static_cast<float>(fragment.columns) * grid_.u,
            static_cast<float>(fragment.rows / fragment.products) * grid_.u + grid_.lab};
  const auto columns = static_cast<float>(across(fragment)), rows = static_cast<float>(down(fragment));
  return {columns * 8 * grid_.u + (columns - 1) * grid_.gap, rows * (8 * grid_.u + grid_.lab)};
}

void FragmentScene::choose_grid(float width, float height, float columns, std::uint32_t rows) {
  const float f = std::max(.6F, sizes_.f);
  grid_.lab = 1.6F * text(14);
  grid_.gap = std::max(4.F, 10 * f);
  const float w = width - (columns - 1) * grid_.gap, h = height - static_cast<float>(rows) * grid_.lab;
  // Of one product there is but a block.
  const float most = drawn_.layout.shape.quads() || request_.options.frame.presenter ? 40 : 27;
  grid_.u = std::clamp(std::floor(std::min(w / (8 * columns), h / (8 * static_cast<float>(rows)))), 3.F,
                       most * std::max(1.F, f));
}

namespace {
/// Digits have no descenders: they fit in a cell of their own height.
bool number_fits(Box box, float size) {
  return box.h >= .95F * size && box.w >= text_width("31", Font::Mono, size);
}
} // namespace

bool FragmentScene::number_fits_in(Box cell) const { return number_fits(cell, sizes_.least); }

/// A number has room over the cells of the next lines, which show none: of columns side by side, or of rows
/// below each other. The lines with the chosen lane's are those of its parity.
bool FragmentScene::second_fits(Box cell, std::uint32_t lane) const {
  if (lane / 4 % 2 != drawn_.lane / 4 % 2) return false;
  const float wide = text_width("31", Font::MonoBold, sizes_.least), high = .95F * sizes_.least;
  return cell.h > cell.w ? cell.h >= high && 2 * cell.w >= wide + 2 : cell.w >= wide && 2 * cell.h >= high;
}

/// Where each cell has no room for a number, each second line has. Over the cells: their neighbours come
/// first.
void FragmentScene::draw_second(Box cell, std::uint32_t lane) {
  if (holds(lane) || number_fits_in(cell) || !second_fits(cell, lane)) return;
  canvas_.defined(definition::lane)
      .mid_if_free({cell.x + cell.w / 2, cell.y + cell.h / 2}, std::to_string(lane), sizes_.least,
                   in_group(lane) ? theme_.t1 : theme_.t3, in_group(lane) ? Font::MonoBold : Font::Mono,
                   Anchor::Middle, 0);
}

/// A small cell's number, on a plate over its neighbours: the chosen lane is always named.
void FragmentScene::draw_held(Box cell) {
  const float size = sizes_.least, w = std::max(cell.w - 1, text_width("31", Font::MonoBold, size) + 4),
              h = std::max(cell.h - 1, 1.1F * size);
  const Box plate{cell.x + cell.w / 2 - w / 2, cell.y + cell.h / 2 - h / 2, w, h};
  if (!canvas_.fits({plate.x + w / 2, plate.y + h / 2}, "31", size, Font::MonoBold, Anchor::Middle, 0))
    return; // tiny blocks stand too close together
  canvas_.fill(plate, 3, theme_.now);
  canvas_.outline(plate, 3, theme_.bg1, 1);
  canvas_.defined(definition::lane)
      .mid({plate.x + w / 2, plate.y + h / 2}, std::to_string(drawn_.lane), size, theme_.on_now,
           Font::MonoBold, Anchor::Middle);
}

void FragmentScene::draw_lane(Box box, std::uint32_t lane, std::uint32_t index, std::string tip) {
  const bool on = holds(lane), near = in_group(lane);
  canvas_.fill({box.x + .75F, box.y + .75F, box.w - 1.5F, box.h - 1.5F},
               std::min(3.F, std::min(box.w, box.h) / 2 - .75F),
               on     ? theme_.now
               : near ? theme_.bg3
                      : theme_.bg2);
  const float size = std::clamp(std::floor(.62F * std::min(box.h, .9F * box.w)), sizes_.least, text(15));
  if (number_fits(box, size))
    canvas_.defined(definition::lane)
        .mid({box.x + box.w / 2, box.y + box.h / 2}, std::to_string(lane), size,
             on     ? theme_.on_now
             : near ? theme_.t1
                    : theme_.t3,
             on || near ? Font::MonoBold : Font::Mono, Anchor::Middle);
  canvas_.hit(box, HitKind::Lane, index, std::move(tip), 1u << lane);
}

/// A cell is what one lane holds of a block: a register, or a pair of accumulators.
void FragmentScene::draw_operand(const Fragment& fragment, float x, float y) {
  if (fragment.products > 1) return draw_quad_operand(fragment, x, y);
  const float u = grid_.u, block = 8 * u, size = text(14);
  const bool wmma = drawn_.layout.shape.wmma(), is_c = fragment.operand == Operand::C;
  const std::uint32_t step = registers_of_cell(fragment), along = along_block(fragment);
  const bool sparse = drawn_.layout.metadata && fragment.operand == Operand::A;
  const std::uint32_t deep = sparse ? 2 * along : along; // of A itself, of which the block has half
  for (std::uint32_t reg = 0; reg < fragment.registers; reg += step) {
    const Cell corner = fragment.cell({0, reg, 0});
    const std::uint32_t column = corner.column / (fragment.along_rows ? along : block_lines),
                        row = corner.row / (fragment.along_rows ? block_lines : along);
    const float bx = x + static_cast<float>(column) * (block + grid_.gap),
                by = y + static_cast<float>(row) * (block + grid_.lab);
    const std::string names = names_of(fragment, reg, wmma);
    const float middle = by + grid_.lab / 2;
    const bool whole = text_width(names, Font::MonoBold, size) <= block;
    const std::string shown = whole ? names : short_names_of(fragment, reg, wmma);
    if (text_width(shown, Font::MonoBold, size) <= block + grid_.gap)
      canvas_.mid_if_free({bx + 1, middle}, shown, size,
                          chosen(fragment.operand, reg) ? theme_.now : theme_.t1, Font::MonoBold);
    const bool first = row == 0 && column == 0;
    const std::string type(fragments::type_of(fragment.type).name);
    const char letter = letter_of(fragment.operand);
    std::vector<std::string> notes;
    if (first && is_c) notes = {fmt::format("{}, {}", letter, type)};
    else if (first)
      notes = {language::trf("fragment.k_of", language::arg("matrix", std::string(1, letter)),
                             language::arg("first", 0), language::arg("last", deep - 1))};
    if (first) notes.push_back(std::string(1, letter));
    if (!first && !is_c && (fragment.along_rows ? row : column) == 0) {
      const std::uint32_t chunk = fragment.along_rows ? column : row;
      notes = {language::trf("fragment.k", language::arg("first", chunk * deep),
                             language::arg("last", chunk * deep + deep - 1))};
    } else if (!first && fragment.along_rows && column == 0) {
      notes = {language::trf("fragment.rows", language::arg("first", row * block_lines),
                             language::arg("last", row * block_lines + block_lines - 1))};
    }
    for (const std::string& note : notes)
      if (canvas_.mid_if_free({bx + block - 1, middle}, note, size, theme_.t2, Font::Regular, Anchor::End, 5))
        break;
    const auto cell_of = [&](std::uint32_t lane) -> Box {
      const auto line = static_cast<float>(lane / 4), place = static_cast<float>(lane % 4);
      if (fragment.along_rows) return {bx + place * 2 * u, by + grid_.lab + line * u, 2 * u, u};
      return {bx + line * u, by + grid_.lab + place * 2 * u, u, 2 * u};
    };
    for (std::uint32_t lane = 0; lane < fragments::lanes; ++lane) {
      const Box box = cell_of(lane);
      draw_lane(box, lane, register_index({fragment.operand, reg}, lane),
                cell_tip(fragment, lane, reg, names));
      if (sparse) draw_stored(box);
    }
    if (chosen(fragment.operand, reg))
      canvas_.outline({bx - 1, by + grid_.lab - 1, block + 2, block + 2}, 4, theme_.now, 2);
    if (const Box box = cell_of(drawn_.lane); !number_fits_in(box)) draw_held(box);
    for (std::uint32_t lane = 0; lane < fragments::lanes; ++lane) draw_second(cell_of(lane), lane);
    if (column == 0 && fragment.operand == Operand::A)
      draw_row_numbers(bx - metadata_width(), by + grid_.lab, row * block_lines);
  }
}

/// Beside the first blocks of A.
void FragmentScene::draw_row_numbers(float x, float y, std::uint32_t first) {
  const float u = grid_.u;
  if (u < 8) return;
  const std::uint32_t own = drawn_.layout.shape.quads() ? drawn_.lane % 4 + drawn_.lane / 16 * 4
                                                        : drawn_.lane / 4;
  for (std::uint32_t r = 0; r < block_lines; ++r) {
    const bool hot = r == own && !drawn_.layout.shape.a_by_columns;
    if (!hot && (r % 4 != 0 || u < 12)) continue;
    canvas_.defined(definition::row)
        .mid_if_free({x - 7, y + (static_cast<float>(r) + .5F) * u}, std::to_string(first + r),
                     std::max(sizes_.least, std::min(text(14), u)), hot ? theme_.t1 : theme_.t3,
                     hot ? Font::MonoBold : Font::Mono, Anchor::End, 0);
  }
}

/// The 32 lanes, in one row or two.
void FragmentScene::draw_lanes(Box box, std::uint32_t columns) {
  const float w = box.w / static_cast<float>(columns), h = box.h * static_cast<float>(columns) / 32;
  canvas_.mid({box.x, box.y - grid_.lab / 2}, language::tr("fragment.lanes"), text(15), theme_.t2);
  for (std::uint32_t lane = 0; lane < fragments::lanes; ++lane)
    draw_lane({box.x + static_cast<float>(lane % columns) * w, box.y + static_cast<float>(lane / columns) * h,
               w, h},
              lane, lane,
              drawn_.layout.shape.quads()
                  ? language::trf("fragment.quad_lane_tip", language::arg("lane", lane),
                                  language::arg("product", lane % 16 / 4))
                  : language::trf("fragment.lane_tip", language::arg("lane", lane),
                                  language::arg("group", lane / 4), language::arg("thread", lane % 4)));
}

/// What the lane holds, register by register.
void FragmentScene::draw_registers(Box box) {
  const fragments::Layout& layout = drawn_.layout;
  const Fragment* const all[] = {&layout.a, &layout.b, &layout.c};
  float rows = 0;
  for (const Fragment* fragment : all)
    rows += static_cast<float>(fragment->registers / registers_of_cell(*fragment));
  const std::vector<Says> says = metadata_of_lane();
  rows += static_cast<float>(says.size());
  const float size = std::clamp(std::floor(box.h / (rows + 3.F) / 1.45F), sizes_.least, text(17));
  const float pitch = std::clamp(box.h / rows, 1.15F * size, 1.5F * size);
  const float between = std::clamp((box.h - rows * pitch) / 3, 0.F, 2 * size);
  const bool titled = between > 1.2F * size;
  float y = box.y;
  for (const Fragment* fragment : all) {
    if (titled) {
      const std::string letter(1, letter_of(fragment->operand));
      canvas_.mid_if_free({box.x, y + between / 2}, letter, text(18), theme_.t1, Font::Bold);
      const std::string_view key = fragment->per == 1   ? "fragment.registers_one"
                                   : fragment->per == 2 ? "fragment.registers_two"
                                                        : "fragment.registers_many";
      const float caption_room = box.w - 1.7F * size;
      std::string caption = language::trf(key, language::arg("count", fragment->registers),
                                          language::arg("per", fragment->per),
                                          language::arg("type", fragments::type_of(fragment->type).name));
      if (text_width(caption, Font::Regular, text(15)) > caption_room)
        caption = language::trf("fragment.registers_short", language::arg("count", fragment->registers),
                                language::arg("type", fragments::type_of(fragment->type).name));
      canvas_.mid_if_free({box.x + 1.7F * size, y + between / 2},
                          fit_text(caption, Font::Regular, text(15), caption_room), text(15), theme_.t2);
    }
    y += titled ? between : between / 2;
    const std::uint32_t step = registers_of_cell(*fragment);
    float widest = 0;
    for (std::uint32_t reg = 0; reg < fragment->registers; reg += step)
      widest = std::max(widest,
                        text_width(names_of(*fragment, reg, layout.shape.wmma()), Font::MonoBold, size));
    const bool roomy = box.w > widest + 24 * .62F * size;
    const float left = box.x + (titled && roomy ? 1.7F * size : 0), from = left + widest + .8F * size;
    // Each register's elements, one by one where there is room for those of all.
    const auto apart = [&](std::uint32_t reg) {
      const Cell first = fragment->cell({drawn_.lane, reg, 0}),
                 last = fragment->cell({drawn_.lane, reg + step - 1, fragment->per - 1});
      const std::string begin = element_text(*fragment, first), end = element_text(*fragment, last);
      return first == last ? begin : begin + (step * fragment->per > 2 ? " … " : "  ") + end;
    };
    bool one_by_one = true;
    for (std::uint32_t reg = 0; reg < fragment->registers; reg += step)
      one_by_one &= text_width(apart(reg), Font::Mono, size) <= box.x + box.w - from;
    for (std::uint32_t reg = 0; reg < fragment->registers; reg += step, y += pitch) {
      if (y + pitch > box.y + box.h + 1) continue; // more registers than there is room for
      const float middle = y + pitch / 2;
      const std::string names = names_of(*fragment, reg, layout.shape.wmma());
      const Box row{box.x - 6, y, box.w + 6, pitch};
      if (chosen(fragment->operand, reg)) {
        canvas_.fill(row, 0, theme_.bg3);
        canvas_.fill({row.x - 4, row.y, 4, row.h}, 0, theme_.now);
      }
      canvas_.hit(row, HitKind::Register, register_index({fragment->operand, reg}),
                  language::trf("fragment.register_tip", language::arg("names", names)));
      canvas_.mid({left, middle}, names, size, theme_.now, Font::MonoBold);
      const Cell first = fragment->cell({drawn_.lane, reg, 0}),
                 last = fragment->cell({drawn_.lane, reg + step - 1, fragment->per - 1});
      const std::string together = one_by_one ? apart(reg) : elements_text(*fragment, first, last);
      canvas_.defined(definition::cell)
          .mid({from, middle}, fit_text(together, Font::Mono, size, box.x + box.w - from), size, theme_.t1,
               Font::Mono);
    }
    if (fragment->operand != Operand::A) continue;
    for (const Says& say : says) { // e, behind the A that it describes
      if (y + pitch > box.y + box.h + 1) continue;
      const float middle = y + pitch / 2,
                  behind = canvas_.mid({left, middle}, say.bits, size, theme_.now, Font::MonoBold) +
                           .8F * size;
      canvas_.mid({behind, middle}, fit_text(say.of, Font::Mono, size, box.x + box.w - behind), size,
                  theme_.t1, Font::Mono);
      y += pitch;
    }
  }
}

/// What is shown, at the right of the headline: a click opens the menu of shapes and types.
void FragmentScene::draw_menu() {
  if (!request_.options.frame.with_headline) return;
  const fragments::Layout& layout = drawn_.layout;
  const float size = text(17), right = request_.options.frame.width - sizes_.margin;
  const std::string name = fmt::format("{} · {}", instruction_text(layout),
                                       fragments::type_of(layout.shape.type).name);
  const float w = text_width(name, Font::Mono, size) + 2.6F * size, h = 1.9F * size;
  const Headline headline = make_headline(request_, SceneKind::Fragment);
  const float taken = sizes_.margin +
                      text_width(headline.strong + headline.rest, Font::Bold, sizes_.headline);
  if (right - w < taken + size) return;
  const Box box{right - w, sizes_.headline_y - .36F * sizes_.headline - h / 2, w, h};
  canvas_.fill(box, 8, theme_.bg2);
  canvas_.outline(box, 8, theme_.edge, 1.5F);
  canvas_.mid({box.x + .8F * size, box.y + h / 2}, name, size, theme_.t1, Font::Mono);
  const float x = box.x + w - 1.1F * size, y = box.y + h / 2, a = .28F * size;
  canvas_.polygon({{x - a, y - .6F * a}, {x + a, y - .6F * a}, {x, y + .8F * a}}, theme_.t2);
  canvas_.hit(box, HitKind::Choice, static_cast<std::uint32_t>(FragmentChoice::Menu),
              std::string(language::tr("fragment.menu_tip")));
}

/// B above C, A left of C, lane and registers in the corner; the load at the right.
void FragmentScene::draw_tall(Box area) {
  const fragments::Layout& layout = drawn_.layout;
  const float f = std::max(.6F, sizes_.f), legend = area.h > 520 ? 2.2F * text(15) : 0;
  const float numbers = text_width("15", Font::MonoBold, text(14)) + 10, height = area.h - legend;
  const bool quads = layout.shape.quads(); // its A is half a block
  const float columns = quads ? 1.5F
                              : static_cast<float>(across(layout.a) + across(layout.b)) + metadata_columns();
  const std::uint32_t rows = down(layout.a) + down(layout.b);
  const float between = 24 * f;
  float corner = std::max(190.F, 270 * f); // the registers' least width
  const auto choose = [&](float high) {
    // Cells that can be read come before the room of the load.
    for (const float share : {.335F, .42F, .5F, .6F}) {
      const float left = std::max(share * area.w, 400 * f);
      choose_grid(left - numbers - between, high, columns, rows);
      if (metadata_width() + size_of(layout.a).w + numbers < corner) // a narrow A leaves the registers theirs
        choose_grid(left - corner - between, high, static_cast<float>(across(layout.b)), rows);
      if (grid_.u >= (quads ? 24 : 9)) break;
    }
  };
  choose(height - 14 * f);
  const auto chip_of = [&](float high) { return std::max(15.F, std::min(28 * f, .09F * high)); };
  // A low B leaves the lanes no room above the registers: it is made, if all cells keep their numbers.
  float plate = 0;
  const float number = text_width("31", Font::MonoBold, sizes_.least), least_chip = 1.05F * sizes_.least;
  if (size_of(layout.b).h <= 12 * chip_of(size_of(layout.b).h) && !quads) {
    const float narrow = std::exchange(corner, std::max(corner, 16 * (number + 2.5F)));
    plate = 1.2F * text(14) + 2 * least_chip + 4;
    choose(height - 14 * f - plate);
    if (grid_.u < number) {
      plate = 0;
      corner = narrow;
      choose(height - 14 * f);
    }
  }
  const Size a = size_of(layout.a), b = size_of(layout.b);
  const float e = metadata_width(), beside = std::max(corner, e + a.w + numbers) + between;
  // What A and C leave below them goes to the wavefronts of the load, which stand beside B.
  const float below = height - (b.h + 14 * f + plate + std::max(a.h, size_of(layout.c).h));
  const float ya = area.y + b.h + 14 * f + plate + std::clamp(below, 0.F, 120 * f);
  draw_operand(layout.b, area.x + beside, area.y);
  draw_metadata(area.x + numbers, ya);
  draw_operand(layout.a, area.x + numbers + e, ya);
  draw_operand(layout.c, area.x + beside, ya);
  const float width = beside - between, chip = chip_of(b.h);
  float list = area.y;
  if (plate > 0) {
    draw_lanes({area.x, area.y + 1.2F * text(14), width, 2 * least_chip}, 16);
    list += plate;
  } else if (width / 16 >= number + 2 && b.h > 12 * chip) {
    draw_lanes({area.x, area.y + grid_.lab, width, 2 * chip}, 16);
    list += grid_.lab + 2 * chip + 6 * f;
  }
  const float choices = metadata_choices_height();
  draw_registers({area.x, list, width, std::max(0.F, ya - 10 * f - choices - list)});
  draw_metadata_choices({area.x, ya - 10 * f - choices, width, choices});
  const float x = area.x + beside + std::max(b.w, size_of(layout.c).w) + std::max(20.F, 72 * f);
  if (area.x + area.w - x > 120) draw_load({x, area.y, area.x + area.w - x, height}, ya);
  if (legend > 0) draw_legend(area.y + area.h - .9F * text(15));
}

/// A small stage: B, C and the registers; the tile of the load stands for A.
void FragmentScene::draw_short(Box area) {
  const fragments::Layout& layout = drawn_.layout;
  const bool tile = drawn_.load && drawn_.load->matrices != 0 && drawn_.load->operand == Operand::A;
  const float f = std::max(.6F, sizes_.f), gap = std::max(10.F, 16 * f);
  const float list = std::clamp(.235F * area.w, 150.F,
                                std::max(176.F, (request_.options.frame.presenter ? 340 : 240) * f));
  const std::uint32_t tile_columns = drawn_.load && drawn_.load->matrices > 2 ? 2 : 1;
  const float columns = static_cast<float>(across(layout.b) + across(layout.c) +
                                           (tile ? tile_columns : across(layout.a))) +
                        metadata_columns();
  const std::uint32_t rows = std::max({down(layout.a), down(layout.b), down(layout.c)});
  const float numbers = text_width("15", Font::MonoBold, std::max(14.F, sizes_.least)) + 8;
  choose_grid(area.w - list - 3 * gap - numbers, area.h, columns, rows);
  const float foot = tile ? 2 * text(15) : 0, choices = metadata_choices_height();
  // Above the registers all lanes, where both have room.
  float from = area.y;
  std::uint32_t rows_of_list = static_cast<std::uint32_t>(metadata_of_lane().size()) + 3;
  for (const Fragment* fragment : {&layout.a, &layout.b, &layout.c})
    rows_of_list += fragment->registers / registers_of_cell(*fragment);
  const float chip = std::clamp(24 * f, 15.F, 28.F), plate = grid_.lab + 4 * chip + 8 * f;
  const float needed = 1.5F * text(17) * static_cast<float>(rows_of_list) + plate + foot + choices;
  if (list / 8 >= text_width("31", Font::MonoBold, sizes_.least) + 2 && area.h >= needed) {
    draw_lanes({area.x, area.y + grid_.lab, list, 4 * chip}, 8);
    from += plate;
  }
  draw_registers({area.x, from, list, area.y + area.h - foot - choices - from});
  draw_metadata_choices({area.x, area.y + area.h - foot - choices, list, choices});
  float x = area.x + list + gap;
  if (layout.metadata) {
    draw_metadata(x, area.y);
    x += metadata_width();
  }
  if (!tile) {
    draw_operand(layout.a, x + numbers, area.y);
    x += numbers + size_of(layout.a).w + gap;
  }
  draw_operand(layout.b, x, area.y);
  x += size_of(layout.b).w + gap;
  draw_operand(layout.c, x, area.y);
  x += size_of(layout.c).w + gap;
  if (tile) {
    const bool presenter = request_.options.frame.presenter; // its costs stand beside the tile
    const float end = presenter ? x + numbers + tile_size().w : area.x + area.w;
    draw_load({x, area.y, end - x, area.h}, area.y);
    if (presenter) draw_costs({end + 2 * gap, area.y, area.x + area.w - end - 2 * gap, area.h});
    draw_foot({area.x, area.y + area.h - foot, list, foot});
  } else if (drawn_.load && area.x + area.w - x > 200) {
    draw_load({x, area.y, area.x + area.w - x, area.h}, area.y);
  }
}

void FragmentScene::draw_legend(float y) {
  const float size = text(15), h = 1.3F * size;
  float x = sizes_.margin;
  const auto entry = [&](const auto& sign, const std::string& says) {
    if (x + 3 * size + text_width(says, Font::Regular, size) > request_.options.frame.width - sizes_.margin)
      return;
    sign(Box{x, y - h / 2, 2 * size, h});
    x = canvas_.mid({x + 2.6F * size, y}, says, size, theme_.t2) + 1.8F * size;
  };
  entry([&](Box box) { canvas_.fill(box, 3, theme_.now); },
        language::trf("fragment.held", language::arg("lane", drawn_.lane)));
  entry([&](Box box) { canvas_.fill(box, 3, theme_.bg3); }, group_text("fragment.quads", "fragment.group"));
  if (!drawn_.load || drawn_.load->matrices == 0) return;
  entry([&](Box box) { canvas_.outline(box, 4, theme_.t1, 3); },
        language::trf("fragment.its_words", language::arg("lane", drawn_.lane)));
  entry([&](Box box) { canvas_.outline(box, 4, theme_.now, 2.5F); },
        std::string(language::tr("fragment.served_now")));
  if (model::lanes_wait(drawn_.load->plain.service.counts))
    entry([&](Box box) { canvas_.outline(box, 4, theme_.conflict, 2, {6, 4}); },
          std::string(language::tr("fragment.waits")));
  if ((drawn_.load->plain.access.mask >> drawn_.lane & 1) != 0)
    entry([](Box) {}, language::trf("fragment.gives_address", language::arg("lane", drawn_.lane),
                                    language::arg("row", row_name(drawn_.lane))));
}

/// The headline; the line below it has no sign of good or bad, for what the load costs has its own.
void FragmentScene::draw_title(const Headline& headline) {
  if (headline.tone == Headline::Tone::Hazard || !request_.options.frame.with_headline)
    return draw_headline(canvas_, request_, sizes_, headline, std::nullopt);
  Headline upper = headline;
  upper.lead.clear();
  draw_headline(canvas_, request_, sizes_, upper, std::nullopt);
  const float size = sizes_.sub, right = request_.options.frame.width - sizes_.margin;
  const float x = canvas_.mid({sizes_.margin, sizes_.sub_y},
                              fit_text(headline.lead, Font::SemiBold, size, right - sizes_.margin), size,
                              theme_.t1, Font::SemiBold) +
                  .55F * size;
  const std::string why = fit_clauses(headline.explanation, Font::Regular, size, right - x);
  if (why.size() > 8 || why == headline.explanation)
    canvas_.defined(headline.explanation_is).mid({x, sizes_.sub_y}, why, size, theme_.t2);
}

Picture FragmentScene::build() {
  const Headline headline = make_headline(request_, SceneKind::Fragment);
  draw_title(headline);
  draw_menu();
  const Box area{sizes_.margin, sizes_.scene_y, request_.options.frame.width - 2 * sizes_.margin,
                 sizes_.scene_end - sizes_.scene_y};
  if (area.w > 60 && area.h > 60) {
    // Before a class the cells come first: with B above C they would be half as large.
    if (request_.options.frame.presenter) {
      const float legend = area.h > 520 ? 2.2F * text(15) : 0;
      draw_short({area.x, area.y, area.w, area.h - legend});
      if (legend > 0) draw_legend(area.y + area.h - .9F * text(15));
    } else if (area.h > 430 && area.w > 900) {
      draw_tall(area);
    } else {
      draw_short(area);
    }
  }
  draw_source_lines(canvas_, request_, sizes_);
  return canvas_.take();
}

Picture build_fragment_scene(const SceneRequest& request) { return FragmentScene(request).build(); }

Headline fragment_headline(const SceneRequest& request, SceneKind) {
  const FragmentDrawn drawn = drawn_fragment(request);
  const fragments::Layout& layout = drawn.layout;
  Headline h;
  if (drawn.load && drawn.load->misaligned) {
    h.tone = Headline::Tone::Hazard;
    h.strong = language::trf("fragment.row_starts", language::arg("row", drawn.load->misaligned->row),
                             language::arg("byte", drawn.load->misaligned->byte));
    h.rest = std::string(language::tr("fragment.no_multiple"));
    h.lead = std::string(language::tr("fragment.misaligned"));
    return h;
  }
  h.strong = language::trf("fragment.lane", language::arg("lane", drawn.lane));
  h.rest = language::trf("fragment.holds", language::arg("count", layout.values()));
  h.lead = language::trf(layout.metadata ? "fragment.product_sparse" : "fragment.product",
                         language::arg("product", instruction_text(layout)),
                         language::arg("type", fragments::type_of(layout.shape.type).name),
                         language::arg("sum", fragments::type_of(layout.sum).name),
                         language::arg("selector", drawn.selector));
  h.tone = Headline::Tone::Good; // what the load costs is said beside it
  std::string why = drawn.of_text || request.options.fragment.explore
                        ? std::string()
                        : std::string(language::tr("fragment.no_products")) + " ";
  if (layout.metadata) {
    why += language::trf("fragment.stores", language::arg("stored", layout.metadata->step / 2),
                         language::arg("step", layout.metadata->step));
  } else if (layout.shape.quads()) {
    const QuadLanes lanes = quad_lanes(drawn.lane);
    why += language::trf("fragment.of_four", language::arg("product", drawn.lane % 16 / 4),
                         language::arg("first", lanes.lower), language::arg("last", lanes.lower + 3),
                         language::arg("from", lanes.upper), language::arg("to", lanes.upper + 3));
  } else if (drawn.load && drawn.load->matrices != 0) {
    const std::string count = language::count_of(drawn.load->plain.wavefronts(),
                                                 language::Counted::Wavefront);
    const auto named = [&](std::string_view key) {
      return language::trf(key, language::arg("count", drawn.load->matrices),
                           language::arg("matrix", std::string(1, letter_of(drawn.load->operand))),
                           language::arg("wavefronts", count),
                           language::arg("other", drawn.load->other ? drawn.load->other->wavefronts() : 0),
                           language::arg("swizzle", drawn.load->swizzle));
    };
    why += named(!drawn.load->other            ? "fragment.loads"
                 : drawn.load->swizzle.empty() ? "fragment.loads_padded"
                                               : "fragment.loads_swizzled");
    h.explanation_is = definition::wavefront;
  } else {
    why += language::trf("fragment.thread", language::arg("thread", drawn.lane % 4),
                         language::arg("group", drawn.lane / 4));
  }
  h.explanation = why;
  return h;
}

} // namespace warpscope::view
