// 8 x 8 matrices of 16-bit elements across the lanes of a warp: what ldmatrix, movmatrix and wmma share. A lane holds
// elements 2 * (lane % 4) and the next of row lane / 4 in one 32-bit register (PTX ISA, "ldmatrix"; read back on an H100).
#pragma once
#include "fragment_map.h"
__WS_BEGIN
template <class T> __ws_fn T *__ws_shared_pointer(unsigned offset) {
  return (T *)(((unsigned long long)__WS_SPACE_Shared << 32) | offset);
}
__ws_fn unsigned __ws_word_of(const uint4 &row, unsigned lane, unsigned word) {
  const unsigned x = __ws_shfl(~0u, __WS_SHUFFLE_Idx, row.x, lane, 0x1fu), y = __ws_shfl(~0u, __WS_SHUFFLE_Idx, row.y, lane, 0x1fu);
  const unsigned z = __ws_shfl(~0u, __WS_SHUFFLE_Idx, row.z, lane, 0x1fu), w = __ws_shfl(~0u, __WS_SHUFFLE_Idx, row.w, lane, 0x1fu);
  return word < 2u ? (word == 0u ? x : y) : (word == 2u ? z : w);
}
/// The half of each word that lies in column lane / 4, from two rows.
__ws_fn unsigned __ws_column_pair(unsigned first, unsigned second, unsigned lane) {
  const unsigned shift = (lane / 4u % 2u) * 16u;
  return ((first >> shift) & 0xffffu) | ((second >> shift) << 16);
}
/// Register of matrix j, whose rows lanes 8 j … 8 j + 7 have read.
__ws_fn unsigned __ws_matrix_part(const uint4 &row, unsigned j, bool transposed) {
  const unsigned lane = __ws_special(__WS_SPECIAL_LaneId);
  using namespace warpscope_fragment;
  if (!transposed) return __ws_word_of(row, row_lane_of(j, line_of(lane, 0u)), place_of(lane));
  const unsigned first = row_lane_of(j, pair_of(lane, 0u));
  return __ws_column_pair(__ws_word_of(row, first, lane / 8u), __ws_word_of(row, first + 1u, lane / 8u), lane);
}
__ws_fn unsigned __ws_transposed(unsigned part) {
  const unsigned lane = __ws_special(__WS_SPECIAL_LaneId), first = 8u * (lane % 4u) + lane / 8u;
  return __ws_column_pair(__ws_shfl(~0u, __WS_SHUFFLE_Idx, part, first, 0x1fu),
                          __ws_shfl(~0u, __WS_SHUFFLE_Idx, part, first + 4u, 0x1fu), lane);
}
/// One load of 16 bytes by each lane that names a row: the first 8 of each matrix.
template <int count, bool transposed> __ws_fn void __ws_ldmatrix(unsigned (&parts)[4], const uint4 *row_of_lane) {
  uint4 row = {0u, 0u, 0u, 0u};
  if (__ws_special(__WS_SPECIAL_LaneId) < 8u * count) {
    __ws_matrix(warpscope_fragment::MatrixLoad, count, transposed, 0, 0, 0);
    row = *row_of_lane;
  }
  parts[0] = __ws_matrix_gives(0, __ws_matrix_part(row, 0u, transposed));
  if (count > 1) parts[1] = __ws_matrix_gives(1, __ws_matrix_part(row, 1u, transposed));
  if (count > 2) {
    parts[2] = __ws_matrix_gives(2, __ws_matrix_part(row, 2u, transposed));
    parts[3] = __ws_matrix_gives(3, __ws_matrix_part(row, 3u, transposed));
  }
}
/// One store of 16 bytes by each lane that names a row.
template <int count, bool transposed> __ws_fn void __ws_stmatrix(uint4 *row_of_lane, const unsigned (&parts)[4]) {
  const unsigned lane = __ws_special(__WS_SPECIAL_LaneId), row = lane % 8u;
  unsigned words[4];
  for (unsigned w = 0u; w < 4u; ++w) {
    unsigned word = 0u;
    for (unsigned j = 0u; j < count; ++j) {
      unsigned part;
      if (transposed) {
        const unsigned first = 8u * w + row / 2u, shift = row % 2u * 16u;
        const unsigned a = __ws_shfl(~0u, __WS_SHUFFLE_Idx, parts[j], first, 0x1fu), b = __ws_shfl(~0u, __WS_SHUFFLE_Idx, parts[j], first + 4u, 0x1fu);
        part = ((a >> shift) & 0xffffu) | ((b >> shift) << 16);
      } else {
        part = __ws_shfl(~0u, __WS_SHUFFLE_Idx, parts[j], 4u * row + w, 0x1fu);
      }
      if (lane / 8u == j) word = part;
    }
    words[w] = word;
  }
  if (lane >= 8u * count) return;
  __ws_matrix(warpscope_fragment::MatrixStore, count, transposed, 0, 0, 0);
  *row_of_lane = uint4{words[0], words[1], words[2], words[3]};
}
__WS_END
