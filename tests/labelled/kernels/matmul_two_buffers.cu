/* warpscope
grid = [2, 2]
block = [16, 16]
[args]
a = "mod:5[1024]"
b = "mod:7[1024]"
c = "zero[1024]"
*/
// The next tile is loaded beside the products of this one: one barrier a phase is enough.
__global__ void multiply(const float *a, const float *b, float *c) {
  __shared__ float as[2][16][16], bs[2][16][16];
  unsigned tx = threadIdx.x, ty = threadIdx.y, y = blockIdx.y * 16 + ty, x = blockIdx.x * 16 + tx;
  as[0][ty][tx] = a[y * 32 + tx];
  bs[0][ty][tx] = b[ty * 32 + x];
  float sum = 0;
  for (unsigned p = 0; p < 2; ++p) {
    __syncthreads(); //~ racy //~ racy as: __syncwarp(); //~ racy as: __threadfence_block();
    if (p + 1 < 2) {
      as[(p + 1) % 2][ty][tx] = a[y * 32 + (p + 1) * 16 + tx]; //~ racy uninit as: as[0][ty][tx] = a[y * 32 + (p + 1) * 16 + tx];
      bs[(p + 1) % 2][ty][tx] = b[((p + 1) * 16 + ty) * 32 + x];
    }
    for (unsigned k = 0; k < 16; ++k) sum += as[p % 2][ty][k] * bs[p % 2][k][tx];
  }
  c[y * 32 + x] = sum;
}
