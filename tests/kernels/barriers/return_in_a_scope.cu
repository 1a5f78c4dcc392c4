/* warpscope
kernel = "leaves_early"
grid   = [1]
block  = [32]
[args]
in  = "mod:4[32]"
out = "zero[32]"
*/
// Lanes that return out of a loop with variables of its own are gone at once: the barrier does not wait for them, and they
// do not wait for lanes that are at the barrier. (Clang's ends of lifetimes used to keep them in the loop.)
__global__ void leaves_early(const int *in, int *out) {
  for (int round = 0; round < 3; ++round) {
    const int x = in[threadIdx.x];
    if (x > 0) {
      if (x == 3) return;
    }
    __syncthreads();
    out[threadIdx.x] += x + round; // expect global_load: requests=6 bytes=288
  }
} // expect run: done
