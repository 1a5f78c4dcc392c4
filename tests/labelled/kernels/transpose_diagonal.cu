/* warpscope
grid = [2, 2]
block = [16, 4]
[args]
in = "ramp[1024]"
out = "zero[1024]"
*/
__global__ void transpose(const float *in, float *out) {
  __shared__ float tile[16][17];
  unsigned by = blockIdx.x, bx = (blockIdx.x + blockIdx.y) % gridDim.x; //~ racy as: unsigned by = blockIdx.x, bx = blockIdx.x;
  for (unsigned j = threadIdx.y; j < 16; j += 4) tile[j][threadIdx.x] = in[(by * 16 + j) * 32 + bx * 16 + threadIdx.x];
  __syncthreads(); //~ racy //~ racy as: __syncwarp();
  for (unsigned j = threadIdx.y; j < 16; j += 4) out[(bx * 16 + j) * 32 + by * 16 + threadIdx.x] = tile[threadIdx.x][j];
}
