/* warpscope
grid = 2
block = 128
[args]
out = "zero[256]"
*/
__global__ void reversed(int *out) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  s[t] = t;
  out[blockIdx.x * 128 + t] = s[127 - t];  // expect hazard: RAW line=10 count=256
}
// expect run: done
