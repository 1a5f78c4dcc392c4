/* warpscope
title  = "hash probe"
kernel = "hash_probe"
grid   = "Q/256"
block  = 256
[params]
SLOTS = [8388608, 262144]
Q = 2097152
FULL = [50, 85]
[args]
slot = "random:1[SLOTS]"
query = "random:2[Q]"
out = "zero[Q]"
mask = "SLOTS-1"
*/
#ifndef SLOTS
#define SLOTS 8388608
#endif
#ifndef Q
#define Q 2097152
#endif
#ifndef FULL
#define FULL 50
#endif

// linear probing: a slot whose value is above FULL percent counts as empty
__global__ void hash_probe(const unsigned *slot, const unsigned *query, int *out, unsigned mask) {
  int i = blockIdx.x * 256 + threadIdx.x;
  unsigned key = query[i], h = key * 0x9E3779B1u;
  h ^= h >> 15;
  int steps = 0;
  for (; steps < 64; steps++) {
    unsigned v = slot[(h + steps) & mask];
    if (v == key || v % 100 >= FULL) break;
  }
  out[i] = steps;
}
