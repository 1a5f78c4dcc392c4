/* warpscope
title       = "One table, in three memories"
question    = "Every thread looks up entry i % 1024. In which memory does that suit the table: global (const __restrict__), constant, or shared?"
explanation = """
Neighbouring lanes want neighbouring entries. For global memory that is the best case: 4 sectors, and a const __restrict__ table may come through the read-only path of the L1 cache. \
For shared memory it is one wavefront, after the block has copied the table. For constant memory it is the worst case: the cache serves one address at a time, 32 passes. \
"Read only, so it belongs into constant memory" holds for what all lanes read together, and for nothing else."""
kernel = "look_up"
grid   = "N/1024"
block  = 256
[params]
PLACE = [1, 0, 2]
N     = [65536, 4096]
[args]
table = "mod:251[1024]"
out   = "zero[N]"
[check]
out = "look_up_reference"
[lesson]
at     = "out[i] = constants.entry[i % ENTRIES];"
access = "load"
turn   = 1
set    = { PLACE = 1 }
answer = "The lanes want {words} different entries: {passes pass}. From global memory (PLACE 0) the same read is one request of 4 full sectors, from shared memory (PLACE 2) one wavefront."
*/
#ifndef PLACE
#define PLACE 1
#endif

#define ENTRIES 1024

struct Table {
  float entry[ENTRIES];
};

// What the host would copy into constant memory: the same numbers as in the global table.
constexpr Table make_table() {
  Table table = {};
  for (int e = 0; e < ENTRIES; e++)
    table.entry[e] = (float)(e % 251);
  return table;
}

__constant__ Table constants = make_table();

// A block looks up as many as the table has entries: a copy in shared memory needs to be used to pay.
__global__ void look_up(const float *__restrict__ table, float *out) {
  int first = blockIdx.x * ENTRIES + threadIdx.x;
#if PLACE == 2
  __shared__ float copy[ENTRIES];
  for (int e = threadIdx.x; e < ENTRIES; e += blockDim.x)
    copy[e] = table[e];
  __syncthreads();
#endif
  for (int i = first; i < first + ENTRIES; i += blockDim.x) {
#if PLACE == 0
    out[i] = table[i % ENTRIES];
#elif PLACE == 1
    out[i] = constants.entry[i % ENTRIES];
#else
    out[i] = copy[i % ENTRIES];
#endif
  }
}

// Computes the entry instead of reading it.
__global__ void look_up_reference(const float *table, float *out) {
  int first = blockIdx.x * ENTRIES + threadIdx.x;
  for (int i = first; i < first + ENTRIES; i += blockDim.x)
    out[i] = (float)(i % ENTRIES % 251);
}
