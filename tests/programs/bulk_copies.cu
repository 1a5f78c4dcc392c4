// Bulk copies (cp.async.bulk) between global memory, shared memory and that of another block, with mbarriers that count bytes.
// expect: load 0 wrong, parity 1 0
// expect: store 0 wrong
// expect: add 0 wrong
// expect: cluster 0 wrong
// expect: multicast 0 wrong
// expect: pipeline 0 wrong
// expect: library 0 wrong
#include <cstdio>
#include <cuda/barrier>

using u32 = unsigned;
__device__ u32 at(const void* p) { return (u32)__cvta_generic_to_shared(p); }
__device__ void start(unsigned long long* b, u32 count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;\nfence.mbarrier_init.release.cluster;" ::"r"(at(b)), "r"(count) : "memory");
}
__device__ void expect(unsigned long long* b, u32 bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(b)), "r"(bytes) : "memory");
}
__device__ u32 tried(unsigned long long* b, u32 parity) {
  u32 d;
  asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(d) : "r"(at(b)), "r"(parity) : "memory");
  return d;
}
__device__ void wait(unsigned long long* b, u32 parity) {
  while (!tried(b, parity)) {}
}
__device__ u32 over(unsigned long long* b, u32 parity) {
  u32 d;
  asm volatile("{\n.reg .pred p;\nmbarrier.test_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(d) : "r"(at(b)), "r"(parity) : "memory");
  return d;
}
__device__ void load(void* to, const void* from, u32 bytes, unsigned long long* b) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(at(to)), "l"(from), "r"(bytes), "r"(at(b)) : "memory");
}

__global__ void loads(const int* in, int* out, u32* parities) {
  __shared__ __align__(16) int tile[256];
  __shared__ unsigned long long barrier;
  if (threadIdx.x == 0) {
    start(&barrier, 1);
    expect(&barrier, sizeof tile);
    load(tile, in, sizeof tile, &barrier);
  }
  __syncthreads();
  wait(&barrier, 0);
  out[threadIdx.x] = tile[threadIdx.x] + 1;
  if (threadIdx.x == 0) parities[0] = over(&barrier, 0), parities[1] = over(&barrier, 1);
}
__global__ void stores(int* out, int* sums) {
  __shared__ __align__(16) int tile[256];
  tile[threadIdx.x] = 3 * threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out), "r"(at(tile)), "r"(1024) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;" ::"l"(sums), "r"(at(tile)), "r"(1024) : "memory");
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;" ::: "memory");
  }
}
// Rank 0 copies its words into rank 1.
__global__ void __cluster_dims__(2) across(int* out) {
  __shared__ __align__(16) int tile[64];
  __shared__ unsigned long long barrier;
  u32 rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x == 0) {
    start(&barrier, 1);
    expect(&barrier, rank == 1 ? sizeof tile : 0);
  }
  if (rank == 0) tile[threadIdx.x] = 7 * threadIdx.x;
  asm volatile("fence.proxy.async;" ::: "memory");
  asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;" ::: "memory");
  if (rank == 0 && threadIdx.x == 0) {
    u32 to, there;
    asm("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(to) : "r"(at(tile)));
    asm("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(there) : "r"(at(&barrier)));
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to), "r"(at(tile)), "r"((u32)sizeof tile), "r"(there) : "memory");
  }
  if (rank == 1) {
    wait(&barrier, 0);
    out[threadIdx.x] = tile[threadIdx.x];
  }
  asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;" ::: "memory");
}
// One load into both blocks.
__global__ void __cluster_dims__(2) both(const int* in, int* out) {
  __shared__ __align__(16) int tile[64];
  __shared__ unsigned long long barrier;
  if (threadIdx.x == 0) {
    start(&barrier, 1);
    expect(&barrier, sizeof tile);
  }
  asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;" ::: "memory");
  if (blockIdx.x == 0 && threadIdx.x == 0)
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(at(tile)), "l"(in), "r"((u32)sizeof tile), "r"(at(&barrier)), "h"((unsigned short)3) : "memory");
  wait(&barrier, 0);
  out[blockIdx.x * 64 + threadIdx.x] = tile[threadIdx.x];
  asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;" ::: "memory");
}
// Two buffers in turn; the parity of each changes with every second step.
__global__ void pipeline(const int* in, int* out, int steps) {
  __shared__ __align__(16) int tile[2][64];
  __shared__ unsigned long long full[2];
  if (threadIdx.x == 0) start(&full[0], 1), start(&full[1], 1);
  __syncthreads();
  for (int s = 0; s < steps + 1; ++s) {
    if (s < steps && threadIdx.x == 0) {
      expect(&full[s % 2], 256);
      load(tile[s % 2], in + s * 64, 256, &full[s % 2]);
    }
    if (s > 0) {
      wait(&full[(s - 1) % 2], (s - 1) / 2 % 2);
      out[(s - 1) * 64 + threadIdx.x] = -tile[(s - 1) % 2][threadIdx.x];
    }
    __syncthreads();
  }
}
__global__ void library(const int* in, int* out) {
  __shared__ __align__(16) int tile[64];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  cuda::barrier<cuda::thread_scope_block>::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(tile, in, cuda::aligned_size_t<16>(sizeof tile), barrier);
    token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof tile);
  } else {
    token = barrier.arrive();
  }
  barrier.wait(std::move(token));
  out[threadIdx.x] = 2 * tile[threadIdx.x];
}

int main() {
  int *in, *out, *sums;
  u32* parities;
  cudaMallocManaged(&in, 2048), cudaMallocManaged(&out, 2048), cudaMallocManaged(&sums, 2048), cudaMallocManaged(&parities, 8);
  for (int i = 0; i < 512; ++i) in[i] = i * i, sums[i] = i;
  const auto wrong = [&](int n, auto expected) {
    cudaDeviceSynchronize();
    int count = 0;
    for (int i = 0; i < n; ++i) count += out[i] != expected(i);
    return count;
  };
  loads<<<1, 256>>>(in, out, parities);
  const int first = wrong(256, [](int i) { return i * i + 1; });
  printf("load %d wrong, parity %u %u\n", first, parities[0], parities[1]);
  stores<<<1, 256>>>(out, sums);
  printf("store %d wrong\n", wrong(256, [](int i) { return 3 * i; }));
  int bad = 0;
  for (int i = 0; i < 256; ++i) bad += sums[i] != 4 * i;
  printf("add %d wrong\n", bad);
  across<<<2, 64>>>(out);
  printf("cluster %d wrong\n", wrong(64, [](int i) { return 7 * i; }));
  both<<<2, 64>>>(in, out);
  printf("multicast %d wrong\n", wrong(128, [](int i) { return (i % 64) * (i % 64); }));
  pipeline<<<1, 64>>>(in, out, 7);
  printf("pipeline %d wrong\n", wrong(448, [](int i) { return -i * i; }));
  library<<<1, 64>>>(in, out);
  printf("library %d wrong\n", wrong(64, [](int i) { return 2 * i * i; }));
  cudaFree(in), cudaFree(out), cudaFree(sums), cudaFree(parities);
}
