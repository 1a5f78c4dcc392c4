/* warpscope
grid = 1
block = 32
[args]
out = "zero[128]"
*/
__global__ void masks(int *out) {
  int t = threadIdx.x, v = t;
  if (t < 16) out[t] = __shfl_sync(0xffffffff, v, 3); // expect fault: invalid_shuffle
  if (t >= 16) out[32 + t] = __ballot_sync(0xffffffff, v & 1); // expect fault: invalid_shuffle
  if (t < 16) out[64 + t] = __shfl_sync(0x00ff, v, 3); // expect fault: invalid_shuffle
  if (t < 16) out[96 + t] = __reduce_add_sync(0xffff, v); // names those that are here
  if (t >= 16) return;
  out[t] += __shfl_sync(0xffffffff, v, 3); // lanes that have ended are not waited for
}
// expect run: done
