// Layouts and swizzles: against their definitions worked out by hand, bit by bit and lane by lane.
#include "sim/layouts/layouts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <string>

namespace warpscope::layouts {
namespace {

Tile tile_of(const std::string& text) {
  const Parsed<Tile> parsed = parse_tile(text);
  EXPECT_TRUE(parsed.value.has_value()) << text << ": " << parsed.fault.message << " at " << parsed.fault.at;
  return parsed.value.value_or(Tile{1, 1, {0}, 1});
}

Swizzle swizzle_of(const std::string& text) {
  const Parsed<Swizzle> parsed = parse_swizzle(text);
  EXPECT_TRUE(parsed.value.has_value()) << text << ": " << parsed.fault.message;
  return parsed.value.value_or(Swizzle{});
}

/// One bit after the other, as CuTe's page draws it: B bits from M on, the other ones |S| away.
std::uint32_t bit_by_bit(int bits, int base, int shift, std::uint32_t offset) {
  std::uint32_t result = offset;
  for (int i = 0; i < bits; ++i) {
    const int low = base + i, high = base + i + std::abs(shift);
    const int from = shift >= 0 ? high : low, to = shift >= 0 ? low : high;
    if ((offset >> from & 1) != 0) result ^= 1u << to;
  }
  return result;
}

TEST(Swizzle, IsTheDefinitionForEverySmallOne) {
  for (int bits = 0; bits <= 4; ++bits)
    for (int base = 0; base <= 4; ++base)
      for (int shift = -6; shift <= 6; ++shift) {
        const std::string text = "Swizzle<" + std::to_string(bits) + "," + std::to_string(base) + "," +
                                 std::to_string(shift) + ">";
        const Parsed<Swizzle> parsed = parse_swizzle(text);
        ASSERT_EQ(parsed.value.has_value(), std::abs(shift) >= bits) << text;
        if (!parsed.value) continue;
        EXPECT_EQ(parsed.value->text(), text);
        std::set<std::uint32_t> images;
        for (std::uint32_t offset = 0; offset < 1u << 12; ++offset) {
          ASSERT_EQ((*parsed.value)(offset), bit_by_bit(bits, base, shift, offset))
              << text << " of " << offset;
          images.insert((*parsed.value)(offset));
        }
        EXPECT_EQ(images.size(), 1u << 12) << text << " gives two offsets one place";
      }
}

TEST(Swizzle, FaultsAreAtTheirCharacter) {
  const auto fault = [](const char* text) {
    const Parsed<Swizzle> parsed = parse_swizzle(text);
    EXPECT_FALSE(parsed.value.has_value()) << text;
    return parsed.fault;
  };
  EXPECT_TRUE(parse_swizzle("").value->identity());
  EXPECT_TRUE(parse_swizzle("  ").value->identity());
  EXPECT_EQ(swizzle_of(" Sw< 3 , 4 ,3 > "), (Swizzle{3, 4, 3}));
  EXPECT_EQ(fault("Swizzle"), (Fault{"'<' is missing here", 7}));
  EXPECT_EQ(fault("Swizzle<3,3"), (Fault{"',' is missing here", 11}));
  EXPECT_EQ(fault("Swizzle<3,x,3>"), (Fault{"a number for M is missing here", 10}));
  EXPECT_EQ(fault("Swizzle<3,3,2>"), (Fault{"S must be 3 at least: a bit is read or changed, not both", 12}));
  EXPECT_EQ(fault("Swizzle<3,3,3> 1").at, 15u);
  EXPECT_EQ(fault("Swizzle<3,99,3>"), (Fault{"M may be 20 at most", 10}));
  EXPECT_EQ(fault("Swizzle<3,14,6>"), (Fault{"M + B + S is 20 at most", 0}));
  EXPECT_EQ(fault("row ^ col").at, 0u);
}

TEST(Tile, OffsetsAreShapesTimesStrides) {
  const Tile rows = tile_of("(8,64):(64,1)"), columns = tile_of("(8,64):(1,8)"), plain = tile_of("(8,64)");
  EXPECT_EQ(rows.rows, 8u);
  EXPECT_EQ(rows.columns, 64u);
  EXPECT_EQ(rows.end, 512u);
  for (std::uint32_t row = 0; row < 8; ++row)
    for (std::uint32_t column = 0; column < 64; ++column) {
      ASSERT_EQ(rows.at(row, column), row * 64 + column);
      ASSERT_EQ(columns.at(row, column), row + column * 8);
      ASSERT_EQ(plain.at(row, column), row + column * 8) << "compact, the first mode fastest";
    }
  EXPECT_EQ(tile_of("(_8,_64):(_64,_1)").offsets, rows.offsets);
  EXPECT_EQ(tile_of("16").columns, 16u);
  EXPECT_EQ(tile_of("16:2").at(0, 5), 10u);
  EXPECT_EQ(tile_of("(2,(2,3)):(1,(2,4))").offsets, tile_of("(2,2,3):(1,2,4)").offsets);
}

TEST(Tile, TablesThatCuTeGave) { // its headers of CUTLASS 4.2, compiled and run
  EXPECT_EQ(tile_of("(2,(2,2)):(4,(2,1))").offsets, (std::vector<std::uint32_t>{0, 2, 1, 3, 4, 6, 5, 7}));
  const Tile nested = tile_of("(4,(4,2)):(4,(1,16))");
  EXPECT_EQ(nested.at(1, 3), 7u);
  EXPECT_EQ(nested.at(1, 4), 20u);
  const Tile square = tile_of("(32,32):(32,1)");
  const Swizzle upwards = swizzle_of("Swizzle<2,1,-4>");
  EXPECT_EQ(upwards(square.at(0, 2)), 34u);
  EXPECT_EQ(upwards(square.at(0, 4)), 68u);
  EXPECT_EQ(upwards(square.at(0, 6)), 102u);
  EXPECT_EQ(upwards(square.at(1, 2)), 2u);
  EXPECT_EQ(upwards(square.at(5, 7)), 199u);
}

/// By recursion over the modes, as CuTe's page defines it: no digits, no loop over leaves.
struct Given {
  std::uint32_t extent = 0, stride = 0;
  std::vector<Given> parts;
  std::uint32_t size() const {
    std::uint32_t product = 1;
    for (const Given& part : parts) product *= part.size();
    return parts.empty() ? extent : product;
  }
  std::uint32_t offset(std::uint32_t index) const {
    if (parts.empty()) return index * stride;
    std::uint32_t sum = 0, below = 1;
    for (const Given& part : parts) {
      sum += part.offset(index / below % part.size());
      below *= part.size();
    }
    return sum;
  }
  std::string text(bool strides) const {
    if (parts.empty()) return std::to_string(strides ? stride : extent);
    std::string all = "(";
    for (const Given& part : parts) all += (all.size() > 1 ? "," : "") + part.text(strides);
    return all + ")";
  }
};

/// Returns 0 to `end` - 1.
std::uint32_t drawn(std::mt19937& random, std::uint32_t end) {
  return static_cast<std::uint32_t>(random()) % end;
}

Given random_mode(std::mt19937& random, int depth) {
  Given mode;
  if (depth == 0 || drawn(random, 3) != 0) {
    mode.extent = 1 + drawn(random, 4);
    mode.stride = drawn(random, 40);
    return mode;
  }
  const std::uint32_t count = 1 + drawn(random, 3);
  for (std::uint32_t i = 0; i < count; ++i) mode.parts.push_back(random_mode(random, depth - 1));
  return mode;
}

TEST(Tile, NestedModesAreTheDefinition) {
  std::mt19937 random(19);
  for (int n = 0; n < 300; ++n) {
    Given whole;
    whole.parts = {random_mode(random, 2), random_mode(random, 2)};
    const std::string text = whole.text(false) + ":" + whole.text(true);
    const Tile tile = tile_of(text);
    ASSERT_EQ(tile.rows, whole.parts[0].size()) << text;
    ASSERT_EQ(tile.columns, whole.parts[1].size()) << text;
    for (std::uint32_t row = 0; row < tile.rows; ++row)
      for (std::uint32_t column = 0; column < tile.columns; ++column)
        ASSERT_EQ(tile.at(row, column), whole.parts[0].offset(row) + whole.parts[1].offset(column)) << text;
  }
}

TEST(Tile, AnExpressionIsCs) {
  const auto is = [](const std::string& text, auto value) {
    const Tile tile = tile_of(text);
    for (std::uint32_t row = 0; row < tile.rows; ++row)
      for (std::uint32_t col = 0; col < tile.columns; ++col)
        ASSERT_EQ(tile.at(row, col),
                  static_cast<std::uint32_t>(value(static_cast<int>(row), static_cast<int>(col))))
            << text;
  };
  is("row*33 + col", [](int row, int col) { return row * 33 + col; });
  is("(8,16): r*16 + (c ^ r)", [](int r, int c) { return r * 16 + (c ^ r); });
  is("(4,4): 1 + 2 * row << 1 | col & 3 ^ 1",
     [](int row, int col) { return ((1 + 2 * row) << 1) | ((col & 3) ^ 1); });
  is("(4,8): 100 - row - col", [](int row, int col) { return 100 - row - col; });
  is("(4,8): (row + col) % 0x8 * 4 / 2", [](int row, int col) { return (row + col) % 8 * 4 / 2; });
  is("(4,8): (-row & 7) + (~col & 7) * 8", [](int row, int col) { return (-row & 7) + (~col & 7) * 8; });
  EXPECT_EQ(tile_of("row*32+col").rows, 32u);
  EXPECT_EQ(tile_of("(2,3): i*3+j").columns, 3u);
}

TEST(Tile, FaultsAreAtTheirCharacter) {
  const auto fault = [](const char* text) {
    const Parsed<Tile> parsed = parse_tile(text);
    EXPECT_FALSE(parsed.value.has_value()) << text;
    return parsed.fault;
  };
  EXPECT_EQ(fault("(8,64):(64,1").at, 12u);
  EXPECT_EQ(fault("(8,64):(64)"), (Fault{"the shape has 2 parts here, the stride 1", 7}));
  EXPECT_EQ(fault("(8,64):5"), (Fault{"the shape has 2 parts here, the stride 1", 7}));
  EXPECT_EQ(fault("((4,2),64):((64,1,2),1)"), (Fault{"the shape has 2 parts here, the stride 3", 12}));
  EXPECT_EQ(fault("(8,64):(64,(1,2))"),
            (Fault{"the stride has several parts where the shape has one number", 11}));
  EXPECT_EQ(fault("(8,0):(64,1)"), (Fault{"an extent is 1 at least", 3}));
  EXPECT_EQ(fault("(8,64)(64,1)").at, 6u);
  EXPECT_EQ(fault("(8,64):").at, 7u);
  EXPECT_EQ(fault("row*33 + dol"), (Fault{"'dol' is not known here: row and col are", 9}));
  EXPECT_EQ(fault("(4,4): row/col"), (Fault{"division by zero at row 0, column 0", 10}));
  EXPECT_EQ(fault("(4,4): row - 2").message, "row 0, column 0 has offset -2: it must be 0 to 1048575");
  EXPECT_EQ(fault("row row").at, 4u);
  EXPECT_EQ(fault("(1024,1024):(1024,1)").message, "a tile has 65536 elements at most");
  EXPECT_EQ(fault("(2,2):(1048575,1)").at, 6u);
  EXPECT_FALSE(parse_tile("").value.has_value());
  EXPECT_FALSE(parse_tile(std::string(500, '(')).value.has_value());
  EXPECT_FALSE(parse_tile("row" + std::string(5000, '-')).value.has_value());
}

/// The most words that one bank has to give, in each group of lanes by itself.
std::uint32_t wavefronts_by_hand(const WarpAccess& access) {
  const std::uint32_t together = 32 / std::max(1u, access.width / 4);
  std::uint32_t sum = 0;
  for (std::uint32_t first = 0; first < 32; first += together) {
    std::map<std::uint32_t, std::set<std::uint32_t>> words;
    for (std::uint32_t lane = first; lane < first + together; ++lane)
      for (std::uint32_t byte = 0; (access.mask >> lane & 1) != 0 && byte < access.width; ++byte) {
        const std::uint32_t word = (access.offset[lane] + byte) / 4;
        words[word % 32].insert(word);
      }
    std::size_t most = 0;
    for (const auto& [bank, different] : words) most = std::max(most, different.size());
    sum += static_cast<std::uint32_t>(most);
  }
  return sum;
}

TEST(Study, TheTileOfThePagesPicture) {
  const Tile tile = tile_of("(8,64):(64,1)");
  const Swizzle swizzle = swizzle_of("Swizzle<3,3,3>");
  const Study found = study(tile, swizzle, Unit::Elements, 2, {true, 16, 0});
  EXPECT_EQ(found.width(), 16u);
  ASSERT_EQ(found.lanes.size(), 8u);
  EXPECT_EQ(found.lanes[5], (Cell{5, 16}));
  EXPECT_EQ(found.plain.byte[5 * 64 + 16], 672u);
  EXPECT_EQ(found.swizzled.byte[5 * 64 + 16], 752u);
  EXPECT_EQ(found.plain.service.counts.wavefronts, 8u);
  EXPECT_EQ(found.swizzled.service.counts.wavefronts, 1u);
  EXPECT_FALSE(found.swizzled.faulty());

  const std::vector<Counted> rows = counted_otherwise(tile, swizzle, Unit::Elements, 2, {true, 16, 0});
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0], (Counted{Unit::Elements, swizzle, true, 1, 64, 0, 0, 128}));
  EXPECT_EQ(rows[1].wavefronts, 2u);
  EXPECT_EQ(rows[1].misaligned, 32u);
  EXPECT_EQ(rows[1].torn, 64u - 32u) << "where bit 3 is flipped the two ends change places";
  EXPECT_EQ(rows[2], (Counted{Unit::Bytes, swizzle_of("Swizzle<3,4,3>"), false, 1, 64, 0, 0, 128}));
  // From the other side: bytes are in force, the twin counts elements.
  const std::vector<Counted> back = counted_otherwise(tile, rows[2].swizzle, Unit::Bytes, 2, {true, 16, 0});
  EXPECT_EQ(back[2].swizzle, swizzle);
  EXPECT_EQ(back[2].wavefronts, 1u);
}

TEST(Study, AFloatTilesColumnAndRow) {
  const Tile tile = tile_of("(32,32):(32,1)"), padded = tile_of("(32,32):(33,1)");
  const Swizzle swizzle = swizzle_of("Swizzle<5,0,5>");
  for (std::uint32_t n = 0; n < 32; ++n) {
    const Study column = study(tile, swizzle, Unit::Elements, 4, {true, n, 0}),
                row = study(tile, swizzle, Unit::Elements, 4, {false, n, 0}),
                pad = study(padded, {}, Unit::Elements, 4, {true, n, 0});
    EXPECT_EQ(column.plain.service.counts.wavefronts, 32u);
    EXPECT_EQ(column.swizzled.service.counts.wavefronts, 1u);
    EXPECT_EQ(row.plain.service.counts.wavefronts, 1u);
    EXPECT_EQ(row.swizzled.service.counts.wavefronts, 1u);
    EXPECT_EQ(pad.swizzled.service.counts.wavefronts, 1u);
    EXPECT_EQ(pad.plain.byte, pad.swizzled.byte);
  }
}

TEST(Study, WhatCannotBeReadIsCounted) {
  // 65 halves a row: every row but each eighth starts between two multiples of 16.
  const Study padded = study(tile_of("(8,64):(65,1)"), {}, Unit::Elements, 2, {true, 0, 16});
  EXPECT_EQ(padded.width(), 16u);
  EXPECT_EQ(padded.plain.misaligned, 56u);
  EXPECT_EQ(padded.plain.torn, 0u);
  const Study doubled = study(tile_of("(8,8):(1,1)"), {}, Unit::Elements, 4, {});
  EXPECT_EQ(doubled.plain.doubled, 64u - 15u);
  EXPECT_TRUE(doubled.plain.faulty());
  const Study torn = study(tile_of("(8,32):(32,1)"), swizzle_of("Swizzle<2,0,5>"), Unit::Elements, 4,
                           {true, 0, 16});
  EXPECT_EQ(torn.swizzled.torn, 48u) << "rows 1 to 3 of each four";
  // Pieces go down where columns lie together; an odd length has pieces of one.
  const Study down = study(tile_of("(64,8):(1,64)"), {}, Unit::Elements, 2, {false, 16, 16});
  EXPECT_TRUE(down.down);
  EXPECT_EQ(down.lanes[3], (Cell{16, 3}));
  EXPECT_EQ(down.plain.service.counts.wavefronts, 8u);
  EXPECT_EQ(study(tile_of("(4,7):(7,1)"), {}, Unit::Elements, 2, {true, 0, 16}).piece, 1u);
}

TEST(Study, WavefrontsAreTheBanksByHand) {
  std::mt19937 random(27);
  const char* tiles[] = {"(32,32):(32,1)",
                         "(32,32):(33,1)",
                         "(32,64):(64,1)",
                         "(16,16):(1,16)",
                         "(8,128):(128,1)",
                         "((4,8),16):((16,64),1)",
                         "(32,32): row*32 + (col^row)",
                         "(8,(8,4)):(8,(1,64))"};
  int compared = 0;
  for (int n = 0; n < 600; ++n) {
    const Tile tile = tile_of(tiles[drawn(random, static_cast<std::uint32_t>(std::size(tiles)))]);
    const std::uint32_t bits = drawn(random, 4), base = drawn(random, 5);
    const Swizzle swizzle{bits, base, static_cast<std::int32_t>(bits + drawn(random, 3))};
    const std::uint32_t element = 1u << drawn(random, 3); // up to 4 bytes: no neighbouring groups merge
    const Reading reading{drawn(random, 2) == 0, drawn(random, 32), element};
    const Study found = study(tile, swizzle, drawn(random, 2) == 0 ? Unit::Elements : Unit::Bytes, element,
                              reading);
    for (const Side* side : {&found.plain, &found.swizzled}) {
      ASSERT_EQ(side->service.counts.wavefronts, wavefronts_by_hand(side->access)) << n;
      compared += side->service.counts.wavefronts > 1;
    }
    for (std::size_t lane = 0; lane < found.lanes.size(); ++lane)
      ASSERT_EQ(found.plain.access.offset[lane],
                tile.at(found.lanes[lane].row, found.lanes[lane].column) * element);
  }
  EXPECT_GT(compared, 100);
}

TEST(Study, TheOtherUnitsTwinLiesTheSame) {
  for (const std::uint32_t element : {1u, 2u, 4u, 8u}) {
    const Tile tile = tile_of("(32,32):(32,1)");
    const Swizzle swizzle = swizzle_of("Swizzle<3,2,3>");
    const std::vector<Counted> rows = counted_otherwise(tile, swizzle, Unit::Elements, element, {});
    if (element == 1) {
      EXPECT_EQ(rows.size(), 2u) << "bytes are elements";
      continue;
    }
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(study(tile, swizzle, Unit::Elements, element, {}).swizzled.byte,
              study(tile, rows[2].swizzle, Unit::Bytes, element, {}).swizzled.byte);
  }
}

} // namespace
} // namespace warpscope::layouts
