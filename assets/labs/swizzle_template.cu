/* warpscope
title       = "A swizzle by its bit fields: Swizzle<B, M, S>"
question    = "The B bits that stand S places above bit M are XORed into the B bits from M on. Which B (BITS) makes a column of a 32 x 32 tile free, and what do smaller ones leave?"
explanation = """
The offset of a word in this tile is row * 32 + column: the bank is the lower 5 bits, the row the next 5. Down a column only the row changes, so all lanes meet in one bank. \
Swizzle<5, 0, 5> XORs all five bits of the row into the bank: 32 rows, 32 banks, 1 wavefront. With 3 bits only 8 banks are reached and the queue is 4 long, with 2 it is 8, with none it is 32. \
A row still fills all banks, since XOR with one number only reorders them. Beware of the unit, the classic trap: here, as in CuTe, the offset counts elements; the swizzles of PTX and of asynchronous copies count bytes, so that the same three numbers mean another pattern."""
kernel = "columns"
grid   = 4
block  = [32, 8]
[params]
BITS  = [3, 0, 1, 2, 4, 5]
BASE  = [0, 1, 2]
SHIFT = [5, 4, 6]
[args]
in  = "ramp[4096]"
out = "zero[4096]"
[check]
out = "columns_reference"
[lesson]
at     = "float value = tile[place(lane * 32 + column)];"
access = "load"
set    = { BITS = 3, BASE = 0, SHIFT = 5 }
answer = "Swizzle<{BITS}, {BASE}, {SHIFT}> spreads the column over {banks bank}: {wavefronts wavefront} where {ideal_wavefronts} would do. BITS = 5 reaches them all."
*/
#ifndef BITS
#define BITS 3
#endif
#ifndef BASE
#define BASE 0
#endif
#ifndef SHIFT
#define SHIFT 5
#endif

// The field further up stays as it is and undoes the XOR, so no two words get the same place.
template <int B, int M, int S>
struct Swizzle {
  __device__ static int of(int offset) {
    int mask = ((1 << B) - 1) << M;
    return offset ^ (offset >> S & mask);
  }
};

__device__ int place(int offset) {
  return Swizzle<BITS, BASE, SHIFT>::of(offset);
}

// Transposes 32 x 32 squares: each warp writes rows and reads columns.
__global__ void columns(const float *in, float *out) {
  __shared__ float tile[32 * 32];
  int lane = threadIdx.x;
  int first = blockIdx.x * 1024;
  for (int row = threadIdx.y; row < 32; row += blockDim.y)
    tile[place(row * 32 + lane)] = in[first + row * 32 + lane];
  __syncthreads();

  for (int column = threadIdx.y; column < 32; column += blockDim.y) {
    float value = tile[place(lane * 32 + column)];
    out[first + column * 32 + lane] = value;
  }
}

__global__ void columns_reference(const float *in, float *out) {
  int lane = threadIdx.x;
  int first = blockIdx.x * 1024;
  for (int column = threadIdx.y; column < 32; column += blockDim.y)
    out[first + column * 32 + lane] = in[first + lane * 32 + column];
}
