/* warpscope
kernel = "fibonacci"
grid = 1
block = 32
[args]
out = "zero[32]"
[check]
out = "plain"
*/
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void fibonacci(int *out) { out[threadIdx.x] = fib(threadIdx.x % 12); }
__global__ void plain(int *out) {
  int a = 0, b = 1;
  for (int i = 0; i < (int)threadIdx.x % 12; ++i) { int c = a + b; a = b; b = c; }
  out[threadIdx.x] = a;
}
// expect run: done
