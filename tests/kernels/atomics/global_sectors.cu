/* warpscope
kernel = "adds"
grid = 1
block = 32
[args]
out = "zero[1024]"
*/
// An atomic asks for a sector of global memory as often as the most lanes want one element in it.
__global__ void adds(int *out) {
  int t = threadIdx.x;
  atomicAdd(&out[0], 1);              // expect global_atomic: requests=1 sectors=32 ideal_sectors=1 lines=1
  atomicAdd(&out[32 + t], t);         // expect global_atomic: requests=1 sectors=4 ideal_sectors=4 lines=1
  atomicMax(&out[64 + t / 2], t);     // expect global_atomic: requests=1 sectors=4 ideal_sectors=2 lines=1
  atomicCAS(&out[128 + 8 * t], 0, t); // expect global_atomic: requests=1 sectors=32 lines=8
}
// expect run: done
