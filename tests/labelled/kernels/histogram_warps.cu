/* warpscope
grid = 2
block = 128
[args]
in = "random:5[2048]"
out = "zero[32]"
*/
__global__ void histogram(const unsigned *in, unsigned *out) {
  __shared__ unsigned bins[4][32];
  unsigned t = threadIdx.x, warp = t / 32;
  bins[warp][t % 32] = 0;
  __syncwarp(); //~ racy
  for (unsigned i = t; i < 1024; i += 128) atomicAdd(&bins[warp][in[blockIdx.x * 1024 + i] % 32], 1u); //~ racy as: for (unsigned i = t; i < 1024; i += 128) bins[warp][in[blockIdx.x * 1024 + i] % 32]++; //~ racy as: for (unsigned i = t; i < 1024; i += 128) atomicAdd(&bins[0][in[blockIdx.x * 1024 + i] % 32], 1u);
  __syncthreads(); //~ racy //~ racy as: __syncwarp();
  if (t < 32) atomicAdd(out + t, bins[0][t] + bins[1][t] + bins[2][t] + bins[3][t]);
}
