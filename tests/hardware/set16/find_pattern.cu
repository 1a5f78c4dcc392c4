/* warpscope
title  = "find pattern"
kernel = "find_pattern"
grid   = "N/256"
block  = 256
[params]
N = [16777216, 2097152]
LEN = 8
SHARED = [0, 1]
[args]
text = "random:1[N+LEN]"
pattern = "random:2[LEN]"
hits = "zero[1]"
*/
#ifndef N
#define N 16777216
#endif
#ifndef LEN
#define LEN 8
#endif
#ifndef SHARED
#define SHARED 0
#endif

// an alphabet of four letters (two bits of each byte)
__global__ void find_pattern(const unsigned char *text, const unsigned char *pattern, unsigned *hits) {
  int i = blockIdx.x * 256 + threadIdx.x, k = 0;
#if SHARED
  __shared__ unsigned char s[256 + LEN];
  s[threadIdx.x] = text[i];
  if (threadIdx.x < LEN) s[256 + threadIdx.x] = text[i + 256];
  __syncthreads();
  const unsigned char *p = s + threadIdx.x;
#else
  const unsigned char *p = text + i;
#endif
  while (k < LEN && ((p[k] ^ pattern[k]) & 3) == 0) k++;
  if (k == LEN) atomicAdd(hits, 1);
}
