/* warpscope
grid = 1
block = 96
[args]
in = "mod:7[96]"
out = "zero[96]"
*/
__global__ void scan(const int *in, int *out) {
  __shared__ int s[96];
  unsigned t = threadIdx.x;
  s[t] = in[t];
  for (unsigned d = 1; d < 96; d *= 2) {
    __syncthreads(); //~ racy
    int left = t >= d ? s[t - d] : 0;
    __syncthreads(); //~ racy
    s[t] += left;
  }
  out[t] = s[t]; //~ racy as: out[t] = s[95 - t];
}
