/* warpscope
title  = "attention scores"
kernel = "attention_scores"
grid   = ["S/32", "S/8", "HEADS"]
block  = [32, 8]
[params]
S = [512, 1024]
HEADS = [4, 8]
DIM = 64
KEYS_SHARED = [0, 1]
[args]
q = "random:1[HEADS*S*DIM]"
key = "random:2[HEADS*S*DIM]"
out = "zero[HEADS*S*S]"
s = "S"
*/
#ifndef S
#define S 512
#endif
#ifndef HEADS
#define HEADS 4
#endif
#ifndef DIM
#define DIM 64
#endif
#ifndef KEYS_SHARED
#define KEYS_SHARED 0
#endif

__global__ void attention_scores(const float *q, const float *key, float *out, int s) {
  int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  size_t head = blockIdx.z;
  const float *qr = q + (head * s + row) * DIM;
  float acc = 0;
#if KEYS_SHARED
  __shared__ float ks[32][DIM + 1];
  for (int i = threadIdx.y * 32 + threadIdx.x; i < 32 * DIM; i += 256)
    ks[i / DIM][i % DIM] = key[(head * s + blockIdx.x * 32 + i / DIM) * DIM + i % DIM];
  __syncthreads();
  for (int d = 0; d < DIM; d++) acc += qr[d] * ks[threadIdx.x][d];
#else
  const float *kr = key + (head * s + col) * DIM;
  for (int d = 0; d < DIM; d++) acc += qr[d] * kr[d];
#endif
  out[(head * s + row) * s + col] = col <= row ? acc * 0.125f : -1e9f;
}
