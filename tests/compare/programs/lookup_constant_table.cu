/* warpscope
grid = 9
block = 100
[args]
in = "random:2[900]"
out = "zero[900]"
*/
__constant__ int table[64] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3};
__global__ void translate(const unsigned *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = table[in[i] & 15] * 2 + table[blockIdx.x];
}
