/* warpscope
title       = "An if that splits warps, and one that does not"
question    = "Half of the threads take one branch, half the other. When does a warp have to go through both?"
explanation = """
A warp has one instruction at a time. If its lanes disagree (RUN below 32) both branches run, one after the other, each with part of the lanes: 16 of 32 here, so half of the lane slots are lost and each branch's loads become requests of their own. \
With RUN = 32 or 64 the condition is the same for all lanes of a warp: half of the warps take one branch, half the other, every one with 32 lanes. \
It is not the if that costs but where its border lies: sort the work so that a warp agrees."""
kernel = "branch"
grid   = "N/256"
block  = 256
[params]
RUN = [1, 2, 8, 16, 32, 64]
N   = [8192, 2048]
[args]
in  = "mod:50[N]"
out = "zero[N]"
[check]
out = "branch_reference"
[lesson]
at     = "value = in[i] * 3.0f;"
access = "load"
set    = { RUN = 1 }
answer = "In this branch {lanes lane} of the warp are at work ({line_lanes_percent} % over the block); the others wait until it is their branch's turn. The block makes {line_requests request} here; with RUN = 32 half as many."
*/
#ifndef RUN
#define RUN 1  // so many threads in a row take the same branch
#endif

__global__ void branch(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value;
  if (i / RUN % 2 == 0)
    value = in[i] * 3.0f;
  else
    value = in[i] + 7.0f;
  out[i] = value;
}

// Without a branch: both results, of which one is taken.
__global__ void branch_reference(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float choice = (float)(i / RUN % 2);
  out[i] = (1.0f - choice) * (in[i] * 3.0f) + choice * (in[i] + 7.0f);
}
