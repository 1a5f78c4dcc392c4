/* warpscope
title       = "Several arrays in one piece of dynamic shared memory"
question    = "The launch gives the block one piece of shared memory, and the kernel cuts three arrays out of it. Where does each begin, and why do the bytes come last?"
explanation = """
There is one extern __shared__ array a block, however many are declared: all would begin at the same address. So the kernel counts itself: COUNT floats, behind them COUNT ints, behind them COUNT bytes. \
The order goes from large alignment to small, so that each begins at a multiple of its element's size; with the bytes first and a COUNT that 4 does not divide the floats would be misaligned, which is an error. \
The size stands in the launch and must be the sum, 9 bytes a thread here: what is too small is an index outside the array."""
kernel = "three_arrays"
grid   = 8
block  = "COUNT"
shared = "COUNT*(4+4+1)"
[params]
COUNT = [256, 32, 100]
[args]
in  = "mod:100[8*COUNT]"
out = "zero[8*COUNT]"
[check]
out = "three_arrays_reference"
[lesson]
at     = "unsigned char mark = marks[COUNT - 1 - t];"
access = "load"
set    = { COUNT = 256 }
answer = "{lanes} bytes of the third array lie in {words word} of {banks bank}: {wavefronts wavefront}. It begins behind {COUNT} floats and {COUNT} ints."
*/
#ifndef COUNT
#define COUNT 256
#endif

__global__ void three_arrays(const float *in, float *out) {
  extern __shared__ float values[];                             // COUNT of them, from the beginning
  int *places = (int *)(values + COUNT);                        // then COUNT ints
  unsigned char *marks = (unsigned char *)(places + COUNT);     // then COUNT bytes
  int t = threadIdx.x;
  int i = blockIdx.x * COUNT + t;

  values[t] = in[i];
  places[t] = COUNT - 1 - t;
  marks[t] = (unsigned char)(t % 2);
  __syncthreads();

  int from = places[t];
  float value = values[from];
  unsigned char mark = marks[COUNT - 1 - t];
  out[i] = mark ? value : -value;
}

__global__ void three_arrays_reference(const float *in, float *out) {
  int from = COUNT - 1 - threadIdx.x;
  float value = in[blockIdx.x * COUNT + from];
  out[blockIdx.x * COUNT + threadIdx.x] = from % 2 ? value : -value;
}
