/* warpscope
kernel = "nested"
grid = 2
block = [24, 4]
[params]
DEPTH = [3, 5]
[args]
in = "mod:31[192]"
out = "zero[192]"
*/
__device__ float pick(const float *in, int i, int level) {
  if (level <= 0) return in[i];
  if (i % 2) return in[(i + level) % 192] + 1;
  float v = in[(i * 7) % 192];
  if (v > 15) return v - 15;
  return v * 2;
}
__global__ void nested(const float *in, float *out) {
  int t = threadIdx.y * 24 + threadIdx.x, i = blockIdx.x * 96 + t;
  float sum = 0;
  for (int level = 0; level < DEPTH; ++level) {
    if ((t >> level) & 1) sum += pick(in, i, level);
    else if (t % 3 == level % 3) sum -= pick(in, (i + 50) % 192, level - 1);
  }
  out[i] = sum;
}
