/* warpscope
title  = "crc lines"
kernel = "crc_lines"
grid   = "LINES/128"
block  = 128
[params]
LINES = [131072, 16384]
LEN = 128
TABLE = [0, 1]
[args]
data = "random:1[LINES*LEN]"
table = "random:2[256]"
out = "zero[LINES]"
*/
#ifndef LINES
#define LINES 131072
#endif
#ifndef LEN
#define LEN 128
#endif
#ifndef TABLE
#define TABLE 0
#endif

// a thread a line of LEN bytes
__global__ void crc_lines(const unsigned char *data, const unsigned *table, unsigned *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  unsigned c = ~0u;
#if TABLE
  __shared__ unsigned t[256];
  for (int k = threadIdx.x; k < 256; k += 128) t[k] = table[k];
  __syncthreads();
  for (int k = 0; k < LEN; k++) c = t[(c ^ data[i * LEN + k]) & 255] ^ (c >> 8);
#else
  for (int k = 0; k < LEN; k++) {
    c ^= data[i * LEN + k];
    for (int b = 0; b < 8; b++) c = (c >> 1) ^ (0xEDB88320u & -(c & 1));
  }
#endif
  out[i] = ~c;
}
