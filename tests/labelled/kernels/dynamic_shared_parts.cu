/* warpscope
grid = 1
block = 64
shared = 768
[args]
in = "ramp[64]"
out = "zero[64]"
*/
// Three arrays in one piece of dynamic shared memory: their borders are the programmer's arithmetic.
__global__ void parts(const int *in, int *out) {
  extern __shared__ int all[];
  int *a = all, *b = a + 64, *c = b + 64; //~ racy as: int *a = all, *b = a + 32, *c = b + 64; //~ clean as: int *a = all, *c = a + 64, *b = c + 64;
  unsigned t = threadIdx.x;
  a[t] = in[t];
  b[63 - t] = in[t] * 2;
  __syncthreads(); //~ racy
  c[t] = a[63 - t] + b[t]; //~ outside as: c[t + 1] = a[63 - t] + b[t]; //~ racy uninit as: c[t / 2] = a[63 - t] + b[t];
  __syncthreads(); //~ racy
  out[t] = c[t ^ 32];
}
