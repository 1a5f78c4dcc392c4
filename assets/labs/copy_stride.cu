/* warpscope
title       = "Copy with a stride"
question    = "Each element is read exactly once, only the order differs. How many sectors does a warp's load touch at stride 2, 8 and 32?"
explanation = """
Neighbouring lanes read words STRIDE apart. At stride 1 a warp's 128 bytes are 4 sectors; stride 2 touches 8 and uses half of each; from stride 8 on every lane \
has a sector of its own, 32 in all. That 32 is the most there is: stride 32 asks for no more sectors than stride 8, but for 32 lines instead of 8. \
Stores stay dense, so their 4 sectors never change."""
kernel = "copy_stride"
grid   = "N/256"
block  = 256
[params]
STRIDE = [1, 2, 4, 8, 16, 32]
N      = [1048576, 65536]
[args]
in  = "ramp[N]"
out = "zero[N]"
n   = "N"
[check]
out = "copy_stride_reference"
[lesson]
at     = "out[i] = in[(i % walk) * STRIDE"
access = "load"
set    = { STRIDE = 8 }
answer = "At stride {STRIDE} each lane has a sector of its own: {sectors sector} in {lines line}, {used_percent} % of {fetched} bytes used. A larger stride asks for no more sectors, only for more lines."
*/
#ifndef STRIDE
#define STRIDE 1
#endif

// n is a multiple of 256 * STRIDE. The threads walk through the input in steps of STRIDE; at its end they begin again, one further.
__global__ void copy_stride(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int walk = n / STRIDE;  // steps until the end of the input
  out[i] = in[(i % walk) * STRIDE + i / walk];
}

// The other direction: each input element finds its place in the output.
__global__ void copy_stride_reference(const float *in, float *out, int n) {
  int from = blockIdx.x * blockDim.x + threadIdx.x;
  int walk = n / STRIDE;
  out[(from % STRIDE) * walk + from / STRIDE] = in[from];
}
