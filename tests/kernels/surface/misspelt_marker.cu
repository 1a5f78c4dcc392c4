/* warpscope
grid = 1
block = 32
*/
// expect run: user_error
__globl__ void k(float *a) { // expect error: __global__
  a[threadIdx.x] = 1;
}
