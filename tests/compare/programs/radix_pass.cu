/* warpscope
grid = 16
block = 128
[args]
in = "random:3[2048]"
out = "zero[2048]"
bit = 3
*/
__global__ void split(const unsigned *in, unsigned *out, int bit) {
  __shared__ unsigned scan[128];
  unsigned t = threadIdx.x, key = in[blockIdx.x * 128 + t], b = key >> bit & 1;
  scan[t] = b;
  __syncthreads();
  for (unsigned d = 1; d < 128; d *= 2) {
    unsigned add = t >= d ? scan[t - d] : 0;
    __syncthreads();
    scan[t] += add;
    __syncthreads();
  }
  unsigned ones_before = scan[t] - b, zeros = 128 - scan[127];
  unsigned to = b ? zeros + ones_before : t - ones_before;
  out[blockIdx.x * 128 + to] = key;
}
