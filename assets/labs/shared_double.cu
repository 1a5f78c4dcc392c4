/* warpscope
title       = "Doubles in shared memory"
question    = "A bank is four bytes wide and a double has eight. Does a warp that reads 32 doubles, one beside the other, conflict two ways, as is often said?"
explanation = """
It takes 2 wavefronts, and neither is a conflict: 256 bytes cannot come from 32 banks of 4 bytes in one. The halves of the warp are served one after another, and each half fills every bank once. \
Conflicts begin as they do for floats: with STRIDE 2 the 16 lanes of a half meet two and two, with STRIDE 16 all of them in one pair of banks. Odd strides are free. \
Two arrays of four-byte halves instead (a lower and an upper word) would take the same 2 wavefronts, and more instructions."""
kernel = "read_doubles"
grid   = 1
block  = 128
[params]
STRIDE = [1, 2, 3, 4, 16, 17]
[args]
out = "zero[128]"
[check]
out = "read_doubles_reference"
[lesson]
at     = "double value = doubles["
access = "load"
set    = { STRIDE = 1 }
answer = "{bytes} bytes in {wavefronts wavefront}, where {ideal_wavefronts} is the least: {bank_conflicts conflict}."
*/
#ifndef STRIDE
#define STRIDE 1
#endif
#define COUNT 1024 // a power of two: places wrap around

__global__ void read_doubles(double *out) {
  __shared__ double doubles[COUNT];
  for (int i = threadIdx.x; i < COUNT; i += blockDim.x)
    doubles[i] = 0.25 * i;
  __syncthreads();

  double value = doubles[threadIdx.x * STRIDE % COUNT];
  out[threadIdx.x] = value;
}

__global__ void read_doubles_reference(double *out) {
  out[threadIdx.x] = 0.25 * (threadIdx.x * STRIDE % COUNT);
}
