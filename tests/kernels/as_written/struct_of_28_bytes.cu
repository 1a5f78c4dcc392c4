/* warpscope
grid = 1
block = 32
[args]
in = "zero[32]"
out = "zero[32]"
*/
struct Body { float mass, x, y, z; int kind, flags, next; };
__global__ void copy(const Body *in, Body *out) {
  Body b = in[threadIdx.x];             // expect global_load: requests=7 sectors=196 bytes=896
  out[threadIdx.x] = b;                 // expect global_store: requests=7 bytes=896
}
// expect run: done
