/* warpscope
grid = 1
block = 32
[args]
out = "zero[32]"
*/
__global__ void ptx(int *out) {
  int lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));  // expect error: not supported
  out[threadIdx.x] = lane;
}
