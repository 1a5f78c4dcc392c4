/* warpscope
grid = [2, 2]
block = [8, 8]
[args]
a = "mod:5[4096]"
b = "mod:7[4096]"
c = "zero[4096]"
*/
// 32 x 32 of C a block, 4 x 4 a thread, tiles 16 deep.
__global__ void multiply(const float *a, const float *b, float *c) {
  __shared__ float as[32][16], bs[16][32];
  unsigned tx = threadIdx.x, ty = threadIdx.y, t = ty * 8 + tx;
  float sum[4][4] = {};
  for (unsigned k0 = 0; k0 < 64; k0 += 16) {
    for (unsigned i = t; i < 512; i += 64) {
      as[i / 16][i % 16] = a[(blockIdx.y * 32 + i / 16) * 64 + k0 + i % 16];
      bs[i / 32][i % 32] = b[(k0 + i / 32) * 64 + blockIdx.x * 32 + i % 32];
    }
    __syncthreads(); //~ racy
    for (unsigned k = 0; k < 16; ++k)
      for (unsigned y = 0; y < 4; ++y)
        for (unsigned x = 0; x < 4; ++x) sum[y][x] += as[ty * 4 + y][k] * bs[k][tx * 4 + x];
    __syncthreads(); //~ racy //~ diverges as: if (tx < 4) __syncthreads();
  }
  for (unsigned y = 0; y < 4; ++y)
    for (unsigned x = 0; x < 4; ++x) c[(blockIdx.y * 32 + ty * 4 + y) * 64 + blockIdx.x * 32 + tx * 4 + x] = sum[y][x]; //~ racy as: for (unsigned x = 0; x < 4; ++x) c[(blockIdx.y * 32 + ty * 4 + y) * 64 + tx * 4 + x] = sum[y][x];
}
