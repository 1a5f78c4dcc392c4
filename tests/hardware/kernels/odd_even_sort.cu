/* warpscope
kernel = "sort"
grid = 2
block = "N/2"
[params]
N = [64, 200]
[args]
in = "mod:61[2*N]"
out = "zero[2*N]"
*/
__global__ void sort(const short *in, short *out) {
  __shared__ short s[N];
  int t = threadIdx.x;
  s[2 * t] = in[blockIdx.x * N + 2 * t] * 7 % 61;
  s[2 * t + 1] = in[blockIdx.x * N + 2 * t + 1] * 7 % 61;
  __syncthreads();
  for (int round = 0; round < N; ++round) {
    int i = 2 * t + round % 2;
    if (i + 1 < N) {
      short a = s[i], b = s[i + 1];
      if (a > b) {
        s[i] = b;
        s[i + 1] = a;
      }
    }
    __syncthreads();
  }
  out[blockIdx.x * N + 2 * t] = s[2 * t];
  out[blockIdx.x * N + 2 * t + 1] = s[2 * t + 1];
}
