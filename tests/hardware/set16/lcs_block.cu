/* warpscope
title  = "lcs block"
kernel = "lcs_block"
grid   = "PAIRS"
block  = 128
[params]
PAIRS = [1024, 132]
LEN = 256
[args]
a = "random:1[PAIRS*128]"
b = "random:2[PAIRS*LEN]"
out = "zero[PAIRS]"
*/
#ifndef PAIRS
#define PAIRS 1024
#endif
#ifndef LEN
#define LEN 256
#endif

// longest common subsequence by antidiagonals, a block a pair, a thread a row
__global__ void lcs_block(const unsigned char *a, const unsigned char *b, int *out) {
  __shared__ int d[3][129];
  int t = threadIdx.x, mine = a[blockIdx.x * 128 + t] & 7, last = 0;
  for (int k = 0; k < 3; k++) { d[k][t + 1] = 0; if (t == 0) d[k][0] = 0; }
  __syncthreads();
  for (int s = 0; s < 128 + LEN - 1; s++) {
    int j = s - t;
    if (j >= 0 && j < LEN) {
      int diag = j ? d[(s + 1) % 3][t] : 0, left = j ? d[(s + 2) % 3][t + 1] : 0, up = d[(s + 2) % 3][t];
      last = mine == (b[blockIdx.x * LEN + j] & 7) ? diag + 1 : max(left, up);
      d[s % 3][t + 1] = last;
    }
    __syncthreads();
  }
  if (t == 127) out[blockIdx.x] = last;
}
