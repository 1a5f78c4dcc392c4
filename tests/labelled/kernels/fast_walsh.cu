/* warpscope
grid = 2
block = 64
shared = 512
[args]
data = "mod:7[256]"
*/
__global__ void walsh(float *data) {
  extern __shared__ float s[];
  float *mine = data + blockIdx.x * 128; //~ racy as: float *mine = data + blockIdx.x * 64;
  for (unsigned i = threadIdx.x; i < 128; i += 64) s[i] = mine[i];
  for (unsigned step = 64; step > 0; step /= 2) {
    __syncthreads(); //~ racy
    unsigned low = threadIdx.x & (step - 1), i = 2 * threadIdx.x - low;
    float a = s[i], b = s[i + step];
    s[i] = a + b;
    s[i + step] = a - b;
  }
  __syncthreads(); //~ racy
  for (unsigned i = threadIdx.x; i < 128; i += 64) mine[i] = s[i]; //~ outside as: for (unsigned i = threadIdx.x; i <= 128; i += 64) mine[i % 128] = s[i];
}
