/* warpscope
grid = 1
block = 64
[args]
in = "ramp[256]"
out = "zero[256]"
[check]
out = "plain"
*/
#include <cooperative_groups.h>
#include <cuda/barrier>
// expect run: done
__global__ void staged(const float *in, float *out) {
  using barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ alignas(16) float tile[256];
  __shared__ barrier bar;
  auto block = cooperative_groups::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  cuda::memcpy_async(block, tile, in, cuda::aligned_size_t<16>(sizeof(float) * 256), bar); // expect global_load: requests=2 sectors=32
  barrier::arrival_token token = bar.arrive();
  bar.wait(std::move(token));
  for (int i = threadIdx.x; i < 256; i += 64) out[i] = tile[255 - i]; // expect shared_load: requests=8 wavefronts=8
}
__global__ void plain(const float *in, float *out) {
  for (int i = threadIdx.x; i < 256; i += 64) out[i] = in[255 - i];
}
