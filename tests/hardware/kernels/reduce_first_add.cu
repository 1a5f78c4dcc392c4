/* warpscope
kernel = "reduce"
grid = 9
block = "N"
[params]
N = [256, 64, 1024]
[args]
in = "mod:13[18*N]"
out = "zero[9]"
*/
// Two elements a thread while loading, a tree, and the last warp by itself.
__global__ void reduce(const float *in, float *out) {
  __shared__ float s[N];
  int t = threadIdx.x, i = blockIdx.x * 2 * N + t;
  s[t] = in[i] + in[i + N];
  __syncthreads();
  for (int d = N / 2; d > 32; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t < 32) {
    s[t] += s[t + 32];
    __syncwarp();
    for (int d = 16; d > 0; d /= 2) {
      float v = s[t] + s[t + d];
      __syncwarp();
      s[t] = v;
      __syncwarp();
    }
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
