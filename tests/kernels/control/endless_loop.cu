/* warpscope
grid = 1
block = 32
[args]
out = "zero[32]"
*/
__global__ void endless(volatile int *out) {
  while (out[0] == 0) {}
}
// expect run: budget
