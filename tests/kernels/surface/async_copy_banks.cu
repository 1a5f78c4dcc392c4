/* warpscope
grid = 1
block = [16, 16]
[args]
in = "ramp[16384]"
out = "zero[2048]"
*/
#include <cuda_pipeline.h>
// A word that cp.async copies occupies its bank on both sides, and lanes of one word are not merged: the numbers are those of an H200
// (docs/hardware-rules.md).
__global__ void copies(const float *in, float *out) {
  __shared__ float tile[16][16], wide[1024];
  __shared__ float2 pairs[512];
  unsigned t = threadIdx.y * 16 + threadIdx.x;
  // A warp is two rows of 16 words, 512 bytes apart in global memory: the same banks twice.
  __pipeline_memcpy_async(&tile[threadIdx.y][threadIdx.x], &in[threadIdx.y * 128 + threadIdx.x], 4);  // expect shared_store: requests=8 wavefronts=16 ideal_wavefronts=8
  __pipeline_memcpy_async(&wide[t], &in[t], 4);           // expect shared_store: wavefronts=8
  __pipeline_memcpy_async(&wide[t], &in[t * 33], 4);      // expect shared_store: wavefronts=8
  __pipeline_memcpy_async(&wide[t], &in[t * 32], 4);      // expect shared_store: wavefronts=256
  __pipeline_memcpy_async(&wide[t * 4], &in[t], 4);       // expect shared_store: wavefronts=32
  __pipeline_memcpy_async(&wide[0], &in[t], 4);           // expect shared_store: wavefronts=256
  __pipeline_memcpy_async(&pairs[t], &in[t * 2], 8);      // expect shared_store: requests=8 wavefronts=16 ideal_wavefronts=16
  __pipeline_memcpy_async(&pairs[t * 2], &in[t * 2], 8);  // expect shared_store: wavefronts=32
  __pipeline_memcpy_async(&wide[t * 4], &in[t * 4], 16);  // expect shared_store: wavefronts=32
  __pipeline_commit();
  __pipeline_wait_prior(0);
  out[t] = tile[threadIdx.y][threadIdx.x] + wide[t] + pairs[t].x;
}
// expect run: done
