/* warpscope
grid = 3
block = 64
[args]
in = "random:8[3072]"
out = "zero[3072]"
*/
// Each thread counts in 16 bins of its own, side by side with the others'.
__global__ void bins(const unsigned *in, unsigned *out) {
  __shared__ unsigned char count[16 * 64];
  for (int b = 0; b < 16; ++b) count[b * 64 + threadIdx.x] = 0;
  for (int i = 0; i < 16; ++i) ++count[(in[(blockIdx.x * 16 + i) * 64 + threadIdx.x] >> 28) * 64 + threadIdx.x];
  __syncthreads();
  for (int b = 0; b < 16; ++b) out[(blockIdx.x * 16 + b) * 64 + threadIdx.x] = count[b * 64 + (threadIdx.x ^ 1)];
}
