/* warpscope
grid = 1
block = 32
[args]
value = "zero[1]"
[check]
value = "plain"
*/
// expect run: done
__device__ double add_by_cas(double *address, double value) {
  unsigned long long *bits = (unsigned long long *)address;
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed))); // expect global_atomic: requests=32
  } while (assumed != old);
  return __longlong_as_double(old);
}
__global__ void sum(double *value) { add_by_cas(value, threadIdx.x + 1); }
__global__ void plain(double *value) { atomicAdd(value, (double)(threadIdx.x + 1)); }
