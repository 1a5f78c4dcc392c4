/* warpscope
kernel = "call"
grid = 1
block = 32
[args]
out = "zero[32]"
[check]
out = "straight"
*/
// expect run: done
// A call through a pointer is a choice between the functions that it may point to.
__device__ int one(int x) { return x + 1; }
__device__ int two(int x) { return x + 2; }
__global__ void call(int *out) {
  int (*f)(int) = threadIdx.x & 1 ? one : two;
  out[threadIdx.x] = f(1); // expect global_store: requests=1 sectors=4
}
__global__ void straight(int *out) { out[threadIdx.x] = threadIdx.x & 1 ? 2 : 3; }
