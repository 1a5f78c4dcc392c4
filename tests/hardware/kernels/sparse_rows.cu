/* warpscope
kernel = "multiply"
grid = "(ROWS+127)/128"
block = 128
[params]
ROWS = [500, 1024]
FORM = [0, 1]
[args]
column = "mod:211[ROWS*17]"
value = "mod:23[ROWS*17]"
x = "ramp[512]"
y = "zero[ROWS]"
*/
// A sparse matrix times a vector, rows of different lengths: row by row (FORM 0), or column-major and padded (1).
__global__ void multiply(const int *column, const float *value, const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < ROWS) {
    float sum = 0;
    int length = 3 + row * 7 % 14;
#pragma unroll 1 // unrolled, the rows' ends fall into other iterations of the hardware's than of the text
    for (int k = 0; k < length; ++k) {
      int at = FORM == 0 ? row * 17 + k : k * ROWS + row;
      sum += value[at] * x[column[at]];
    }
    y[row] = sum;
  }
}
