/* warpscope
kernel = "branches"
grid = 3
block = 128
[params]
CUT = [5, 32, 100]
[args]
in = "mod:37[384]"
out = "zero[384]"
*/
__device__ int steps(int v) {
  int n = 0;
  do {
    v = v % 2 ? 3 * v + 1 : v / 2;
    if (++n > 40) return -n;
  } while (v > 1);
  return n;
}
// Returns, a switch (without falling through: the compiler joins such cases earlier than the end), a loop left in the middle.
__global__ void branches(const int *in, int *out) {
  __shared__ int s[128];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  s[t] = in[i];
  __syncthreads();
  if (t % 3 == 0 && t > CUT) return;
  int v = 0;
  switch (s[t] % 5) {
  case 0: v += s[(t * 2) % 128]; break;
  case 1: v += s[(t * 4) % 128]; break;
  case 2: v = steps(s[t ^ 1] + 1); break;
  default:
    for (int k = 0; k < 8; ++k) {
      v += s[(t + k * 32) % 128];
      if (v > 60) break;
    }
  }
  out[i] = v;
}
