/* warpscope
grid = 1
block = 32
[args]
in = "mod:7[1056]"
out = "zero[1024]"
*/
// A thread a row, a running sum: no two threads share an element, so no barrier is needed.
__global__ void box(const float *in, float *out) {
  const float *row = in + threadIdx.x * 32;
  float *to = out + threadIdx.x * 32; //~ racy as: float *to = out + threadIdx.x * 31; //~ racy as: float *to = const_cast<float *>(in) + threadIdx.x * 32 + 16;
  float sum = 0;
  for (int x = 0; x < 3; ++x) sum += row[x];
  for (int x = 0; x < 32; ++x) {
    if (x + 3 < 32) sum += row[x + 3];
    to[x] = sum;
    if (x >= 3) sum -= row[x - 3];
  }
}
