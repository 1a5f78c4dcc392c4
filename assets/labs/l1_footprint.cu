/* warpscope
title       = "How much of L1 is there: a table that is read again and again"
question    = "A block of each multiprocessor reads a table of KB kilobytes four times over. The sectors that a warp asks for do not change with its size. What does, and between which two sizes?"
explanation = """
A count of sectors does not see a cache: each reading asks for all of them. Where the table fits into L1 the first reading brings it and the others hit; where it does not, each reading pushes out what the next one needs, and all of it comes from L2 again. \
Recorded on an NVIDIA H200 (driver 580.159.04, 2026-11-23, by ncu), the share of sectors that hit L1: 75 % up to 224 KB, three readings of four; 67 % at 240 KB, 51 % at 256 KB, none at 320 KB. L1 and shared memory are 256 KB together there. \
A table read in a circle loses all hits where it is but a quarter too large: what was used longest ago, and is pushed out first, is exactly what comes next. The modelled time of a launch has the same edge, and so have the recorded times."""
kernel = "read_again"
grid   = 132
block  = 512
[params]
KB = [16, 64, 128, 192, 224, 240, 256, 320]
[args]
table = "ramp[KB * 256]"
out   = "zero[132 * 512]"
count = "KB * 256"
[check]
out = "read_again_reference"
[lesson]
at     = "sum += table[i];"
access = "load"
turn   = 1
answer = "A load takes {sectors sector}, and the block {line_sectors} for a table of {KB} KB, read four times: the count knows nothing of L1. The time does: compare 224 and 320 KB."
*/
#define ROUNDS 4

__global__ void read_again(const unsigned *table, unsigned *out, unsigned count) {
  unsigned sum = 0;
  for (int round = 0; round < ROUNDS; round++)
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x)
      sum += table[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// table[i] is i: the sum of every blockDim.x-th number, four times.
__global__ void read_again_reference(const unsigned *table, unsigned *out, unsigned count) {
  unsigned each = count / blockDim.x, sum = each * threadIdx.x + blockDim.x * (each * (each - 1) / 2);
  out[blockIdx.x * blockDim.x + threadIdx.x] = ROUNDS * sum;
}
