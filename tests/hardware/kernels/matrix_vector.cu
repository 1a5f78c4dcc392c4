/* warpscope
kernel = "product"
grid = "(N+63)/64"
block = 64
[params]
N = [100, 256]
MAJOR = [0, 1]
[args]
a = "mod:53[N*N]"
x = "mod:59[N]"
y = "zero[N]"
*/
__global__ void product(const double *a, const double *x, double *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N) return;
  double sum = 0;
  for (int k = 0; k < N; ++k) sum += (MAJOR == 0 ? a[i * N + k] : a[k * N + i]) * x[k];
  y[i] = sum;
}
