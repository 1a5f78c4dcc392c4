// The table of register shapes and the cache of their sums.
#include "sim/exec/shapes.h"

#include <algorithm>

namespace warpscope::exec {
namespace {

constexpr std::size_t hash_places = 256;

} // namespace

ShapeTable::ShapeTable() : by_hash_(hash_places), sums_(sum_count) {
  shapes_.reserve(most); // keeps references to shapes valid
  clear();
}

void ShapeTable::clear() {
  shapes_.clear();
  for (std::vector<std::uint32_t>& ids : by_hash_) ids.clear();
  std::fill(sums_.begin(), sums_.end(), Sum{});
  std::array<std::uint32_t, warp_size> words{};
  find(words.data());
  for (std::uint32_t i = 0; i < warp_size; ++i) words[i] = i;
  find(words.data());
}

std::uint32_t ShapeTable::find(const std::uint32_t* words) {
  Shape shape;
  std::uint32_t hash = 0;
  for (std::uint32_t i = 0; i < warp_size; ++i) {
    const std::uint32_t relative = words[i] - words[0];
    shape.relative[i] = relative;
    shape.lowest = std::min(shape.lowest, static_cast<std::int32_t>(relative));
    shape.highest = std::max(shape.highest, static_cast<std::int32_t>(relative));
    hash = (hash ^ relative) * 0x0100'0193u;
  }
  std::vector<std::uint32_t>& ids = by_hash_[(hash ^ hash >> 16) % hash_places];
  for (const std::uint32_t id : ids)
    if (shapes_[id].relative == shape.relative) return id;
  if (full()) return unknown;
  ids.push_back(static_cast<std::uint32_t>(shapes_.size()));
  shapes_.push_back(shape);
  return ids.back();
}

std::uint32_t ShapeTable::sum(std::uint32_t left, std::uint32_t left_factor, std::uint32_t right,
                              std::uint32_t right_factor) {
  const Shape &a = shapes_[left], &b = shapes_[right];
  std::array<std::uint32_t, warp_size> words;
  for (std::uint32_t i = 0; i < warp_size; ++i)
    words[i] = a.relative[i] * left_factor + b.relative[i] * right_factor;
  const std::uint32_t result = find(words.data());
  if (result != unknown)
    sums_[place(left, left_factor, right, right_factor)] = {left, left_factor, right, right_factor, result};
  return result;
}

} // namespace warpscope::exec
