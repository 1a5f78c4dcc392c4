/* warpscope
grid = 1
block = 32
[args]
a = "mod:4[32]"
out = "zero[32]"
*/
// expect run: done
// expect output: lane 31 has 66
__device__ bool touch(int *p, bool value) { *p += 1; return value; } // expect global_store: requests=1
__global__ void odd(int *a, int *out) {
  int v = a[threadIdx.x], n = 0; // expect global_load: requests=1
  switch (v) {
  case 0: n += 1;
  case 1: n += 10; break;
  case 2: n += 100;
  default: n += 1000;
  }
  if (v > 3 && touch(a, true)) n = -1;
  if (v <= 3 || touch(a, true)) n = v + n;
  int i = 0;
again:
  n -= (i++, 1);
  if (i < v) goto again;
  if (threadIdx.x == 31) n = 66;
  while (touch(&out[threadIdx.x], false))
    ;
  out[threadIdx.x] = n;
  if (threadIdx.x > 30) printf("lane %d has %d\n", threadIdx.x, n);
}
