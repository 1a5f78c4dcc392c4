/* warpscope
title       = "The ladder: registers, constant, shared, global, global with a stride"
question    = "Each thread takes part in 32 additions. Where do its numbers come from, and how many bytes does that move outside the multiprocessor?"
explanation = """
From rung to rung the same 32 additions need more of the memory system. Registers (STEP 4) need nothing, a broadcast from constant memory (3) one pass each, shared memory (2) one wavefront each after one \
load, coalesced global memory (0) 4 sectors each, and with a stride of 32 floats (1) every lane fetches a sector of its own: 32 each, eight times what is used. \
The counts are the reason for the bandwidths that are measured on each rung."""
kernel = "ladder"
grid   = "N/256"
block  = 256
[params]
STEP = [1, 0, 2, 3, 4]
N    = [4096, 1024]
[args]
in  = "mod:16[N*32]"
out = "zero[N]"
[check]
out = "ladder_reference"
[lesson]
at     = "sum += in[i * READS + r];"
access = "load"
turn   = 1
set    = { STEP = 1 }
answer = "With a stride of 32 floats one read takes {sectors sector}: {fetched} bytes fetched, {used_percent} % used, {line_sectors} sectors for this block. In step 0 it is 4 a read."
*/
#ifndef STEP
#define STEP 1
#endif

#define READS 32

struct Weights {
  float of[READS];
};

// 0 to 15 twice, as the buffer is filled.
constexpr Weights make_weights() {
  Weights weights = {};
  for (int r = 0; r < READS; r++)
    weights.of[r] = (float)(r % 16);
  return weights;
}

__constant__ Weights weights = make_weights();

__global__ void ladder(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
#if STEP == 2
  __shared__ float tile[256];
  tile[threadIdx.x] = in[i];
  __syncthreads();
#endif
  for (int r = 0; r < READS; r++) {
#if STEP == 0
    sum += in[r * gridDim.x * blockDim.x + i];  // a warp reads 32 neighbours
#elif STEP == 1
    sum += in[i * READS + r];                   // a thread reads 32 neighbours, a warp does not
#elif STEP == 2
    sum += tile[(threadIdx.x + r) % 256];       // each loaded number is used by 32 threads
#elif STEP == 3
    sum += weights.of[r];
#else
    sum += r % 16;
#endif
  }
  out[i] = sum;
}

// The same sums, plainly: all fills count 0 to 15 again and again.
__global__ void ladder_reference(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int threads = gridDim.x * blockDim.x;
  int sum = 0;
  for (int r = 0; r < READS; r++) {
    int element = r;
    if (STEP == 0)
      element = r * threads + i;
    if (STEP == 1)
      element = i * READS + r;
    if (STEP == 2)
      element = blockIdx.x * 256 + (threadIdx.x + r) % 256;
    sum += element % 16;
  }
  out[i] = (float)sum;
}
