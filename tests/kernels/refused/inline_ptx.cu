/* warpscope
grid = 1
block = 32
[args]
out = "zero[32]"
*/
__global__ void ptx(int *out) {
  int lane;
  asm volatile("suld.b.1d.b32.trap %0, [%1];" : "=r"(lane) : "r"(threadIdx.x));  // expect error: the inline PTX 'suld.b.1d.b32.trap %0, [%1]' is not supported
  out[threadIdx.x] = lane;
}
// expect run: user_error
