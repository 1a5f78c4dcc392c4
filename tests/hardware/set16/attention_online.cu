/* warpscope
title  = "attention online"
kernel = "attention_online"
grid   = ["S/128", "HEADS"]
block  = 128
[params]
S = [2048, 512]
HEADS = 16
[args]
q = "random:1[HEADS*S*32]"
key = "random:2[HEADS*S*32]"
val = "random:3[HEADS*S*32]"
out = "zero[HEADS*S*32]"
s = "S"
*/
#ifndef S
#define S 2048
#endif
#ifndef HEADS
#define HEADS 16
#endif

// a thread a query of 32 numbers, keys and values through shared memory, softmax on the way
__global__ void attention_online(const float *q, const float *key, const float *val, float *out, int s) {
  __shared__ float ks[32][32], vs[32][32];
  int row = blockIdx.x * 128 + threadIdx.x;
  size_t base = (size_t)blockIdx.y * s * 32;
  float qr[32], o[32], m = -1e30f, l = 0;
#pragma unroll
  for (int d = 0; d < 32; d++) { qr[d] = q[base + row * 32 + d] * 0.17677f; o[d] = 0; }
  for (int t = 0; t < s; t += 32) {
    __syncthreads();
    for (int i = threadIdx.x; i < 1024; i += 128) {
      ks[i / 32][i % 32] = key[base + t * 32 + i];
      vs[i / 32][i % 32] = val[base + t * 32 + i];
    }
    __syncthreads();
    for (int j = 0; j < 32; j++) {
      float a = 0;
#pragma unroll
      for (int d = 0; d < 32; d++) a += qr[d] * ks[j][d];
      float n = fmaxf(m, a), f = __expf(m - n), p = __expf(a - n);
      l = l * f + p;
      m = n;
#pragma unroll
      for (int d = 0; d < 32; d++) o[d] = o[d] * f + p * vs[j][d];
    }
  }
#pragma unroll
  for (int d = 0; d < 32; d++) out[base + row * 32 + d] = o[d] / l;
}
