// A tile read before its bytes have come, and a buffer written over while a store of it is under way.
// check
// code: 4
// find: race 25
// find: race 38
#include <cuda/barrier>

__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__global__ void early(const int* in, int* out) {
  __shared__ __align__(16) int tile[32];
  __shared__ unsigned long long barrier;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&barrier)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  tile[threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128;" ::"r"(at(&barrier)) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];" ::"r"(
                     at(tile)),
                 "l"(in), "r"(at(&barrier))
                 : "memory");
  }
  out[threadIdx.x] = tile[threadIdx.x];
  for (unsigned d = 0; d == 0;)
    asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(d) : "r"(at(&barrier)) : "memory");
  out[threadIdx.x] += tile[threadIdx.x];
}
__global__ void over(int* out) {
  __shared__ __align__(16) int tile[32];
  tile[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;" ::"l"(out), "r"(at(tile)) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    tile[0] = 5;
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}
int main() {
  int *in, *out;
  cudaMalloc(&in, 128), cudaMalloc(&out, 128);
  cudaMemset(in, 1, 128);
  early<<<1, 32>>>(in, out);
  over<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(in), cudaFree(out);
}
