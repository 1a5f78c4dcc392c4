/* warpscope
kernel = "gather"
grid = 40
block = 128
[params]
STEP = [3, 7, 1]
[args]
in = "ramp[8192]"
out = "zero[8192]"
n = 5000
*/
__global__ void gather(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int k = i, steps = 0;
  while (k > 1 && steps < 60) {
    if (k & 1) k = STEP * k + 1;
    else k /= 2;
    ++steps;
    if (k > 1000000) break;
  }
  float a = in[(i * 37 + steps * 101) & 8191];
  if (steps % 3 == 0) out[(i * 5) & 8191] = a;
  else if (steps % 3 == 1) out[i] = a + 1;
}
