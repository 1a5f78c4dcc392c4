/* warpscope
grid = 7
block = 128
[args]
a = "ramp[14336]"
b = "mod:9[14336]"
c = "zero[14336]"
*/
__global__ void multiply(const float *a, const float *b, float *c) {
  __shared__ float sa[8][16], sb[8][17];
  int batch = blockIdx.x * 8 + threadIdx.x / 16, e = threadIdx.x % 16, local = threadIdx.x / 16;
  for (int r = 0; r < 16; ++r) {
    int at = (batch * 16 + r) * 16 + e;
    sa[local][e] = a[at];
    sb[local][e] = b[at];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 4; ++k) sum += sa[local][e / 4 * 4 + k] * sb[local][k * 4 + e % 4];
    c[at] = sum;
    __syncthreads();
  }
}
