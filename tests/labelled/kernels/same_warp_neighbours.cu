/* warpscope
grid = 1
block = 32
[args]
in = "mod:7[32]"
out = "zero[32]"
*/
__global__ void neighbours(const int *in, int *out) {
  __shared__ int s[32];
  unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncwarp(); //~ racy //~ clean as: __syncthreads(); //~ fault as: __syncwarp(0xffffffff ^ 1); //~ racy as: __shfl_sync(~0u, t, 0); //~ racy as: __threadfence_block();
  out[t] = s[t ^ 1]; //~ clean as: out[t] = s[t]; //~ clean as: out[t] = __shfl_xor_sync(~0u, s[t], 1);
}
