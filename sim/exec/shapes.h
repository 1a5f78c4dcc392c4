// Shapes of registers: the 32 words of a value relative to its first one. A kernel has few of them
// (threadIdx.x, a row of words, ...), so each is stored once under a number, and the sums of two are cached.
// All arithmetic is modulo 2^32.
#pragma once

#include "sim/base/access.h"

#include <array>
#include <cstdint>
#include <vector>

namespace warpscope::exec {

struct Shape {
  alignas(64) std::array<std::uint32_t, warp_size> relative{}; ///< to lane 0's word
  std::int32_t lowest = 0, highest = 0;                        ///< of `relative`, as signed numbers
};

class ShapeTable {
 public:
  static constexpr std::uint32_t uniform = 0, row = 1; ///< 0, 0, 0, ... and 0, 1, 2, ...
  static constexpr std::uint32_t unknown = ~std::uint32_t{0};
  static constexpr std::size_t most = 1024;

  ShapeTable();
  [[nodiscard]] const Shape& operator[](std::uint32_t id) const { return shapes_[id]; }
  [[nodiscard]] bool full() const { return shapes_.size() >= most; }
  void clear();

  /// Returns the shape of 32 words, adding it if it is new; `unknown` when the table is full.
  std::uint32_t find(const std::uint32_t* words);

  /// Returns the cached shape of left[i] * left_factor + right[i] * right_factor; `unknown` when it is not in
  /// the cache.
  [[nodiscard]] std::uint32_t known_sum(std::uint32_t left, std::uint32_t left_factor, std::uint32_t right,
                                        std::uint32_t right_factor) const {
    if (left == uniform && right == uniform) return uniform;
    const Sum& sum = sums_[place(left, left_factor, right, right_factor)];
    const bool found = sum.left == left && sum.right == right && sum.left_factor == left_factor &&
                       sum.right_factor == right_factor;
    return found ? sum.result : unknown;
  }
  /// As known_sum(), computed and cached if need be.
  std::uint32_t sum(std::uint32_t left, std::uint32_t left_factor, std::uint32_t right,
                    std::uint32_t right_factor);

 private:
  struct Sum {
    std::uint32_t left = unknown, left_factor = 0, right = unknown, right_factor = 0, result = unknown;
  };
  static constexpr std::size_t sum_count = 1024;
  static constexpr std::size_t place(std::uint32_t left, std::uint32_t left_factor, std::uint32_t right,
                                     std::uint32_t right_factor) {
    const std::uint32_t mixed = left * 0x9E37'79B1u + right * 0x85EB'CA77u + left_factor * 0xC2B2'AE3Du +
                                right_factor * 0x27D4'EB2Fu;
    return mixed >> 22;
  }
  static_assert(sum_count == std::size_t{1} << (32 - 22));

  std::vector<Shape> shapes_;
  std::vector<std::vector<std::uint32_t>> by_hash_;
  std::vector<Sum> sums_;
};

} // namespace warpscope::exec
