/* warpscope
title  = "lu batch"
kernel = "lu_batch"
grid   = "COUNT"
block  = "16*16"
[params]
COUNT = [8192, 512]
[args]
a = "random:1[COUNT*256]"
lu = "zero[COUNT*256]"
*/
#ifndef COUNT
#define COUNT 8192
#endif

// LU without pivots of 16 x 16 matrices, a block each
__global__ void lu_batch(const float *a, float *lu) {
  __shared__ float m[16][17];
  int r = threadIdx.x / 16, c = threadIdx.x % 16;
  m[r][c] = a[blockIdx.x * 256 + threadIdx.x] + (r == c ? 16.0f : 0.0f);
  __syncthreads();
  for (int k = 0; k < 15; k++) {
    if (c == k && r > k) m[r][k] /= m[k][k];
    __syncthreads();
    if (r > k && c > k) m[r][c] -= m[r][k] * m[k][c];
    __syncthreads();
  }
  lu[blockIdx.x * 256 + threadIdx.x] = m[r][c];
}
