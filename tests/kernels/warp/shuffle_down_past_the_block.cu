/* warpscope
grid = 1
block = 24
[args]
out = "zero[24]"
*/
// A sum of 32 lanes in a block of 24: lane 8 reads lane 24 first, lane 0 reads lane 8 then.
__global__ void sum(int *out) {
  int v = 1;
  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d); // expect fault: invalid_shuffle
  out[threadIdx.x] = v;
}
// expect run: done
