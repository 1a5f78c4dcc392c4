// What tensor copies put where, as an H200 did it: whole tiles by dimensions, swizzle, edges, fill and steps.
#include "sim/exec/tile_pieces.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace warpscope {
namespace {

using Numbers = std::vector<std::int64_t>;

Numbers numbers_in(const std::string& list) {
  Numbers all;
  std::istringstream in(list);
  for (std::string one; std::getline(in, one, ',');) all.push_back(std::stoll(one));
  return all;
}

struct RecordedTile {
  std::string mode, outcome;
  Numbers type, size, dimensions, pad, box, steps, swizzle, fill, at, offset, encoded;
  std::int64_t sectors = 0;
  std::vector<std::uint64_t> elements;
};

RecordedTile recorded(const std::string& line) {
  RecordedTile r;
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string one; std::getline(in, one, '\t');) fields.push_back(one);
  fields.resize(15);
  r.mode = fields[0], r.outcome = fields[12];
  Numbers* const lists[] = {&r.type,    &r.size, &r.dimensions, &r.pad,    &r.box,    &r.steps,
                            &r.swizzle, &r.fill, &r.at,         &r.offset, &r.encoded};
  for (std::size_t i = 0; i < std::size(lists); ++i) *lists[i] = numbers_in(fields[i + 1]);
  r.sectors = std::stoll(fields[13]);
  std::istringstream elements(fields[14]);
  for (std::string one; elements >> one;) {
    const std::size_t star = one.find('*');
    const std::uint64_t value = std::stoull(one.substr(0, star), nullptr, 16);
    r.elements.insert(r.elements.end(), star == std::string::npos ? 1 : std::stoul(one.substr(star + 1)),
                      value);
  }
  return r;
}

TensorMap map_of(const RecordedTile& r) {
  TensorMap map;
  map.is_map = TensorMap::mark;
  map.dimensions = static_cast<std::uint8_t>(r.dimensions.size());
  map.element_bytes = static_cast<std::uint8_t>(r.size[0]);
  map.type = static_cast<std::uint8_t>(r.type[0]);
  map.swizzle = static_cast<std::uint8_t>(r.swizzle[0]);
  map.nan_fill = static_cast<std::uint8_t>(r.fill[0]);
  std::uint64_t stride = 0;
  for (std::size_t i = 0; i < r.dimensions.size(); ++i) {
    map.last[i] = static_cast<std::uint32_t>(r.dimensions[i] - 1);
    map.box[i] = static_cast<std::uint16_t>(r.box[i]);
    map.steps[i] = static_cast<std::uint8_t>(r.steps[i]);
    const auto size = static_cast<std::uint64_t>(r.dimensions[i]);
    stride = i == 0 ? size * map.element_bytes + static_cast<std::uint64_t>(r.pad[0]) : stride * size;
    if (i < 4) map.strides[i] = stride;
  }
  return map;
}

std::vector<std::uint64_t> as_elements(const std::vector<std::uint8_t>& bytes, std::size_t size,
                                       std::size_t count) {
  std::vector<std::uint64_t> all;
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t value = 0;
    if ((i + 1) * size <= bytes.size()) std::memcpy(&value, bytes.data() + i * size, size);
    all.push_back(value);
  }
  return all;
}

template <class Visit> void each_row(Visit visit) {
  std::ifstream file(WARPSCOPE_SOURCE_DIR "/tests/hardware/h200_tensor_tiles.tsv");
  ASSERT_TRUE(file);
  for (std::string line; std::getline(file, line);)
    if (!line.starts_with("#") && !line.starts_with("mode")) visit(recorded(line), line.substr(0, 120));
}

TEST(TensorTiles, LieWhereAnH200PutsThem) {
  int loads = 0, stores = 0;
  each_row([&](const RecordedTile& r, const std::string& line) {
    if (r.outcome != "done") return;
    const TensorMap map = map_of(r);
    const auto size = static_cast<std::size_t>(r.size[0]);
    std::int32_t at[TensorMap::most_dimensions] = {};
    for (std::size_t i = 0; i < r.at.size(); ++i) at[i] = static_cast<std::int32_t>(r.at[i]);
    const auto pieces = exec::pieces_of_tile(map, at, static_cast<std::uint32_t>(r.offset[0]));
    if (r.mode == "load" || r.mode == "multicast") {
      std::vector<std::uint8_t> shared(std::size_t{1} << 17, 0xee);
      for (const exec::TilePiece& piece : pieces)
        for (std::uint32_t i = 0; i < piece.bytes; i += map.element_bytes) {
          const std::uint64_t value = !piece.outside      ? (piece.global + i) / size + 1
                                      : map.nan_fill != 0 ? 0x7ff77ff77ff77ff7
                                                          : 0;
          std::memcpy(shared.data() + piece.shared + i, &value, size);
        }
      EXPECT_EQ(as_elements(shared, size, r.elements.size()), r.elements) << line;
      ++loads;
    } else if (r.mode == "store") {
      std::vector<std::uint64_t> tensor(r.elements.size(), r.type[0] == 6 ? 0x4000 : 0x22222222);
      for (const exec::TilePiece& piece : pieces)
        for (std::uint32_t i = 0; i < piece.bytes && !piece.outside; i += map.element_bytes) {
          std::uint8_t bytes[8] = {};
          for (std::uint32_t b = 0; b < size; ++b) {
            const std::uint32_t place = piece.shared + i + b, word = place / 4 + 0x1000;
            bytes[b] = static_cast<std::uint8_t>(word >> place % 4 * 8);
          }
          std::memcpy(&tensor[(piece.global + i) / size], bytes, sizeof bytes);
        }
      EXPECT_EQ(tensor, r.elements) << line;
      ++stores;
    }
  });
  EXPECT_GT(loads, 50);
  EXPECT_GE(stores, 3);
}

TEST(TensorTiles, BeginAtSixteenBytes) {
  int refused = 0;
  each_row([&](const RecordedTile& r, const std::string& line) {
    if (r.outcome == "refused") return;
    const bool aligned = r.at[0] * r.size[0] % 16 == 0;
    // A store whose rows begin before the tensor's first stops an H200, too.
    const bool before = r.mode == "store" && r.at.size() > 1 && r.at[1] < 0;
    EXPECT_EQ(r.outcome == "done", aligned && !before) << line;
    refused += r.outcome == "done" ? 0 : 1;
  });
  EXPECT_GT(refused, 20);
}

} // namespace
} // namespace warpscope
