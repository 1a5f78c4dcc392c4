/* warpscope
grid = 1
block = 32
[args]
out = "zero[32]"
*/
__global__ void ptx(int *out) {
  int lane;
  asm volatile("add.s32 %0, %1, 1;" : "=r"(lane) : "r"(threadIdx.x));  // expect error: the inline PTX 'add.s32 %0, %1, 1' is not supported
  out[threadIdx.x] = lane;
}
// expect run: user_error
