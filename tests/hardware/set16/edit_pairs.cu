/* warpscope
title  = "edit pairs"
kernel = "edit_pairs"
grid   = "PAIRS/64"
block  = 64
[params]
PAIRS = [16384, 4096]
LEN = 32
[args]
a = "random:1[PAIRS*LEN]"
b = "random:2[PAIRS*LEN]"
out = "zero[PAIRS]"
*/
#ifndef PAIRS
#define PAIRS 16384
#endif
#ifndef LEN
#define LEN 32
#endif

// a thread a pair, one row of the table in its own array
__global__ void edit_pairs(const unsigned char *a, const unsigned char *b, int *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  short row[LEN + 1];
  for (int k = 0; k <= LEN; k++) row[k] = k;
  for (int r = 1; r <= LEN; r++) {
    int diag = row[0], ca = a[i * LEN + r - 1] & 3;
    row[0] = r;
    for (int c = 1; c <= LEN; c++) {
      int up = row[c];
      int v = min(min(up, (int)row[c - 1]) + 1, diag + (ca != (b[i * LEN + c - 1] & 3)));
      diag = up;
      row[c] = v;
    }
  }
  out[i] = row[LEN];
}
