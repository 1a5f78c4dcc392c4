/* warpscope
grid = 1
block = 32
[args]
out = "zero[32]"
*/
__global__ void others(int *out) {
  if (threadIdx.x < 16) __syncwarp(0xff00); // expect fault: trap
  out[threadIdx.x] = 1;
}
// expect run: faulted
