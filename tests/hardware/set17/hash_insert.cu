/* warpscope
title  = "Keys put into an open hash table, a quarter full or four fifths full"
kernel = "insert"
grid   = ["KEYS / 256"]
block  = [256]
[params]
KEYS = [1048576]
SLOTS = [4194304, 2097152, 1310720]
[args]
keys = "random:71[KEYS]"
slot = "zero[SLOTS]"
failed = "zero[1]"
*/
#ifndef SLOTS
#define SLOTS 4194304
#endif

__global__ void insert(const unsigned *keys, unsigned *slot, int *failed)
{
    unsigned k = keys[blockIdx.x * blockDim.x + threadIdx.x] | 1u;   // 0 means empty
    unsigned h = (k * 2654435761u) % SLOTS;
    for (int tries = 0; tries < 256; tries++) {
        unsigned old = atomicCAS(&slot[h], 0u, k);
        if (old == 0u || old == k) return;
        h = h + 1 == SLOTS ? 0 : h + 1;
    }
    atomicAdd(failed, 1);
}
