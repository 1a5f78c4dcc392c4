/* warpscope
title  = "batchnorm stats"
kernel = "batchnorm_stats"
grid   = "CH"
block  = 512
[params]
CH = [256, 64]
BATCH = 32
HW = [1024, 3136]
[args]
in = "random:1[BATCH*CH*HW]"
mean = "zero[CH]"
var = "zero[CH]"
ch = "CH"
*/
#ifndef CH
#define CH 256
#endif
#ifndef BATCH
#define BATCH 32
#endif
#ifndef HW
#define HW 1024
#endif

// a block a channel of NCHW
__global__ void batchnorm_stats(const float *in, float *mean, float *var, int ch) {
  __shared__ float a[512], b[512];
  int t = threadIdx.x, c = blockIdx.x;
  float s = 0, q = 0;
  for (int n = 0; n < BATCH; n++)
    for (int i = t; i < HW; i += 512) { float v = in[((size_t)n * ch + c) * HW + i]; s += v; q += v * v; }
  a[t] = s; b[t] = q;
  __syncthreads();
  for (int d = 256; d > 0; d >>= 1) { if (t < d) { a[t] += a[t + d]; b[t] += b[t + d]; } __syncthreads(); }
  if (t == 0) { float m = a[0] / (BATCH * HW); mean[c] = m; var[c] = b[0] / (BATCH * HW) - m * m; }
}
