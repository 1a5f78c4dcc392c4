// Asks a real device where lanes that went apart are together again when a return, break or continue stands
// in an inner branch. Not part of the build.  nvcc -O3 -arch=sm_90 -o probe reconvergence_probe.cu && ./probe
#include <cstdio>
#include <cuda_runtime.h>

/// What the compiler cannot see through and cannot predicate away.
__device__ __noinline__ unsigned work(volatile unsigned* sink, unsigned x) {
  sink[threadIdx.x] = x;
  return sink[threadIdx.x] + x;
}

__global__ void inner_return(const unsigned* a, const unsigned* b, volatile unsigned* sink, unsigned* masks) {
  for (unsigned i = 0; i < 3; ++i) {
    if (a[threadIdx.x]) {
      work(sink, i);
      if (b[threadIdx.x] && i == 1) return;
      work(sink, i + 7);
    }
    masks[i * 32 + threadIdx.x] = __activemask();
    work(sink, i + 9);
  }
}
__global__ void inner_return_once(const unsigned* a, const unsigned* b, volatile unsigned* sink,
                                  unsigned* masks) {
  if (a[threadIdx.x]) {
    work(sink, 1);
    if (b[threadIdx.x]) return;
    work(sink, 7);
  }
  masks[threadIdx.x] = __activemask();
  work(sink, 9);
}
__global__ void inner_break(const unsigned* a, const unsigned* b, volatile unsigned* sink, unsigned* masks) {
  for (unsigned i = 0; i < 3; ++i) {
    if (a[threadIdx.x]) {
      work(sink, i);
      if (b[threadIdx.x] && i == 1) break;
      work(sink, i + 7);
    }
    masks[i * 32 + threadIdx.x] = __activemask();
    work(sink, i + 9);
  }
  masks[96 + threadIdx.x] = __activemask();
}
__global__ void inner_continue(const unsigned* a, const unsigned* b, volatile unsigned* sink,
                               unsigned* masks) {
  for (unsigned i = 0; i < 3; ++i) {
    if (a[threadIdx.x]) {
      work(sink, i);
      if (b[threadIdx.x]) continue;
      work(sink, i + 7);
    }
    masks[i * 32 + threadIdx.x] = __activemask();
    work(sink, i + 9);
  }
  masks[96 + threadIdx.x] = __activemask();
}
__global__ void either(const unsigned* a, const unsigned* b, volatile unsigned* sink, unsigned* masks) {
  if (work(sink, a[threadIdx.x]) > 1 || work(sink, b[threadIdx.x]) > 1) {
    masks[threadIdx.x] = __activemask();
    work(sink, 9);
  } else {
    masks[32 + threadIdx.x] = __activemask();
    work(sink, 11);
  }
  masks[64 + threadIdx.x] = __activemask();
}

int main() {
  unsigned* memory = nullptr;
  if (cudaMallocManaged(&memory, 4096 * 4) != cudaSuccess) return 1;
  unsigned *a = memory, *b = memory + 32, *sink = memory + 64, *masks = memory + 128;
  for (unsigned i = 0; i < 32; ++i)
    a[i] = i & 1, b[i] = (i >> 1) & 1;
  using Kernel = void (*)(const unsigned*, const unsigned*, volatile unsigned*, unsigned*);
  const struct {
    const char* name;
    Kernel kernel;
  } kernels[] = {{"inner_return", inner_return},
                 {"inner_return_once", inner_return_once},
                 {"inner_break", inner_break},
                 {"inner_continue", inner_continue},
                 {"either", either}};
  for (const auto& [name, kernel] : kernels) {
    for (unsigned i = 0; i < 128; ++i)
      masks[i] = 0;
    kernel<<<1, 32>>>(a, b, sink, masks);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    for (unsigned row = 0; row < 4; ++row) {
      printf("%s row %u:", name, row);
      for (unsigned lane = 0; lane < 4; ++lane)
        printf(" lane %u %08x", lane, masks[row * 32 + lane]);
      printf("\n");
    }
  }
  return 0;
}
