/* warpscope
grid = 1
block = 32
[args]
out = "zero[32]"
*/
// expect run: user_error
__global__ void broadcast(int *out) {
  out[threadIdx.x] = __shfl(out[threadIdx.x], 2); // expect error: __shfl_sync(0xffffffff
}
