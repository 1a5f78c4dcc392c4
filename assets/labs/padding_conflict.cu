/* warpscope
title       = "A column of padding that makes a conflict"
question    = "A 16 x 16 block writes its tile by rows. With PAD = 0 that store has no conflict. What does one column of padding do to it?"
explanation = """
A warp of a 16 x 16 block holds two rows of the tile. Without padding these are words 0 to 31, one in each bank. With [16][17] the second row begins at word 17: the warp covers words 0 to 15 and 17 to 32, \
word 32 lies in bank 0 beside word 0, and the store takes 2 wavefronts. \
The column read (tile[tx][ty]) is where padding helps: 16 words that lie 16 apart fall on 2 banks, 8 words in each, and the warp's other column on the 2 banks beside: a queue of 8. 17 apart it is 2. \
Whether a padding pays is a question of all accesses, so count them."""
kernel = "transpose_block"
grid   = [8, 8]
block  = [16, 16]
[params]
PAD = [1, 0]
[args]
in  = "ramp[16384]"
out = "zero[16384]"
[check]
out = "transpose_block_reference"
[lesson]
at     = "tile[ty][tx] = in["
access = "store"
beside = "= tile[tx][ty];"
set    = { PAD = 1 }
answer = "The store of two rows takes {wavefronts wavefront} where {ideal_wavefronts} would do: padding made this conflict. The column read beside it takes {other_wavefronts wavefront}; compare both with PAD = 0."
*/
#ifndef PAD
#define PAD 1
#endif

#define TILE 16
#define WIDTH 128

// Transposes each 16 x 16 square in its place.
__global__ void transpose_block(const float *in, float *out) {
  __shared__ float tile[TILE][TILE + PAD];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty;
  int col = blockIdx.x * TILE + tx;

  tile[ty][tx] = in[row * WIDTH + col];
  __syncthreads();
  float value = tile[tx][ty];
  out[row * WIDTH + col] = value;
}

__global__ void transpose_block_reference(const float *in, float *out) {
  int row = blockIdx.y * TILE + threadIdx.y;
  int col = blockIdx.x * TILE + threadIdx.x;
  int from_row = blockIdx.y * TILE + threadIdx.x;
  int from_col = blockIdx.x * TILE + threadIdx.y;
  out[row * WIDTH + col] = in[from_row * WIDTH + from_col];
}
