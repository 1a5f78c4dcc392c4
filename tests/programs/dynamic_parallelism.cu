// Kernels that launch kernels: by name, as a template, into a stream and as a tail; the children run when the
// grid that launched them has ended, each with its own children, and tail launches last.
#include <cstdio>

template <class T> __global__ void fill(T* out, char add, double value) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = static_cast<T>(value) + static_cast<T>(add) + static_cast<T>(i);
}
__global__ void tail(const int* count) { printf("tail: %d\n", *count); }
__global__ void child(int* count, int depth) {
  printf("child %d\n", depth);
  atomicAdd(count, depth);
  if (depth > 0) child<<<1, 1>>>(count, depth - 1);
}
__global__ void parent(int* count, float* out) {
  if (threadIdx.x != 0) return;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  tail<<<1, 1, 0, cudaStreamTailLaunch>>>(count);
  child<<<1, 1>>>(count, 3);
  fill<float><<<dim3(2), 32, 0, stream>>>(out, 1, 2.5);
  cudaStreamDestroy(stream);
  printf("parent: %s\n", cudaGetErrorString(cudaGetLastError()));
}

int main() {
  int* count;
  float* out;
  cudaMalloc(&count, sizeof *count);
  cudaMalloc(&out, 64 * sizeof *out);
  cudaMemset(count, 0, sizeof *count);
  parent<<<1, 32>>>(count, out);
  float values[64];
  int total = 0, wrong = 0;
  cudaMemcpy(&total, count, sizeof total, cudaMemcpyDeviceToHost);
  cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 64; ++i) wrong += values[i] != 3.5f + i;
  printf("%d, %d wrong\n", total, wrong);
  cudaFree(count);
  cudaFree(out);
}
// expect: parent: no error
// expect: child 3
// expect: child 2
// expect: child 1
// expect: child 0
// expect: tail: 6
// expect: 6, 0 wrong
