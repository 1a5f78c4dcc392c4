/* warpscope
grid = 2
block = 64
[args]
in = "mod:251[2048]"
out = "zero[16]"
*/
// A byte counter for each thread and bin: four threads share a word, and bytes are what may race.
__global__ void histogram(const unsigned char *in, unsigned *out) {
  __shared__ unsigned char counts[16 * 64];
  unsigned t = threadIdx.x;
  for (unsigned b = 0; b < 16; ++b) counts[b * 64 + t] = 0; //~ uninit as: for (unsigned b = 1; b < 16; ++b) counts[b * 64 + t] = 0;
  for (unsigned i = 0; i < 16; ++i) ++counts[in[(blockIdx.x * 16 + i) * 64 + t] / 16 * 64 + t]; //~ racy as: for (unsigned i = 0; i < 16; ++i) ++counts[in[(blockIdx.x * 16 + i) * 64 + t] / 16 * 64 + t / 2];
  __syncthreads(); //~ racy
  if (t < 16) {
    unsigned sum = 0;
    for (unsigned j = 0; j < 64; ++j) sum += counts[t * 64 + (j + 4 * t) % 64];
    atomicAdd(out + t, sum); //~ racy as: out[t] += sum;
  }
}
