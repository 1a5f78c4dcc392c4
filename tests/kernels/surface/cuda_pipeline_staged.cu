/* warpscope
grid = 1
block = 32
[args]
in = "ramp[128]"
out = "zero[128]"
[check]
out = "plain"
*/
#include <cooperative_groups.h>
#include <cuda/pipeline>
// expect run: done
__global__ void staged(const float *in, float *out) {
  constexpr int stages = 2;
  __shared__ float buffer[stages][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  auto block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state); // expect shared_store: requests=1 wavefronts=1
  for (int compute = 0, fetch = 0; compute < 4; ++compute) {
    for (; fetch < 4 && fetch < compute + stages; ++fetch) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, buffer[fetch % stages], in + fetch * 32, sizeof(float) * 32, pipe); // expect global_load: requests=4 sectors=16
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    out[compute * 32 + threadIdx.x] = buffer[compute % stages][31 - threadIdx.x]; // expect shared_load: requests=4 wavefronts=4
    pipe.consumer_release();
  }
} // expect shared_atomic: requests=1 wavefronts=1
__global__ void plain(const float *in, float *out) {
  for (int i = 0; i < 4; ++i) out[i * 32 + threadIdx.x] = in[i * 32 + 31 - threadIdx.x];
}
