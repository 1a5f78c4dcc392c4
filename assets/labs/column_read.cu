/* warpscope
title       = "Reading a column: plain, padded, swizzled"
question    = "Each warp reads one column of a 32 x 32 tile. What does one extra column change, and can the same be had without wasting memory?"
explanation = """
In tile[32][32] a column's words lie 32 apart: one bank holds them all, and the warp needs 32 wavefronts. A row of 33 words moves each row one bank on \
(gcd(33, 32) = 1) for 3 % more memory; storing element x of row y at x ^ y spreads a column just as well and costs nothing. \
A column of a 16 x 16 tile is often called 32-way as well: in a 16 x 16 block it is 8-way, for the warp's 32 words share four banks; 16-way is the most, where the lanes go down 32 rows of 16 words. \
LAYOUT 0 is the plain tile, 1 the padded one, 2 the swizzled one: all three give the same result."""
kernel = "column_read"
grid   = [4]
block  = [32, 32]
[params]
LAYOUT = [0, 1, 2]
[args]
in  = "ramp[4*32*32]"
out = "zero[4*32*32]"
[check]
out = "column_read_reference"
[lesson]
at     = "= tile[tx][ty];"
access = "load"
set    = { LAYOUT = 0 }
answer = "A column of [32][32] lies in {banks bank}: {wavefronts wavefront} for {lanes lane} where {ideal_wavefronts} would do. Set LAYOUT to 1 (padded) or 2 (swizzled), and it falls apart over the banks."
*/
#ifndef LAYOUT
#define LAYOUT 0
#endif

__global__ void column_read(const float *in, float *out) {
#if LAYOUT == 1
  __shared__ float tile[32][33];
#else
  __shared__ float tile[32][32];
#endif
  int tx = threadIdx.x, ty = threadIdx.y;
  int first = blockIdx.x * 32 * 32;

#if LAYOUT == 2
  tile[ty][tx ^ ty] = in[first + ty * 32 + tx];
  __syncthreads();
  out[first + ty * 32 + tx] = tile[tx][ty ^ tx];
#else
  tile[ty][tx] = in[first + ty * 32 + tx];
  __syncthreads();
  out[first + ty * 32 + tx] = tile[tx][ty];
#endif
}

// Row and column exchanged within each 32 x 32 piece, straight from global memory.
__global__ void column_read_reference(const float *in, float *out) {
  int first = blockIdx.x * 32 * 32;
  out[first + threadIdx.y * 32 + threadIdx.x] = in[first + threadIdx.x * 32 + threadIdx.y];
}
