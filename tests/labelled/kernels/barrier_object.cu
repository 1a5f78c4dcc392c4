/* warpscope
grid = 2
block = 64
[args]
in = "mod:7[128]"
out = "zero[128]"
*/
#include <cuda/barrier>
// The barrier's object is shared; one thread makes it and a __syncthreads shows it to the others.
__global__ void exchange(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  if (t == 0) init(&bar, 64);
  __syncthreads(); //~ clean as: bool ready = true; __syncthreads(); (void)ready;
  s[t] = in[blockIdx.x * 64 + t];
  bar.arrive_and_wait(); //~ racy
  int v = s[63 - t];
  bar.arrive_and_wait(); //~ racy
  s[t] = v + 1;
  bar.wait(bar.arrive()); //~ racy //~ racy as: (void)bar.arrive();
  out[blockIdx.x * 64 + t] = s[t ^ 32];
}
