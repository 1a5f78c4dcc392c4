/* warpscope
grid = 6
block = 160
[args]
in = "random:1[3840]"
out = "zero[960]"
*/
__global__ void dots(const signed char *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  char4 v = ((const char4 *)in)[i];
  out[i] = v.x * 3 + v.y * 5 - v.z * 7 + v.w;
}
