/* warpscope
grid = 1
block = 64
[args]
data = "random:3[128]"
*/
__device__ void order(unsigned &a, unsigned &b, bool up) {
  if ((a > b) == up) {
    unsigned t = a;
    a = b;
    b = t;
  }
}
__global__ void sort(unsigned *data) {
  __shared__ unsigned s[128];
  unsigned t = threadIdx.x;
  s[t] = data[t];
  s[t + 64] = data[t + 64];
  for (unsigned size = 2; size <= 128; size *= 2)
    for (unsigned step = size / 2; step > 0; step /= 2) {
      __syncthreads(); //~ racy
      unsigned i = 2 * t - (t & (step - 1));
      order(s[i], s[i + step], ((t & (size / 2)) == 0)); //~ racy outside as: order(s[i], s[i + 2 * step], ((t & (size / 2)) == 0));
    }
  __syncthreads(); //~ racy
  data[t] = s[t];
  data[t + 64] = s[t + 64];
}
