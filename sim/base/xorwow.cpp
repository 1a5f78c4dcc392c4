// Raises the matrix of one step to its powers by squaring.
#include "sim/base/xorwow.h"

#include <array>

namespace warpscope {
namespace {

constexpr int digits = 32, sequence_log = 67;
using Row = std::array<std::uint32_t, 5>;
using Matrix = std::array<Row, 160>;

Matrix one_step() {
  Matrix matrix{};
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    Row v{};
    v[i / 32] = std::uint32_t{1} << (i % 32);
    const std::uint32_t t = v[0] ^ (v[0] >> 2);
    matrix[i] = {v[1], v[2], v[3], v[4], (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1))};
  }
  return matrix;
}

Matrix squared(const Matrix& matrix) {
  Matrix result{};
  for (std::size_t row = 0; row < matrix.size(); ++row)
    for (std::size_t bit = 0; bit < matrix.size(); ++bit)
      if ((matrix[row][bit / 32] >> (bit % 32) & 1u) != 0)
        for (std::size_t i = 0; i < 5; ++i) result[row][i] ^= matrix[bit][i];
  return result;
}

XorwowTables make_tables() {
  XorwowTables tables;
  const auto append = [](std::vector<std::uint32_t>& to, const Matrix& matrix) {
    for (const Row& row : matrix) to.insert(to.end(), row.begin(), row.end());
  };
  Matrix power = one_step();
  for (int log = 0; log < 2 * digits + sequence_log; ++log) {
    if (log < 2 * digits && log % 2 == 0) append(tables.steps, power);
    if (log >= sequence_log && (log - sequence_log) % 2 == 0) append(tables.sequences, power);
    power = squared(power);
  }
  return tables;
}

} // namespace

const XorwowTables& xorwow_tables() {
  static const XorwowTables tables = make_tables();
  return tables;
}

const std::string& xorwow_header() {
  static const std::string text = [] {
    std::string header = "#pragma once\n";
    const auto put = [&](const char* name, const std::vector<std::uint32_t>& words) {
      header += std::string("static __device__ unsigned int ") + name + "_device[] = {";
      for (const std::uint32_t word : words) header += std::to_string(word) + "u,";
      header += "};\n";
    };
    put("__ws_xorwow_steps", xorwow_tables().steps);
    put("__ws_xorwow_sequences", xorwow_tables().sequences);
    header += "#define __WS_XORWOW_STEPS __ws_xorwow_steps_device\n"
              "#define __WS_XORWOW_SEQUENCES __ws_xorwow_sequences_device\n";
    return header;
  }();
  return text;
}

} // namespace warpscope
