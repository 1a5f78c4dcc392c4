/* warpscope
grid = 2
block = 96
[args]
in = "mod:7[192]"
out = "zero[192]"
*/
__global__ void votes(const int *in, int *out) {
  __shared__ int s[96];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * 96 + t];
  int any = __syncthreads_or(s[t] > 5); //~ racy as: int any = s[t] > 5; //~ racy as: int any = __any_sync(~0u, s[t] > 5);
  int v = s[(t + 40) % 96];
  int count = __syncthreads_count(v & 1); //~ racy as: int count = v & 1;
  s[t] = v + any;
  int all = __syncthreads_and(v >= 0); //~ racy as: int all = v >= 0;
  out[blockIdx.x * 96 + t] = s[95 - t] + count + all;
}
