/* warpscope
title       = "A switch with eight cases"
question    = "Each thread does one of eight things, by its data. Into how many pieces does a warp fall when neighbours differ, and when they agree?"
explanation = """
The cases run one after another for those lanes that want them: with SORTED = 0 a warp needs all eight passes, 4 lanes in each, and does an eighth of what it could. \
With SORTED = 1 the same data lie in runs, each warp needs one case, and all 32 lanes work. \
That is why particles, rays or pieces of a list are sorted by kind before a kernel goes through them; the sort may pay for itself."""
kernel = "by_kind"
grid   = "N/256"
block  = 256
[params]
SORTED = [0, 1]
N      = [8192, 2048]
[args]
in  = "mod:40[N]"
out = "zero[N]"
n   = "N"
[check]
out = "by_kind_reference"
[lesson]
at     = "case 3: value = in[i] + 30.0f;"
access = "load"
set    = { SORTED = 0 }
answer = "{lanes lane} of the warp want this case, {line_lanes_percent} % of the lane slots of its {line_requests request}. The warp runs through the seven others as well."
*/
#ifndef SORTED
#define SORTED 0
#endif

__device__ int kind_of(int i, int n) {
  return SORTED ? i / (n / 8) : i % 8;
}

__global__ void by_kind(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = 0.0f;
  switch (kind_of(i, n)) {
  case 0: value = in[i]; break;
  case 1: value = in[i] + 10.0f; break;
  case 2: value = in[i] + 20.0f; break;
  case 3: value = in[i] + 30.0f; break;
  case 4: value = in[i] * 2.0f; break;
  case 5: value = in[i] * 3.0f; break;
  case 6: value = in[i] * 4.0f; break;
  default: value = -in[i]; break;
  }
  out[i] = value;
}

// The same by two numbers for each kind.
__global__ void by_kind_reference(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int kind = kind_of(i, n);
  float factor = kind < 4 ? 1.0f : kind < 7 ? (float)(kind - 2) : -1.0f;
  float sum = kind < 4 ? 10.0f * kind : 0.0f;
  out[i] = in[i] * factor + sum;
}
