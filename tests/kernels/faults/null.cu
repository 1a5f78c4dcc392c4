/* warpscope
grid = 1
block = 32
[args]
out = "zero[32]"
*/
__global__ void nothing(float *out) {
  float *p = nullptr;
  if (threadIdx.x == 5) p[0] = out[0];          // expect fault: null_pointer
}
// expect run: faulted
