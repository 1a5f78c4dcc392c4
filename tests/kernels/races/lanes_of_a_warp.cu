/* warpscope
grid = 1
block = 32
[args]
out = "zero[32]"
*/
// Since Volta two lanes of one warp are ordered by a __syncwarp that names both, and by nothing else.
__global__ void lanes(int *out) {
  __shared__ int s[32], half[32], one, same;
  unsigned t = threadIdx.x;
  s[t] = t;
  int v = s[31 - t];           // expect hazard: RAW line=11 count=32
  half[t] = v;
  if (t < 16) __syncwarp(0xffffu);
  v += half[t ^ 1];            // expect hazard: RAW line=13 count=16
  one = t;                     // expect hazard: WAW line=16 count=496
  same = 7;                    // expect hazard: WAW line=17 count=496
  out[t] = v;
}
// expect run: done
