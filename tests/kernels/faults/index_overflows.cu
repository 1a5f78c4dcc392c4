/* warpscope
grid = 1
block = 32
[args]
in = "ramp[32]"
*/
__global__ void far(float *in) {
  long long i = 1LL << 40;
  in[i + threadIdx.x] = 1.0f;                   // expect fault: out_of_bounds
}
// expect run: faulted
