/* warpscope
kernel = "conditions"
grid = 3
block = 64
[params]
M = [5, 3]
[args]
in = "mod:13[1024]"
out = "zero[1024]"
*/
__global__ void conditions(const float *in, float *out) {
  __shared__ float s[64], r[64];
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  s[t] = in[i];
  r[t] = -1;
  __syncthreads();
  if (s[t] > 9 || s[63 - t] < M) r[t] = 1;
  if (s[t] > 2 && s[(t + 5) % 64] < 8) r[63 - t] = 2;
  if (s[t] < 4) {
    if (s[(t * 3) % 64] > 6) r[t] = 3;
    else r[t ^ 1] = 4;
  }
  out[i] = r[t];
}
