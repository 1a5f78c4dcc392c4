/* warpscope
title  = "bitonic step out"
kernel = "bitonic_step_out"
grid   = "N/2/256"
block  = 256
[params]
N = [8388608, 1048576]
J = [1, 16, 65536]
[args]
in = "random:5[N]"
out = "zero[N]"
j = "J"
k = "J*4"
*/
#ifndef N
#define N 8388608
#endif
#ifndef J
#define J 1
#endif

// one compare and exchange step, from one array into another
__global__ void bitonic_step_out(const int *in, int *out, int j, int k) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int i = (t / j) * 2 * j + t % j;
  int a = in[i], b = in[i + j];
  bool up = (i & k) == 0;
  if ((a > b) == up) { int c = a; a = b; b = c; }
  out[i] = a;
  out[i + j] = b;
}
