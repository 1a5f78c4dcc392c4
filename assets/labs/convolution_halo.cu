/* warpscope
title       = "Convolution 5 x 5 with a halo"
question    = "A block of 16 x 16 threads needs 20 x 20 elements. Who loads the 144 that lie around its own, and how full are the warps that do?"
explanation = """
The threads are numbered through, and the 400 cells of the tile are dealt out in two rounds: 256 in the first, 144 in the second. So the halo needs no special cases, and of the 13 warps that store a part of it 12 are full. \
Each element of the tile is then read 25 times from shared memory instead of from global memory, by rows of neighbours: two rows of 16 words, 20 apart, which meet in 4 banks: 2 wavefronts. \
Cells outside the image are zero."""
kernel = "convolve"
grid   = ["WIDTH/16", "WIDTH/16"]
block  = [16, 16]
[params]
WIDTH = [64, 32]
[args]
in    = "mod:8[WIDTH*WIDTH]"
out   = "zero[WIDTH*WIDTH]"
width = "WIDTH"
[check]
out = "convolve_reference"
[lesson]
at     = "sum += weight(dx, dy) * tile[threadIdx.y + dy][threadIdx.x + dx];"
access = "load"
turn   = 1
answer = "A read of two rows of the tile takes {wavefronts wavefront}, and the block makes {line_requests} of them: 25 for each warp. Its rows lie 20 words apart, so the {words word} fall on {banks bank} only."
*/
#define REACH 2                   // 5 x 5
#define SIDE (16 + 2 * REACH)     // of the tile with its halo

__device__ float weight(int dx, int dy) {
  return (float)(dx + dy);
}

__global__ void convolve(const float *in, float *out, int width) {
  __shared__ float tile[SIDE][SIDE];
  int thread = threadIdx.y * 16 + threadIdx.x;
  for (int cell = thread; cell < SIDE * SIDE; cell += 256) {
    int x = blockIdx.x * 16 + cell % SIDE - REACH;
    int y = blockIdx.y * 16 + cell / SIDE - REACH;
    bool inside = x >= 0 && x < width && y >= 0 && y < width;
    tile[cell / SIDE][cell % SIDE] = inside ? in[y * width + x] : 0.0f;
  }
  __syncthreads();

  float sum = 0.0f;
  for (int dy = 0; dy <= 2 * REACH; dy++)
    for (int dx = 0; dx <= 2 * REACH; dx++)
      sum += weight(dx, dy) * tile[threadIdx.y + dy][threadIdx.x + dx];
  out[(blockIdx.y * 16 + threadIdx.y) * width + blockIdx.x * 16 + threadIdx.x] = sum;
}

// Straight from global memory.
__global__ void convolve_reference(const float *in, float *out, int width) {
  int x0 = blockIdx.x * 16 + threadIdx.x, y0 = blockIdx.y * 16 + threadIdx.y;
  float sum = 0.0f;
  for (int dy = 0; dy <= 2 * REACH; dy++)
    for (int dx = 0; dx <= 2 * REACH; dx++) {
      int x = x0 + dx - REACH, y = y0 + dy - REACH;
      if (x >= 0 && x < width && y >= 0 && y < width)
        sum += weight(dx, dy) * in[y * width + x];
    }
  out[y0 * width + x0] = sum;
}
