/* warpscope
title  = "mm int plain"
kernel = "mm_int_plain"
grid   = ["M/32", "M/8"]
block  = [32, 8]
[params]
M = [768, 384]
DP = [0, 1]
[args]
a = "random:1[M*M]"
b = "random:2[M*M]"
c = "zero[M*M]"
m = "M"
*/
#ifndef M
#define M 768
#endif
#ifndef DP
#define DP 0
#endif

// DP: words hold four signed bytes
__global__ void mm_int_plain(const int *a, const int *b, int *c, int m) {
  int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  int sum = 0;  // wraps
  for (int k = 0; k < m; k++) {
#if DP
    sum = __dp4a(a[row * m + k], b[k * m + col], sum);
#else
    sum = (int)((unsigned)sum + (unsigned)a[row * m + k] * (unsigned)b[k * m + col]);
#endif
  }
  c[row * m + col] = sum;
}
