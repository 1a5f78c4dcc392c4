/* warpscope
title       = "How much of L2 is there: an array that is read launch after launch"
question    = "The kernel reads MB megabytes once. Launched again, it reads the same. Up to which size does the second launch find its bytes in L2?"
explanation = """
Nothing that is counted here changes but the amount: 16 sectors for a warp's load of 512 bytes. The time of the second launch does: while the array fits into L2 its bytes come from there, twice as fast as from the device's memory. \
Recorded on an NVIDIA H200 (driver 580.159.04, 2026-11-23; L2 of 60 MB), launched again and again: 2.4 us for 8 MB, 5.6 us for 32 MB, 11.2 us for 48 MB, 18.3 us for 64 MB, 26.7 us for 96 MB. \
That is 6 TB/s at 32 MB and 3.8 TB/s at 96 MB, launch included. The step comes before the array is as large as L2; a lap around a cache that is too small finds little of what it left there."""
kernel = "read_once"
grid   = 1056
block  = 256
[params]
MB = [8, 16, 24, 32, 48, 64, 96]
[args]
data  = "one[MB * 65536]"
out   = "zero[1056 * 256]"
count = "MB * 65536"
[check]
out = "read_once_reference"
[lesson]
at     = "uint4 four = data[i];"
access = "load"
turn   = 1
answer = "One load of a warp: {bytes} bytes in {sectors sector}. For {MB} MB that is the same again and again: how much of it comes out of L2, a count of sectors cannot say."
*/
__global__ void read_once(const uint4 *data, unsigned *out, unsigned count) {
  unsigned sum = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    uint4 four = data[i];
    sum += four.x + four.y + four.z + four.w;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// All elements are 1: four for each place that this thread comes to.
__global__ void read_once_reference(const uint4 *data, unsigned *out, unsigned count) {
  unsigned first = blockIdx.x * blockDim.x + threadIdx.x, step = gridDim.x * blockDim.x;
  out[first] = first < count ? 4 * ((count - first + step - 1) / step) : 0;
}
