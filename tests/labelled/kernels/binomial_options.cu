/* warpscope
grid = 2
block = 64
[args]
price = "mod:7[2]"
out = "zero[2]"
*/
// A tree folded in place: a step reads its right neighbour.
__global__ void fold(const float *price, float *out) {
  __shared__ float call[65];
  unsigned t = threadIdx.x;
  call[t] = price[blockIdx.x] * t;
  if (t == 0) call[64] = 0.f; //~ uninit as: if (t == 64) call[64] = 0.f;
  for (int i = 64; i > 0; --i) {
    __syncthreads(); //~ racy
    float v = t < i ? 0.5f * call[t + 1] + 0.4f * call[t] : 0.f;
    __syncthreads(); //~ racy
    if (t < i) call[t] = v;
  }
  if (t == 0) out[blockIdx.x] = call[0];
}
