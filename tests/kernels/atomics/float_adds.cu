/* warpscope
kernel = "sums"
grid = 1
block = 32
[args]
in = "mod:4[32]"
out = "zero[4]"
[check]
out = "plain"
*/
// Shared memory cannot add a float: the compiler makes a loop of loads and compare-and-swaps. 32 lanes on one
// word go round 32 times, 8 on each of four words 8 times. Of a double each half of the warp has a turn: where one
// changes nothing, the other one is done in the same round.
__global__ void sums(const float *in, float *out) {
  __shared__ float one, four[4];
  __shared__ double wide;
  __shared__ unsigned long long all;
  int t = threadIdx.x;
  if (t == 0) one = 0, wide = 0, all = 0;
  if (t < 4) four[t] = 0;
  __syncwarp();
  float x = in[t];
  atomicAdd(&one, x);                 // expect shared_atomic: requests=32 lanes=528 wavefronts=64 ideal_wavefronts=2 bank_conflicts=0
  atomicAdd(&four[t % 4], x);         // expect shared_load: requests=8 lanes=144 wavefronts=8 bank_conflicts=0
  atomicAdd(&wide, x + 1.0);          // expect shared_atomic: requests=32 wavefronts=96 bank_conflicts=0
  atomicAdd(&wide, t < 16 ? 0.0 : 1.0); // expect shared_atomic: requests=16 wavefronts=64
  atomicMax(&all, 40ull - t);         // expect shared_atomic: requests=1 wavefronts=4
  atomicMax(&all, 30ull);             // expect shared_load: requests=1 wavefronts=1
  __syncwarp();
  if (t < 4) out[t] = four[t] + (one - one) + (float)(wide - wide) + (float)(all - all);
}
__global__ void plain(const float *in, float *out) {
  if (threadIdx.x) return;
  for (int i = 0; i < 32; ++i) out[i % 4] += in[i];
}
// expect run: done
