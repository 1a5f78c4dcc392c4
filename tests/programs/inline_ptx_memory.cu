// Inline PTX that touches memory: atomics, reductions, predicated and cached accesses, copies in any order of modifiers.
#include <cstdio>
#include <cuda_fp16.h>

__device__ unsigned shared_address(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }

__global__ void atomics(unsigned* words, float* sum, double* precise, __half2* pair, unsigned long long* wide) {
  __shared__ unsigned count;
  if (threadIdx.x == 0) count = 0;
  asm volatile("bar.sync 0;" ::: "memory");
  unsigned old;
  asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(old) : "r"(shared_address(&count)), "r"(2u) : "memory");
  asm volatile("red.global.add.u32 [%0], %1;" ::"l"(words), "r"(threadIdx.x) : "memory");
  asm volatile("red.relaxed.gpu.global.max.s32 [%0], %1;" ::"l"(words + 1), "r"((int)threadIdx.x - 5) : "memory");
  asm volatile("atom.global.gpu.or.b32 %0, [%1], %2;" : "=r"(old) : "l"(words + 2), "r"(1u << threadIdx.x) : "memory");
  asm volatile("red.add.f32 [%0], %1;" ::"l"(sum), "f"(0.5f) : "memory");
  asm volatile("red.global.add.f64 [%0], %1;" ::"l"(precise), "d"(0.25) : "memory");
  const __half2 one = __floats2half2_rn(1.0f, 2.0f);
  asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(pair), "r"(*(const unsigned*)&one) : "memory");
  asm volatile("red.release.gpu.global.add.u64 [%0], %1;" ::"l"(wide), "l"(3ull) : "memory");
  asm volatile("atom.acq_rel.gpu.global.cas.b32 %0, [%1], %2, %3;" : "=r"(old) : "l"(words + 3), "r"(0u), "r"(77u) : "memory");
  asm volatile("atom.global.inc.u32 %0, [%1], %2;" : "=r"(old) : "l"(words + 4), "r"(9u) : "memory");
  asm volatile("atom.exch.b64 %0, [%1], %2;" : "=l"(*(unsigned long long*)(wide + 2 + threadIdx.x)) : "l"(wide + 1), "l"(5ull) : "memory");
  asm volatile("barrier.sync 0;" ::: "memory");
  if (threadIdx.x == 0) words[5] = count;
}
__global__ void accesses(const float4* in, float4* out, int n) {
  const int i = threadIdx.x;
  float4 v = make_float4(-1, -2, -3, -4);
  asm volatile(
      "{\n .reg .pred p;\n setp.lt.s32 p, %4, %5;\n"
      " @p ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {%0, %1, %2, %3}, [%6];\n}"
      : "+f"(v.x), "+f"(v.y), "+f"(v.z), "+f"(v.w)
      : "r"(i), "r"(n), "l"(in + i));
  float streamed;
  asm volatile("ld.global.cs.f32 %0, [%1+8];" : "=f"(streamed) : "l"(in));
  asm volatile("prefetch.global.L2 [%0];" ::"l"(in));
  asm volatile("st.global.cg.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(out + i), "f"(v.x), "f"(v.y), "f"(v.z + streamed), "f"(v.w) : "memory");
  asm volatile("{ .reg .pred p; setp.eq.s32 p, %0, 3; @p st.global.wt.f32 [%1], %2; }" ::"r"(i), "l"(&out[i].w), "f"(100.0f) : "memory");
}
__global__ void copies(const float4* in, float4* out, int n) {
  __shared__ float4 tile[3][32];
  const int i = threadIdx.x;
  asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(shared_address(&tile[0][i])), "l"(in + i) : "memory");
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %0, 0; @p cp.async.ca.shared.global [%1], [%2], %3; }" ::"r"((int)(i < n)),
               "r"(shared_address(&tile[1][i])), "l"(in + i), "n"(16) : "memory");
  asm volatile("cp.async.ca.shared::cta.global [%0], [%1], %2, %3;" ::"r"(shared_address(&tile[2][i])), "l"(in + i), "n"(16), "r"(i % 2 ? 16 : 0) : "memory");
  asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  out[i] = tile[0][31 - i];
  out[32 + i] = i < n ? tile[1][i] : make_float4(0, 0, 0, 0);
  out[64 + i] = tile[2][i ^ 1];
}
__global__ void lanes(unsigned* out) {
  unsigned active, all, votes;
  asm volatile("activemask.b32 %0;" : "=r"(active));
  asm volatile("{ .reg .pred p, q; setp.lt.u32 p, %1, 40; vote.sync.ballot.b32 %0, !p, 0xffffffff; }" : "=r"(votes) : "r"(threadIdx.x * 2));
  asm volatile("{ .reg .pred p; match.all.sync.b32 %0|p, %1, 0xffffffff; }" : "=r"(all) : "r"(threadIdx.x / 64));
  int shared_space, count;
  __shared__ int x;
  asm("{ .reg .pred p; isspacep.shared p, %1; selp.s32 %0, 1, 0, p; }" : "=r"(shared_space) : "l"(&x));
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 11; barrier.cta.red.popc.aligned.u32 %0, 0, p; }" : "=r"(count) : "r"(threadIdx.x));
  if (threadIdx.x == 0) out[0] = active, out[1] = votes, out[2] = all, out[3] = shared_space, out[4] = count;
}

int main() {
  unsigned* words;
  float* sum;
  double* precise;
  __half2* pair;
  unsigned long long* wide;
  float4 *in, *out;
  cudaMallocManaged(&words, 64), cudaMallocManaged(&sum, 4), cudaMallocManaged(&precise, 8);
  cudaMallocManaged(&pair, 4), cudaMallocManaged(&wide, 34 * 8), cudaMallocManaged(&in, 512), cudaMallocManaged(&out, 1536);
  for (int i = 0; i < 16; ++i) words[i] = 0;
  *sum = 0, *precise = 0, *pair = __floats2half2_rn(0, 0), wide[0] = 0, wide[1] = 1;
  for (int i = 0; i < 32; ++i) in[i] = make_float4(i, i + 100, i + 200, i + 300);
  atomics<<<1, 32>>>(words, sum, precise, pair, wide);
  cudaDeviceSynchronize();
  unsigned long long exchanged = 0;
  for (int i = 0; i < 32; ++i) exchanged += wide[2 + i];
  printf("%u %d %x %u %u %u, %g %g %g %g, %llu %llu %llu\n", words[0], (int)words[1], words[2], words[3], words[4], words[5],
         *sum, *precise, __low2float(*pair), __high2float(*pair), wide[0], wide[1], exchanged);
  accesses<<<1, 32>>>(in, out, 20);
  cudaDeviceSynchronize();
  printf("%g %g, %g %g, %g\n", out[3].x, out[3].w, out[19].z, out[20].x, out[20].z);
  copies<<<1, 32>>>(in, out, 20);
  cudaDeviceSynchronize();
  printf("%g, %g %g, %g %g\n", out[0].x, out[32 + 19].y, out[32 + 20].y, out[64].x, out[65].x);
  lanes<<<1, 32>>>(words);
  cudaDeviceSynchronize();
  printf("%x %x %x %u %u\n", words[0], words[1], words[2], words[3], words[4]);
  cudaFree(words), cudaFree(sum), cudaFree(precise), cudaFree(pair), cudaFree(wide), cudaFree(in), cudaFree(out);
}
// expect: 496 26 ffffffff 77 2 64, 16 8 32 64, 96 5 156
// expect: 3 100, 419 -1, 197
// expect: 31, 119 0, 1 0
// expect: ffffffff fff00000 ffffffff 1 11
