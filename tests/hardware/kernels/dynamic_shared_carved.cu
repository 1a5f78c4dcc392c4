/* warpscope
kernel = "carve"
grid = 5
block = 96
shared = "96*4 + 96*8 + 33*4*3"
[params]
STRIDE = [1, 2, 5]
[args]
in = "ramp[480]"
out = "zero[480]"
*/
__global__ void carve(const float *in, float *out) {
  extern __shared__ double room[];
  volatile double *d = room;
  volatile float *f = (volatile float *)(d + 96);
  volatile float *g = f + 96;
  int t = threadIdx.x, i = blockIdx.x * 96 + t;
  f[t] = in[i];
  d[t] = 2.0 * t;
  g[t % 99] = t;
  __syncthreads();
  float a = f[t * STRIDE % 96];
  double b = d[(t * STRIDE + 7) % 96];
  float c = g[t / 3 * STRIDE % 96];
  out[i] = a + (float)b + c;
}
