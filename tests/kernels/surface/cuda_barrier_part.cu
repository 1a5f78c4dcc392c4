/* warpscope
grid = 1
block = 64
[args]
out = "zero[64]"
[check]
out = "plain"
*/
#include <cuda/barrier>
// A barrier of one warp, which waits with the phase's parity; the other warp passes by.
// expect run: done
__global__ void part(int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[32];
  unsigned t = threadIdx.x;
  if (t == 0) init(&bar, 32);
  __syncthreads();
  if (t >= 32) return;
  for (int i = 0; i < 4; ++i) {
    s[t] = t + i;
    bar.arrive();
    while (!bar.try_wait_parity(i % 2)) {
    }
    out[t] += s[31 - t];
    auto token = bar.arrive();
    bar.wait(std::move(token));
    bar.arrive_and_wait(); // three phases a round: the parity of its first changes
  }
}
__global__ void plain(int *out) {
  if (threadIdx.x < 32) out[threadIdx.x] = 4 * (31 - threadIdx.x) + 6;
}
