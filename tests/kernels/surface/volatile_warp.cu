/* warpscope
grid = 1
block = 64
[args]
in = "mod:7[64]"
out = "zero[1]"
[check]
out = "plain"
*/
// expect run: done
__device__ void last_warp(volatile int *s, unsigned t) {
  s[t] += s[t + 32]; // expect shared_load: requests=2 wavefronts=2
  s[t] += s[t + 16];
  s[t] += s[t + 8];
  s[t] += s[t + 4];
  s[t] += s[t + 2];
  s[t] += s[t + 1]; // expect shared_store: requests=1 wavefronts=1
}
__global__ void sum(const int *in, int *out) {
  __shared__ int s[64];
  const unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) last_warp(s, t);
  if (t == 0) *out = s[0];
}
__global__ void plain(const int *in, int *out) {
  if (threadIdx.x != 0) return;
  int sum = 0;
  for (int i = 0; i < 64; ++i) sum += in[i];
  *out = sum;
}
