// Prints patterns of places for h200_async_copies16.tsv and runs one copy of 16 bytes a lane for each, for ncu:
//   nvcc -std=c++17 -arch=sm_90 async_copies16_probe.cu; ncu --csv --page raw --metrics (those named in the table) ./a.out
#include <cuda_pipeline.h>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>
#include <array>
#include <string>
__global__ void copy(const int4 *from, const int *f, const int *t, int *out) {
  extern __shared__ __align__(128) int4 s[];
  int l = threadIdx.x;
  int ff = f[l], tt = t[l];
  __syncwarp();
  __pipeline_memcpy_async(&s[tt], &from[ff], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncwarp();
  out[l] = s[tt].x;
}
int main() {
  std::vector<std::array<std::array<int, 32>, 2>> all;
  auto add = [&](auto to, auto from) {
    std::array<std::array<int, 32>, 2> one;
    for (int l = 0; l < 32; ++l) one[0][l] = to(l), one[1][l] = from(l);
    all.push_back(one);
  };
  for (int r : {1, 2, 4, 8, 16, 32})
    for (int e : {0, 1, 2, 3, 4})
      for (int shift : {0, 1})
        add([=](int l) { return l / r * (r + e) + l % r; }, [=](int l) { return l / r * 64 + l % r + shift; });
  for (int r : {2, 4, 8, 16, 32})
    for (int shift : {0, 1, 2, 3, 4, 5, 6, 7}) add([=](int l) { return l + shift; }, [=](int l) { return l / r * 64 + l % r; });
  for (int shift : {1, 2, 3, 4}) add([=](int l) { return l; }, [=](int l) { return l + shift; });
  for (int s : {2, 3, 4, 8}) { add([=](int l) { return l * s; }, [](int l) { return l; }); add([](int l) { return l; }, [=](int l) { return l * s; }); }
  std::mt19937 g(7);
  for (int i = 0; i < 40; ++i) {
    std::array<int, 64> p, q;
    for (int k = 0; k < 64; ++k) p[k] = q[k] = k;
    const int n = i % 2 ? 32 : 64;
    for (int k = n - 1; k > 0; --k) { std::swap(p[k], p[g() % (k + 1)]); if (i % 4 < 2) std::swap(q[k], q[g() % (k + 1)]); }
    add([=](int l) { return p[l]; }, [=](int l) { return q[l]; });
  }
  int4 *from; int *f, *t, *out;
  cudaMalloc(&from, 1 << 20); cudaMemset(from, 1, 1 << 20);
  cudaMalloc(&f, 128); cudaMalloc(&t, 128); cudaMalloc(&out, 128);
  for (auto &one : all) {
    cudaMemcpy(t, one[0].data(), 128, cudaMemcpyHostToDevice);
    cudaMemcpy(f, one[1].data(), 128, cudaMemcpyHostToDevice);
    copy<<<1, 32, 16384>>>(from, f, t, out);
    printf("16\t4294967295\t");
    for (int k = 0; k < 2; ++k) { for (int l = 0; l < 32; ++l) printf("%s%d", l ? "," : "", one[k][l]); printf(k ? "\n" : "\t"); }
  }
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
}
