/* warpscope
grid = [2, 2]
block = [8, 8]
[args]
in = "mod:7[256]"
out = "zero[256]"
*/
// A block writes its tile and nothing else; a step that reads over the border reads the old array.
__global__ void life(const int *in, int *out) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) sum += in[((y + dy + 16) % 16) * 16 + (x + dx + 16) % 16] & 1;
  out[y * 16 + x] = sum == 3; //~ racy as: const_cast<int *>(in)[y * 16 + x] = sum == 3; //~ racy as: out[y * 16 + threadIdx.x] = sum == 3; //~ clean as: out[y * 16 + 15 - x] = sum == 3;
}
