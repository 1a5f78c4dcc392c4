/* warpscope
title       = "Copy with an offset"
question    = "128 bytes a warp, OFFSET floats further on: which offsets cost a sector more, and which a line?"
explanation = """
A sector is 32 bytes, so an offset that is no multiple of 8 floats cuts the first and the last sector: 5 instead of 4, of which one is wasted in part. \
Multiples of 8 keep 4 sectors, but unless the offset is a multiple of 32 the warp's bytes lie in two lines. \
That a misaligned warp costs twice as much is a textbook's claim for cards of long ago: since the first sectored caches it is a fifth sector, no more."""
kernel = "copy_offset"
grid   = "N/256"
block  = 256
[params]
OFFSET = [0, 1, 2, 4, 8, 16, 31, 32]
N      = [1048576, 65536]
[args]
in  = "ramp[N + OFFSET]"
out = "zero[N]"
[check]
out = "copy_offset_reference"
[lesson]
at     = "out[i] = in[i + OFFSET];"
access = "load"
set    = { OFFSET = 1 }
answer = "Offset {OFFSET}: {sectors sector} where {ideal_sectors} would do, in {lines line}. At most one more, never twice as many."
*/
#ifndef OFFSET
#define OFFSET 0
#endif

__global__ void copy_offset(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + OFFSET];
}

// Blocks and threads from the other end.
__global__ void copy_offset_reference(const float *in, float *out) {
  int last = gridDim.x * blockDim.x - 1;
  int i = last - (blockIdx.x * blockDim.x + threadIdx.x);
  out[i] = (in + OFFSET)[i];
}
