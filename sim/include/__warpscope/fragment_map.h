// Which lane of a warp holds which element of a matrix: one text for the headers of the guest, for the translation of
// inline PTX, and for the simulator's own tables (sim/fragments). Source: PTX ISA, "Matrix fragments for mma", and what
// nvcc makes of nvcuda::wmma. Lane 4 g + t: g is its group, t its number in the group.
//
// A line is a row of A or a column of B. A register of A or B holds `per` elements that follow one another along k. A line's
// elements lie in the four lanes of a group; registers repeat every 8 lines (block) and every 4 per elements along k (chunk).
// Accumulators come in pairs along a row (of wmma's 8 x 32 tile: along a column).
#pragma once
namespace warpscope_fragment {

enum Type { Half, BFloat16, Tf32, Double, S8, U8, S4, U4, E4M3, E5M2, Bit, Float, S32, TypeCount };

/// What __ws_matrix() notes.
enum Note { MmaProduct, WmmaProduct, MatrixLoad, MatrixStore, NoteCount };

#define WS_MAP constexpr __attribute__((always_inline)) inline unsigned
WS_MAP group_of(unsigned lane) { return lane / 4u; }
WS_MAP place_of(unsigned lane) { return lane % 4u; }

/// A and B: the line and the first element along k of a lane's register.
WS_MAP line_of(unsigned lane, unsigned block) { return group_of(lane) + 8u * block; }
WS_MAP along_of(unsigned lane, unsigned chunk, unsigned per) { return per * place_of(lane) + 4u * per * chunk; }
/// The first lane of the group that holds a line, of lines 0 to 7 of its block; of the lane's own line, and of the two
/// columns of B that its pair of the accumulator needs: they are 4 lanes apart.
WS_MAP first_lane_of(unsigned line) { return 4u * line; }
WS_MAP first_lane_of_row(unsigned lane) { return lane & ~3u; }
WS_MAP first_lane_of_pair(unsigned lane) { return (lane & 3u) * 8u; }

/// The number of a register, of A and of B: A's blocks are beside each other, and then the next chunk. wmma counts so in
/// pairs of blocks, and chunks first in a B of two blocks (all read back on an H200).
WS_MAP mma_register(unsigned blocks, unsigned block, unsigned chunk) { return chunk * blocks + block; }
WS_MAP wmma_register(bool is_a, unsigned blocks, unsigned chunks, unsigned block, unsigned chunk) {
  return is_a || blocks > 2u ? block % 2u + (blocks < 2u ? 1u : 2u) * chunk + 2u * chunks * (block / 2u) : chunk + chunks * block;
}

/// Accumulators: the first element along its line of a lane's pair; lines as above.
WS_MAP pair_of(unsigned lane, unsigned block) { return 2u * place_of(lane) + 8u * block; }
/// The blocks of a wmma accumulator's pair j: of the line, and along it.
WS_MAP sum_line_block(bool square, unsigned j) { return square ? j % 2u : j; }
WS_MAP sum_pair_block(bool square, unsigned j) { return square ? j / 2u : 0u; }

/// ldmatrix and stmatrix: the lane that names a row of matrix j; a lane's register j holds elements pair_of(lane, 0) and the
/// next of row line_of(lane, 0), or (transposed) those rows of that column.
WS_MAP row_lane_of(unsigned matrix, unsigned row) { return 8u * matrix + row; }
#undef WS_MAP

} // namespace warpscope_fragment
