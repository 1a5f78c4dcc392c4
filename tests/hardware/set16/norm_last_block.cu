/* warpscope
title  = "norm last block"
kernel = "norm_last_block"
grid   = "BLOCKS"
block  = 256
[params]
N = [16777216, 1048576]
BLOCKS = [512, 128]
[args]
in = "random:6[N]"
part = "zero[BLOCKS]"
out = "zero[1]"
count = "zero[1]"
n = "N"
*/
#ifndef N
#define N 16777216
#endif
#ifndef BLOCKS
#define BLOCKS 512
#endif

// square root of the sum of squares; the block that ends last adds the parts
__global__ void norm_last_block(const float *in, volatile float *part, float *out, unsigned *count, int n) {
  __shared__ float s[256];
  __shared__ bool last;
  int t = threadIdx.x;
  float v = 0;
  const float4 *in4 = (const float4 *)in;
  for (int i = blockIdx.x * 256 + t; i < n / 4; i += gridDim.x * 256) {
    float4 x = in4[i];
    v += x.x * x.x + x.y * x.y + x.z * x.z + x.w * x.w;
  }
  s[t] = v;
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
  if (t == 0) {
    part[blockIdx.x] = s[0];
    __threadfence();
    last = atomicAdd(count, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  v = 0;
  for (int i = t; i < gridDim.x; i += 256) v += part[i];
  s[t] = v;
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) { if (t < d) s[t] += s[t + d]; __syncthreads(); }
  if (t == 0) { *out = sqrtf(s[0]); *count = 0; }
}
