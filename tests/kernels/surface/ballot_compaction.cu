/* warpscope
grid = 2
block = 64
[args]
in = "mod:10[128]"
out = "zero[128]"
count = "zero[1]"
[check]
count = "plain"
*/
// expect run: done
__device__ __forceinline__ int lane() { return threadIdx.x & 31; }
__global__ void compact(const int *in, int *out, int *count) {
  const int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  const bool keep = value > 4;
  const unsigned mask = __ballot_sync(0xffffffffu, keep);
  int base = 0;
  if (lane() == 0) base = atomicAdd(count, __popc(mask)); // expect global_atomic: requests=4 sectors=4
  base = __shfl_sync(0xffffffffu, base, 0);
  if (keep) out[base + __popc(mask & ((1u << lane()) - 1))] = value;
}
__global__ void plain(const int *in, int *out, int *count) {
  if (in[blockIdx.x * blockDim.x + threadIdx.x] > 4) atomicAdd(count, 1);
}
