/* warpscope
grid = 1
block = 32
[args]
out = "zero[32]"
*/
__global__ void before(float *out) {
  __shared__ float s[32];
  out[threadIdx.x] = s[(int)threadIdx.x - 20];  // expect fault: out_of_bounds
}
// expect run: faulted
