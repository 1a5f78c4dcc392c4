/* warpscope
grid = 1
block = 32
[args]
out = "zero[32]"
n = 0
*/
__global__ void divide(int *out, int n) {
  out[threadIdx.x % n] = 1;                     // expect fault: divide_by_zero
}
// expect run: faulted
