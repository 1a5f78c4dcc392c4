/* warpscope
kernel = "store_twice"
grid   = [1]
block  = [32]
[args]
out = "zero[256]"
n   = "19"
[check]
out = "store_twice_plain"
*/
// n is a word of a 16-byte store and is read again behind it: it must not lose its register to what comes between.
__device__ int chosen(int a, int b) {
  int sum = 0;
  for (int i = 0; i < (a & 3); ++i) sum += b;
  return sum;
}
__global__ void store_twice(int *out, int n) {
  const unsigned gid = threadIdx.x;
  int v0 = (int)(gid ^ 5u);
  unsigned v5 = gid * 7u + 3u;
  if (gid & 64) {
  } else {
    ((int4 *)out)[gid * 2 + ((unsigned)(((unsigned)v0) >> (v5 & 31)) & 1)] = make_int4((int)gid | (int)v5, v0, n, 7);
    ((int4 *)out)[gid * 2 + 1] = make_int4(chosen((v0 & 4) ? (int)v5 : (int)gid, 3), v0, n, 7); // expect global_store: requests=1
  }
} // expect run: done
__global__ void store_twice_plain(int *out, int n) {
  const unsigned gid = threadIdx.x;
  const int v0 = (int)(gid ^ 5u);
  const unsigned v5 = gid * 7u + 3u;
  const unsigned first = gid * 2 + (((unsigned)v0 >> (v5 & 31)) & 1);
  out[first * 4] = (int)gid | (int)v5;
  out[first * 4 + 1] = v0;
  out[first * 4 + 2] = n;
  out[first * 4 + 3] = 7;
  out[gid * 8 + 4] = chosen((v0 & 4) ? (int)v5 : (int)gid, 3);
  out[gid * 8 + 5] = v0;
  out[gid * 8 + 6] = n;
  out[gid * 8 + 7] = 7;
}
