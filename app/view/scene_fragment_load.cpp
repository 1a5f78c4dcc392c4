// Fragment: the load that fills an operand, wavefront by wavefront, as written and with rows laid out
// otherwise.
#include "app/language/counted.h"
#include "app/language/language.h"
#include "app/view/scene_fragment.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <variant>

namespace warpscope::view {

namespace {

using fragments::Operand;

constexpr std::uint32_t matrix_rows = 8, matrix_words = 4; ///< 16 bytes a row
constexpr std::uint32_t bank_parts = 8;                    ///< of 4 banks

std::uint32_t bank_of(std::uint32_t byte) { return byte / 4 % 32; }

/// Moves a picture into a box of another one.
Shape moved_by(Shape shape, float dx, float dy) {
  const auto point = [&](Point& p) { p.x += dx, p.y += dy; };
  if (auto* rect = std::get_if<RectShape>(&shape)) rect->box.x += dx, rect->box.y += dy;
  else if (auto* curve = std::get_if<CurveShape>(&shape))
    for (Point* p : {&curve->p0, &curve->p1, &curve->p2, &curve->p3}) point(*p);
  else if (auto* ribbon = std::get_if<RibbonShape>(&shape)) {
    for (Point& p : ribbon->left) point(p);
    for (Point& p : ribbon->right) point(p);
  } else if (auto* polygon = std::get_if<PolygonShape>(&shape)) {
    for (Point& p : polygon->points) point(p);
  } else if (auto* text = std::get_if<TextShape>(&shape)) {
    point(text->at);
  }
  return shape;
}

} // namespace

/// The number of a row: within A where the matrix is a block of it, else within the matrix.
std::string FragmentScene::row_name(std::uint32_t lane) const {
  const std::uint32_t matrix = lane / matrix_rows, row = lane % matrix_rows;
  const FragmentLoad& load = *drawn_.load;
  if (load.operand == Operand::A && !load.transposed && load.reg[matrix] &&
      *load.reg[matrix] < drawn_.layout.a.registers)
    return std::to_string(drawn_.layout.a.cell({0, *load.reg[matrix], 0}).row + row);
  return std::to_string(load.matrices == 4 && load.operand == Operand::A ? row + matrix_rows * (matrix % 2)
                                                                         : row);
}

/// The other rows are shown at the same matrix, and no further than they go.
std::uint32_t FragmentScene::shown_wavefront(const FragmentSide& side, bool other) const {
  const FragmentLoad& load = *drawn_.load;
  if (!other || side.wavefronts() == 0) return std::min(load.wavefront, std::max(1u, side.wavefronts()) - 1);
  const std::uint32_t matrix = load.plain.matrix_of(load.wavefront);
  std::uint32_t before = 0; // wavefronts of this matrix that lie behind
  for (std::uint32_t w = 0; w < load.wavefront; ++w) before += load.plain.matrix_of(w) == matrix ? 1 : 0;
  std::uint32_t found = 0;
  for (std::uint32_t w = 0; w < side.wavefronts(); ++w) {
    if (side.matrix_of(w) > matrix) break;
    found = w;
    if (side.matrix_of(w) == matrix && before-- == 0) break;
  }
  return found;
}

/// Where a matrix stands in the tile: as the block of A that it becomes, else below the one before.
FragmentScene::TilePlace FragmentScene::tile_place(std::uint32_t matrix) const {
  const FragmentLoad& load = *drawn_.load;
  const fragments::Fragment& a = drawn_.layout.a;
  if (load.operand == Operand::A && !load.transposed && load.reg[matrix] && *load.reg[matrix] < a.registers) {
    const fragments::Cell corner = a.cell({0, *load.reg[matrix], 0});
    const TilePlace place{corner.column / (4 * a.per), corner.row / matrix_rows};
    if (place.column < 2 && place.row < 2) return place;
  }
  return {matrix / 2, matrix % 2};
}

FragmentScene::Size FragmentScene::tile_size() const {
  TilePlace end;
  for (std::uint32_t matrix = 0; matrix < drawn_.load->matrices; ++matrix) {
    const TilePlace place = tile_place(matrix);
    end = {std::max(end.column, place.column + 1), std::max(end.row, place.row + 1)};
  }
  const auto columns = static_cast<float>(end.column), rows = static_cast<float>(end.row);
  return {columns * 8 * grid_.u + (columns - 1) * grid_.gap, rows * (8 * grid_.u + grid_.lab)};
}

/// Which rows fill which banks in each wavefront.
void FragmentScene::draw_wavefronts(const FragmentSide& side, bool other, std::uint32_t now, Box box) {
  const FragmentLoad& load = *drawn_.load;
  const float f = std::max(.6F, sizes_.f), size = text(14), small = sizes_.least;
  const float names = text_width(language::trf("fragment.matrix", language::arg("number", 3)), Font::SemiBold,
                                 text(15)) +
                      10 * f;
  const float w = (box.w - names) / bank_parts;
  if (w < 22) return;
  const std::uint32_t all = std::max(load.plain.wavefronts(), 1u), count = side.wavefronts();
  // Rows of one matrix stand together; what the other side needs more is "saved" here.
  struct Row {
    std::uint32_t matrix = 0;
    std::optional<std::uint32_t> wavefront;
  };
  std::vector<Row> rows;
  for (std::uint32_t matrix = 0; matrix < load.matrices; ++matrix) {
    std::uint32_t own = 0, plain = 0;
    for (std::uint32_t i = 0; i < count; ++i)
      if (side.matrix_of(i) == matrix) rows.push_back({matrix, i}), ++own;
    for (std::uint32_t i = 0; i < all; ++i) plain += load.plain.matrix_of(i) == matrix ? 1 : 0;
    for (; other && own < plain; ++own) rows.push_back({matrix, std::nullopt});
  }
  const float least = 20; // below that only what is served has a row
  if (other && box.h < 1.7F * size + least * static_cast<float>(rows.size()))
    std::erase_if(rows, [](const Row& row) { return !row.wavefront; });
  const float head = 1.7F * size;
  float between = 8 * f;
  float h = 0;
  for (int tries = 0; tries < 2 && h < 18; ++tries) { // close together where there is little room
    if (tries == 1) between = 1;
    h = (box.h - head - between * static_cast<float>(load.matrices - 1)) /
        static_cast<float>(std::max<std::size_t>(rows.size(), 1));
  }
  h = std::min(h, 29 * f);
  std::size_t first = 0, shown = rows.size();
  if (h < 17) { // a window around what is served now
    h = 17;
    shown = std::min(rows.size(), static_cast<std::size_t>(std::max(1.F, (box.h - head) / h)));
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (rows[i].wavefront == now) first = std::min(i > shown / 2 ? i - shown / 2 : 0, rows.size() - shown);
  }
  if (box.h < head + h) return;
  canvas_.mid({box.x, box.y + head / 2}, language::tr("fragment.banks"), text(15), theme_.t2);
  const float heading = std::min(size, w > 46 ? size : small);
  // Every second one where they would touch: gaps without a pattern would look like banks that are missing.
  const std::uint32_t step = text_width("28–31", Font::Mono, heading) + 4 > w ? 2 : 1;
  for (std::uint32_t i = 0; i < bank_parts; i += step)
    canvas_.defined(definition::bank)
        .mid_if_free({box.x + names + (static_cast<float>(i) + .5F) * w, box.y + head / 2},
                     fmt::format("{}–{}", 4 * i, 4 * i + 3), heading, theme_.t3, Font::Mono, Anchor::Middle,
                     1);
  float y = box.y + head;
  const std::uint32_t current = side.matrix_of(now);
  for (std::size_t r = first; r < first + shown; ++r) {
    const Row& row = rows[r];
    if (r > first && row.matrix != rows[r - 1].matrix && shown == rows.size()) y += between;
    const bool on = row.wavefront == now, done = row.wavefront && *row.wavefront < now;
    if (r == first || row.matrix != rows[r - 1].matrix)
      canvas_.mid({box.x, y + h / 2}, language::trf("fragment.matrix", language::arg("number", row.matrix)),
                  std::min(text(15), std::max(sizes_.least, h)),
                  row.matrix == current ? theme_.t1 : theme_.t2,
                  row.matrix == current ? Font::SemiBold : Font::Regular);
    if (!row.wavefront) {
      canvas_.outline({box.x + names + 1, y + 1, bank_parts * w - 2, h - 3}, 3, theme_.edge, 1, {3, 4});
      canvas_.mid({box.x + names + 4 * w, y + h / 2 - .5F}, language::tr("fragment.saved"), small, theme_.t3,
                  Font::Regular, Anchor::Middle);
      y += h;
      continue;
    }
    const model::BankWavefront& wavefront = side.service.wavefronts[*row.wavefront];
    for (std::uint32_t i = 0; i < bank_parts; ++i) {
      const Box cell{box.x + names + static_cast<float>(i) * w + 1.5F, y + 1, w - 3, h - 3};
      std::string says;
      std::uint32_t lanes = 0;
      for (std::uint32_t lane = 0; lane < warp_size; ++lane)
        if ((wavefront.lanes >> lane & 1) != 0 && bank_of(side.access.offset[lane]) / 4 == i) {
          says += (says.empty() ? "" : " ") + row_name(lane);
          lanes |= 1u << lane;
        }
      if (lanes == 0) {
        canvas_.fill(cell, 3, theme_.bg2);
        continue;
      }
      const std::string with_word = language::trf("fragment.row", language::arg("row", says));
      if (text_width(with_word, Font::SemiBold, size) + 4 < cell.w) says = with_word;
      if (on) canvas_.fill(cell, 3, theme_.now);
      else if (done) {
        canvas_.fill(cell, 3, theme_.bg3);
        const float mark = h < 20 ? 1.5F : 3; // below the number
        canvas_.fill({cell.x, cell.y + cell.h - mark, cell.w, mark}, 1, mix(theme_.now, theme_.bg1, .6F));
      } else {
        const bool waits = row.matrix == current;
        canvas_.outline({cell.x + .75F, cell.y + .75F, cell.w - 1.5F, cell.h - 1.5F}, 3,
                        waits ? theme_.conflict : theme_.edge, 1.5F, {5, 3});
      }
      canvas_.defined(definition::row)
          .mid({cell.x + cell.w / 2, cell.y + cell.h / 2}, says, std::min(size, std::max(small, h - 6)),
               on                      ? theme_.on_now
               : row.matrix == current ? theme_.t1
                                       : theme_.t2,
               on ? Font::SemiBold : Font::Regular, Anchor::Middle);
      canvas_.hit(
          cell, HitKind::Wavefront, other ? load.wavefront : *row.wavefront,
          language::trf(
              "fragment.row_tip", language::arg("row", says), language::arg("lane", std::countr_zero(lanes)),
              language::arg("byte", side.access.offset[static_cast<std::size_t>(std::countr_zero(lanes))])),
          lanes);
    }
    y += h;
  }
}

/// The matrices as A's blocks lie: a word under each pair, its bank as colour and number.
void FragmentScene::draw_tile(const FragmentSide& side, std::uint32_t now, float x, float y, float end) {
  const FragmentLoad& load = *drawn_.load;
  const float u = grid_.u, block = 8 * u, corner = std::min(4.F, u / 2 - 1);
  const std::uint32_t current = side.matrix_of(now);
  const std::uint32_t served = now < side.service.wavefronts.size() ? side.service.wavefronts[now].lanes : 0;
  std::uint32_t waiting = 0;
  for (std::uint32_t w = now + 1; w < side.wavefronts(); ++w)
    if (side.matrix_of(w) == current) waiting |= side.service.wavefronts[w].lanes;
  const float size = std::clamp(std::floor(.62F * u), sizes_.least, text(14));
  for (std::uint32_t matrix = 0; matrix < load.matrices; ++matrix) {
    const TilePlace place = tile_place(matrix);
    const float mx = x + static_cast<float>(place.column) * (block + grid_.gap),
                my = y + static_cast<float>(place.row) * (block + grid_.lab) + grid_.lab;
    std::string title = load.reg[matrix]
                            ? language::trf(
                                  "fragment.matrix_to", language::arg("number", matrix),
                                  language::arg("register", drawn_.layout.of(load.operand)
                                                                .element_name(*load.reg[matrix], 0,
                                                                              drawn_.layout.shape.wmma())))
                            : language::trf("fragment.matrix", language::arg("number", matrix));
    if (text_width(title, Font::SemiBold, text(14)) > block)
      title = language::trf("fragment.matrix", language::arg("number", matrix));
    canvas_.mid_if_free({mx + 1, my - grid_.lab / 2}, title, text(14),
                        matrix == current ? theme_.now : theme_.t2, Font::SemiBold);
    const auto cells = fragments::matrix_cells(drawn_.lane, load.transposed);
    for (std::uint32_t row = 0; row < matrix_rows; ++row) {
      const std::uint32_t lane = fragments::row_lane(matrix, row);
      const float ry = my + static_cast<float>(row) * u;
      const std::uint32_t byte = side.access.offset[lane];
      for (std::uint32_t word = 0; word < matrix_words; ++word) {
        const std::uint32_t bank = bank_of(byte + 4 * word);
        const Color full = bank_color(theme_, bank);
        const bool mine = (cells[0].row == row && cells[0].column / 2 == word) ||
                          (cells[1].row == row && cells[1].column / 2 == word);
        const Color fill = matrix == current || mine ? full : mix(full, theme_.bg1, .6F);
        const Box box{mx + static_cast<float>(word) * 2 * u + .5F, ry + .5F, 2 * u - 1, u - 1};
        canvas_.fill(box, u > 10 ? 2.F : 0.F, fill);
        const Color ink = contrast(theme_.t1, fill) > contrast(theme_.bg1, fill) ? theme_.t1 : theme_.bg1;
        if (u >= .95F * size && 2 * u - 1 >= text_width("31", Font::MonoBold, size))
          canvas_.defined(definition::bank)
              .mid({box.x + box.w / 2, box.y + box.h / 2}, std::to_string(bank), size, ink,
                   mine || matrix == current ? Font::MonoBold : Font::Mono, Anchor::Middle);
        // Which lane gets this word; of a transposed matrix two share it, for it has halves of two columns.
        std::uint32_t lanes = 0;
        for (std::uint32_t to = 0; to < fragments::lanes; ++to)
          for (const fragments::Cell cell : fragments::matrix_cells(to, load.transposed))
            if (cell.row == row && cell.column / 2 == word) lanes |= 1u << to;
        canvas_.hit(box, HitKind::Lane, static_cast<std::uint32_t>(std::countr_zero(lanes)),
                    language::trf("fragment.word_tip", language::arg("row", row_name(lane)),
                                  language::arg("byte", byte + 4 * word), language::arg("bank", bank),
                                  language::arg("from", lane),
                                  language::arg("lane", std::countr_zero(lanes))),
                    lanes);
      }
      if (u >= 8 && mx == x && (row % 4 == 0 || row == cells[0].row))
        canvas_.defined(definition::row)
            .mid_if_free({mx - 7, ry + u / 2}, row_name(lane), std::max(sizes_.least, std::min(text(14), u)),
                         row == cells[0].row ? theme_.t1 : theme_.t3,
                         row == cells[0].row ? Font::MonoBold : Font::Mono, Anchor::End, 0);
    }
    // Rows served now, and rows of the same matrix that wait for their banks, run by run.
    const auto runs = [&](std::uint32_t lanes, const auto& draw) {
      for (std::uint32_t row = 0; row < matrix_rows;) {
        std::uint32_t end = row;
        while (end < matrix_rows && (lanes >> fragments::row_lane(matrix, end) & 1) != 0) ++end;
        if (end > row)
          draw(Box{mx, my + static_cast<float>(row) * u, block, static_cast<float>(end - row) * u});
        row = std::max(end, row + 1);
      }
    };
    runs(waiting, [&](Box box) {
      canvas_.outline({box.x + 1, box.y + 1, box.w - 2, box.h - 2}, corner, theme_.conflict, 2.5F, {7, 5});
    });
    runs(served, [&](Box box) { canvas_.outline(box, corner, theme_.now, 3); });
    // The words of a register that was not chosen stand back.
    const bool back = drawn_.reg && drawn_.reg->operand == load.operand && load.reg[matrix] &&
                      *load.reg[matrix] != drawn_.reg->reg;
    for (const fragments::Cell cell : cells)
      canvas_.outline(
          {mx + static_cast<float>(cell.column / 2) * 2 * u, my + static_cast<float>(cell.row) * u, 2 * u, u},
          4, theme_.t1, u > 10 && !back ? 3.F : 1.5F);
    if (u < .95F * size) { // the lane's own words are named all the same, once for each of them
      for (std::size_t at = 0; at < cells.size(); ++at) {
        if (at > 0 && cells[at].row == cells[0].row && cells[at].column / 2 == cells[0].column / 2) break;
        const std::uint32_t byte = side.access.offset[fragments::row_lane(matrix, cells[at].row)];
        const std::uint32_t bank = bank_of(byte + 4 * (cells[at].column / 2));
        const Color fill = bank_color(theme_, bank);
        const float w = std::max(2 * u, text_width("31", Font::MonoBold, size) + 4), h = 1.15F * size;
        const Point middle{mx + (static_cast<float>(cells[at].column / 2) + .5F) * 2 * u,
                           my + (static_cast<float>(cells[at].row) + .5F) * u};
        const Box plate{middle.x - w / 2, middle.y - h / 2, w, h};
        if (!canvas_.fits(middle, "31", size, Font::MonoBold, Anchor::Middle, 0)) continue;
        canvas_.fill(plate, 3, fill);
        canvas_.outline(plate, 3, theme_.t1, back ? 1.F : 2.F);
        canvas_.defined(definition::bank)
            .mid(middle, std::to_string(bank), size,
                 contrast(theme_.t1, fill) > contrast(theme_.bg1, fill) ? theme_.t1 : theme_.bg1,
                 Font::MonoBold, Anchor::Middle);
      }
    }
    if (load.reg[matrix] && chosen(load.operand, *load.reg[matrix]))
      canvas_.outline({mx - 2, my - 2, block + 4, block + 4}, corner + 2, theme_.t1, 1.5F);
  }
  // Beside the tile: the banks of the lane's words, by element where it is known which they are.
  const float nx = x + tile_size().w + 12 * std::max(.6F, sizes_.f), note = text(15);
  const fragments::Fragment& operand = drawn_.layout.of(load.operand);
  std::vector<std::string> notes;
  for (std::uint32_t matrix = 0; matrix < load.matrices; ++matrix) {
    const fragments::Cell at = fragments::matrix_cells(drawn_.lane, load.transposed)[0];
    const std::uint32_t byte = side.access.offset[fragments::row_lane(matrix, at.row)] + at.column * 2;
    std::string name = language::trf("fragment.matrix", language::arg("number", matrix));
    if (load.reg[matrix] && *load.reg[matrix] < operand.registers) {
      const fragments::Cell cell = operand.cell({drawn_.lane, *load.reg[matrix], 0});
      name = element_text(operand, cell);
    }
    const TilePlace place = tile_place(matrix);
    const float my = y + static_cast<float>(place.row) * (block + grid_.lab) + grid_.lab;
    const float ny = my + (place.column == 0 ? .22F : .66F) * block;
    const float room = end - nx;
    if (text_width(name, Font::Mono, note) > room || block < 5.2F * note) continue;
    canvas_.mid_if_free({nx, ny}, name, note, theme_.t2, Font::Mono);
    canvas_.defined(definition::bank)
        .mid_if_free({nx, ny + 1.3F * note},
                     language::trf("fragment.bank", language::arg("bank", bank_of(byte))), note, theme_.t1,
                     Font::SemiBold);
  }
}

void FragmentScene::draw_side(const FragmentSide& side, bool other, Box box, float tile_y) {
  const FragmentLoad& load = *drawn_.load;
  const bool conflict = model::lanes_wait(side.service.counts);
  const Color tone = conflict ? theme_.conflict : theme_.now;
  const std::uint32_t now = shown_wavefront(side, other);
  const float f = std::max(.6F, sizes_.f), head = text(24), size = text(16);
  const float numbers = text_width("15", Font::MonoBold, text(14)) + 10;
  const bool above = tile_y > box.y + 90;
  const float y = box.y + .6F * head;
  const std::string count = language::count_of(side.wavefronts(), language::Counted::Wavefront);
  std::string caption = other ? (load.swizzle.empty() ? std::string(language::tr("fragment.padded"))
                                                      : load.swizzle)
                              : language::trf("fragment.as_written", language::arg("array", load.text));
  if (!above) { // no room but for the tile: what else is to be said stands at its right
    draw_tile(side, now, box.x + numbers, tile_y, box.x + box.w);
    return;
  }
  canvas_.icon(conflict ? Icon::Stack : Icon::Check, {box.x + .4F * head, y}, .8F * head, tone);
  const float end = canvas_.defined(definition::wavefront)
                        .mid({box.x + 1.2F * head, y}, count, head,
                             conflict ? theme_.conflict_at(head) : theme_.now, Font::Bold);
  const std::string of = language::trf("fragment.of", language::arg("now", now + 1),
                                       language::arg("all", side.wavefronts()));
  const float pips = std::min(128 * f, .3F * box.w), left = box.x + box.w - pips;
  if (left - text_width(of, Font::Regular, size) - 10 * f > end + 10) {
    canvas_.defined(definition::wavefront_on_show)
        .mid({left - 10 * f, y}, of, size, theme_.t2, Font::Regular, Anchor::End);
    const float step = pips / static_cast<float>(std::max(1u, side.wavefronts())), h = 16 * f;
    for (std::uint32_t w = 0; w < side.wavefronts(); ++w) {
      const Box pip{left + static_cast<float>(w) * step, y - h / 2 + (w == now ? 0 : .55F * h),
                    step > 5 ? step - 2 : .8F * step, w == now ? h : .45F * h};
      if (w < now) canvas_.fill(pip, 0, mix(tone, theme_.bg1, .55F));
      else if (w == now) canvas_.fill(pip, 0, tone);
      else canvas_.outline(pip, 0, theme_.edge, 1);
      if (!other)
        canvas_.hit({pip.x, y - h / 2 - 4, step, h + 8}, HitKind::Wavefront, w,
                    language::trf("fragment.of", language::arg("now", w + 1),
                                  language::arg("all", side.wavefronts())));
    }
  }
  const float caption_y = y + .5F * head + 1.1F * size;
  canvas_.mid({box.x, caption_y}, fit_text(caption, Font::Regular, size, box.w), size, theme_.t2);
  const float top = caption_y + 1.1F * size;
  draw_wavefronts(side, other, now, {box.x, top, box.w, tile_y - top - 6 * f});
  draw_tile(side, now, box.x + numbers, tile_y, box.x + box.w);
}

void FragmentScene::draw_load(Box box, float tile_y) {
  if (!drawn_.load) {
    const float size = text(17);
    canvas_.mid_if_free({box.x, box.y + size},
                        fit_text(language::tr(drawn_.of_text                ? "fragment.no_load"
                                              : drawn_.layout.shape.quads() ? "fragment.no_row"
                                                                            : "fragment.no_matrix"),
                                 Font::Regular, size, box.w),
                        size, theme_.t2);
    return;
  }
  const FragmentLoad& load = *drawn_.load;
  if (load.misaligned && load.matrices == 0) return draw_misaligned(box);
  if (load.matrices == 0) return draw_plain_load(box);
  const float f = std::max(.6F, sizes_.f), size = text(15);
  // Which operand's load: a click changes it. Two columns where there is room for both, else one and a
  // toggle.
  float x = box.x, y = box.y - .2F * size;
  const bool both = load.other && box.w > 760 * f && tile_y > box.y + 90;
  const auto choice = [&](FragmentChoice what, const std::string& says, bool on) {
    x = draw_choice(x, y, box.x + box.w, what, says, on);
  };
  const bool bar = (drawn_.loaded[0] && drawn_.loaded[1]) || (load.other && !both);
  if (bar && tile_y > box.y + 90) {
    y = box.y + .8F * size;
    if (drawn_.loaded[0] && drawn_.loaded[1])
      for (const Operand operand : {Operand::A, Operand::B})
        choice(operand == Operand::A ? FragmentChoice::OperandA : FragmentChoice::OperandB,
               language::trf("fragment.load_of", language::arg("matrix", std::string(1, letter_of(operand)))),
               load.operand == operand);
    if (load.other && !both)
      choice(FragmentChoice::Side,
             std::string(language::tr(options_.other_side ? "fragment.otherwise" : "fragment.written")),
             options_.other_side);
    box.y += 2 * size;
    box.h -= 2 * size;
  }
  if (both) {
    const float gap = 48 * f, w = (box.w - gap) / 2;
    draw_side(load.plain, false, {box.x, box.y, w, box.h}, tile_y);
    draw_side(*load.other, true, {box.x + w + gap, box.y, w, box.h}, tile_y);
    return;
  }
  const bool other = load.other && options_.other_side;
  draw_side(other ? *load.other : load.plain, other, {box.x, box.y, std::min(box.w, 620 * f), box.h}, tile_y);
}

float FragmentScene::draw_choice(float x, float y, float end, FragmentChoice what, const std::string& says,
                                 bool on) {
  const float size = text(15), w = text_width(says, Font::SemiBold, size) + 1.4F * size, h = 1.6F * size;
  if (x + w > end) return x;
  const Box at{x, y - h / 2, w, h};
  canvas_.fill(at, 6, on ? theme_.bg3 : theme_.bg2);
  canvas_.outline(at, 6, on ? theme_.now : theme_.edge, 1.5F);
  canvas_.mid({x + w / 2, y}, says, size, theme_.t1, on ? Font::SemiBold : Font::Regular, Anchor::Middle);
  canvas_.hit(at, HitKind::Choice, static_cast<std::uint32_t>(what),
              std::string(language::tr(what == FragmentChoice::Pattern    ? "fragment.pattern_tip"
                                       : what == FragmentChoice::Selector ? "fragment.selector_tip"
                                                                          : "fragment.choice_tip")));
  return x + w + 8 * std::max(.6F, sizes_.f);
}

/// On a small stage, below the registers: how the rows of the tile lie, and its wavefront.
void FragmentScene::draw_foot(Box box) {
  const FragmentLoad& load = *drawn_.load;
  const bool other = load.other && options_.other_side;
  const FragmentSide& side = other ? *load.other : load.plain;
  const float size = text(15), y = box.y + box.h / 2;
  float x = box.x;
  if (load.other)
    x = draw_choice(x, y, box.x + box.w, FragmentChoice::Side,
                    other && !load.swizzle.empty()
                        ? load.swizzle
                        : std::string(language::tr(other ? "fragment.otherwise" : "fragment.written")),
                    other);
  const std::string of = language::trf("fragment.of", language::arg("now", shown_wavefront(side, other) + 1),
                                       language::arg("all", side.wavefronts()));
  if (x + text_width(of, Font::Regular, size) < box.x + box.w)
    canvas_.defined(definition::wavefront_on_show).mid({x, y}, of, size, theme_.t2);
}

/// Beside the tile, before a class: the wavefronts as written and with the rows laid out otherwise.
void FragmentScene::draw_costs(Box box) {
  const FragmentLoad& load = *drawn_.load;
  const float head = text(24), size = text(16);
  const float end = box.x + box.w;
  float y = box.y + grid_.lab + .6F * head;
  const auto cost = [&](const FragmentSide& side, const std::string& caption) {
    const bool conflict = model::lanes_wait(side.service.counts);
    const std::string count = language::count_of(side.wavefronts(), language::Counted::Wavefront);
    const float x = box.x + 1.2F * head;
    if (x + text_width(count, Font::Bold, head) > end || y + head + size > box.y + box.h) return;
    canvas_.icon(conflict ? Icon::Stack : Icon::Check, {box.x + .4F * head, y}, .8F * head,
                 conflict ? theme_.conflict : theme_.now);
    canvas_.defined(definition::wavefront)
        .mid({x, y}, count, head, conflict ? theme_.conflict_at(head) : theme_.now, Font::Bold);
    y += .5F * head + size;
    canvas_.mid({x, y}, fit_text(caption, Font::Regular, size, end - x), size, theme_.t2);
    y += 2.2F * head;
  };
  const std::string whole = language::trf("fragment.as_written", language::arg("array", load.text));
  const bool fits = box.x + 1.2F * head + text_width(whole, Font::Regular, size) <= end;
  cost(load.plain, fits ? whole : std::string(language::tr("fragment.written")));
  if (load.other)
    cost(*load.other, load.swizzle.empty() ? std::string(language::tr("fragment.padded")) : load.swizzle);
}

/// A fragment that plain loads fill: how these are served, as their own scene shows it.
void FragmentScene::draw_plain_load(Box box) {
  const FragmentLoad& load = *drawn_.load;
  const trace::BlockTrace::Event& event = request_.run->trace().event(*load.event);
  const SceneKind kind = cost_rule(event.space) == CostRule::Sectors ? SceneKind::Sectors : SceneKind::Banks;
  const float size = text(17);
  const auto says = [&](std::string_view key) {
    return language::trf(key, language::arg("matrix", std::string(1, letter_of(load.operand))),
                         language::arg("line", load.line), language::arg("text", load.text));
  };
  std::string title = says("fragment.plain");
  if (text_width(title, Font::SemiBold, size) > box.w) title = says("fragment.plain_short");
  canvas_.mid({box.x, box.y + .7F * size}, fit_text(title, Font::SemiBold, size, box.w), size, theme_.t1,
              Font::SemiBold);
  const float top = 2 * size;
  if (!scene_can_show(kind, event) || box.w < 200 || box.h - top < 120) return;
  SceneRequest inner = request_;
  inner.moment = {*load.event, load.wavefront};
  inner.options.frame.width = std::floor(box.w);
  inner.options.frame.height = std::floor(box.h - top);
  inner.options.frame.with_headline = false;
  inner.options.frame.presenter = false;
  inner.options.frame.least_text = sizes_.least;
  inner.options.frame.source_lines.clear();
  const Picture picture = build_scene(kind, inner);
  for (const Shape& shape : picture.shapes) canvas_.add_shape(moved_by(shape, box.x, box.y + top));
  for (const Hit& hit : picture.hits)
    canvas_.hit({hit.box.x + box.x, hit.box.y + box.y + top, hit.box.w, hit.box.h}, hit.kind, hit.index,
                hit.tooltip, hit.lanes);
}

void FragmentScene::draw_misaligned(Box box) {
  const float size = text(22);
  canvas_.icon(Icon::Warning, {box.x + size / 2, box.y + size}, size, theme_.hazard);
  canvas_.mid_if_free(
      {box.x + 1.5F * size, box.y + size},
      fit_text(language::trf("fragment.row_starts", language::arg("row", drawn_.load->misaligned->row),
                             language::arg("byte", drawn_.load->misaligned->byte)),
               Font::SemiBold, size, box.w - 1.5F * size),
      size, theme_.t1, Font::SemiBold);
}

} // namespace warpscope::view
