/* warpscope
title       = "A bulk copy and its barrier of bytes"
question    = "One thread asks for a whole tile at once: cp.async.bulk. Who tells the other 255 threads that its bytes have come, and what does the copy cost beside 256 threads that load and store it?"
explanation = """
A barrier in shared memory (mbarrier) counts two things: threads that arrive, and bytes that come. One thread arrives and says how many bytes to expect; the copy gives them back as they land; the phase ends when both counts are at zero. All threads wait for that phase, \
and whoever has waited sees the bytes. The tile moves the same sectors of global memory either way. With BULK = 0 they pass through registers, and the stores take wavefronts of shared memory as any store does; the bulk copy asks for no lane and no wavefront: one instruction for \
the block. Two buffers, two barriers: the parity of a barrier's phase changes with every second tile, and a wait for the wrong parity is over at once. \
Widely believed and false: "__syncthreads waits for a bulk copy": it waits for threads, and the copy is none."""
kernel = "bulk"
grid   = 4
block  = 256
[params]
BULK = [1, 0]
[args]
in  = "mod:50[4*4096]"
out = "zero[4*4096]"
[check]
out = "bulk_reference"
[lesson]
at     = "int value = tile[now][WORDS - 1 - i];"
access = "load"
set    = { BULK = 1 }
answer = "{lanes lane} read in {wavefronts wavefront} what one thread asked for, and no lane has stored it. With BULK = 0 every warp stores the tile first, a wavefront at a time."
*/
#ifndef BULK
#define BULK 1
#endif

#define WORDS 1024  // of a tile
#define BYTES (WORDS * 4)
#define TILES 4     // of a block

// Of shared memory, as the instructions below want it.
__device__ unsigned address_of(const void *p) {
  return (unsigned)__cvta_generic_to_shared(p);
}

// One arrival and `bytes` bytes end a phase.
__device__ void expect(unsigned barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}

__device__ void copy(unsigned to, const int *from, unsigned bytes, unsigned barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to), "l"(from), "r"(bytes), "r"(barrier) : "memory");
}

__device__ void wait(unsigned barrier, unsigned parity) {
  unsigned over = 0;
  while (!over)
    asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(over) : "r"(barrier), "r"(parity) : "memory");
}

// Each tile backwards.
__global__ void bulk(const int *in, int *out) {
  __shared__ __align__(128) int tile[2][WORDS];
  __shared__ unsigned long long arrived[2];
  unsigned tiles = address_of((const void *)tile), barriers = address_of((const void *)arrived);
  int t = threadIdx.x;
  const int *from = in + blockIdx.x * TILES * WORDS;
  if (BULK && t == 0) {
    for (int b = 0; b < 2; b++)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barriers + b * 8) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    expect(barriers, BYTES);
    copy(tiles, from, BYTES, barriers);
  }
  __syncthreads();  // nobody waits at a barrier that is not yet one

  for (int step = 0; step < TILES; step++) {
    int now = step % 2;
#if BULK
    if (t == 0 && step + 1 < TILES) {
      int next = 1 - now;
      expect(barriers + next * 8, BYTES);
      copy(tiles + next * BYTES, from + (step + 1) * WORDS, BYTES, barriers + next * 8);
    }
    wait(barriers + now * 8, step / 2 % 2);
#else
    for (int i = t; i < WORDS; i += 256)
      tile[now][i] = from[step * WORDS + i];
    __syncthreads();
#endif
    for (int i = t; i < WORDS; i += 256) {
      int value = tile[now][WORDS - 1 - i];
      out[(blockIdx.x * TILES + step) * WORDS + i] = value;
    }
    __syncthreads();  // before the next copy comes into this buffer
  }
}

__global__ void bulk_reference(const int *in, int *out) {
  for (int i = threadIdx.x; i < TILES * WORDS; i += 256) {
    int first = blockIdx.x * TILES * WORDS + i / WORDS * WORDS;
    out[blockIdx.x * TILES * WORDS + i] = in[first + WORDS - 1 - i % WORDS];
  }
}
