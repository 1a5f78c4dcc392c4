/* warpscope
grid = 1
block = 32
[args]
out = "zero[32]"
*/
__device__ int down(int n) {
  return n == 123456789 ? 0 : 1 + down(n + 1);   // expect fault: stack_overflow
}
__global__ void endless(int *out) { out[threadIdx.x] = down(0); }
// expect run: faulted
