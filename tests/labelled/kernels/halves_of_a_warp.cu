/* warpscope
grid = 1
block = 32
[args]
in = "mod:7[32]"
out = "zero[32]"
*/
// The two halves meet again behind the branch only by their __syncwarp.
__global__ void halves(const int *in, int *out) {
  __shared__ int s[32];
  unsigned t = threadIdx.x;
  if (t < 16) {
    s[t] = in[t];
    __syncwarp(0x0000ffff); //~ racy
    out[t] = s[15 - t]; //~ racy as: out[t] = s[31 - t];
  } else {
    s[t] = in[t] + 1;
    __syncwarp(0xffff0000); //~ racy
    out[t] = s[47 - t];
  }
  __syncwarp(); //~ racy
  if (t < 16) out[t] += s[t + 16];
}
