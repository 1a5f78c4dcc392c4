/* warpscope
title       = "An array of a thread's own, in memory"
question    = "Each thread counts the digits of 16 numbers in 16 counters of its own. No other thread sees them, and nobody asked for memory. Where do they lie, and what does one count cost a warp?"
explanation = """
Registers have no addresses: an array lies in them only if every index is known when the compiler has unrolled the loops (KNOWN 1). With an index that comes out of the data it lies in local memory, which is local in name only: a piece of the device's memory for each thread, behind L1 and L2 like everything else. \
The words of a warp are laid side by side, the same word of 32 lanes in one line. So an index that all lanes share costs 4 sectors a word (SAME 1), and lanes with indices of their own up to one sector each, 32. \
16 comparisons a digit need no memory at all, and so few threads do not show it: recorded on an H200 the four forms take 3.4 to 4.5 us. With N 524,288 they do: 111 us with digits of their own, 36 with the same, 33 to 35 in registers. As written both forms show their array; the column predicted, and a GPU, tell which of them is left."""
kernel = "count_digits"
grid   = "N/128"
block  = 128
[params]
KNOWN = [0, 1]
SAME  = [0, 1]
N     = [1024, 8192]
[args]
in  = "ramp[16*N]"
out = "zero[16*N]"
n   = "N"
[check]
out = "count_digits_reference"
[lesson]
at     = "count[digit]++;"
access = "load"
set    = { KNOWN = 0, SAME = 0 }
answer = "{lanes lane} want {words} different words of their arrays: {sectors sector} for one increment, and as many again to store it; {line_sectors} are read in the block. With the same digit in all lanes it is 4."
*/
#ifndef KNOWN
#define KNOWN 0
#endif
#ifndef SAME
#define SAME 0
#endif

#define EACH 16   // numbers of a thread
#define DIGITS 16

__device__ unsigned digit_of(unsigned value) {
  return (SAME ? value / 32 : value) % DIGITS;
}

__global__ void count_digits(const unsigned *in, unsigned *out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned count[DIGITS] = {};
  for (unsigned k = 0; k < EACH; k++) {
    unsigned digit = digit_of(in[k * n + i]);
#if KNOWN
#pragma unroll
    for (unsigned d = 0; d < DIGITS; d++)
      count[d] += digit == d;  // each index is known: sixteen registers
#else
    count[digit]++;
#endif
  }
#pragma unroll
  for (unsigned d = 0; d < DIGITS; d++)
    out[d * n + i] = count[d];
}

// One digit after the other.
__global__ void count_digits_reference(const unsigned *in, unsigned *out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned d = 0; d < DIGITS; d++) {
    unsigned found = 0;
    for (unsigned k = 0; k < EACH; k++)
      found += digit_of(in[k * n + i]) == d;
    out[d * n + i] = found;
  }
}
