/* warpscope
grid = 1
block = 128
[args]
data = "random:9[128]"
*/
// One bit a round: a scan of the zeros gives each number its place.
__global__ void sort(unsigned *data) {
  __shared__ unsigned keys[128], zeros[128];
  unsigned t = threadIdx.x;
  unsigned key = data[t];
  for (unsigned bit = 0; bit < 4; ++bit) {
    unsigned zero = (key >> bit & 1) == 0;
    zeros[t] = zero;
    __syncthreads(); //~ racy
    for (unsigned d = 1; d < 128; d *= 2) {
      unsigned left = t >= d ? zeros[t - d] : 0;
      __syncthreads(); //~ racy outside uninit
      zeros[t] += left;
      __syncthreads(); //~ racy uninit
    }
    unsigned all = zeros[127], place = zero ? zeros[t] - 1 : all + t - zeros[t];
    keys[place] = key; //~ racy uninit as: keys[place / 2] = key;
    __syncthreads(); //~ racy
    key = keys[t];
  }
  data[t] = key;
}
