/* warpscope
title       = "A loop over the grid"
question    = "16 blocks work on data for 256. In which order should a thread take its elements: neighbours of each other, or a whole grid apart?"
explanation = """
With a stride of the whole grid (ORDER 0) the lanes of a warp read neighbours in every turn: 4 sectors. If each thread takes a run of its own (ORDER 1), lanes lie a whole run apart and each fetches a sector for itself: 32. \
What is right for a processor's cores, a run for each, is wrong for lanes. \
The loop makes the grid's size free: it can be chosen to fill the device, and the same kernel takes any n."""
kernel = "scale"
grid   = 16
block  = 256
[params]
ORDER = [1, 0]
N     = [65536, 16384]
[args]
in  = "mod:100[N]"
out = "zero[N]"
n   = "N"
[check]
out = "scale_reference"
[lesson]
at     = "out[i] = 2.0f * in[i];"
access = "load"
turn   = 1
set    = { ORDER = 1 }
answer = "With a run for each thread a read touches {sectors sector} for {bytes} bytes, {used_percent} % used. A whole grid apart (ORDER = 0) the lanes read neighbours."
*/
#ifndef ORDER
#define ORDER 1
#endif

__global__ void scale(const float *in, float *out, int n) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int threads = gridDim.x * blockDim.x;
  int each = n / threads;
  int first = ORDER == 0 ? thread : thread * each;
  int step = ORDER == 0 ? threads : 1;
  int end = ORDER == 0 ? n : first + each;
  for (int i = first; i < end; i += step)
    out[i] = 2.0f * in[i];
}

__global__ void scale_reference(const float *in, float *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    out[i] = in[i] + in[i];
}
