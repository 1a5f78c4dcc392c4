/* warpscope
title       = "A swizzle that leaves a conflict: two columns at once"
question    = "A tile of 16 rows and 32 columns is transposed: each warp reads two neighbouring columns, 16 words of each, and writes 32 results in a row. The swizzle x ^ y cured the columns of a 32 x 32 tile. How many wavefronts does this read take with it, and what would cure it?"
explanation = """
As it lies (LAYOUT 0) a column of 16 words is in one bank, and its neighbour in the next: 16 wavefronts. With x ^ y (LAYOUT 2) the row number has only four bits, and changes only the lower four of the column's five: \
each column spreads over the 16 banks of its own half, and both columns of a pair lie in the same half. Every bank gets two words: 2 wavefronts, 1 conflict. \
One column of padding (LAYOUT 1) leaves the same conflict, for the columns begin one bank apart and cover 17 banks together: 15 of them get two words. \
The cure moves each row by two places instead of one, so that even columns keep the even banks and odd ones the odd banks: x ^ 2 * y (LAYOUT 3), or two columns of padding (LAYOUT 4). Then 32 words lie in 32 banks. \
Widely believed and false: "a swizzled tile has no conflicts". A swizzle is made for one access, and another access has to be counted anew."""
kernel = "two_columns"
grid   = 8
block  = [32, 16]
[params]
LAYOUT = [2, 0, 1, 3, 4]
[args]
in  = "ramp[4096]"
out = "zero[4096]"
[check]
out = "two_columns_reference"
[lesson]
at     = "float value = tile[row][place(column, row)];"
access = "load"
set    = { LAYOUT = 2 }
answer = "With x ^ y the {words word} of two columns fall on {banks bank}: {wavefronts wavefront} where {ideal_wavefronts} would do, {bank_conflicts conflict}. LAYOUT = 3, x ^ 2 * y, takes it away."
*/
#ifndef LAYOUT
#define LAYOUT 2
#endif

#define ROWS 16
#define COLUMNS 32

#if LAYOUT == 1
#define PAD 1
#elif LAYOUT == 4
#define PAD 2
#else
#define PAD 0
#endif

// Where a row keeps what belongs in column x: a permutation of the row.
__device__ int place(int x, int y) {
#if LAYOUT == 2
  return x ^ y;
#elif LAYOUT == 3
  return x ^ (2 * y);
#else
  return x;
#endif
}

// Transposes tiles of 16 x 32 to 32 x 16, a warp for each row at first, then for each pair of columns.
__global__ void two_columns(const float *in, float *out) {
  __shared__ float tile[ROWS][COLUMNS + PAD];
  int lane = threadIdx.x, warp = threadIdx.y;
  int first = blockIdx.x * ROWS * COLUMNS;
  tile[warp][place(lane, warp)] = in[first + warp * COLUMNS + lane];
  __syncthreads();

  int row = lane % ROWS, column = 2 * warp + lane / ROWS;
  float value = tile[row][place(column, row)];
  out[first + column * ROWS + row] = value;
}

__global__ void two_columns_reference(const float *in, float *out) {
  int first = blockIdx.x * ROWS * COLUMNS;
  int row = threadIdx.y, column = threadIdx.x;
  out[first + column * ROWS + row] = in[first + row * COLUMNS + column];
}
