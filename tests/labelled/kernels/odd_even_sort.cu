/* warpscope
grid = 1
block = 64
[args]
data = "random:4[64]"
*/
__global__ void sort(unsigned *data) {
  __shared__ unsigned s[64];
  unsigned t = threadIdx.x;
  s[t] = data[t];
  __syncthreads(); //~ racy
  for (unsigned round = 0; round < 64; ++round) {
    if (t % 2 == round % 2 && t + 1 < 64) { //~ racy as: if (t + 1 < 64) { //~ outside as: if (t % 2 == round % 2) {
      unsigned a = s[t], b = s[t + 1];
      s[t] = min(a, b);
      s[t + 1] = max(a, b);
    }
    __syncthreads(); //~ racy
  }
  data[t] = s[t];
}
