/* warpscope
grid = 8
block = 96
[args]
values = "ramp[7680]"
columns = "mod:700[7680]"
x = "ramp[768]"
y = "zero[768]"
rows = 768
width = 10
*/
__global__ void ell(const float *values, const int *columns, const float *x, float *y, int rows, int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (int k = 0; k < width; ++k) sum += values[k * rows + row] * x[columns[k * rows + row]];
  y[row] = sum;
}
