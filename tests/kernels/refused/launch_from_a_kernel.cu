/* warpscope
kernel = "parent"
grid = 1
block = 32
[args]
out = "zero[32]"
*/
// expect run: user_error
__global__ void child(int *out, int first) { out[first + threadIdx.x] = 1; }
__global__ void parent(int *out) {
  if (threadIdx.x == 0) child<<<1, 32>>>(out, 0); // expect error: dynamic parallelism
}
