/* warpscope
title  = "gather index"
kernel = "gather_index"
grid   = "N/256"
block  = 256
[params]
N = [4194304, 1048576]
TABLE = [8388608, 65536]
ORDER = [0, 1, 2]
[args]
idx = "random:1[N]"
table = "random:2[TABLE]"
out = "zero[N]"
mask = "TABLE-1"
*/
#ifndef N
#define N 4194304
#endif
#ifndef TABLE
#define TABLE 8388608
#endif
#ifndef ORDER
#define ORDER 0
#endif

// ORDER 0 random, 1 random groups of 32 neighbours, 2 a permutation by an odd factor
__global__ void gather_index(const unsigned *idx, const float *table, float *out, unsigned mask) {
  unsigned i = blockIdx.x * 256 + threadIdx.x;
#if ORDER == 0
  unsigned k = idx[i] & mask;
#elif ORDER == 1
  unsigned k = ((idx[i & ~31u] & ~31u) + (i & 31)) & mask;
#else
  unsigned k = (i * 7919u) & mask;
#endif
  out[i] = table[k];
}
