/* warpscope
grid = 16
block = [32, 4]
[args]
start = "ramp[65]"
values = "ramp[4000]"
columns = "mod:97[4000]"
x = "ramp[128]"
y = "zero[64]"
*/
__global__ void rows(const int *start, const float *values, const int *columns, const float *x, float *y) {
  int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
  float sum = 0;
  for (int k = start[row] * 40 + lane; k < start[row + 1] * 40; k += 32) sum += values[k] * x[columns[k]];
  for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, d);
  if (lane == 0) y[row] = sum;
}
