/* warpscope
title  = "box running"
kernel = "box_running"
grid   = "(COUNT+BLOCK-1)/BLOCK"
block  = "BLOCK"
[params]
COUNT = 2048
LEN = 1024
BLOCK = [32, 128]
VERTICAL = [0, 1]
[args]
in = "random:1[COUNT*LEN]"
out = "zero[COUNT*LEN]"
count = "COUNT"
len = "LEN"
*/
#ifndef COUNT
#define COUNT 2048
#endif
#ifndef LEN
#define LEN 1024
#endif
#ifndef BLOCK
#define BLOCK 32
#endif
#ifndef VERTICAL
#define VERTICAL 0
#endif

// running window of 15 along a line, one thread a line
__global__ void box_running(const float *in, float *out, int count, int len) {
  int l = blockIdx.x * blockDim.x + threadIdx.x;
  if (l >= count) return;
  int step = VERTICAL ? count : 1;
  const float *p = in + (VERTICAL ? l : l * len);
  float *q = out + (VERTICAL ? l : l * len);
  float s = 0;
  for (int i = 0; i < 7; i++) s += p[i * step];
  for (int i = 0; i < len; i++) {
    if (i + 7 < len) s += p[(i + 7) * step];
    if (i - 8 >= 0) s -= p[(i - 8) * step];
    q[i * step] = s * (1.0f / 15);
  }
}
