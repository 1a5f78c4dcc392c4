/* warpscope
kernel = "doubles"
grid = 2
block = [32, 4]
[params]
PAD = [0, 1]
[args]
in = "ramp[256]"
out = "zero[256]"
*/
__global__ void doubles(const float *in, float *out) {
  __shared__ double d[32][4 + PAD];
  __shared__ unsigned char bytes[256];
  __shared__ short halves[128];
  int x = threadIdx.x, y = threadIdx.y, t = y * 32 + x, i = blockIdx.x * 128 + t;
  d[x][y] = in[i];
  bytes[t * 2] = (unsigned char)t;
  bytes[t * 2 + 1] = 1;
  halves[127 - t] = (short)t;
  __syncthreads();
  double a = d[t / 4][t % 4], b = d[(x * 5) % 32][y];
  out[i] = (float)(a + b) + bytes[t] + bytes[(t * 9) % 256] + halves[(t * 3) % 128];
}
