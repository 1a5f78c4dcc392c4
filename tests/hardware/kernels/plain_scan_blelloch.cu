/* warpscope
kernel = "scan"
grid = 7
block = "N/2"
[params]
N = [512, 64, 2048]
[args]
in = "mod:9[7*N]"
out = "zero[7*N]"
*/
__global__ void scan(const float *in, float *out) {
  __shared__ float s[N];
  int t = threadIdx.x, first = blockIdx.x * N;
  s[2 * t] = in[first + 2 * t];
  s[2 * t + 1] = in[first + 2 * t + 1];
  int step = 1;
  for (int d = N / 2; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) {
      int a = step * (2 * t + 1) - 1, b = step * (2 * t + 2) - 1;
      s[b] = s[b] + s[a];
    }
    step *= 2;
  }
  if (t == 0) s[N - 1] = 0;
  for (int d = 1; d < N; d *= 2) {
    step /= 2;
    __syncthreads();
    if (t < d) {
      int a = step * (2 * t + 1) - 1, b = step * (2 * t + 2) - 1;
      float left = s[a];
      s[a] = s[b];
      s[b] = s[b] + left;
    }
  }
  __syncthreads();
  out[first + 2 * t] = s[2 * t];
  out[first + 2 * t + 1] = s[2 * t + 1];
}
