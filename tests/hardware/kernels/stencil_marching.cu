/* warpscope
kernel = "sweep"
grid = ["(N+13)/14", "(N+13)/14"]
block = [16, 16]
[params]
N = [30, 44, 64]
[args]
in = "mod:19[N*N*N]"
out = "zero[N*N*N]"
*/
// Seven points, marching in z: the plane in shared memory, its neighbours in registers.
__global__ void sweep(const float *in, float *out) {
  __shared__ float plane[16][16];
  int x = blockIdx.x * 14 + threadIdx.x - 1, y = blockIdx.y * 14 + threadIdx.y - 1;
  bool inside = x >= 0 && x < N && y >= 0 && y < N;
  float before = 0, now = inside ? in[y * N + x] : 0, after;
  for (int z = 0; z < N; ++z) {
    after = inside && z + 1 < N ? in[(z + 1) * N * N + y * N + x] : 0;
    plane[threadIdx.y][threadIdx.x] = now;
    __syncthreads();
    if (inside && threadIdx.x > 0 && threadIdx.x < 15 && threadIdx.y > 0 && threadIdx.y < 15)
      out[z * N * N + y * N + x] = now * -6 + plane[threadIdx.y][threadIdx.x - 1] + plane[threadIdx.y][threadIdx.x + 1] +
                                   plane[threadIdx.y - 1][threadIdx.x] + plane[threadIdx.y + 1][threadIdx.x] + before + after;
    __syncthreads();
    before = now;
    now = after;
  }
}
