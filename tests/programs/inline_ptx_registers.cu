// Special registers in inline PTX, also as nvcc takes them: with one % beside operands.
#include <cstdio>

__device__ unsigned lane_below() {
  unsigned mask;
  asm("mov.u32 %0, %lanemask_lt;" : "=r"(mask));
  return mask;
}
__global__ void k(unsigned* out, unsigned long long* times) {
  unsigned lane, warp, sm, threads, block, grid, bytes, size, clock, high;
  unsigned long long timer, clock64, later;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(timer));
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(clock64)::"memory");
  asm("mov.u32 %0, %laneid;" : "=r"(lane));
  asm("mov.u32 %0, %%warpid;" : "=r"(warp));
  asm("mov.u32 %0, %smid;" : "=r"(sm));
  asm("mov.u32 %0, %ntid.x;" : "=r"(threads));
  asm("mov.u32 %0, %ctaid.x;" : "=r"(block));
  asm("mov.u32 %0, %%nctaid.x;" : "=r"(grid));
  asm("mov.u32 %0, %dynamic_smem_size;" : "=r"(bytes));
  asm("add.u32 %0, %1, WARP_SZ;" : "=r"(size) : "r"(lane));
  asm volatile("mov.u32 %0, %clock;" : "=r"(clock));
  asm volatile("mov.u32 %0, %clock_hi;" : "=r"(high));
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(later));
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = lane == threadIdx.x % 32 && warp == threadIdx.x / 32 && sm < 1000 && threads == blockDim.x &&
           block == blockIdx.x && grid == gridDim.x && bytes == 96 && size == lane + 32 &&
           lane_below() == (1u << lane) - 1 && high < 1000 && later >= timer;
  times[i] = clock64 + clock;
}

int main() {
  unsigned* out;
  unsigned long long* times;
  cudaMallocManaged(&out, 128 * sizeof *out);
  cudaMallocManaged(&times, 128 * sizeof *times);
  k<<<2, 64, 96>>>(out, times);
  cudaDeviceSynchronize();
  unsigned right = 0;
  for (int i = 0; i < 128; ++i) right += out[i];
  printf("%u right\n", right);
  cudaFree(out);
  cudaFree(times);
}
// expect: 128 right
