/* warpscope
title  = "chase chains"
kernel = "chase_chains"
grid   = "BLOCKS"
block  = "BLOCK"
[params]
SIZE = [65536, 2097152, 33554432]
CHAINS = [1, 4]
STEPS = 256
BLOCKS = [1, 264]
BLOCK = [1, 128]
[args]
next = "random:1[SIZE]"
out = "zero[BLOCKS*BLOCK]"
mask = "SIZE-1"
*/
#ifndef SIZE
#define SIZE 65536
#endif
#ifndef CHAINS
#define CHAINS 1
#endif
#ifndef STEPS
#define STEPS 256
#endif
#ifndef BLOCKS
#define BLOCKS 1
#endif
#ifndef BLOCK
#define BLOCK 1
#endif

// each step needs the value of the one before; CHAINS independent ones a thread
__global__ void chase_chains(const unsigned *next, unsigned *out, unsigned mask) {
  unsigned id = blockIdx.x * BLOCK + threadIdx.x, p[CHAINS];
  for (int c = 0; c < CHAINS; c++) p[c] = (id * 9781u + c * 7771u) & mask;
  for (int s = 0; s < STEPS; s++)
#pragma unroll
    for (int c = 0; c < CHAINS; c++) p[c] = (next[p[c]] + s) & mask;
  unsigned r = 0;
  for (int c = 0; c < CHAINS; c++) r += p[c];
  out[id] = r;
}
