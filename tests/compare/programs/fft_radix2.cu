/* warpscope
grid = 4
block = 64
[args]
in = "ramp[512]"
out = "zero[512]"
*/
__global__ void fft(const float2 *in, float2 *out) {
  __shared__ float re[128], im[128];
  int t = threadIdx.x;
  for (int k = t; k < 128; k += 64) {
    float2 v = in[(blockIdx.x & 1) * 128 + (__brev(k) >> 25)];
    re[k] = v.x;
    im[k] = v.y;
  }
  __syncthreads();
  for (int half = 1; half < 128; half *= 2) {
    int k = t % half, i = (t - k) * 2 + k, j = i + half;
    float c = cosf(-3.14159265f * k / half), s = sinf(-3.14159265f * k / half);
    float x = re[j] * c - im[j] * s, y = re[j] * s + im[j] * c;
    re[j] = re[i] - x;
    im[j] = im[i] - y;
    re[i] += x;
    im[i] += y;
    __syncthreads();
  }
  for (int k = t; k < 128; k += 64) out[(blockIdx.x & 1) * 128 + k] = make_float2(re[k], im[k]);
}
