// memcpy and memset in a kernel, of sizes known at run time only, and large.
// expect: 0 1 2 3 4 5 6 7 8 9 7 7 7
// expect: 49995000
#include <cstdio>
#include <cstring>

struct Large {
  int values[10000];
};
__device__ Large from, to;

__global__ void copy(char *out, const char *in, int n) {
  memcpy(out, in, n);
  memset(out + n, 7, n);
}
__global__ void fill() {
  for (int i = 0; i < 10000; ++i) from.values[i] = i;
}
__global__ void copy_large(int *sum) {
  to = from;
  memcpy(&to, &from, sizeof to);
  *sum = 0;
  for (int value : to.values) *sum += value;
}

int main() {
  char *out, *in;
  int *sum;
  cudaMallocManaged(&out, 64);
  cudaMallocManaged(&in, 64);
  cudaMallocManaged(&sum, sizeof *sum);
  for (int i = 0; i < 10; ++i) in[i] = i;
  const auto print = [&] {
    cudaDeviceSynchronize();
    std::printf("%d", out[0]);
    for (int i = 1; i < 13; ++i) std::printf(" %d", out[i]);
    std::printf("\n");
  };
  copy<<<1, 1>>>(out, in, 10);
  print();
  fill<<<1, 1>>>();
  copy_large<<<1, 1>>>(sum);
  cudaDeviceSynchronize();
  std::printf("%d\n", *sum);
}
