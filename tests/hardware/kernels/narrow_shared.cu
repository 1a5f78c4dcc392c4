/* warpscope
kernel = "narrow"
grid = 2
block = 256
[params]
STRIDE = [1, 2, 3, 4, 32, 33, 64]
[args]
in = "mod:127[512]"
out = "zero[512]"
*/
// Bytes, shorts and doubles in shared memory, at a stride.
__global__ void narrow(const int *in, int *out) {
  __shared__ unsigned char bytes[256];
  __shared__ short halves[256];
  __shared__ double wide[256];
  int t = threadIdx.x, i = blockIdx.x * 256 + t, j = t * STRIDE % 256;
  int v = in[i];
  bytes[t] = v;
  halves[t] = v * 2;
  wide[t] = v * 3;
  __syncthreads();
  out[i] = bytes[j] + halves[j] + (int)wide[j];
}
