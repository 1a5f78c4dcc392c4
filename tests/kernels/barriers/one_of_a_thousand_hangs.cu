/* warpscope
grid = 1000
block = 64
[args]
out = "zero[64]"
*/
// One block of a thousand hangs: lanes of block 700 wait for each other at two places.
__global__ void k(int *out) {
  unsigned t = threadIdx.x;
  if (blockIdx.x == 700 && t < 7) {
    __syncwarp(0xffu);
  }
  __syncthreads(); // expect fault: deadlock
  if (t == 0) atomicAdd(out, 1);
}
// expect no_hazards
// expect run: deadlock
