/* warpscope
grid = 5
block = 192
[args]
hits = "zero[960]"
n = 40
*/
__global__ void darts(int *hits, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned s = i * 747796405u + 2891336453u;
  int inside = 0;
  for (int k = 0; k < n; ++k) {
    s = s * 1664525u + 1013904223u;
    float x = (s >> 8) * 0x1p-24f;
    s = s * 1664525u + 1013904223u;
    float y = (s >> 8) * 0x1p-24f;
    if (x * x + y * y < 1) ++inside;
  }
  hits[i] = inside;
}
