/* warpscope
kernel = "waits"
grid = 1
block = 96
[args]
out = "zero[288]"
[check]
out = "waits_plain"
*/
// expect run: done
// Loops of inline PTX that wait for an mbarrier, as CUTLASS and the programming guide write them, and in one line.
#include <cstdint>
__device__ void wait_here(uint32_t barrier, uint32_t parity) {
  asm volatile("{\n.reg .pred P1;\nLAB_WAIT:\nmbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n@P1 bra DONE;\n"
               "bra LAB_WAIT;\nDONE:\n}" : : "r"(barrier), "r"(parity) : "memory");
}
__device__ void wait_in_a_line(uint32_t barrier, uint32_t parity) {
  asm volatile("{ .reg .pred p; again_%=: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1, %2; @!p bra again_%=; }"
               : : "r"(barrier), "r"(parity), "r"(1000) : "memory");
}
__device__ void wait_uniformly(uint32_t barrier, uint32_t parity) {
  asm volatile("{\n.reg .pred p;\nW: mbarrier.test_wait.parity.shared::cta.b64 p, [%0], %1;\n@!p bra.uni W;\n}"
               : : "r"(barrier), "r"(parity) : "memory");
}
__global__ void waits(float *out) {
  __shared__ __align__(8) uint64_t barrier;
  __shared__ float s[96];
  int t = threadIdx.x;
  uint32_t at = (uint32_t)__cvta_generic_to_shared(&barrier);
  if (t == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(at), "r"(96));
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    s[t] = t + 100 * round;
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" : : "r"(at) : "memory");
    if (round == 0) wait_here(at, 0);
    else if (round == 1) wait_in_a_line(at, 1);
    else wait_uniformly(at, 0);
    out[96 * round + t] = s[95 - t];
    __syncthreads();
  }
}
__global__ void waits_plain(float *out) {
  for (int round = 0; round < 3; ++round) out[96 * round + threadIdx.x] = 95 - threadIdx.x + 100 * round;
}
