/* warpscope
kernel = "saxpy"
grid = 4
block = 96
[params]
N = [5000, 1537]
STEP = [1, 2, 5]
[args]
x = "mod:43[N*STEP]"
y = "mod:47[N*STEP]"
*/
__global__ void saxpy(const float *x, float *y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) y[i * STEP] += 1.5f * x[i * STEP];
}
