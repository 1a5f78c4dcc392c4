/* warpscope
kernel = "scan"
grid = 5
block = "N"
[params]
N = [256, 96, 1024]
[args]
in = "mod:7[5*N]"
out = "zero[5*N]"
*/
// Inclusive, in two halves that change places, so that no thread overwrites what another still reads.
__global__ void scan(const int *in, int *out) {
  __shared__ int s[2][N];
  int t = threadIdx.x, from = 0;
  s[0][t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int d = 1; d < N; d *= 2) {
    int to = 1 - from;
    int v = s[from][t]; // in both branches it would be one load to the compiler
    if (t >= d) v += s[from][t - d];
    s[to][t] = v;
    from = to;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = s[from][t];
}
