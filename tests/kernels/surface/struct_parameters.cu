/* warpscope
kernel = "product"
grid = 1
block = 32
[args]
matrix.rows = 32
matrix.starts = "ramp[33]"
"matrix.columns" = "ramp[32]"
matrix.values = "ramp[32]"
size = "32, 1, 1"
x = "ramp[32]"
y = "zero[32]"
[check]
y = "product_plain"
*/
// expect run: done
// A parameter that is a struct is given part by part; row r has the one element r, r.
struct Sparse {
  int rows;
  unsigned *starts, *columns;
  float *values;
};
__global__ void product(Sparse matrix, dim3 size, const float *x, float *y) {
  unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < size.x && row < matrix.rows) {
    float sum = 0;
    for (unsigned i = matrix.starts[row]; i < matrix.starts[row + 1]; ++i) // expect global_load: requests=3 sectors=14
      sum += x[matrix.columns[i]] * matrix.values[i];                      // expect global_load: requests=3 sectors=12
    y[row] += sum; // expect global_store: requests=1 sectors=4
  }
}
__global__ void product_plain(Sparse matrix, dim3 size, const float *x, float *y) {
  if (threadIdx.x < size.x * size.y * size.z) y[threadIdx.x] = (float)threadIdx.x * threadIdx.x;
}
