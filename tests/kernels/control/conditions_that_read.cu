/* warpscope
kernel = "choose"
grid = 1
block = 32
[args]
in = "ramp[64]"
out = "zero[32]"
[check]
out = "plain"
*/
// A later condition that reads memory is read by the lanes that need it; then all decide at once.
__global__ void choose(const int *in, int *out) {
  __shared__ int s[64], r[32];
  int t = threadIdx.x, v = 0;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
  r[t] = 0;
  if (s[t] < 8 || s[63 - t] < 40) {             // expect shared_load: requests=2 wavefronts=2
    r[t] = 1;                                   // expect shared_store: requests=1 wavefronts=1
    v = 5;
  }
  while (s[t + v] < 30 && s[t + v + 1] % 9 != 4) ++v;
  out[t] = r[t] + v;                            // expect shared_load: requests=1 wavefronts=1
}
__global__ void plain(const int *in, int *out) {
  int t = threadIdx.x, r = 0, v = 0;
  if (in[t] < 8 | in[63 - t] < 40) {
    r = 1;
    v = 5;
  }
  for (; in[t + v] < 30; ++v)
    if (in[t + v + 1] % 9 == 4) break;
  out[t] = r + v;
}
// expect run: done
