// Layouts: places the parts, and draws the tile as it lies above the tile through the swizzle.
#include "app/view/scene_layouts.h"

#include "app/language/counted.h"
#include "app/language/language.h"
#include "app/view/wording.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpscope::view {
namespace {

constexpr std::uint32_t layout_banks = 32;
constexpr std::uint32_t most_tips = 2048; ///< cells of a tile that have a tooltip

std::uint32_t bank_at(std::uint32_t byte) { return byte / 4 % layout_banks; }

/// "8", or "8–11" for a piece of several words.
std::string banks_at(std::uint32_t byte, std::uint32_t width) {
  const std::uint32_t first = bank_at(byte), last = bank_at(byte + std::max(width, 1u) - 1);
  return first == last ? std::to_string(first) : fmt::format("{}–{}", first, last);
}

/// Words of each bank over all wavefronts.
std::array<std::uint32_t, layout_banks> words_of(const layouts::Side& side) {
  std::array<std::uint32_t, layout_banks> words{};
  for (const model::BankWavefront& wavefront : side.service.wavefronts)
    for (std::uint32_t bank = 0; bank < layout_banks; ++bank) words[bank] += wavefront.banks >> bank & 1;
  return words;
}

std::string count_text(std::uint32_t count, language::Counted what) {
  return language::count_of(count, what);
}

/// True where the lanes go down one column or along one row, each to the next piece.
bool line_up(const LayoutOptions& options, const layouts::Study& study) {
  if (options.reading.lanes.empty()) return true;
  const layouts::Cell first = study.lanes.front();
  return std::all_of(study.lanes.begin(), study.lanes.end(), [&](const layouts::Cell& cell) {
    return options.reading.column ? cell.column == first.column : cell.row == first.row;
  });
}

} // namespace

LayoutsDrawn drawn_layouts(const LayoutOptions& options) {
  LayoutsDrawn drawn;
  drawn.swizzle = layouts::parse_swizzle(options.drawn_swizzle).value.value_or(layouts::Swizzle{});
  drawn.tile = layouts::parse_tile(options.drawn_tile).value.value_or(layouts::Tile{1, 1, {0}, 1});
  const auto& types = layouts::element_types();
  drawn.element = types[std::min<std::size_t>(options.type, types.size() - 1)].bytes;
  drawn.study = layouts::study(drawn.tile, drawn.swizzle, options.unit, drawn.element, options.reading);
  drawn.counted = layouts::counted_otherwise(drawn.tile, drawn.swizzle, options.unit, drawn.element,
                                             options.reading);
  drawn.base = options.reading.base;
  drawn.cell = {std::min(options.cell.row, drawn.tile.rows - 1),
                std::min(options.cell.column, drawn.tile.columns - 1)};
  return drawn;
}

std::optional<ChosenPiece> chosen_piece(const LayoutsDrawn& drawn) {
  const layouts::Study& study = drawn.study;
  if (study.piece <= 1) return std::nullopt;
  for (std::size_t lane = 0; lane < study.lanes.size(); ++lane) {
    const layouts::Cell first = study.lanes[lane];
    const bool aligned = study.down ? first.column == drawn.cell.column : first.row == drawn.cell.row;
    const std::uint32_t from = study.down ? first.row : first.column,
                        at = study.down ? drawn.cell.row : drawn.cell.column;
    if (aligned && at >= from && at < from + study.piece) return ChosenPiece{study.numbers[lane], first};
  }
  return std::nullopt;
}

std::string chosen_banks(const LayoutsDrawn& drawn, const layouts::Side& side) {
  const auto index_of = [&](layouts::Cell cell) { return cell.row * drawn.tile.columns + cell.column; };
  const std::optional<ChosenPiece> piece = chosen_piece(drawn);
  if (!piece) return banks_at(drawn.base + side.byte[index_of(drawn.cell)], drawn.element);
  const std::uint32_t begin = index_of(piece->first), step = drawn.study.down ? drawn.tile.columns : 1;
  for (std::uint32_t i = 1; i < drawn.study.piece; ++i)
    if (side.byte[begin + i * step] != side.byte[begin] + i * drawn.element)
      return fmt::format("{} …", bank_at(drawn.base + side.byte[begin]));
  return banks_at(drawn.base + side.byte[begin], drawn.study.piece * drawn.element);
}

void settle_layouts(LayoutOptions& options) {
  if (layouts::parse_swizzle(options.swizzle).value) options.drawn_swizzle = options.swizzle;
  const layouts::Parsed<layouts::Tile> tile = layouts::parse_tile(
      options.tile == options.drawn_tile ? options.drawn_tile : options.tile);
  if (!tile.value) return;
  options.drawn_tile = options.tile;
  options.cell = {std::min(options.cell.row, tile.value->rows - 1),
                  std::min(options.cell.column, tile.value->columns - 1)};
  const auto beyond = [&](const layouts::LaneCell& lane) {
    return lane.cell.row >= tile.value->rows || lane.cell.column >= tile.value->columns;
  };
  if (std::any_of(options.reading.lanes.begin(), options.reading.lanes.end(), beyond)) leave_access(options);
  options.reading.index = std::min(options.reading.index,
                                   (options.reading.column ? tile.value->columns : tile.value->rows) - 1);
}

std::uint32_t layout_columns(const LayoutOptions& options) { return drawn_layouts(options).tile.columns; }

void flip_bit(LayoutOptions& options, std::uint32_t bit) {
  const LayoutsDrawn drawn = drawn_layouts(options);
  std::uint32_t offset = drawn.tile.at(drawn.cell.row, drawn.cell.column);
  if (options.unit == layouts::Unit::Bytes) {
    if (1u << bit < drawn.element) return; // within an element
    offset = (offset * drawn.element ^ 1u << bit) / drawn.element;
  } else {
    offset ^= 1u << bit;
  }
  const auto found = std::find(drawn.tile.offsets.begin(), drawn.tile.offsets.end(), offset);
  if (found == drawn.tile.offsets.end()) return;
  const auto place = static_cast<std::uint32_t>(found - drawn.tile.offsets.begin());
  options.cell = {place / drawn.tile.columns, place % drawn.tile.columns};
}

void take_counted(LayoutOptions& options, std::uint32_t row) {
  const LayoutsDrawn drawn = drawn_layouts(options);
  if (row >= drawn.counted.size()) return;
  options.reading.bytes = drawn.study.width(); // the access stays the same
  options.unit = drawn.counted[row].unit;
  options.swizzle = options.drawn_swizzle = drawn.counted[row].swizzle.text();
}

LayoutFields layout_fields(const SceneRequest& request) { return layouts_parts(request).fields; }

LayoutsParts layouts_parts(const SceneRequest& request) {
  LayoutsParts parts;
  const SceneSizes s = sizes_for(request);
  const auto text = [&](float size) { return s.text(request.options.frame.presenter ? 1.4F * size : size); };
  const float f = std::max(.6F, s.f), room = std::max(40.F, request.options.frame.width - 2 * s.margin);
  const float height = std::max(20.F, s.scene_end - s.scene_y);
  const float left = std::clamp(.33F * room, std::min(.46F * room, 272.F), 620 * f);
  parts.left = {s.margin, s.scene_y, left, height};
  const float x = s.margin + left + std::clamp(.035F * room, 14.F, 72 * f);
  float right = s.margin + room;
  const float counts = text_width("wavefronts", Font::SemiBold, text(18)) + 24 * f;
  if (right - x > 620 + counts) {
    right -= counts;
    parts.counts_x = right + 20 * f;
  }
  parts.tiles = {x, s.scene_y, std::max(20.F, right - x), height};

  const bool tall = height > 420;
  const float label = text(15);
  const float field = std::clamp(.07F * height, 26.F, 52 * f), between = std::min(14 * f, .04F * left);
  const float y = s.scene_y + 1.45F * label;
  // The swizzle is as long as a swizzle is; the layout takes the rest.
  parts.fields.text = std::min(text(20), std::max(s.least, std::floor(.56F * field)));
  const auto swizzle_width = [&] {
    return 1.2F * text_width("Swizzle<3,3,3>", Font::Mono, parts.fields.text) + 4;
  };
  while (parts.fields.text > s.least && swizzle_width() > .5F * left) parts.fields.text -= 1;
  const float first = std::clamp(swizzle_width(), .3F * left, .55F * left);
  parts.fields.swizzle = {s.margin, y, first, field};
  parts.fields.tile = {s.margin + first + between, y, std::max(8.F, left - first - between), field};
  parts.choice_h = std::clamp(.05F * height, 22.F, 36 * f);
  parts.choices_y = y + field + (tall ? 24 * f : 8.F) + parts.choice_h / 2;
  parts.bits_y = parts.choices_y + parts.choice_h / 2 + (height > 600 * f ? 36 * f : tall ? 20 * f : 7.F);
  return parts;
}

void LayoutsScene::lay_out_grid() {
  const layouts::Tile& tile = drawn_.tile;
  const layouts::Study& study = drawn_.study;
  const std::uint32_t word = std::max(1u, 4 / drawn_.element);
  grid_.elements = !study.down && study.piece % word == 0 ? word : 1;
  const float f = std::max(.6F, sizes_.f);
  const float names = text_width(std::to_string(tile.rows - 1), Font::Mono, text(14)) + 10 * f;
  grid_.x = parts_.tiles.x + names;
  const float room = std::max(8.F, parts_.tiles.w - names);
  const std::uint32_t all = tile.columns / grid_.elements + (tile.columns % grid_.elements != 0 ? 1 : 0);
  constexpr float least_w = 9, least_h = 3;
  grid_.columns = std::min(all, static_cast<std::uint32_t>(std::max(1.F, std::floor(room / least_w))));
  grid_.w = std::min(34 * f, room / static_cast<float>(grid_.columns));
  const float half = parts_.tiles.h / 2;
  grid_.named = half > 190;
  const bool low = half < 240; // its distances give way to the height of the cells
  grid_.head = (low ? 1.6F : 1.75F) * text(20) + (grid_.named ? 1.6F * text(13) : 0);
  grid_.bar = grid_.named ? (half > 300 ? 2 : 1.1F) * text(16) : half > 120 ? .9F * text(13) : 4.F;
  const float banks = std::min(34 * f * layout_banks, room);
  grid_.chip = half > 120 ? 1.35F * text(13) : 0;
  const auto set_rows = [&] {
    const float high = std::max(least_h, half - grid_.head - grid_.bar - grid_.chip - (low ? 10 : 18) * f);
    grid_.rows = std::min(tile.rows, static_cast<std::uint32_t>(std::max(1.F, std::floor(high / least_h))));
    grid_.h = std::min(32 * f, high / static_cast<float>(grid_.rows));
  };
  set_rows();
  // Banks without numbers give way to rows with them.
  if (banks / layout_banks < text_width("31", Font::Mono, sizes_.least) + 1 &&
      grid_.h < .95F * sizes_.least) {
    const float chip = std::exchange(grid_.chip, 0.F);
    set_rows();
    if (grid_.h < .95F * sizes_.least) {
      grid_.chip = chip;
      set_rows();
    }
  }
  if (parts_.counts_x > 0)
    parts_.counts_x = std::min(
        parts_.counts_x, grid_.x + std::max(banks, static_cast<float>(grid_.columns) * grid_.w) + 28 * f);

  // A larger tile: what is around the access and the cell.
  const auto begin = [](std::uint32_t wanted, std::uint32_t shown, std::uint32_t count) {
    return std::min(wanted > shown / 2 ? wanted - shown / 2 : 0, count - shown);
  };
  grid_.column = begin((options_.reading.column ? study.lanes.front().column : drawn_.cell.column) /
                           grid_.elements,
                       grid_.columns, all);
  grid_.row = begin(options_.reading.column ? drawn_.cell.row : study.lanes.front().row, grid_.rows,
                    tile.rows);
}

float LayoutsScene::number_size() const {
  return std::clamp(std::floor(.5F * grid_.h), sizes_.least, text(16));
}

bool LayoutsScene::numbered() const {
  const float size = number_size();
  return grid_.h >= size + 1 && grid_.w >= text_width("31", Font::Mono, size) + 1;
}

void LayoutsScene::draw_cells(const layouts::Side& side, float top) {
  const layouts::Tile& tile = drawn_.tile;
  const float size = number_size();
  const bool numbers = numbered();
  const float gap = grid_.w >= 12 && grid_.h >= 6 ? 1.F : .5F;
  std::vector<bool> read(tile.offsets.size()); // by some lane
  for (const layouts::Cell lane : drawn_.study.lanes)
    for (std::uint32_t i = 0; i < drawn_.study.piece; ++i)
      read[(lane.row + (drawn_.study.down ? i : 0)) * tile.columns + lane.column +
           (drawn_.study.down ? 0 : i)] = true;
  for (std::uint32_t r = 0; r < grid_.rows; ++r)
    for (std::uint32_t c = 0; c < grid_.columns; ++c) {
      const std::uint32_t row = grid_.row + r, column = (grid_.column + c) * grid_.elements;
      const std::uint32_t index = row * tile.columns + column;
      const std::uint32_t bank = bank_at(drawn_.base + side.byte[index]);
      const Box box{grid_.x + static_cast<float>(c) * grid_.w, top + static_cast<float>(r) * grid_.h,
                    grid_.w - gap, grid_.h - gap};
      const Color full = bank_color(theme_, bank), fill = read[index] ? full : mix(full, theme_.bg1, .72F);
      canvas_.fill(box, grid_.h > 8 ? 2.F : 0.F, fill);
      const Color ink = contrast(theme_.t1, fill) > contrast(theme_.bg1, fill) ? theme_.t1 : theme_.bg1;
      if (numbers)
        canvas_.defined(definition::bank)
            .mid({box.x + box.w / 2, box.y + box.h / 2}, std::to_string(bank), size, ink,
                 read[index] ? Font::MonoBold : Font::Mono, Anchor::Middle);
      const std::uint32_t before = drawn_.base + drawn_.study.plain.byte[index],
                          after = drawn_.base + drawn_.study.swizzled.byte[index];
      std::string tip; // a picture of very many cells is made at once, without
      if (grid_.rows * grid_.columns <= most_tips)
        tip = language::trf("layouts.place_tip", language::arg("row", row), language::arg("column", column),
                            language::arg("offset", tile.offsets[index]), language::arg("before", before),
                            language::arg("bank_before", bank_at(before)), language::arg("after", after),
                            language::arg("bank_after", bank_at(after)));
      canvas_.hit(box, HitKind::Place, index, std::move(tip));
    }
  if (!numbers) name_pieces(side, top, read);
}

/// Where a cell is too narrow for a number, each piece of an access gets the banks that it covers; where that
/// has no room either, the pieces that are read and the chosen cell get the first of them on a plate.
void LayoutsScene::name_pieces(const layouts::Side& side, float top, const std::vector<bool>& read) {
  const float size = sizes_.least;
  const layouts::Tile& tile = drawn_.tile;
  const std::uint32_t piece = drawn_.study.down ? 1 : drawn_.study.piece;
  const float wide = static_cast<float>(std::max(piece, grid_.elements)) /
                     static_cast<float>(grid_.elements) * grid_.w;
  const auto ink_on = [&](Color fill) {
    return contrast(theme_.t1, fill) > contrast(theme_.bg1, fill) ? theme_.t1 : theme_.bg1;
  };
  const auto name = [&](std::uint32_t row, std::uint32_t column, bool plate) {
    const std::uint32_t index = row * tile.columns + column;
    const std::uint32_t bytes = std::max(4u, piece * drawn_.element);
    const Color full = bank_color(theme_, bank_at(drawn_.base + side.byte[index]));
    const Color fill = read[index] || plate ? full : mix(full, theme_.bg1, .72F);
    const Point middle{grid_.x +
                           (static_cast<float>(column) / static_cast<float>(grid_.elements) -
                            static_cast<float>(grid_.column)) *
                               grid_.w +
                           wide / 2,
                       top + (static_cast<float>(row - grid_.row) + .5F) * grid_.h};
    const bool whole = side.byte[index + piece - 1] == side.byte[index] + (piece - 1) * drawn_.element;
    const std::string bank = std::to_string(bank_at(drawn_.base + side.byte[index]));
    const std::string says = plate   ? bank
                             : whole ? banks_at(drawn_.base + side.byte[index], bytes)
                                     : bank + " …";
    if (!canvas_.fits(middle, says, size, Font::MonoBold, Anchor::Middle, 0)) return;
    if (plate || read[index]) {
      const float w = text_width(plate ? "31" : says, Font::MonoBold, size) + 4,
                  h = std::min(grid_.h - 2, 1.1F * size);
      canvas_.fill({middle.x - w / 2, middle.y - h / 2, w, h}, 3, fill);
    }
    canvas_.defined(definition::bank)
        .mid(middle, says, size, ink_on(fill), read[index] || plate ? Font::MonoBold : Font::Mono,
             Anchor::Middle);
  };
  const std::uint32_t first = grid_.column * grid_.elements,
                      end = std::min(tile.columns, (grid_.column + grid_.columns) * grid_.elements);
  if (grid_.h < .95F * size) return;
  if (wide >= text_width("28–31", Font::MonoBold, size) + 4) {
    for (std::uint32_t row = grid_.row; row < grid_.row + grid_.rows; ++row)
      for (std::uint32_t column = (first + piece - 1) / piece * piece; column + piece <= end; column += piece)
        name(row, column, false);
    return;
  }
  const auto in_sight = [&](layouts::Cell cell) {
    return cell.row >= grid_.row && cell.row < grid_.row + grid_.rows && cell.column >= first &&
           cell.column < end;
  };
  if (options_.reading.column)
    for (const layouts::Cell lane : drawn_.study.lanes)
      if (in_sight(lane)) name(lane.row, lane.column, true);
  const layouts::Cell chosen{drawn_.cell.row, drawn_.cell.column / piece * piece};
  if (in_sight(chosen) && !(options_.reading.column && read[chosen.row * tile.columns + chosen.column]))
    name(chosen.row, chosen.column, true);
}

/// The pieces that the lanes read, and the cell whose bits are shown.
void LayoutsScene::draw_touched(float top, Color color) {
  const layouts::Study& study = drawn_.study;
  const auto box_of = [&](std::uint32_t row, std::uint32_t column, std::uint32_t tall,
                          std::uint32_t broad) -> Box {
    const float x0 = static_cast<float>(column) / static_cast<float>(grid_.elements) -
                     static_cast<float>(grid_.column),
                y0 = static_cast<float>(row) - static_cast<float>(grid_.row);
    const float x1 = std::min(
                    static_cast<float>(grid_.columns),
                    x0 + std::max(1.F, static_cast<float>(broad) / static_cast<float>(grid_.elements))),
                y1 = std::min(static_cast<float>(grid_.rows), y0 + static_cast<float>(tall));
    const float left = std::max(0.F, std::floor(x0)), upper = std::max(0.F, y0);
    return {grid_.x + left * grid_.w, top + upper * grid_.h, (x1 - left) * grid_.w - 1,
            (y1 - upper) * grid_.h - (grid_.h >= 6 ? 1.F : .25F)};
  };
  for (std::size_t lane = 0; lane < study.lanes.size(); ++lane) {
    const layouts::Cell cell = study.lanes[lane];
    const Box box = box_of(cell.row, cell.column, study.down ? study.piece : 1, study.down ? 1 : study.piece);
    if (box.w <= 1 || box.h <= 1) continue;
    canvas_.outline(box, grid_.h > 8 ? 3.F : 0.F, color, grid_.h > 12 ? 2.F : 1.F);
  }
  // The ring is around what a lane reads at once; a cell within it is marked by a thinner one.
  if (const std::optional<ChosenPiece> read = chosen_piece(drawn_)) {
    const Box whole = box_of(read->first.row, read->first.column, study.down ? study.piece : 1,
                             study.down ? 1 : study.piece);
    if (whole.w > 2 && whole.h > 1)
      canvas_.outline(whole, grid_.h > 8 ? 3.F : 0.F, theme_.t1, grid_.h > 9 ? 3.F : 1.5F);
    const Box cell = box_of(drawn_.cell.row, drawn_.cell.column, 1, 1);
    if (numbered() && cell.w > 6 && cell.h > 6 && (cell.x > whole.x + 1 || cell.y > whole.y + 1))
      canvas_.outline({cell.x + 2, cell.y + 2, cell.w - 4, cell.h - 4}, 2, theme_.t1, 1.5F);
    return;
  }
  // Where pieces are named, the ring is around the piece: it would cross the name.
  const std::uint32_t piece = study.down || numbered() ? 1 : study.piece;
  const Box focus = box_of(drawn_.cell.row, drawn_.cell.column / piece * piece, 1, piece);
  if (focus.w > 2 && focus.h > 1)
    canvas_.outline(focus, grid_.h > 8 ? 3.F : 0.F, theme_.t1, grid_.h > 9 ? 3.F : 1.5F);
}

/// The 32 banks with the words that the access wants of each.
void LayoutsScene::draw_banks(const layouts::Side& side, float top, Color color) {
  const std::array<std::uint32_t, layout_banks> words = words_of(side);
  const std::uint32_t most = *std::max_element(words.begin(), words.end());
  const auto wanted = static_cast<std::uint32_t>(std::count(words.begin(), words.end(), most));
  const float size = text(14);
  // As wide as the tile's words, so that each bank of a tile of 32 words a row is below its column.
  const float w = std::min(34 * std::max(.6F, sizes_.f),
                           (parts_.tiles.x + parts_.tiles.w - grid_.x) / layout_banks);
  const float bar = grid_.bar, chip = grid_.chip;
  float end = grid_.x;
  for (std::uint32_t bank = 0; bank < layout_banks; ++bank) {
    const float x = grid_.x + static_cast<float>(bank) * w;
    const Color full = bank_color(theme_, bank);
    if (words[bank] > 0 && most > 0) {
      const float h = std::max(2.F, bar * static_cast<float>(words[bank]) /
                                        static_cast<float>(std::max(most, 4u)));
      canvas_.fill({x + 1, top + bar - h, std::max(1.F, w - 3), h}, 0, color);
      if (words[bank] == most) end = x + w;
    }
    if (chip == 0) continue;
    const Color fill = words[bank] > 0 ? full : mix(full, theme_.bg1, .72F);
    const Box box{x, top + bar + 2, w - 1, chip};
    canvas_.fill(box, 2, fill);
    const float number = sizes_.least;
    if (w >= text_width("31", Font::Mono, number) + 1)
      canvas_.defined(definition::bank)
          .mid({x + w / 2, box.y + chip / 2}, std::to_string(bank), number,
               contrast(theme_.t1, fill) > contrast(theme_.bg1, fill) ? theme_.t1 : theme_.bg1, Font::Mono,
               Anchor::Middle);
  }
  if (!grid_.named) return;
  const std::string text_of_words = count_text(most, language::Counted::Word);
  const std::string says = wanted == 1
                               ? language::trf(
                                     "layouts.words_one", language::arg("words", text_of_words),
                                     language::arg("bank", std::max_element(words.begin(), words.end()) -
                                                               words.begin()))
                               : language::trf("layouts.words_each", language::arg("words", text_of_words),
                                               language::arg("banks", wanted));
  const float width = text_width(says, Font::SemiBold, size);
  const bool beside = end + 14 + width < parts_.tiles.x + parts_.tiles.w;
  const float tallest = bar * static_cast<float>(most) / static_cast<float>(std::max(most, 4u));
  const float above = std::min(top + .45F * size, top + bar - tallest - .65F * size);
  canvas_.defined(definition::words_of_bank)
      .mid_if_free({beside ? end + 14 : grid_.x, beside ? top + bar / 2 : above}, says, size,
                   color == theme_.conflict ? theme_.conflict_at(size) : color, Font::SemiBold);
}

/// The count at the right, and what the cell becomes.
void LayoutsScene::draw_note(const layouts::Side& side, float top, float bottom, Color color) {
  if (parts_.counts_x == 0) return;
  const model::BankCounts& counts = side.service.counts;
  const float size = text(18), x = parts_.counts_x;
  const std::string count = grouped(counts.wavefronts);
  // With its sign it ends where the picture's margin begins.
  float figure = std::min(text(76), .5F * (bottom - top));
  const float room = request_.options.frame.width - sizes_.margin - x;
  while (figure > size && text_width(count, Font::Bold, figure) + .68F * figure > room) figure -= 1;
  float y = top + .5F * figure;
  const float end = canvas_.defined(definition::wavefront).mid({x, y}, count, figure, color, Font::Bold);
  canvas_.icon(side.faulty()               ? Icon::Warning
               : model::lanes_wait(counts) ? Icon::Stack
                                           : Icon::Check,
               {end + .45F * figure, y}, .42F * figure, side.faulty() ? theme_.hazard : color);
  y += .5F * figure + 1.1F * size;
  const std::string lanes = count_text(static_cast<std::uint32_t>(drawn_.study.lanes.size()),
                                       language::Counted::Lane);
  canvas_.mid_if_free({x, y}, language::unit_of(counts.wavefronts, language::Counted::Wavefront), size,
                      theme_.t1, Font::SemiBold);
  canvas_.mid_if_free({x, y + 1.3F * text(16)},
                      language::trf("layouts.for_lanes", language::arg("lanes", lanes)), text(16), theme_.t2);
  y += 3 * text(16);
  const std::optional<ChosenPiece> piece = chosen_piece(drawn_);
  const layouts::Cell cell = piece ? piece->first : drawn_.cell;
  const std::uint32_t byte = drawn_.base + side.byte[cell.row * drawn_.tile.columns + cell.column];
  if (y + 2.8F * text(16) > bottom) return;
  canvas_.defined(piece ? definition::lane : definition::cell)
      .mid_if_free({x, y},
                   piece ? language::trf("layouts.lane", language::arg("lane", piece->lane))
                         : fmt::format("({}, {})", drawn_.cell.row, drawn_.cell.column),
                   text(16), theme_.t1, Font::SemiBold);
  canvas_.defined(definition::address)
      .mid_if_free({x, y + 1.3F * text(15)},
                   language::trf("layouts.byte_at", language::arg("byte", grouped(byte))), text(15),
                   theme_.t2);
  const std::string banks = chosen_banks(drawn_, side);
  canvas_.defined(definition::bank)
      .mid_if_free(
          {x, y + 2.7F * text(15)},
          language::trf(piece ? "layouts.banks_stay" : "layouts.bank_stays", language::arg("before", banks)),
          text(15), theme_.t1, Font::SemiBold);
}

void LayoutsScene::draw_side(const layouts::Side& side, bool swizzled, float top, float height) {
  const model::BankCounts& counts = side.service.counts;
  const Color color = model::lanes_wait(counts) ? theme_.conflict : theme_.now;
  const float size = text(20), letter = 1.35F * size, f = std::max(.6F, sizes_.f);
  const float y = top + .7F * size;
  canvas_.fill({parts_.tiles.x, y - letter / 2, letter, letter}, 4, theme_.bg3);
  canvas_.mid({parts_.tiles.x + letter / 2, y}, swizzled ? "B" : "A", text(16), theme_.t1, Font::SemiBold,
              Anchor::Middle);
  float x = parts_.tiles.x + letter + 12 * f;
  std::string name(
      language::tr(drawn_.swizzle.identity() && swizzled ? "layouts.none" : "layouts.as_it_lies"));
  if (swizzled && !drawn_.swizzle.identity())
    name = language::trf("layouts.through", language::arg("swizzle", drawn_.swizzle.text()));
  const std::string count = count_text(counts.wavefronts, language::Counted::Wavefront);
  const float room = parts_.tiles.x + parts_.tiles.w - x -
                     (parts_.counts_x == 0 ? text_width(count, Font::SemiBold, size) + 16 * f : 0);
  name = fit_text(name, Font::SemiBold, size, room);
  if (!name.empty()) x = canvas_.mid({x, y}, name, size, theme_.t1, Font::SemiBold) + 14 * f;
  if (parts_.counts_x == 0 && room > 0) {
    x = canvas_.defined(definition::wavefront)
            .mid({x, y}, count, size, color == theme_.conflict ? theme_.conflict_at(size) : color,
                 Font::SemiBold);
    if (side.faulty() && x + 1.6F * size < parts_.tiles.x + parts_.tiles.w)
      canvas_.icon(Icon::Warning, {x + size, y}, .9F * size, theme_.hazard);
  }
  if (!swizzled) {
    const float left = x + (parts_.counts_x == 0 ? 16 * f : 2.F);
    const std::uint32_t banks = drawn_.study.piece * drawn_.element / 4;
    const std::string whole = language::trf("layouts.banks_of_piece", language::arg("banks", banks),
                                            language::arg("bytes", drawn_.study.width()));
    const bool fits = banks > 1 && numbered() &&
                      left + text_width(whole, Font::Regular, text(15)) <= parts_.tiles.x + parts_.tiles.w;
    canvas_.mid_if_free({left, y}, fits ? whole : language::tr("layouts.banks_below"), text(15), theme_.t2);
  }

  const float cells = top + grid_.head;
  const float small = text(13);
  for (std::uint32_t c = 0; grid_.named && c < grid_.columns; ++c) {
    const std::uint32_t column = (grid_.column + c) * grid_.elements;
    const bool chosen = options_.reading.column && drawn_.study.lanes.front().column <= column &&
                        column <
                            drawn_.study.lanes.front().column + (drawn_.study.down ? 1 : drawn_.study.piece);
    const float at = grid_.x + (static_cast<float>(c) + .5F) * grid_.w;
    const std::uint32_t piece = drawn_.study.down ? 1 : drawn_.study.piece;
    if (chosen && piece > 1) {
      if (column == drawn_.study.lanes.front().column)
        canvas_.defined(definition::column)
            .mid_if_free(
                {at + (static_cast<float>(piece) / static_cast<float>(grid_.elements) - 1) * grid_.w / 2,
                 cells - .8F * small},
                fmt::format("{}–{}", column, column + piece - 1), small, theme_.t1, Font::SemiBold,
                Anchor::Middle, 4);
    } else if (column % 8 == 0) {
      canvas_.defined(definition::column)
          .mid_if_free({at, cells - .8F * small}, std::to_string(column), small,
                       chosen ? theme_.t1 : theme_.t2, chosen ? Font::SemiBold : Font::Regular,
                       Anchor::Middle, 4);
    }
    canvas_.hit({at - grid_.w / 2, cells - 1.6F * small, grid_.w, 1.6F * small}, HitKind::Across, 2 * column,
                language::trf("layouts.across_column", language::arg("index", column)));
  }
  const float name_size = std::min(text(14), std::max(sizes_.least, grid_.h));
  const auto name_row = [&](std::uint32_t r) {
    const std::uint32_t row = grid_.row + r;
    const bool chosen = row == drawn_.cell.row;
    canvas_.defined(definition::row)
        .mid_if_free({grid_.x - 8 * f, cells + (static_cast<float>(r) + .5F) * grid_.h}, std::to_string(row),
                     name_size, chosen ? theme_.t1 : theme_.t3, chosen ? Font::MonoBold : Font::Mono,
                     Anchor::End, 0);
  };
  if (drawn_.cell.row >= grid_.row && drawn_.cell.row < grid_.row + grid_.rows)
    name_row(drawn_.cell.row - grid_.row);
  for (std::uint32_t r = 0; r < grid_.rows; ++r) {
    const std::uint32_t row = grid_.row + r;
    const float at = cells + (static_cast<float>(r) + .5F) * grid_.h;
    if (row != drawn_.cell.row && (grid_.h >= name_size || row % 4 == 0)) name_row(r);
    canvas_.hit({parts_.tiles.x, at - grid_.h / 2, grid_.x - parts_.tiles.x, grid_.h}, HitKind::Across,
                2 * row + 1, language::trf("layouts.across_row", language::arg("index", row)));
  }
  draw_cells(side, cells);
  draw_touched(cells, color);
  const float end = cells + static_cast<float>(grid_.rows) * grid_.h;
  draw_banks(side, end + 5 * f, color);
  draw_note(side, cells, top + height, color);
}

Headline layouts_headline(const SceneRequest& request, SceneKind) {
  const LayoutOptions& options = request.options.layouts;
  const LayoutsDrawn drawn = drawn_layouts(options);
  const layouts::Study& study = drawn.study;
  const std::uint32_t before = drawn.plain_wavefronts(), after = drawn.swizzled_wavefronts();
  const std::uint32_t ideal = study.plain.service.counts.ideal_wavefronts;
  Headline h;
  const auto pieces = [&](std::uint32_t count) {
    return language::trf("layouts.fault_of", language::arg("count", grouped(count)),
                         language::arg("pieces", grouped(study.pieces)));
  };
  h.tone = std::max(before, after) > ideal ? Headline::Tone::Conflict : Headline::Tone::Good;
  if (study.swizzled.faulty()) {
    h.tone = Headline::Tone::Hazard;
    const layouts::Side& side = study.swizzled;
    h.strong = side.doubled != 0
                   ? language::trf("layouts.doubled", language::arg("count", grouped(side.doubled)))
                   : pieces(side.misaligned != 0 ? side.misaligned : side.torn);
    h.rest = side.doubled != 0
                 ? language::trf("layouts.rest_doubled", language::arg("count", grouped(side.byte.size())))
             : side.misaligned != 0
                 ? language::trf("layouts.rest_misaligned", language::arg("bytes", study.width()))
                 : std::string(language::tr("layouts.rest_torn"));
  } else {
    h.strong = count_text(before, language::Counted::Wavefront);
    h.rest = drawn.swizzle.identity() ? std::string(language::tr("layouts.plain"))
             : before == after        ? std::string(language::tr("layouts.stays"))
                                      : language::trf("layouts.become", language::arg("after", after));
  }
  const std::string type(layouts::element_types()[std::min<std::size_t>(options.type, 4)].name);
  const layouts::Cell first = study.lanes.front();
  const std::uint32_t across = options.reading.column ? first.column : first.row;
  const bool broad = study.piece > 1 && options.reading.column != study.down;
  const std::string_view key = options.reading.column ? (broad ? "layouts.column_pieces" : "layouts.column")
                                                      : (broad ? "layouts.row_pieces" : "layouts.row");
  const auto lanes = static_cast<std::uint32_t>(study.lanes.size());
  const std::string reads = language::trf(
      options.reading.kind == AccessKind::Store ? "layouts.write_each" : "layouts.read_each",
      language::arg("lanes", count_text(lanes, language::Counted::Lane)),
      language::arg("bytes", count_text(study.width(), language::Counted::Byte)));
  std::string where(language::tr("layouts.scattered"));
  if (line_up(options, study) && broad)
    where = language::trf(key, language::arg("first", across),
                          language::arg("last", across + study.piece - 1), language::arg("type", type));
  else if (line_up(options, study))
    where = language::trf(key, language::arg("index", across), language::arg("type", type));
  h.lead_is = definition::lane;
  h.explanation_is = options.reading.column ? definition::column : definition::row;
  h.lead = reads;
  h.explanation = where;
  if (!options.whose.empty()) {
    h.lead = language::trf("layouts.of_access", language::arg("whose", options.whose),
                           language::arg("reads", reads));
  } else if (!options.instead_of.empty()) {
    const LayoutOptions first;
    const bool example = options.drawn_tile == first.drawn_tile;
    h.lead = language::trf(example ? "layouts.an_example" : "layouts.typed_here",
                           language::arg("line", options.instead_of));
    h.lead_is = {};
    h.explanation = language::trf("layouts.reads_where", language::arg("reads", reads),
                                  language::arg("where", where));
  }
  return h;
}

/// Where something else is shown than the text's access: a button at the right of the headline that shows it.
void LayoutsScene::draw_way_back() {
  if (options_.follows || options_.instead_of.empty() || !request_.options.frame.with_headline) return;
  const float f = std::max(.6F, sizes_.f);
  const std::string says = language::trf("layouts.take", language::arg("line", options_.instead_of));
  // Beside the name of A where the headline takes the whole width.
  const auto place = [&](float middle, float size) -> Box {
    const float w = text_width(says, Font::SemiBold, size) + 20 * f;
    return {request_.options.frame.width - sizes_.margin - w, middle - size, w, 2 * size};
  };
  float size = text(16);
  Box box = place(sizes_.headline_y - .36F * sizes_.headline, size);
  const auto fits = [&] {
    return canvas_.fits({box.x + box.w / 2, box.y + box.h / 2}, says, size, Font::SemiBold, Anchor::Middle,
                        10 * f);
  };
  if (!fits()) {
    size = sizes_.least;
    box = place(parts_.tiles.y + .8F * text(20), size);
    if (!fits()) return;
  }
  const Point middle{box.x + box.w / 2, box.y + box.h / 2};
  canvas_.fill(box, 6, theme_.bg2);
  canvas_.outline(box, 6, theme_.edge, 1.5F);
  canvas_.mid(middle, says, size, theme_.t1, Font::SemiBold, Anchor::Middle);
  canvas_.hit(box, HitKind::Choice, static_cast<std::uint32_t>(LayoutChoice::Access),
              std::string(language::tr("layouts.take_tip")));
}

Picture LayoutsScene::build() {
  lay_out_grid();
  draw_headline(canvas_, request_, sizes_, layouts_headline(request_, SceneKind::Layouts), std::nullopt);
  draw_way_back();
  const bool swizzle_wrong = !layouts::parse_swizzle(options_.swizzle).value,
             tile_wrong = !layouts::parse_tile(options_.tile).value;
  const float half = parts_.tiles.h / 2;
  draw_side(drawn_.study.plain, false, parts_.tiles.y, half);
  draw_side(drawn_.study.swizzled, true, parts_.tiles.y + half, half);
  faulty_ = swizzle_wrong || tile_wrong;
  const float after_bits = draw_bits();
  draw_counted(draw_sentences(after_bits));
  if (!swizzle_wrong && !tile_wrong) draw_choices();
  if (swizzle_wrong || tile_wrong) { // the last picture, dimmed
    const Box all{0, parts_.choices_y - parts_.choice_h / 2, request_.options.frame.width,
                  request_.options.frame.height};
    canvas_.fill(all, 0, with_alpha(theme_.bg1, .6F));
    canvas_.fill({parts_.tiles.x - 4, sizes_.scene_y - 2, request_.options.frame.width - parts_.tiles.x + 4,
                  all.y - sizes_.scene_y + 2},
                 0, with_alpha(theme_.bg1, .6F));
    draw_faults();
  }
  draw_field(parts_.fields.swizzle, language::tr("layouts.swizzle"), options_.swizzle, swizzle_wrong);
  const std::string_view whole = language::tr("layouts.tile");
  draw_field(parts_.fields.tile,
             text_width(whole, Font::Regular, text(15)) <= parts_.fields.tile.w
                 ? whole
                 : language::tr("layouts.tile_short"),
             options_.tile, tile_wrong);
  draw_source_lines(canvas_, request_, sizes_);
  return canvas_.take();
}

Picture build_layouts_scene(const SceneRequest& request) { return LayoutsScene(request).build(); }

} // namespace warpscope::view
