/* warpscope
grid = 1
block = 32
[args]
out = "zero[32]"
*/
__global__ void typo(float *out) {
  out[threadIdx.x] = blokDim.x;                 // expect error: blokDim
}
// expect run: user_error
