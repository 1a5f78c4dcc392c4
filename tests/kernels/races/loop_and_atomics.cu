/* warpscope
grid = 1
block = 64
[args]
out = "zero[64]"
*/
__global__ void loops(int *out) {
  __shared__ int s[64], sum, halo[66];
  unsigned t = threadIdx.x;
  int v = 0;
  if (t == 0) sum = 0;
  for (int i = 0; i < 3; ++i) {
    s[t] = t + i;              // expect hazard: WAR line=15 count=128
    __syncthreads();
    v += s[63 - t];
  }
  atomicAdd(&sum, v);
  v += sum;                    // expect hazard: RAW line=17
  halo[t + 1] = v;
  __syncthreads();
  out[t] = v + halo[t] + halo[t + 2];  // expect hazard: UNINIT line=21
}
// expect run: done
