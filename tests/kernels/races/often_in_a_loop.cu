/* warpscope
grid = 1
block = 64
[args]
out = "zero[64]"
*/
// However often, and whichever warp runs first: a pair of threads counts once for a word between two barriers.
__global__ void often(int *out) {
  __shared__ int late[1], early[1], mixed[64];
  unsigned t = threadIdx.x;
  int v = 0;
  mixed[t] = t;
  if (t == 0) early[0] = late[0] = 5;
  __syncthreads();
  for (int i = 0; i < 5; ++i) {
    if (t < 32) v += late[0];
    else v += early[0];
  }
  if (t == 63) late[0] = 1;          // expect hazard: WAR line=16 count=32
  if (t == 0) early[0] = 2;          // expect hazard: WAR line=17 count=32
  for (int i = 0; i < 3; ++i) {
    v += mixed[t ^ 1];               // expect hazard: RAW line=24 count=64
    __syncwarp();
    mixed[t] = v;
  }
  out[t] = v;
}
// expect run: done
