/* warpscope
grid = 2
block = 64
[args]
in = "mod:7[128]"
out = "zero[128]"
n = 100
*/
__global__ void neighbours(const int *in, int *out, int n) {
  __shared__ int s[65];
  int i = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x + 1] = i < n ? in[i] : 0; //~ diverges as: if (i >= n) return; s[threadIdx.x + 1] = in[i];
  if (threadIdx.x == 0) s[0] = i > 0 ? in[i - 1] : 0;
  __syncthreads(); //~ racy //~ diverges as: if (i < n) __syncthreads();
  if (i < n) out[i] = s[threadIdx.x] + s[threadIdx.x + 1];
}
