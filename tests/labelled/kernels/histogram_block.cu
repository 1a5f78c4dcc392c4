/* warpscope
grid = 4
block = 128
[args]
in = "random:6[2048]"
out = "zero[64]"
*/
__global__ void histogram(const unsigned *in, unsigned *out) {
  __shared__ unsigned bins[64];
  for (unsigned b = threadIdx.x; b < 64; b += blockDim.x) bins[b] = 0;
  __syncthreads(); //~ racy
  for (unsigned i = threadIdx.x; i < 512; i += blockDim.x) atomicAdd(&bins[in[blockIdx.x * 512 + i] >> 26], 1u); //~ racy as: for (unsigned i = threadIdx.x; i < 512; i += blockDim.x) bins[in[blockIdx.x * 512 + i] >> 26] += 1;
  __syncthreads(); //~ racy
  for (unsigned b = threadIdx.x; b < 64; b += blockDim.x)
    if (bins[b] > 0) atomicAdd(out + b, bins[b]); //~ racy as: if (bins[b] > out[b]) atomicAdd(out + b, bins[b]);
}
