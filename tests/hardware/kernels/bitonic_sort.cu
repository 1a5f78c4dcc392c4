/* warpscope
kernel = "sort"
grid = 3
block = "N"
[params]
N = [256, 64, 1024]
[args]
in = "mod:97[3*N]"
out = "zero[3*N]"
*/
__global__ void sort(const float *in, float *out) {
  __shared__ float s[N];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * N + t];
  __syncthreads();
  for (int k = 2; k <= N; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int p = t ^ j;
      if (p > t) {
        float a = s[t], b = s[p];
        bool up = (t & k) == 0;
        if (up ? a > b : a < b) {
          s[t] = b;
          s[p] = a;
        }
      }
      __syncthreads();
    }
  out[blockIdx.x * N + t] = s[t];
}
