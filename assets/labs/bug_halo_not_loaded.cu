/* warpscope
title       = "Bug: a halo that nobody loads"
question    = "Each of the 16 x 16 threads loads one element of the 20 x 20 tile, and then all 25 neighbours are read. Which cells of the tile were never written, and what stands in them?"
explanation = """
256 threads write 256 of 400 cells, and the other 144, four columns on the right and four rows below, hold whatever the block before left in shared memory. On a quiet GPU that may even be zeros, and the picture looks right except for seams between blocks. \
Warpscope knows which cells were written and names each read of another one. \
FIXED = 1 deals out all 400 cells, as the lab with the halo does."""
kernel = "convolve"
grid   = ["WIDTH/16", "WIDTH/16"]
block  = [16, 16]
[params]
FIXED = [0, 1]
WIDTH = [64, 32]
[args]
in    = "mod:8[WIDTH*WIDTH]"
out   = "zero[WIDTH*WIDTH]"
width = "WIDTH"
[check]
out = "convolve_reference"
[bug]
says = "reads shared memory that no thread of the block has written"
when = "FIXED == 0"
[lesson]
at     = "sum += tile[threadIdx.y + dy][threadIdx.x + dx];"
access = "load"
turn   = 25
set    = { FIXED = 0 }
answer = "The last neighbour, four to the right and four below: {lanes lane} read {words word} of the tile, and those beyond column 15 or row 15 were never written."
*/
#ifndef FIXED
#define FIXED 0
#endif

#define SIDE 20  // 16 and four more: the window reaches to the right and down

__device__ float pixel(const float *in, int x, int y, int width) {
  return x < width && y < width ? in[y * width + x] : 0.0f;
}

__global__ void convolve(const float *in, float *out, int width) {
  __shared__ float tile[SIDE][SIDE];
  int left = blockIdx.x * 16, top = blockIdx.y * 16;
#if FIXED
  for (int cell = threadIdx.y * 16 + threadIdx.x; cell < SIDE * SIDE; cell += 256)
    tile[cell / SIDE][cell % SIDE] = pixel(in, left + cell % SIDE, top + cell / SIDE, width);
#else
  tile[threadIdx.y][threadIdx.x] = pixel(in, left + threadIdx.x, top + threadIdx.y, width);
#endif
  __syncthreads();

  float sum = 0.0f;
  for (int dy = 0; dy < 5; dy++)
    for (int dx = 0; dx < 5; dx++)
      sum += tile[threadIdx.y + dy][threadIdx.x + dx];
  out[(top + threadIdx.y) * width + left + threadIdx.x] = sum;
}

// Straight from global memory.
__global__ void convolve_reference(const float *in, float *out, int width) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0.0f;
  for (int dy = 0; dy < 5; dy++)
    for (int dx = 0; dx < 5; dx++)
      sum += pixel(in, x + dx, y + dy, width);
  out[y * width + x] = sum;
}
