/* warpscope
grid = 1
block = 32
[args]
in = "ramp[256]"
out = "zero[256]"
*/
// expect run: done
// A local array whose every index is known once the marked loops are unrolled lives in registers, as nvcc has it.
__global__ void registers(const float *in, float *out) {
  float r[8];
#pragma unroll
  for (int i = 0; i < 8; ++i) r[i] = in[i * 32 + threadIdx.x]; // expect global_load: requests=8 sectors=32
  float sum = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i) sum += r[i];
#pragma unroll 8
  for (int i = 0; i < 8; ++i) out[i * 32 + threadIdx.x] = r[7 - i] + sum; // expect global_store: requests=8 sectors=32
}
