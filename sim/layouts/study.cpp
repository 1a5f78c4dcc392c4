// Works out where a tile's elements lie through a swizzle, and what an access to them costs.
#include "sim/layouts/layouts.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace warpscope::layouts {
namespace {

constexpr std::uint32_t widest = 16; ///< bytes that a lane reads at once

/// True when all pieces of so many elements lie together in the tile.
bool lies_together(const Tile& tile, std::uint32_t piece, bool down) {
  if ((down ? tile.rows : tile.columns) % piece != 0) return false;
  for (std::uint32_t row = 0; row < tile.rows; ++row)
    for (std::uint32_t column = 0; column < tile.columns; ++column) {
      const std::uint32_t place = (down ? row : column) % piece;
      if (place != 0 &&
          tile.at(row, column) != tile.at(row - (down ? place : 0), column - (down ? 0 : place)) + place)
        return false;
    }
  return true;
}

/// The access of the lanes, with `byte_of` a cell in the tile.
template <class ByteOf>
WarpAccess access_of(const Study& study, const Reading& reading, const ByteOf& byte_of) {
  WarpAccess access;
  access.width = study.width();
  for (std::size_t i = 0; i < study.lanes.size(); ++i) {
    access.mask |= 1u << study.numbers[i];
    access.offset[study.numbers[i]] = reading.base + byte_of(study.lanes[i]);
  }
  return access;
}

/// Adds what the bytes say: wavefronts, and pieces that an access could not read.
void count(const Tile& tile, const Study& study, const Reading& reading, Side& side) {
  const std::uint32_t columns = tile.columns;
  const auto byte_at = [&](std::uint32_t row, std::uint32_t column) {
    return side.byte[static_cast<std::size_t>(row) * columns + column];
  };
  const std::uint32_t tall = study.down ? study.piece : 1, broad = study.down ? 1 : study.piece;
  for (std::uint32_t row = 0; row < tile.rows; row += tall)
    for (std::uint32_t column = 0; column < columns; column += broad) {
      const std::uint32_t start = byte_at(row, column);
      if (start % study.width() != 0) ++side.misaligned;
      bool together = true;
      for (std::uint32_t i = 1; i < study.piece; ++i)
        together &= byte_at(row + (study.down ? i : 0), column + (study.down ? 0 : i)) ==
                    start + i * study.element;
      if (!together) ++side.torn;
    }
  std::vector<std::uint32_t> sorted = side.byte;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i] == sorted[i - 1]) ++side.doubled;

  side.access = access_of(study, reading, [&](Cell cell) { return byte_at(cell.row, cell.column); });
  side.service = model::serve_banks(side.access, reading.kind);
}

/// Chooses the lanes' elements and how many of them a lane reads at once.
void choose_lanes(const Tile& tile, std::uint32_t most, const Reading& reading, Study& found) {
  for (std::uint32_t piece = std::bit_floor(most / found.element); piece > 1; piece /= 2) {
    const bool along = lies_together(tile, piece, false);
    if (!along && !lies_together(tile, piece, true)) continue;
    found.piece = piece;
    found.down = !along;
    break;
  }
  found.pieces = tile.rows * tile.columns / found.piece;
  for (const LaneCell& lane : reading.lanes) {
    found.lanes.push_back(lane.cell);
    found.numbers.push_back(lane.lane);
  }
  if (!reading.lanes.empty()) return;
  // Lanes go from piece to piece along the row or column.
  const bool in_pieces = reading.column == found.down; // the pieces lie along the way of the lanes
  const std::uint32_t length = (reading.column ? tile.rows : tile.columns) / (in_pieces ? found.piece : 1);
  std::uint32_t across = std::min(reading.index, (reading.column ? tile.columns : tile.rows) - 1);
  if (!in_pieces) across -= across % found.piece;
  for (std::uint32_t lane = 0; lane < std::min(length, warp_size); ++lane) {
    const std::uint32_t along = lane * (in_pieces ? found.piece : 1);
    found.lanes.push_back(reading.column ? Cell{along, across} : Cell{across, along});
    found.numbers.push_back(lane);
  }
}

} // namespace

std::uint32_t Swizzle::read_mask() const {
  return ((1u << bits) - 1) << (base + static_cast<std::uint32_t>(std::max(0, shift)));
}

std::uint32_t Swizzle::changed_mask() const {
  return ((1u << bits) - 1) << (base + static_cast<std::uint32_t>(std::max(0, -shift)));
}

std::uint32_t Swizzle::operator()(std::uint32_t offset) const {
  const std::uint32_t read = offset & read_mask();
  return offset ^ (shift >= 0 ? read >> shift : read << -shift);
}

std::string Swizzle::text() const { return fmt::format("Swizzle<{},{},{}>", bits, base, shift); }

Study study(const Tile& tile, const Swizzle& swizzle, Unit unit, std::uint32_t element,
            const Reading& reading) {
  Study found;
  found.element = element;
  std::uint32_t most = reading.bytes;
  if (most == 0) most = element << std::min(swizzle.base, 5u);
  most = std::clamp(most, element, std::max(element, widest));
  choose_lanes(tile, most, reading, found);

  found.plain.byte.reserve(tile.offsets.size());
  found.swizzled.byte.reserve(tile.offsets.size());
  for (const std::uint32_t offset : tile.offsets) {
    found.plain.byte.push_back(offset * element);
    found.swizzled.byte.push_back(unit == Unit::Elements ? swizzle(offset) * element
                                                         : swizzle(offset * element));
  }
  count(tile, found, reading, found.plain);
  count(tile, found, reading, found.swizzled);
  return found;
}

Swizzle best_swizzle(const Tile& tile, std::uint32_t element, const Reading& reading) {
  Study found;
  found.element = element;
  choose_lanes(tile, std::clamp(reading.bytes, element, std::max(element, widest)), reading, found);
  const auto wavefronts = [&](const Swizzle& swizzle) {
    const WarpAccess access = access_of(
        found, reading, [&](Cell cell) { return swizzle(tile.at(cell.row, cell.column)) * element; });
    return model::serve_banks(access, reading.kind).counts.wavefronts;
  };
  Swizzle best;
  std::uint32_t least = wavefronts(best);
  const std::uint32_t base = static_cast<std::uint32_t>(std::countr_zero(found.piece));
  for (std::uint32_t bits = 1; bits <= 5; ++bits) {
    // A whole number of blocks that the changed bits can reach: no element leaves the tile.
    if (tile.end % (1u << (base + bits)) != 0) break;
    for (std::uint32_t shift = bits;
         base + bits + shift <= static_cast<std::uint32_t>(std::bit_width(tile.end - 1)); ++shift) {
      const Swizzle swizzle{bits, base, static_cast<std::int32_t>(shift)};
      if (const std::uint32_t count = wavefronts(swizzle); count < least) {
        best = swizzle;
        least = count;
      }
    }
  }
  return best;
}

std::vector<Counted> counted_otherwise(const Tile& tile, const Swizzle& swizzle, Unit unit,
                                       std::uint32_t element, const Reading& reading) {
  Reading same = reading; // all rows are of the same access
  same.bytes = study(tile, swizzle, unit, element, reading).width();
  std::vector<Counted> rows{{Unit::Elements, swizzle, unit == Unit::Elements},
                            {Unit::Bytes, swizzle, unit == Unit::Bytes}};
  const auto places = static_cast<std::uint32_t>(std::countr_zero(element));
  if (places != 0 && !swizzle.identity()) {
    Swizzle twin = swizzle;
    if (unit == Unit::Elements) {
      twin.base += places;
      rows.push_back({Unit::Bytes, twin});
    } else if (swizzle.base >= places) {
      twin.base -= places;
      rows.push_back({Unit::Elements, twin});
    }
  }
  for (Counted& row : rows) {
    const Study made = study(tile, row.swizzle, row.unit, element, same);
    row.wavefronts = made.swizzled.service.counts.wavefronts;
    row.pieces = made.pieces;
    row.misaligned = made.swizzled.misaligned;
    row.torn = made.swizzled.torn;
    const std::uint32_t base = row.swizzle.base + (row.unit == Unit::Elements ? places : 0);
    if (base == 4 && row.swizzle.shift == 3 && row.swizzle.bits >= 1) row.tma = 16u << row.swizzle.bits;
  }
  return rows;
}

const std::array<ElementType, 5>& element_types() {
  static constexpr std::array<ElementType, 5> types{
      {{"char", 1}, {"half", 2}, {"float", 4}, {"double", 8}, {"float4", 16}}};
  return types;
}

} // namespace warpscope::layouts
