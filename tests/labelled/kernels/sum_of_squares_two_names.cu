/* warpscope
grid = 2
block = 64
[args]
in = "mod:7[128]"
out = "zero[2]"
*/
// The block's sum stands at the front of the scratch that every thread has a place in.
__global__ void norm(const float *in, float *out) {
  __shared__ float scratch[64];
  unsigned t = threadIdx.x;
  float v = in[blockIdx.x * 64 + t];
  scratch[t] = v * v;
  __syncthreads(); //~ racy
  if (t < 32) {
    float s = scratch[t] + scratch[t + 32];
    for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(~0u, s, d);
    if (t == 0) scratch[0] = s;
  }
  __syncthreads(); //~ racy
  float norm = scratch[0];
  __syncthreads(); //~ racy
  scratch[t] = v / norm;
  __syncthreads(); //~ racy
  if (t == 0) out[blockIdx.x] = scratch[1] + scratch[63];
}
