/* warpscope
title  = "hash insert cas"
kernel = "hash_insert_cas"
grid   = "Q/256"
block  = 256
[params]
SLOTS = 4194304
Q = [1048576, 262144]
[args]
slot = "zero[SLOTS]"
key = "random:2[Q]"
value = "random:3[Q]"
data = "zero[SLOTS]"
mask = "SLOTS-1"
*/
#ifndef SLOTS
#define SLOTS 4194304
#endif
#ifndef Q
#define Q 1048576
#endif

// the first run fills the table, later ones find their keys
__global__ void hash_insert_cas(unsigned *slot, const unsigned *key, const unsigned *value, unsigned *data, unsigned mask) {
  int i = blockIdx.x * 256 + threadIdx.x;
  unsigned k = key[i] | 1, h = k * 0x85EBCA6Bu;
  h ^= h >> 13;
  while (true) {
    h &= mask;
    unsigned old = atomicCAS(&slot[h], 0u, k);
    if (old == 0 || old == k) { data[h] = value[i]; return; }
    h++;
  }
}
