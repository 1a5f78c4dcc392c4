/* warpscope
kernel = "scan"
grid = 3
block = "N/2"
[params]
N = [512, 128, 2048]
[args]
in = "mod:11[3*N]"
out = "zero[3*N]"
*/
__global__ void scan(const int *in, int *out) {
  __shared__ int s[N];
  int i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = in[i];
  s[threadIdx.x + blockDim.x] = in[i + blockDim.x];
  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    unsigned at = (threadIdx.x + 1) * 2 * stride - 1;
    if (at < N) s[at] += s[at - stride];
  }
  for (int stride = N / 4; stride > 0; stride /= 2) {
    __syncthreads();
    unsigned at = (threadIdx.x + 1) * stride * 2 - 1;
    if (at + stride < N) s[at + stride] += s[at];
  }
  __syncthreads();
  out[i] = s[threadIdx.x];
  out[i + blockDim.x] = s[threadIdx.x + blockDim.x];
}
