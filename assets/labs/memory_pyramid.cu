/* warpscope
title       = "The pyramid: one sum out of registers, shared memory, L1, L2, memory"
question    = "Each thread adds up 64 numbers. They lie in registers, in shared memory, or in an array of which L1, L2 or only the device's memory can hold what is read. Which counts tell the last three apart?"
explanation = """
None: a warp asks for the same 4 sectors, whoever answers. What decides is how much is read between two readings of the same word: 8 KB by a block (PLACE 2) stay in L1, 16 MB by the whole grid (3) stay in L2, 66 MB (4) are more than the 60 MB of an H200's L2. \
From step to step there is more room and less speed, but less less than is often said. Recorded on an NVIDIA H200 (driver 580.159.04, 2026-11-24): registers 2.4 us, shared memory 3.6, L1 8.2, L2 8.7, memory 18.6. "Shared memory is a hundred times as fast" speaks of one load that nobody hides; here 64 warps of a multiprocessor hide each other's. \
Registers need no access, shared memory one wavefront a read, and L1 is the same memory as shared, with a look at its tags before. The pyramid has one more step, the host's memory: this launch has buffers of its own and cannot stand on it, the program allocation_kinds can. Recorded there on an H200: a kernel reads and writes pinned memory of the host, mapped, at 102 GB/s, where device memory gives 2,590; twenty-five times less, over the bus."""
kernel = "pyramid"
grid   = 1056
block  = 256
[params]
PLACE = [3, 4, 2, 1, 0]
[args]
in  = "mod:16[PLACE == 4 ? 1056*16384 : PLACE == 3 ? 4194304 : 1056*2048]"
out = "zero[1056*256]"
[check]
out = "pyramid_reference"
[lesson]
at     = "sum += in[place_of(r)];"
access = "load"
turn   = 1
set    = { PLACE = 3 }
answer = "A read takes {sectors sector} for {lanes lane}, {line_sectors} in the block, out of L2 as out of L1 or memory. What differs is how long the answers take: compare the times of PLACE 2, 3 and 4."
*/
#ifndef PLACE
#define PLACE 3
#endif

#define READS 64
#define THREADS 256
#define OF_GRID 4194304  // words that L2 holds
#define OF_BLOCK 2048    // words that L1 holds, for eight blocks

// The r-th word of a thread; a warp's lie side by side.
__device__ int place_of(int r) {
  int mine = r * THREADS + threadIdx.x;
#if PLACE == 4
  return blockIdx.x * READS * THREADS + mine;
#elif PLACE == 3
  return (blockIdx.x * READS * THREADS + mine) % OF_GRID;
#elif PLACE == 2
  return blockIdx.x * OF_BLOCK + mine % OF_BLOCK;
#else
  return blockIdx.x * THREADS + mine % THREADS;
#endif
}

__global__ void pyramid(const float *in, float *out) {
  float sum = 0.0f;
#if PLACE >= 2
  for (int r = 0; r < READS; r++)
    sum += in[place_of(r)];
#elif PLACE == 1
  __shared__ float part[THREADS];
  part[threadIdx.x] = in[place_of(0)];
  __syncthreads();
  for (int r = 0; r < READS; r++)
    sum += part[(threadIdx.x + r) % THREADS];
#else
  float value = in[place_of(0)];
  for (int r = 0; r < READS; r++) {
    sum += value;
    value = 15.0f - value;
  }
#endif
  out[blockIdx.x * THREADS + threadIdx.x] = sum;
}

// in[k] is k % 16, and a thread's words are 256 or a block's share apart: all have the same remainder.
__global__ void pyramid_reference(const float *in, float *out) {
  int first = threadIdx.x % 16;
  int sum = PLACE >= 2 ? READS * first : READS / 16 * 120;
  if (PLACE == 0)
    sum = READS / 2 * 15;
  out[blockIdx.x * THREADS + threadIdx.x] = (float)sum;
}
