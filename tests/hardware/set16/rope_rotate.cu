/* warpscope
title  = "rope rotate"
kernel = "rope_rotate"
grid   = "TOKENS"
block  = [64, 4]
[params]
TOKENS = [4096, 512]
HEADS = 16
TABLE = [0, 1]
[args]
x = "random:1[TOKENS*HEADS*128]"
table = "random:2[TOKENS*128]"
y = "zero[TOKENS*HEADS*128]"
*/
#ifndef TOKENS
#define TOKENS 4096
#endif
#ifndef HEADS
#define HEADS 16
#endif
#ifndef TABLE
#define TABLE 0
#endif

// rotary embedding: pairs (i, i + 64) of a head of 128
__global__ void rope_rotate(const float *x, const float *table, float *y) {
  int pos = blockIdx.x, i = threadIdx.x;
#if TABLE
  float c = table[pos * 128 + i], s = table[pos * 128 + 64 + i];
#else
  float angle = pos * powf(10000.0f, -i / 64.0f), c, s;
  sincosf(angle, &s, &c);
#endif
  for (int h = threadIdx.y; h < HEADS; h += 4) {
    size_t k = ((size_t)pos * HEADS + h) * 128 + i;
    float a = x[k], b = x[k + 64];
    y[k] = a * c - b * s;
    y[k + 64] = a * s + b * c;
  }
}
