/* warpscope
grid = 1
block = 32
[args]
out = "zero[96]"
*/
// What a lane reads from one that does not execute the shuffle: 0 on an H200, which nothing promises.
__global__ void absent(int *out) {
  int t = threadIdx.x, v = t + 100;
  if (t < 16) out[t] = __shfl_sync(0xffff, v, 20); // expect fault: invalid_shuffle
  if (t < 16) out[32 + t] = __shfl_xor_sync(0xffff, v, 16); // expect fault: invalid_shuffle
  // The lowest lane of a sum downwards reads only lanes that are there, which is what such a sum is for.
  if (t < 8)
    for (int d = 4; d > 0; d /= 2) v += __shfl_down_sync(0xff, v, d);
  out[64 + t] = v;
}
// expect run: done
