/* warpscope
title       = "A five-point stencil, with and without shared memory"
question    = "Each result needs four neighbours and the element itself. How many sectors does a block ask for without a tile, and how many with one?"
explanation = """
Without a tile each warp asks for five runs of 32 elements, and rows of 130 floats seldom begin where a sector does: 5 sectors each, now and then 4. The L1 cache may answer most of it, but every request still goes through it. \
With a tile the block of 32 x 8 loads 34 x 10 elements once, 11 requests, and the five reads become one wavefront each: rows of neighbours never conflict. \
The tile pays when the window is wide; for five points the cache is often as good, which is what a measurement is for."""
kernel = "relax"
grid   = ["(WIDTH-2)/32", "(WIDTH-2)/8"]
block  = [32, 8]
[params]
TILED = [0, 1]
WIDTH = [130, 66]
[args]
in    = "mod:8[WIDTH*WIDTH]"
out   = "zero[WIDTH*WIDTH]"
width = "WIDTH"
[check]
out = "relax_reference"
[lesson]
at     = "float right = in[place + 1];"
access = "load"
set    = { TILED = 0 }
answer = "This one of five reads touches {sectors sector} for {bytes} bytes, {line_sectors} in the block. With TILED = 1 each element comes from global memory once."
*/
#ifndef TILED
#define TILED 0
#endif

// The border of the picture stays as it is; block (0, 0) begins at element (1, 1).
__global__ void relax(const float *in, float *out, int width) {
  int x = blockIdx.x * 32 + threadIdx.x + 1;
  int y = blockIdx.y * 8 + threadIdx.y + 1;
  int place = y * width + x;
#if TILED
  __shared__ float tile[10][34];
  for (int cell = threadIdx.y * 32 + threadIdx.x; cell < 340; cell += 256)
    tile[cell / 34][cell % 34] = in[(blockIdx.y * 8 + cell / 34) * width + blockIdx.x * 32 + cell % 34];
  __syncthreads();
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  float middle = tile[ty][tx];
  float above = tile[ty - 1][tx];
  float below = tile[ty + 1][tx];
  float left = tile[ty][tx - 1];
  float right = tile[ty][tx + 1];
#else
  float middle = in[place];
  float above = in[place - width];
  float below = in[place + width];
  float left = in[place - 1];
  float right = in[place + 1];
#endif
  out[place] = 4.0f * middle - above - below - left - right;
}

__global__ void relax_reference(const float *in, float *out, int width) {
  int x = blockIdx.x * 32 + threadIdx.x + 1;
  int y = blockIdx.y * 8 + threadIdx.y + 1;
  float sum = 0.0f;
  for (int d = -1; d <= 1; d += 2)
    sum += in[y * width + x] - in[(y + d) * width + x] + in[y * width + x] - in[y * width + x + d];
  out[y * width + x] = sum;
}
