/* warpscope
title       = "cuda::pipeline: two tiles of 1,024 floats by turns"
question    = "While a tile of 1,024 floats is read, cuda::memcpy_async copies the next. What do acquire, commit, wait and release promise, and what does a thread's piece change?"
explanation = """
producer_acquire() waits until a stage is free: all threads have released the tile that lay there. Between it and producer_commit() copies are asked for, by all threads together or each for itself. consumer_wait() waits for the oldest stage that is committed, and consumer_release() gives it back. \
It is the pattern of copy_stages in words that say who owns a buffer when: the barriers stand inside of the pipeline, and none is written here. It counts its threads in shared memory, too: a store as it is made, an atomic of each warp as it ends. \
The bytes do not change with PIECE: 4 KB a tile. With 16 bytes a thread a tile is 8 requests of a warp, 4 wavefronts each; with 4 bytes 32 requests of one wavefront. Only the copies of 16 bytes go past L1. \
Widely believed and false: "memcpy_async is asynchronous whatever is copied": the hardware copies pieces of 4, 8 and 16 bytes, whose alignment a type or aligned_size_t promises; a copy of single chars is a loop of plain loads and stores."""
kernel = "walk"
grid   = 4
block  = 256
[params]
PIECE = [16, 4]
[args]
in  = "mod:9[4*8*1024]"
out = "zero[4*256]"
[check]
out = "walk_reference"
[lesson]
at     = "cuda::memcpy_async(&tile[stage][first], from + first, cuda::aligned_size_t<PIECE>(PIECE), pipe);"
access = "store"
turn   = 1
set    = { PIECE = 16 }
answer = "A copy of {bytes} bytes takes {wavefronts wavefront} of shared memory; the block asks for {line_requests request} of them, of {PIECE} bytes a thread. While they are under way the tile before is read."
*/
#include <cooperative_groups.h>
#include <cuda/pipeline>

#ifndef PIECE
#define PIECE 16  // bytes of a thread's copy
#endif

#define TILES 8
#define FLOATS 1024

__global__ void walk(const float *in, float *out) {
  __shared__ __align__(16) float tile[2][FLOATS];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int t = threadIdx.x;
  float sum = 0.0f;
  for (int now = 0, next = 0; now < TILES; now++) {
    for (; next < TILES && next < now + 2; next++) {
      int stage = next % 2;
      const float *from = in + (blockIdx.x * TILES + next) * FLOATS;
      pipe.producer_acquire();
      for (int first = t * (PIECE / 4); first < FLOATS; first += 256 * (PIECE / 4))
        cuda::memcpy_async(&tile[stage][first], from + first, cuda::aligned_size_t<PIECE>(PIECE), pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    // The tile backwards: no thread reads what it has copied itself.
    for (int i = t; i < FLOATS; i += 256)
      sum += tile[now % 2][FLOATS - 1 - i];
    pipe.consumer_release();
  }
  out[blockIdx.x * 256 + t] = sum;
}

// Straight from global memory: whole numbers this small add up the same in any order.
__global__ void walk_reference(const float *in, float *out) {
  float sum = 0.0f;
  for (int now = 0; now < TILES; now++)
    for (int i = threadIdx.x; i < FLOATS; i += 256)
      sum += in[(blockIdx.x * TILES + now) * FLOATS + FLOATS - 1 - i];
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}
