/* warpscope
kernel = "sum"
grid = 1
block = 64
[args]
in = "ramp[64]"
out = "zero[64]"
[check]
out = "plain"
*/
__global__ void sum(const int *in, int *out) {
  int v = in[threadIdx.x];                      // expect global_load: requests=2 sectors=8
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffffu, v, d);  // expect nothing
  unsigned odd = __ballot_sync(0xffffffffu, in[threadIdx.x] & 1);           // expect global_load: requests=2 sectors=8
  out[threadIdx.x] = v + __popc(odd) + __shfl_sync(0xffffffffu, v, 3, 8);
}
__global__ void plain(const int *in, int *out) {
  int first = threadIdx.x / 32 * 32, total = 0;
  for (int i = 0; i < 32; ++i) total += in[first + i];
  out[threadIdx.x] = 2 * total + 16;
}
// expect run: done
