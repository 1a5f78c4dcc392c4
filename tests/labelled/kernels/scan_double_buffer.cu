/* warpscope
grid = 2
block = 128
[args]
in = "mod:7[256]"
out = "zero[256]"
*/
__global__ void scan(const int *in, int *out) {
  __shared__ int s[2][128];
  unsigned t = threadIdx.x, from = 0;
  s[0][t] = t > 0 ? in[blockIdx.x * 128 + t - 1] : 0; //~ uninit as: if (t > 0) s[0][t] = in[blockIdx.x * 128 + t - 1];
  __syncthreads(); //~ racy
  for (unsigned d = 1; d < 128; d *= 2) {
    s[from ^ 1][t] = s[from][t] + (t >= d ? s[from][t - d] : 0); //~ racy uninit as: s[0][t] = s[0][t] + (t >= d ? s[0][t - d] : 0); //~ racy as: s[from ^ 1][t] = s[from][t] + (t >= d ? s[from ^ 1][t - d] : 0);
    from ^= 1;
    __syncthreads(); //~ racy
  }
  out[blockIdx.x * 128 + t] = s[from][t];
}
