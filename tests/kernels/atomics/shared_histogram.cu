/* warpscope
kernel = "histogram"
grid = 2
block = 64
[args]
in = "mod:4[128]"
bins = "zero[32]"
[check]
bins = "plain"
*/
__global__ void histogram(const int *in, int *bins) {
  __shared__ int h[32];
  if (threadIdx.x < 32) h[threadIdx.x] = 0;                       // expect shared_store: requests=2 wavefronts=2
  __syncthreads();
  atomicAdd(&h[in[blockIdx.x * 64 + threadIdx.x]], 1);            // expect shared_atomic: requests=4 wavefronts=4 bank_conflicts=0
  __syncthreads();
  if (threadIdx.x < 32) atomicAdd(&bins[threadIdx.x], h[threadIdx.x]);  // expect shared_load: requests=2 wavefronts=2
}
__global__ void plain(const int *in, int *bins) {
  if (threadIdx.x || blockIdx.x) return;
  for (int i = 0; i < 128; ++i) bins[in[i]]++;
}
// expect run: done
