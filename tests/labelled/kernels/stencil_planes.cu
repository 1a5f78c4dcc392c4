/* warpscope
grid = [2, 2]
block = [8, 8]
[args]
in = "mod:7[2048]"
out = "zero[2048]"
*/
// A tile of the plane in shared memory, the column in registers: what the next plane writes, this one's readers must have read.
__global__ void stencil(const float *in, float *out) {
  __shared__ float s[10][10];
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  float below = 0, here = in[y * 16 + x];
  for (int z = 0; z < 8; ++z) {
    float above = z < 7 ? in[((z + 1) * 16 + y) * 16 + x] : 0.f;
    __syncthreads(); //~ racy
    s[ty][tx] = here;
    if (threadIdx.x == 0) s[ty][0] = x > 0 ? in[(z * 16 + y) * 16 + x - 1] : 0.f;
    if (threadIdx.x == 7) s[ty][9] = x < 15 ? in[(z * 16 + y) * 16 + x + 1] : 0.f; //~ uninit as: if (threadIdx.x == 8) s[ty][9] = 0.f;
    if (threadIdx.y == 0) s[0][tx] = y > 0 ? in[(z * 16 + y - 1) * 16 + x] : 0.f;
    if (threadIdx.y == 7) s[9][tx] = y < 15 ? in[(z * 16 + y + 1) * 16 + x] : 0.f;
    __syncthreads(); //~ racy
    out[(z * 16 + y) * 16 + x] = here + s[ty][tx - 1] + s[ty][tx + 1] + s[ty - 1][tx] + s[ty + 1][tx] + below + above;
    below = here;
    here = above;
  }
}
