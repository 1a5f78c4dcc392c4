/* warpscope
grid = 1
block = 32
[args]
similarity = "random:3[1024]"
out = "zero[1089]"
*/
// A tile by its anti-diagonals: a step reads the two before it.
__global__ void align(const int *similarity, int *out) {
  __shared__ int s[33][33];
  int t = threadIdx.x;
  s[0][t + 1] = -t - 1;
  s[t + 1][0] = -t - 1;
  if (t == 0) s[0][0] = 0;
  __syncthreads(); //~ clean: the first step is thread 0's alone, among its own cells
  for (int d = 0; d < 63; ++d) {
    int y = t + 1, x = d - t + 1;
    if (x >= 1 && x <= 32) s[y][x] = max(s[y - 1][x - 1] + (similarity[(y - 1) * 32 + x - 1] & 3), max(s[y][x - 1], s[y - 1][x]) - 1);
    __syncthreads(); //~ racy
  }
  for (int y = 0; y < 33; ++y) out[y * 33 + t + 1] = s[y][t + 1];
}
