/* warpscope
title       = "A stride, with elements of every size"
question    = "Lane i reads element i * STRIDE. How many sectors does a warp fetch for a char, a float, a double, a float4, and from which stride on does it get no worse?"
explanation = """
What counts is how many bytes lie between one lane and the next: STRIDE times the size of an element. Below 32 bytes that number is also the number of sectors, \
since 32 lanes that lie d bytes apart span d sectors; from 32 bytes on every lane has a sector of its own and it gets no worse. \
A stride of 2 halves what is used of floats, yet chars may be 32 apart before each needs its own sector, and float4 at stride 1 already takes 16."""
kernel = "copy_every"
grid   = "N/256"
block  = 256
[params]
TYPE   = ["float", "char", "short", "double", "float4"]
STRIDE = [2, 1, 4, 8, 16, 32]
N      = [8192, 2048]
[args]
in  = "ramp[N*STRIDE]"
out = "zero[N]"
[check]
out = "copy_every_reference"
[lesson]
at     = "TYPE value = in[i * STRIDE];"
access = "load"
set    = { TYPE = "float", STRIDE = 2 }
answer = "{lanes} elements of type {TYPE} at stride {STRIDE}: {sectors sector}, {fetched} bytes fetched for {bytes} that are asked for, {used_percent} % used. Next to each other they would need {ideal_sectors sector}."
*/
#ifndef TYPE
#define TYPE float
#endif
#ifndef STRIDE
#define STRIDE 2
#endif

__global__ void copy_every(const TYPE *in, TYPE *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  TYPE value = in[i * STRIDE];
  out[i] = value;
}

// One thread of each block copies for all of them.
__global__ void copy_every_reference(const TYPE *in, TYPE *out) {
  if (threadIdx.x != 0)
    return;
  int first = blockIdx.x * blockDim.x;
  for (int i = first; i < first + (int)blockDim.x; i++)
    out[i] = in[i * STRIDE];
}
