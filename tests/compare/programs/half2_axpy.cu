/* warpscope
grid = 8
block = 128
[args]
x = "ramp[2048]"
y = "one[2048]"
a = 3
*/
#include <cuda_fp16.h>
__global__ void axpy(const __half *x, __half *y, int a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const __half2 *x2 = reinterpret_cast<const __half2 *>(x);
  __half2 *y2 = reinterpret_cast<__half2 *>(y);
  y2[i] = __hfma2(__half2half2(__int2half_rn(a)), x2[i], y2[i]);
}
