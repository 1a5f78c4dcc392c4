/* warpscope
kernel = "empty_choices"
grid   = [1]
block  = [32]
[args]
in  = "ramp[64]"
out = "zero[32]"
*/
// A read whose value decides nothing is still a read of the text: a switch without cases, branches that are alike.
__global__ void empty_choices(const int *in, int *out) {
  switch (in[threadIdx.x]) { // expect global_load: requests=1 sectors=4
  }
  switch (in[threadIdx.x + 32] & 3) { // expect global_load: requests=1 sectors=4
  case 1: break;
  default: break;
  }
  out[threadIdx.x] = 1; // expect global_store: requests=1
}
