/* warpscope
grid = 4
block = [8, 8]
[args]
input = "mod:7[32]"
weights = "mod:5[256]"
partial = "zero[32]"
*/
// Each block multiplies eight inputs by their weights and adds them up along y.
__global__ void forward(const float *input, const float *weights, float *partial) {
  __shared__ float node[8], product[8][8];
  unsigned tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.x * 8 + ty;
  if (tx == 0) node[ty] = input[row];
  __syncthreads(); //~ racy //~ clean as: __syncwarp();
  product[ty][tx] = weights[row * 8 + tx] * node[ty]; //~ clean as: product[ty][tx] = weights[row * 8 + tx] * node[7 - ty];
  __syncthreads(); //~ racy
  for (unsigned n = 2; n <= 8; n *= 2) {
    if (ty % n == 0) product[ty][tx] += product[ty + n / 2][tx];
    __syncthreads(); //~ racy
  }
  if (ty == 0) partial[blockIdx.x * 8 + tx] = product[0][tx];
}
