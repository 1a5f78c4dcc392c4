// Kernels that hand their results to each other; templates; a struct as an argument.
// expect: sum of squares 10416
// expect: largest 31 smallest 0
#include <climits>
#include <cstdio>

struct Range {
  int begin, step;
};

template <class T> __global__ void fill(T *to, Range range) {
  to[threadIdx.x] = static_cast<T>(range.begin + range.step * static_cast<int>(threadIdx.x));
}

template <class T, int blocks> __global__ void square(T *to) {
  const int i = blockIdx.x * (32 / blocks) + threadIdx.x;
  to[i] *= to[i];
}

__global__ void sum(const int *from, int *to) {
  int value = from[threadIdx.x];
  for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(~0u, value, step);
  if (threadIdx.x == 0) *to = value;
}

__global__ void extremes(const float *from, int *most, int *least) {
  atomicMax(most, static_cast<int>(from[threadIdx.x]));
  atomicMin(least, static_cast<int>(from[threadIdx.x]));
}

int main() {
  int *numbers, *result;
  float *reals;
  cudaMalloc(&numbers, 32 * sizeof(int));
  cudaMalloc(&reals, 32 * sizeof(float));
  cudaMalloc(&result, 3 * sizeof(int));
  fill<<<1, 32>>>(numbers, Range{0, 1});
  square<int, 2><<<2, 16>>>(numbers);
  sum<<<1, 32>>>(numbers, result);
  fill<float><<<1, 32>>>(reals, Range{31, -1});
  const int start[2] = {INT_MIN, INT_MAX};
  cudaMemcpy(result + 1, start, sizeof start, cudaMemcpyHostToDevice);
  extremes<<<1, 32>>>(reals, result + 1, result + 2);
  int out[3];
  cudaMemcpy(out, result, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("sum of squares %d\nlargest %d smallest %d\n", out[0], out[1], out[2]);
  cudaFree(numbers), cudaFree(reals), cudaFree(result);
}
