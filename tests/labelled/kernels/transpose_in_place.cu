/* warpscope
grid = [3, 3]
block = [8, 8]
[args]
m = "ramp[576]"
*/
// A block swaps two tiles; the blocks below the diagonal have nothing to do.
__global__ void transpose(float *m) {
  __shared__ float a[8][9], b[8][9];
  unsigned bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  if (by > bx) return; //~ racy as: if (by > bx + 1) return;
  a[ty][tx] = m[(by * 8 + ty) * 24 + bx * 8 + tx];
  b[ty][tx] = m[(bx * 8 + ty) * 24 + by * 8 + tx];
  __syncthreads(); //~ racy
  m[(by * 8 + ty) * 24 + bx * 8 + tx] = b[tx][ty];
  m[(bx * 8 + ty) * 24 + by * 8 + tx] = a[tx][ty];
}
