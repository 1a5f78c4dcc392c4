/* warpscope
title       = "stmatrix: fragments on their way out"
question    = "After mma.sync each lane holds pairs of halves from all over its tile. How do they get into shared memory so that the result leaves in whole lines, and what does each way cost?"
explanation = """
A lane's registers hold two neighbours of row lane / 4, of four 8 x 8 matrices. Stored by itself (WAY 0), a register goes to 8 rows of 4 words: with rows of 128 bytes all eight rows begin at one bank, 8 wavefronts for 128 bytes, four times. \
stmatrix (WAY 1) hands over whole rows: each lane names a row of 16 bytes, and the four matrices go in one instruction; but the rows lie where they lie, and eight of them meet on the same 4 banks: 32 wavefronts, as many as before. \
Only with the pieces swizzled (WAY 2) does each matrix take one wavefront: 4. (A plain store of a register would take one, too, four times: what stmatrix saves are instructions.) Then every warp reads rows and stores whole sectors. WAY 3 leaves shared memory out and stores straight from the registers: 8 rows of 16 bytes, half of each sector at a time. \
Widely believed and false: "stmatrix stores without conflicts"."""
kernel = "out_of_fragments"
grid   = 8
block  = 32
[params]
WAY = [0, 1, 2, 3]
[args]
out = "zero[8*16*32]"
[check]
out = "out_reference"
[lesson]
at     = "stmatrix.sync.aligned.m8n8.x4.shared.b16"
access = "store"
turn   = 1
set    = { WAY = 1 }
answer = "Four matrices in one instruction, {bytes} bytes: {wavefronts wavefront} where {ideal_wavefronts} would do. WAY = 2 swizzles the rows' pieces."
*/
#ifndef WAY
#define WAY 0
#endif

#define ROWS 16
#define COLUMNS 64  // halves: 128 bytes a row

#define WORDS (COLUMNS / 2)  // of two halves, in a row

// Where the 4 words of a piece begin.
__device__ int place(int row, int piece) {
  return row * WORDS + (WAY == 2 ? piece ^ row % 8 : piece) * 4;
}

// What a product would have left: whole numbers that say where they belong.
__device__ unsigned short value_of(int row, int column) {
  return (unsigned short)(blockIdx.x * 4096 + row * COLUMNS + column);
}

__global__ void out_of_fragments(unsigned *out) {
  __shared__ __align__(16) unsigned tile[ROWS * WORDS];
  int lane = threadIdx.x;
  int group = lane / 4, pair = lane % 4;
  unsigned *corner = out + blockIdx.x * ROWS * WORDS;
  for (int piece = 0; piece < COLUMNS / 8; piece += 2) {
    // The four matrices: top left, bottom left, top right, bottom right.
    unsigned r[4];
    for (int m = 0; m < 4; m++) {
      int row = m % 2 * 8 + group, column = (piece + m / 2) * 8 + pair * 2;
      r[m] = value_of(row, column) | (unsigned)value_of(row, column + 1) << 16;
    }
#if WAY == 0
    for (int m = 0; m < 4; m++)
      tile[place(m % 2 * 8 + group, piece + m / 2) + pair] = r[m];
#elif WAY == 3
    for (int m = 0; m < 4; m++)
      corner[(m % 2 * 8 + group) * WORDS + (piece + m / 2) * 4 + pair] = r[m];
#else
    unsigned address = (unsigned)__cvta_generic_to_shared((void *)&tile[place(lane % 16, piece + lane / 16)]);
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(address), "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]) : "memory");
#endif
  }
#if WAY != 3
  __syncwarp();
  for (int row = 0; row < ROWS; row++)
    corner[row * WORDS + lane] = tile[place(row, lane / 4) + pair];
#endif
}

__global__ void out_reference(unsigned *out) {
  for (int e = threadIdx.x; e < ROWS * WORDS; e += 32) {
    int row = e / WORDS, column = e % WORDS * 2;
    out[blockIdx.x * ROWS * WORDS + e] = value_of(row, column) | (unsigned)value_of(row, column + 1) << 16;
  }
}
