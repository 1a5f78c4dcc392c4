/* warpscope
title  = "What was computed while lanes were gone is not used again where they are there"
kernel = "some_leave"
grid   = [64]
block  = [32]
[args]
out    = "zero[2048]"
[check]
out    = "some_leave_reference"
*/
// The executor remembers what `x ^ 5` gave for an x of this shape. In even blocks only half of the lanes have x, and the others have
// returned when it is computed.
__global__ void some_leave(int *out) {
  int t = threadIdx.x, x = 0;
  bool half = blockIdx.x % 2 == 0;
  if (!half || t < 16) x = t * 2;
  if (half && t >= 16) return;
  out[blockIdx.x * 32 + t] = x ^ 5; // expect global_store: requests=64
}

__global__ void some_leave_reference(int *out) {
  for (int t = threadIdx.x; t < 32; t += 32) {
    int x = 0;
    for (int i = 0; i < t; ++i) x += 2;
    if (blockIdx.x % 2 == 1 || t < 16) out[blockIdx.x * 32 + t] = x + 5 - 2 * (x & 5);
  }
}
// expect run: done
