/* warpscope
grid = 2
block = 64
[args]
out = "zero[128]"
[check]
out = "plain"
*/
// expect run: done
__device__ __forceinline__ unsigned lane_id() {
  unsigned lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}
__global__ void k(unsigned *out) {
  unsigned below, block;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  asm("mov.u32 %0, %%ctaid.x;" : "=r"(block));
  out[blockIdx.x * 64 + threadIdx.x] = lane_id() + __popc(below) + 100 * block; // expect global_store: requests=4 sectors=16
}
__global__ void plain(unsigned *out) { out[blockIdx.x * 64 + threadIdx.x] = 2 * (threadIdx.x % 32) + 100 * blockIdx.x; }
