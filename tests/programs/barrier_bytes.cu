// A phase that waits for more bytes than are copied: the device hangs, and we tell why.
// find: deadlock 21
// find: barrier-divergence 21
// expect: cudaErrorLaunchTimeout
#include <cstdio>

__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__global__ void short_of(const int* in, int* out) {
  __shared__ __align__(16) int tile[32];
  __shared__ unsigned long long barrier;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&barrier)) : "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 256;" ::"r"(at(&barrier)) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];" ::"r"(
                     at(tile)),
                 "l"(in), "r"(at(&barrier))
                 : "memory");
  }
  __syncthreads();
  for (unsigned d = 0; d == 0;)
    asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(d) : "r"(at(&barrier)) : "memory");
  out[threadIdx.x] = tile[threadIdx.x];
}
int main() {
  int *in, *out;
  cudaMalloc(&in, 128), cudaMalloc(&out, 128);
  short_of<<<1, 32>>>(in, out);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
