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

/// What __ws_matrix() notes. A sparse product is mma.sp, a quad product mma.m8n8k4 of half. Their note of n has a variant, too:
/// the selector, or bits of QuadVariant.
enum Note { MmaProduct, WmmaProduct, MatrixLoad, MatrixStore, SparseProduct, QuadProduct, NoteCount };
enum QuadVariant { QuadAByColumns = 1, QuadBByRows = 2 };

#define WS_MAP constexpr __attribute__((always_inline)) inline unsigned
WS_MAP noted_n(unsigned n, unsigned variant) { return n + 256u * variant; }
WS_MAP n_of_note(unsigned noted) { return noted % 256u; }
WS_MAP variant_of_note(unsigned noted) { return noted / 256u; }

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

/// mma.sp: of each `step` elements along a row of A half are stored, and four bits of metadata name them. A register of metadata
/// holds eight such fours: of types of 16 bits and more four of row line_of(lane, 0) and four of the row 8 below, of smaller types
/// eight of one row. (As CUTLASS lays metadata out; an H200 computes the same: tests/hardware/h200_mma_sparse.tsv.)
WS_MAP metadata_step(unsigned bits) { return bits == 32u ? 2u : bits == 4u ? 8u : 4u; }
/// The lanes of a row's four that give metadata; the selector chooses which: lanes givers * selector and the next of the four.
WS_MAP metadata_givers(unsigned bits, unsigned k) { return k / metadata_step(bits) / 4u; }
/// Of the givers the one that has a four, and the first of its bits: `block` 1 is the row 8 below.
WS_MAP metadata_giver(unsigned bits, unsigned block, unsigned four) { return bits >= 16u ? four / 4u : 2u * (four / 8u) + block; }
WS_MAP metadata_bit(unsigned bits, unsigned block, unsigned four) { return bits >= 16u ? 4u * (four % 4u) + 16u * block : 4u * (four % 8u); }
/// Which element of its `step` the stored one number `e` is, by the four bits. Of tf32 they are 0b0100 or 0b1110; of 4 bits they
/// name pairs.
WS_MAP metadata_place(unsigned bits, unsigned four_bits, unsigned e) {
  return bits == 32u ? four_bits >> 1u & 1u : bits == 4u ? 2u * (four_bits >> 2u * (e / 2u) & 3u) + e % 2u : four_bits >> 2u * e & 3u;
}

/// mma.m8n8k4 of half: four products of 8 x 8 x 4, each by a quad of the warp's lower half (rows or columns 0 to 3 of it) and the
/// same quad of the upper half (4 to 7). An operand's lane has one line of A or B, or (by the other layout) one place along k.
WS_MAP quad_product(unsigned lane) { return lane / 4u % 4u; }
WS_MAP quad_line(unsigned lane) { return lane % 4u + lane / 16u * 4u; }
/// Row and column of sum `i` of a lane, of floats and of halves.
WS_MAP quad_sum_row(bool floats, unsigned lane, unsigned i) { return floats ? lane % 2u + i / 2u % 2u * 2u + lane / 16u * 4u : quad_line(lane); }
WS_MAP quad_sum_column(bool floats, unsigned lane, unsigned i) { return floats ? i / 4u * 4u + lane / 2u % 2u * 2u + i % 2u : i; }

/// ldmatrix and stmatrix: the lane that names a row of matrix j; a lane's register j holds elements pair_of(lane, 0) and the
/// next of row line_of(lane, 0), or (transposed) those rows of that column.
WS_MAP row_lane_of(unsigned matrix, unsigned row) { return 8u * matrix + row; }
#undef WS_MAP

} // namespace warpscope_fragment
