/* warpscope
title       = "ldmatrix reads eight rows at once"
question    = "ldmatrix was made for tiles of halves: one instruction brings a warp four 8 x 8 matrices. On which banks do the eight rows of one matrix begin when a row of the tile has 16, 32 or 64 halves?"
explanation = """
A wavefront serves the eight rows of one matrix, 16 bytes each, if they lie on different banks: four matrices take 4 wavefronts at best. Rows of 16 halves are 32 bytes apart, so row r begins at bank 8r % 32 and rows 4 apart meet: 8 wavefronts. \
With 32 halves rows 2 apart meet (16 wavefronts), with 64 halves all eight rows begin at one bank (32 wavefronts): a tile as wide as a line is the worst case, and the instruction does not help. \
LAYOUT 1 pads each row by 16 bytes; LAYOUT 2 exchanges the pieces of 16 bytes by exclusive or with bits of the row's number. Each matrix takes one wavefront with either, and the swizzle costs no memory. \
Widely believed and false: "ldmatrix has no conflicts, since it is made for tiles"."""
kernel = "rows"
grid   = 8
block  = 32
[params]
WIDTH  = [16, 32, 64]
LAYOUT = [0, 1, 2]
[args]
in  = "ramp[16*WIDTH]"
out = "zero[8*32*WIDTH/4]"
[check]
out = "rows_reference"
[lesson]
at     = "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
access = "load"
turn   = 1
set    = { WIDTH = 16, LAYOUT = 0 }
answer = "Four matrices, {bytes} bytes: {wavefronts wavefront}, {bank_conflicts conflict}. The eight rows of a matrix could come at once: {ideal_wavefronts} would do."
*/
#ifndef WIDTH
#define WIDTH 16
#endif
#ifndef LAYOUT
#define LAYOUT 0  // 1: padded, 2: swizzled
#endif

#define PITCH (WIDTH + (LAYOUT == 1 ? 8 : 0))  // halves from row to row
#define PIECES (WIDTH / 8)                     // of 16 bytes, in a row

// Where the 8 halves of a piece begin. Rows that would meet differ in the bits of `row` that choose the other piece.
__device__ int place(int row, int piece) {
  int moved = LAYOUT == 2 ? piece ^ row / (8 / PIECES) % PIECES : piece;
  return row * PITCH + moved * 8;
}

__global__ void rows(const unsigned short *in, unsigned *out) {
  __shared__ __align__(16) unsigned short tile[16 * PITCH];
  int lane = threadIdx.x;
  for (int e = lane; e < 16 * WIDTH; e += 32)
    tile[place(e / WIDTH, e % WIDTH / 8) + e % 8] = in[e];
  __syncwarp();
  // Lanes 0-15 name the rows of the left two matrices, lanes 16-31 those of the right two.
  for (int piece = 0; piece < PIECES; piece += 2) {
    unsigned address = (unsigned)__cvta_generic_to_shared((const void *)&tile[place(lane % 16, piece + lane / 16)]);
    unsigned m[4];
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(m[0]), "=r"(m[1]), "=r"(m[2]), "=r"(m[3])
                 : "r"(address)
                 : "memory");
    for (int i = 0; i < 4; i++)
      out[(blockIdx.x * WIDTH / 4 + piece * 2 + i) * 32 + lane] = m[i];
  }
}

// Lane l gets elements 2 * (l % 4) and the next of row l / 4 of each matrix; the order is top left, bottom left, top right, bottom right.
__global__ void rows_reference(const unsigned short *in, unsigned *out) {
  int lane = threadIdx.x;
  for (int i = 0; i < WIDTH / 4; i++) {
    int row = i % 2 * 8 + lane / 4, column = i / 2 * 8 + lane % 4 * 2;
    unsigned low = in[row * WIDTH + column], high = in[row * WIDTH + column + 1];
    out[(blockIdx.x * WIDTH / 4 + i) * 32 + lane] = low | high << 16;
  }
}
