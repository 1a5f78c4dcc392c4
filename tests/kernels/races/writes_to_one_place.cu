/* warpscope
grid = 1
block = 64
[args]
out = "zero[64]"
*/
// Same-place writes of one value are a race, said quietly; of several values, a race.
__global__ void flags(int *out) {
  __shared__ int any, last;
  unsigned t = threadIdx.x;
  any = 1;                   // expect hazard: WAW line=11 count=2016
  last = t;                  // expect hazard: WAW line=12 count=2016
  __syncthreads();
  out[t] = any + last;
}
// expect run: done
