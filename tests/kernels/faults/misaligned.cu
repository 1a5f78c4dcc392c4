/* warpscope
grid = 1
block = 32
[args]
in = "ramp[256]"
out = "zero[32]"
*/
__global__ void odd(const float *in, float4 *out) {
  out[threadIdx.x] = *reinterpret_cast<const float4 *>(in + 4 * threadIdx.x + 1);  // expect fault: misaligned
}
// expect run: faulted
