/* warpscope
kernel = "widths"
grid = 4
block = 64
[params]
SHIFT = [0, 1, 3]
[args]
in = "ramp[4096]"
out = "zero[4096]"
*/
__global__ void widths(const float *in, float *out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  float2 two = reinterpret_cast<const float2 *>(in)[i + SHIFT];
  float4 four = reinterpret_cast<const float4 *>(in)[i / 2 + 100 + SHIFT];
  unsigned char byte = reinterpret_cast<const unsigned char *>(in)[(i * 3 + SHIFT) % 1024 + 8192];
  short half = reinterpret_cast<const short *>(in)[(i * 5 + SHIFT) % 512 + 6000];
  reinterpret_cast<float4 *>(out)[i + SHIFT] = make_float4(two.x, two.y, four.x + four.y + four.z + four.w, byte);
  reinterpret_cast<short *>(out)[6000 + i * 2] = half;
}
