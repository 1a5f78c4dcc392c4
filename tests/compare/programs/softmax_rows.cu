#include <cuda_runtime.h>
#include <cfloat>
#include <vector>
template <int THREADS>
__global__ void softmax(const float* __restrict__ in, float* __restrict__ out, int cols) {
  __shared__ float s[THREADS];
  const float* row = in + blockIdx.x * cols;
  float m = -FLT_MAX;
  for (int c = threadIdx.x; c < cols; c += THREADS) m = fmaxf(m, row[c]);
  s[threadIdx.x] = m;
  __syncthreads();
  for (int k = THREADS / 2; k > 0; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + k]);
    __syncthreads();
  }
  m = s[0];
  __syncthreads();
  float sum = 0.f;
  for (int c = threadIdx.x; c < cols; c += THREADS) sum += __expf(row[c] - m);
  s[threadIdx.x] = sum;
  __syncthreads();
  for (int k = THREADS / 2; k > 0; k >>= 1) {
    if (threadIdx.x < k) s[threadIdx.x] += s[threadIdx.x + k];
    __syncthreads();
  }
  for (int c = threadIdx.x; c < cols; c += THREADS) out[blockIdx.x * cols + c] = __expf(row[c] - m) / s[0];
}
int main() {
  int rows = 48, cols = 300;
  float *in, *out;
  cudaMalloc((void**)&in, rows * cols * 4);
  cudaMalloc((void**)&out, rows * cols * 4);
  softmax<128><<<rows, 128>>>(in, out, cols);
}
