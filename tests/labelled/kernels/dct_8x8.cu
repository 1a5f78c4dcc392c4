/* warpscope
grid = 2
block = [8, 8]
[args]
in = "mod:7[128]"
c = "mod:5[64]"
out = "zero[128]"
*/
// Out = C * In * C^T, both products through the same two tiles.
__global__ void dct(const float *in, const float *c, float *out) {
  __shared__ float a[64], b[64];
  unsigned x = threadIdx.x, y = threadIdx.y, i = y * 8 + x;
  a[i] = in[blockIdx.x * 64 + i];
  __syncthreads(); //~ racy
  float sum = 0;
  for (unsigned k = 0; k < 8; ++k) sum += c[y * 8 + k] * a[k * 8 + x];
  b[i] = sum; //~ racy uninit as: a[i] = sum;
  __syncthreads(); //~ racy
  sum = 0;
  for (unsigned k = 0; k < 8; ++k) sum += b[y * 8 + k] * c[x * 8 + k];
  a[i] = sum;
  __syncthreads(); //~ clean: each thread stores the word that it computed
  out[blockIdx.x * 64 + i] = a[i];
}
