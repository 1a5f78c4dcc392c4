// malloc, new and cudaMalloc in kernels; what one launch allocates, the next one finds and frees.
#include <cstdio>

__device__ int* kept[32];
struct Pair {
  int a, b;
  __device__ Pair(int x) : a(x), b(2 * x) {}
};
__global__ void make(int n) {
  int* list = static_cast<int*>(malloc(n * sizeof(int)));
  for (int i = 0; i < n; ++i) list[i] = i * static_cast<int>(threadIdx.x);
  kept[threadIdx.x] = list;
}
__global__ void use(int n, int* sums) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += kept[threadIdx.x][i];
  Pair* pair = new Pair(static_cast<int>(threadIdx.x));
  int* more = nullptr;
  cudaMalloc(&more, sizeof(int));
  *more = pair->b;
  sums[threadIdx.x] = sum + *more;
  cudaFree(more);
  delete pair;
  free(kept[threadIdx.x]);
}
__global__ void too_much(bool* none) { *none = malloc(size_t{1} << 40) == nullptr; }

int main() {
  int* sums;
  bool* none;
  cudaMallocManaged(&sums, 32 * sizeof *sums);
  cudaMallocManaged(&none, sizeof *none);
  make<<<1, 32>>>(10);
  use<<<1, 32>>>(10, sums);
  too_much<<<1, 1>>>(none);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int t = 0; t < 32; ++t) wrong += sums[t] != 45 * t + 2 * t;
  printf("%d wrong, %d\n", wrong, *none);
  cudaFree(sums);
  cudaFree(none);
}
// expect: 0 wrong, 1
