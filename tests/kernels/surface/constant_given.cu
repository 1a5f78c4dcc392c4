/* warpscope
kernel = "weigh"
grid = 1
block = 32
[args]
in = "ramp[32]"
out = "zero[32]"
weights = "ramp[4]"
scale = 3
[check]
out = "weigh_plain"
*/
// expect run: done
// What the host would copy into variables of the device is given like an argument.
__constant__ float weights[4];
__device__ float scale;
__global__ void weigh(const float *in, float *out) {
  out[threadIdx.x] = in[threadIdx.x] * weights[threadIdx.x % 4] * scale; // expect constant_load: requests=1 passes=4
}
__global__ void weigh_plain(const float *in, float *out) { out[threadIdx.x] = threadIdx.x * (threadIdx.x % 4) * 3.0f; }
