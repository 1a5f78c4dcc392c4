/* warpscope
title       = "Stages of asynchronous copies"
question    = "A block sums over eight tiles that it copies into shared memory. With 2, 3 or 4 buffers the next tiles are on their way while this one is read: which counts change, and why is one barrier a tile enough?"
explanation = """
None of the counts: the same 16 bytes a thread are read and written, 4 wavefronts for 512 bytes, whether they go through registers (STAGES 1, plain loads) or past them. What changes is who waits: a plain load holds its warp until the bytes are there, \
an asynchronous copy is waited for STAGES - 1 tiles later. The price is STAGES times the shared memory, which may cost resident blocks. \
wait_prior(STAGES - 2) leaves that many bundles of this thread's copies under way; the barrier makes everyone's visible. The next copy is issued behind that barrier, into the buffer that all threads have finished with one tile ago, so a second barrier is not needed. \
Widely believed and false: "more stages move fewer bytes", "an asynchronous copy has no wavefronts"."""
kernel = "stages"
grid   = "N/4096"
block  = 128
[params]
STAGES = [2, 1, 3, 4]
N      = [32768, 131072]
[args]
in  = "mod:9[N]"
out = "zero[N/8]"
[check]
out = "stages_reference"
[lesson]
at     = "__pipeline_memcpy_async((void *)&tile[step % STAGES][4 * t], &from[step * 128 + t], sizeof(float4));"
access = "store"
turn   = 1
set    = { STAGES = 2 }
answer = "Each copy takes {wavefronts wavefront} for {bytes} bytes, as a plain store would, whatever STAGES is ({STAGES} now): stages buy time, not traffic."
*/
#include <cuda_pipeline.h>

#ifndef STAGES
#define STAGES 2
#endif

#define TILES 8

// What a thread makes of a tile: its own four numbers and another thread's.
__device__ void add(float4 &sum, const float4 *tile, int t) {
  float4 own = tile[t], far = tile[127 - t];
  sum.x += own.x - far.w;
  sum.y += own.y - far.z;
  sum.z += own.z + far.y;
  sum.w += own.w + far.x;
}

__global__ void stages(const float4 *in, float4 *out) {
  __shared__ __align__(16) float tile[STAGES][512];
  int t = threadIdx.x;
  const float4 *from = in + blockIdx.x * TILES * 128;
  float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#if STAGES == 1
  for (int step = 0; step < TILES; step++) {
    *(float4 *)&tile[0][4 * t] = from[step * 128 + t];
    __syncthreads();
    add(sum, (const float4 *)tile[0], t);
    __syncthreads();
  }
#else
  for (int step = 0; step < STAGES - 1; step++) {
    __pipeline_memcpy_async((void *)&tile[step][4 * t], &from[step * 128 + t], sizeof(float4));
    __pipeline_commit();
  }
  for (int now = 0; now < TILES; now++) {
    __pipeline_wait_prior(STAGES - 2);  // the tile `now` of this thread has arrived
    __syncthreads();                    // that of the others, too, and nobody reads the tile before it any more
    int step = now + STAGES - 1;
    if (step < TILES)
      __pipeline_memcpy_async((void *)&tile[step % STAGES][4 * t], &from[step * 128 + t], sizeof(float4));
    __pipeline_commit();  // at the end empty bundles, so that counting stays simple
    add(sum, (const float4 *)tile[now % STAGES], t);
  }
#endif
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void stages_reference(const float4 *in, float4 *out) {
  int t = threadIdx.x;
  float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
  for (int step = 0; step < TILES; step++)
    add(sum, in + (blockIdx.x * TILES + step) * 128, t);
  out[blockIdx.x * 128 + t] = sum;
}
