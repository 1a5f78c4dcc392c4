/* warpscope
title       = "Bug: a bulk store without its fence"
question    = "All threads write a tile into shared memory, meet at a barrier, and one of them asks for a bulk copy of the tile to global memory. The threads are in order; why may the copy still read old bytes?"
explanation = """
Loads and stores of threads go one way to shared memory (the generic proxy), bulk copies another (the async proxy), and a barrier of threads orders only the first. Whoever has written must say that the other way shall see it: fence.proxy.async, by the threads that wrote, before the barrier behind \
which the copy is asked for. Without it the copy may read what lay there before the stores. FIXED = 1 has the fence. The wait at the end is for reading alone: before the block ends the tile has been read, not necessarily written out."""
kernel = "squares"
grid   = 4
block  = 128
[params]
FIXED = [0, 1]
[args]
in  = "mod:50[512]"
out = "zero[512]"
[check]
out = "squares_reference"
[bug]
says = "fence.proxy.async"
when = "FIXED == 0"
[lesson]
at     = "tile[t] = in[i] * in[i];"
access = "store"
set    = { FIXED = 0 }
answer = "{lanes lane} write {words word}, {wavefronts wavefront}. A barrier orders them for other threads; the copy comes another way."
*/
#ifndef FIXED
#define FIXED 0
#endif

__global__ void squares(const float *in, float *out) {
  __shared__ __align__(16) float tile[128];
  int t = threadIdx.x;
  int i = blockIdx.x * 128 + t;
  tile[t] = in[i] * in[i];
#if FIXED
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
  __syncthreads();
  if (t == 0) {
    unsigned from = (unsigned)__cvta_generic_to_shared((const void *)tile);
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(out + i), "r"(from) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
}

__global__ void squares_reference(const float *in, float *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = in[i] * in[i];
}
