/* warpscope
grid = 1
block = 64
[args]
out = "zero[64]"
*/
// Barriers in a loop that the threads leave after different rounds: those that ended are not waited for.
__global__ void k(int *out) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  for (unsigned i = 0; i < 2 + t / 32; ++i) {
    s[t] = i; // expect hazard: WAR line=14
    __syncthreads(); // expect divergence: 32
    out[t] = s[63 - t];
  }
}
// expect run: done
