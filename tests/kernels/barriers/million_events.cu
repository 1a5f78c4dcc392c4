/* warpscope
title  = "A million events in one block"
kernel = "million_events"
grid   = [1]
block  = [1024]
[args]
out    = "zero[1024]"
rounds = "7700"
*/
// 32 warps, 7,700 rounds of a store, a barrier, a read and a barrier: 1,001,000 events with the releases. What stepping,
// scrubbing and the timeline are measured on (benchmarks/step_benchmark.cpp).
__global__ void million_events(float *out, int rounds) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float sum = 0;
  for (int r = 0; r < rounds; ++r) {
    s[t] = sum + r; // expect shared_store: requests=246400 wavefronts=246400
    __syncthreads();
    sum = s[t * 2 % 1024]; // expect shared_load: requests=246400 wavefronts=492800
    __syncthreads();
  }
  out[t] = sum; // expect global_store: requests=32 sectors=128
}
