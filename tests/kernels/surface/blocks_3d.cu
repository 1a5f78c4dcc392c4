/* warpscope
grid = [2, 2, 2]
block = [8, 4, 2]
[args]
out = "zero[8*8*8*1]"
*/
// expect run: done
__global__ void fill(int *out) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
  const int w = gridDim.x * blockDim.x, h = gridDim.y * blockDim.y;
  if (z < 4) out[(z * h + y) * w + x] = z; // expect global_store: requests=16 sectors=64
}
