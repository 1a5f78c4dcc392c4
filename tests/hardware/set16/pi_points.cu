/* warpscope
title  = "pi points"
kernel = "pi_points"
grid   = "BLOCKS"
block  = 256
[params]
BLOCKS = [1056, 32]
TRIES = [500, 2000]
GEN = [0, 1]
[args]
hits = "zero[1]"
tries = "TRIES"
*/
#ifndef BLOCKS
#define BLOCKS 1056
#endif
#ifndef TRIES
#define TRIES 500
#endif
#ifndef GEN
#define GEN 0
#endif

__global__ void pi_points(unsigned *hits, int tries) {
  unsigned id = blockIdx.x * 256 + threadIdx.x, s = id * 747796405u + 2891336453u, in = 0;
  for (int k = 0; k < tries; k++) {
#if GEN == 0
    s ^= s << 13; s ^= s >> 17; s ^= s << 5;
    float x = (s >> 8) * (1.0f / 16777216);
    s ^= s << 13; s ^= s >> 17; s ^= s << 5;
    float y = (s >> 8) * (1.0f / 16777216);
#else
    s = s * 1664525u + 1013904223u;
    float x = (s >> 16) * (1.0f / 65536), y = (s & 0xffff) * (1.0f / 65536);
#endif
    if (x * x + y * y < 1.0f) in++;
  }
  in = __reduce_add_sync(0xffffffff, in);
  if (threadIdx.x % 32 == 0) atomicAdd(hits, in);
}
