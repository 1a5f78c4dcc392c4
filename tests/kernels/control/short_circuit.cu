/* warpscope
kernel = "choose"
grid = 1
block = 32
[args]
in = "ramp[32]"
out = "zero[32]"
n = 4
*/
// Conditions that are arithmetic only are one decision: the lanes that get there by different reasons store together.
__global__ void choose(const int *in, int *out, int n) {
  __shared__ int s[32];
  int t = threadIdx.x, v = in[t];
  if (v < n || v > 27) s[t] = 1;               // expect shared_store: requests=1 wavefronts=1
  if (v % 2 ? v > 9 : v < 21) s[t] = 2;        // expect shared_store: requests=1 wavefronts=1
  if ((v > 3 && v < 9) || (t == 20 || v == 25) || v % 8 == 5) s[t] = 3;  // expect shared_store: requests=1 wavefronts=1
  out[t] = s[t];                               // expect shared_load: requests=1 wavefronts=1
}
// expect run: done
