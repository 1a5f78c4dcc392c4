/* warpscope
title  = "search sorted"
kernel = "search_sorted"
grid   = "Q/128"
block  = 128
[params]
Q = 1048576
N = [1048576, 16777216]
LINEAR = [0, 1]
[args]
table = "ramp[N]"
query = "random:4[Q]"
out = "zero[Q]"
n = "N"
*/
#ifndef Q
#define Q 1048576
#endif
#ifndef N
#define N 1048576
#endif
#ifndef LINEAR
#define LINEAR 0
#endif

// LINEAR 1: neighbours ask for neighbours
__global__ void search_sorted(const unsigned *table, const unsigned *query, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned want = LINEAR ? (unsigned)i % n : query[i] % n;
  int lo = 0, len = n;
  while (len > 1) {
    int half = len >> 1;
    if (table[lo + half] <= want) lo += half;
    len -= half;
  }
  out[i] = lo;
}
