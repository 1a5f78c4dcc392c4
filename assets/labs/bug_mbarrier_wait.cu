/* warpscope
title       = "Bug: nobody waits for the bulk copy"
question    = "A thread asks for a tile by a bulk copy, then comes a __syncthreads(), and all read. What does that barrier wait for, and what would have to be waited for instead?"
explanation = """
__syncthreads() waits for threads. The copy is none: it goes on by itself, and what says that it has ended is the phase of its barrier in shared memory, when all bytes that were expected have come. Whoever does not wait for that phase reads what lay there before, or half of it; \
on a quiet device the bytes often come in time, and the mistake stays for months. Here the copy is taken to end at once, so the output is right, too: it is the missing order that is found. FIXED = 1 waits. \
Each thread that reads must have waited itself, or be behind a barrier that a thread which has waited arrives at."""
kernel = "doubled"
grid   = 4
block  = 128
[params]
FIXED = [0, 1]
[args]
in  = "mod:50[512]"
out = "zero[512]"
[check]
out = "doubled_reference"
[bug]
says = "what the asynchronous copy"
when = "FIXED == 0"
[lesson]
at     = "out[i] = 2.0f * tile[t];"
access = "load"
set    = { FIXED = 0 }
answer = "{lanes lane} read {words word}, {wavefronts wavefront}: as in the right kernel. Nothing has waited for the bytes, and no count shows that."
*/
#ifndef FIXED
#define FIXED 0
#endif

__device__ unsigned shared_address(const void *p) {
  return (unsigned)__cvta_generic_to_shared(p);
}

__global__ void doubled(const float *in, float *out) {
  __shared__ __align__(16) float tile[128];
  __shared__ unsigned long long arrived;
  int t = threadIdx.x;
  int i = blockIdx.x * 128 + t;
  if (t == 0) {
    unsigned at = shared_address((const void *)&arrived);
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(at) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2];" ::"r"(shared_address((const void *)tile)), "l"(in + i), "r"(at) : "memory");
  }
  __syncthreads();
#if FIXED
  unsigned over = 0;
  while (!over)
    asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(over) : "r"(shared_address((const void *)&arrived)) : "memory");
#endif
  out[i] = 2.0f * tile[t];
}

__global__ void doubled_reference(const float *in, float *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = 2.0f * in[i];
}
