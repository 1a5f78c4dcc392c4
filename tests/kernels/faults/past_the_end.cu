/* warpscope
grid = 2
block = 64
[args]
in = "ramp[100]"
out = "zero[128]"
*/
__global__ void copy(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];                               // expect fault: out_of_bounds
}
// expect run: faulted
