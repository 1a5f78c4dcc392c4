/* warpscope
title       = "Constant memory, every lane at an address of its own"
question    = "A table of 1,024 entries is looked up by a computed index. What does the number of different addresses in a warp do?"
explanation = """
The constant cache serves one address at a time: a read takes one pass for each different address of the warp, 32 in the worst case. \
That it is fast because it is cached holds for a broadcast only; a table that lanes look up on their own belongs into global memory (const __restrict__) or shared memory. \
DISTINCT sets how many different entries a warp asks for."""
kernel = "look_up"
grid   = "N/256"
block  = 256
[params]
DISTINCT = [32, 16, 8, 4, 2, 1]
N        = [65536, 4096]
[args]
out = "zero[N]"
[check]
out = "look_up_reference"
[lesson]
at     = "out[i] = table.entry[index];"
access = "load"
set    = { DISTINCT = 32 }
answer = "{words} different addresses take {passes pass}, one after another. Lower DISTINCT and the passes go with it: only a broadcast is fast."
*/
#ifndef DISTINCT
#define DISTINCT 32
#endif

struct Table {
  float entry[1024];
};

// Entry e is e * e % 257, computed while compiling.
constexpr Table make_table() {
  Table table = {};
  for (int e = 0; e < 1024; e++)
    table.entry[e] = (float)(e * e % 257);
  return table;
}

__constant__ Table table = make_table();

__device__ int index_of(int i) {
  return (i / 32 * 37 + i % DISTINCT * 11) % 1024;
}

__global__ void look_up(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int index = index_of(i);
  out[i] = table.entry[index];
}

// Computes the entry instead of reading it.
__global__ void look_up_reference(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int e = index_of(i);
  out[i] = (float)(e * e % 257);
}
