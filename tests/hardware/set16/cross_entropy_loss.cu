/* warpscope
title  = "cross entropy loss"
kernel = "cross_entropy_loss"
grid   = "ROWS/8"
block  = 256
[params]
ROWS = [8192, 2048]
CLASSES = [1000, 4000]
[args]
logit = "random:1[ROWS*CLASSES]"
label = "random:2[ROWS]"
loss = "zero[ROWS]"
classes = "CLASSES"
*/
#ifndef ROWS
#define ROWS 8192
#endif
#ifndef CLASSES
#define CLASSES 1000
#endif

__global__ void cross_entropy_loss(const float *logit, const unsigned *label, float *loss, int classes) {
  int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
  const float *x = logit + (size_t)row * classes;
  float m = -1e30f, s = 0;
  for (int i = lane; i < classes; i += 32) m = fmaxf(m, x[i]);
  for (int d = 16; d; d /= 2) m = fmaxf(m, __shfl_xor_sync(~0u, m, d));
  for (int i = lane; i < classes; i += 32) s += __expf(x[i] - m);
  for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
  if (lane == 0) loss[row] = m + logf(s) - x[label[row] % classes];
}
