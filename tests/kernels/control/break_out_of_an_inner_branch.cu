/* warpscope
kernel = "breaks"
grid   = [1]
block  = [32]
[args]
in  = "mod:4[32]"
out = "zero[32]"
*/
// Lanes meet at the immediate post-dominator. With a break in the inner branch that is the end of the loop, so the lanes of
// the branch and the others walk apart for all rounds; a variable in the loop's body changes nothing. An H200 does the same
// (tests/hardware/reconvergence_probe.cu, inner_break).
__global__ void breaks(const int *in, int *out) {
  for (int round = 0; round < 3; ++round) {
    const int x = in[threadIdx.x]; // expect global_load: requests=5 bytes=352
    if (x > 1) {
      if (x == 3 && round == 1) break;
    }
    out[threadIdx.x] = x; // expect global_store: requests=6 bytes=320
  }
} // expect run: done
