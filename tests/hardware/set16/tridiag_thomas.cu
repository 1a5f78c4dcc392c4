/* warpscope
title  = "tridiag thomas"
kernel = "tridiag_thomas"
grid   = "SYSTEMS/64"
block  = 64
[params]
SYSTEMS = [16384, 4096]
LEN = 128
[args]
b = "random:1[SYSTEMS*LEN]"
d = "random:2[SYSTEMS*LEN]"
x = "zero[SYSTEMS*LEN]"
tmp = "zero[SYSTEMS*LEN]"
systems = "SYSTEMS"
*/
#ifndef SYSTEMS
#define SYSTEMS 16384
#endif
#ifndef LEN
#define LEN 128
#endif

// a thread solves one tridiagonal system; rows of all systems lie together
__global__ void tridiag_thomas(const float *b, const float *d, float *x, float *tmp, int systems) {
  int s = blockIdx.x * 64 + threadIdx.x;
  float c = 0, y = 0;
  for (int i = 0; i < LEN; i++) {
    int k = i * systems + s;
    float w = 1.0f / (b[k] + 3.0f + c);
    c = -w;
    y = (d[k] + y) * w;
    tmp[k] = c;
    x[k] = y;
  }
  for (int i = LEN - 2; i >= 0; i--) {
    int k = i * systems + s;
    y = x[k] - tmp[k] * y;
    x[k] = y;
  }
}
