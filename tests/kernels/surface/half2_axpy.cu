/* warpscope
grid = 1
block = 64
[args]
x = "mod:9[128]"
y = "one[128]"
a = "2.0f"
[check]
y = "plain"
*/
#include <cuda_fp16.h>
// expect run: done
__global__ void axpy(const __half2 *x, __half2 *y, float a) {
  const __half2 factor = __float2half2_rn(a);
  y[threadIdx.x] = __hfma2(factor, x[threadIdx.x], y[threadIdx.x]); // expect global_load: requests=4 sectors=16 bytes=512
}
__global__ void plain(const __half2 *x, __half2 *y, float a) {
  const __half *sx = reinterpret_cast<const __half *>(x);
  __half *sy = reinterpret_cast<__half *>(y);
  for (int i = threadIdx.x; i < 128; i += 64) sy[i] = __float2half(a * __half2float(sx[i]) + __half2float(sy[i]));
}
