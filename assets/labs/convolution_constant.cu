/* warpscope
title       = "Convolution with its weights in constant memory"
question    = "Every thread multiplies by the same 9 weights, in the same order. What does it cost to read them from constant memory, and what from global memory?"
explanation = """
All lanes want the same weight at the same time: from constant memory that is one pass, and no request leaves for the L1 cache. From global memory (PLACE 1) it is a request of one sector each time, 4 of its 32 bytes used. \
This is the access that constant memory was made for: few numbers, and the index depends on the loop, not on the thread. \
In a long row the three neighbours of a pixel are shifted by one: 5 sectors instead of 4 for the outer two."""
kernel = "convolve_row"
grid   = ["N/256", 4]
block  = 256
[params]
PLACE = [0, 1]
N     = [2048, 512]
[args]
in     = "mod:8[6*N]"
weight = "mod:4[9]"
out    = "zero[4*N]"
n      = "N"
[check]
out = "convolve_row_reference"
[lesson]
at     = "float w = constant.weight[dy * 3 + dx];"
access = "load"
turn   = 1
set    = { PLACE = 0 }
answer = "{lanes lane} want {words word}: {passes pass}. Over all nine weights that is {line_passes pass} for the block's warps."
*/
#ifndef PLACE
#define PLACE 0
#endif

struct Weights {
  float weight[9];
};

// What the host would copy into constant memory: the same numbers as in the global array.
__constant__ Weights constant = {{0, 1, 2, 3, 0, 1, 2, 3, 0}};

// Four rows of n pixels; row 0 of the picture is the one above them. The two outermost columns are left out.
__global__ void convolve_row(const float *in, const float *weight, float *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  if (x < 1 || x >= n - 1)
    return;
  float sum = 0.0f;
  for (int dy = 0; dy < 3; dy++)
    for (int dx = 0; dx < 3; dx++) {
#if PLACE == 0
      float w = constant.weight[dy * 3 + dx];
#else
      float w = weight[dy * 3 + dx];
#endif
      sum += w * in[(y + dy) * n + x + dx - 1];
    }
  out[y * n + x] = sum;
}

// The weights are known: 0 to 3, again and again.
__global__ void convolve_row_reference(const float *in, const float *weight, float *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y;
  if (x < 1 || x >= n - 1)
    return;
  float sum = 0.0f;
  for (int k = 0; k < 9; k++)
    sum += (float)(k % 4) * in[(y + k / 3) * n + x + k % 3 - 1];
  out[y * n + x] = sum;
}
