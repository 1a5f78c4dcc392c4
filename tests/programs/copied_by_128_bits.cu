// Sixteen bytes carried by an integer of 128 bits, as CuTe does: through registers, shared memory and a loop.
// expect: 0 wrong
#include <cstdio>
#include <cuda_runtime.h>

using wide = unsigned __int128;
struct alignas(16) Piece {
  wide bits;
};

__global__ void carry(const float *in, float *out, int n) {
  __shared__ alignas(16) float tile[256];
  for (int first = 4 * threadIdx.x; first < n; first += 4 * blockDim.x) {
    float own[4];
    alignas(16) float copy[4];
    *(wide *)copy = *(const wide *)(in + first);
    for (int k = 0; k < 4; ++k) own[k] = 2 * copy[k];
    *(wide *)(tile + 4 * threadIdx.x) = *(const wide *)copy;
    __syncthreads();
    Piece back = *(const Piece *)(tile + 4 * (threadIdx.x ^ 1));
    *(Piece *)(out + first) = back;
    for (int k = 0; k < 4; ++k) out[n + first + k] = own[k];
    __syncthreads();
  }
}

int main() {
  const int n = 1024;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, 2 * n * sizeof(float));
  for (int i = 0; i < n; ++i) in[i] = i;
  carry<<<1, 64>>>(in, out, n);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += out[i] != in[i ^ 4] || out[n + i] != 2 * in[i];
  printf("%d wrong\n", wrong);
}
