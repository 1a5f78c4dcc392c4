/* warpscope
grid = 1
block = 32
[args]
out = "zero[32]"
*/
__device__ int one(int x) { return x + 1; }
__device__ int two(int x) { return x + 2; }
__global__ void call(int *out) {
  int (*f)(int) = threadIdx.x & 1 ? one : two;
  out[threadIdx.x] = f(1);                      // expect error: not supported
}
