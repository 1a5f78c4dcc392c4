/* warpscope
title       = "Block sum: interleaved, chosen by remainder"
question    = "In each round half of the working threads drop out. How many warps still run, and how full are they?"
explanation = """
In round r only every 2^r-th thread adds, so nearly empty warps keep running: until the step reaches 32, every warp still has a lane at work. \
The accesses themselves do not conflict, whatever is often said of the interleaved form: a warp never looks beyond 64 neighbouring words, and with the few lanes left no two meet in a bank. \
What is lost are lanes, not banks."""
kernel = "reduction_modulo"
grid   = "N/BLOCK"
block  = "BLOCK"
[params]
N     = [65536, 4096, 1048576]
BLOCK = [256, 128, 512, 1024]
[args]
in  = "mod:16[N]"
out = "zero[N/BLOCK]"
[check]
out = "reduction_reference"
[lesson]
at     = "float other = part[tid + step];"
access = "load"
turn   = 5
answer = "In round five this warp still runs, for {lanes lane}. Over all rounds the read is {line_requests request} with {line_lanes_percent} % of the lanes at work; conflicts there are none: {wavefronts wavefront}."
*/
#ifndef BLOCK
#define BLOCK 256  // threads of a block, a power of two
#endif

// Each block adds up its BLOCK elements. They are small whole numbers, so the order of the sum changes nothing.
__global__ void reduction_modulo(const float *in, float *out) {
  __shared__ float part[BLOCK];
  int tid = threadIdx.x;
  part[tid] = in[blockIdx.x * BLOCK + tid];
  __syncthreads();

  for (int step = 1; step < BLOCK; step *= 2) {
    if (tid % (2 * step) == 0) {
      float other = part[tid + step];
      part[tid] += other;
    }
    __syncthreads();
  }

  if (tid == 0)
    out[blockIdx.x] = part[0];
}

// One thread of each block adds its elements one after another.
__global__ void reduction_reference(const float *in, float *out) {
  if (threadIdx.x != 0)
    return;
  float sum = 0.0f;
  for (int i = 0; i < BLOCK; i++)
    sum += in[blockIdx.x * BLOCK + i];
  out[blockIdx.x] = sum;
}
