/* warpscope
grid = 4
block = 32
[args]
in = "mod:7[128]"
partial = "zero[4]"
count = "zero[1]"
out = "zero[1]"
*/
__global__ void sum(const float *in, volatile float *partial, unsigned *count, float *out) {
  float v = in[blockIdx.x * 32 + threadIdx.x];
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(~0u, v, d);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = v;
    __threadfence(); //~ racy //~ racy as: __threadfence_block(); //~ clean as: __threadfence_system();
    if (atomicAdd(count, 1u) == gridDim.x - 1) {
      __threadfence(); //~ racy
      float all = 0;
      for (unsigned b = 0; b < gridDim.x; ++b) all += partial[b];
      *out = all; //~ clean as: *out = all; *count = 0;
    }
  }
}
