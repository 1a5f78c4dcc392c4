/* warpscope
kernel = "heat"
grid = ["N/16", "N/16"]
block = [16, 16]
[params]
N = [64, 128]
PAD = [0, 1]
[args]
in = "mod:41[N*N]"
out = "zero[N*N]"
*/
// The tile and its four edges, loaded by the threads at the edges.
__global__ void heat(const float *in, float *out) {
  __shared__ float s[18][18 + PAD];
  int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  s[ty + 1][tx + 1] = in[y * N + x];
  if (tx == 0) s[ty + 1][0] = x > 0 ? in[y * N + x - 1] : 0;
  if (tx == 15) s[ty + 1][17] = x < N - 1 ? in[y * N + x + 1] : 0;
  if (ty == 0) s[0][tx + 1] = y > 0 ? in[(y - 1) * N + x] : 0;
  if (ty == 15) s[17][tx + 1] = y < N - 1 ? in[(y + 1) * N + x] : 0;
  __syncthreads();
  out[y * N + x] = s[ty + 1][tx + 1] + 0.25f * (s[ty + 1][tx] + s[ty + 1][tx + 2] + s[ty][tx + 1] + s[ty + 2][tx + 1] - 4 * s[ty + 1][tx + 1]);
}
