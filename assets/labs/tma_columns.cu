/* warpscope
title       = "A tile by TMA, read by columns"
question    = "A tensor copy (TMA) brings a tile of 8 x 8 int4 into shared memory; every row is 128 bytes. Each thread then reads one int4 of a column. How many wavefronts does that take, and what does the 128-byte swizzle that the tensor's map asks for change, in the tile and in the index?"
explanation = """
Eight lanes share a wavefront of 16-byte reads. The eight int4 of a column begin 128 bytes apart, all at one bank: 8 wavefronts for each column, an 8-way conflict. The swizzle exchanges the pieces of 16 bytes within each row: bits 4 to 6 of the address, by exclusive or with bits 7 to 9. \
Piece c of row r lies at c ^ r, so a column's pieces fall on eight different groups of banks: 1 wavefront each. The copy does that on its way, for nothing; but the kernel has to index in the same way, and the tile must begin at a multiple of 1,024 bytes, since it is the address that counts, not the distance from the tile's beginning. \
The copy moves the same sectors either way. Widely believed and false: "TMA avoids bank conflicts": it lays rows as the map says, and the map's default is none."""
kernel = "columns"
grid   = 8
block  = 64
[params]
SWIZZLE = [0, 128]
[args]
in  = "ramp[2048]"
map = "tensor:in int[32, 64] box[32, 8] swizzle:SWIZZLE"
out = "zero[512]"
[check]
out = "columns_reference"
[lesson]
at     = "int4 value = *(const int4 *)&tile[row][4 * (SWIZZLE ? column ^ row : column)];"
access = "load"
turn   = 1
set    = { SWIZZLE = 0 }
answer = "Four columns, {bytes} bytes: {wavefronts wavefront} where {ideal_wavefronts} would do, {banks bank} at work. SWIZZLE = 128 takes the conflict away."
*/
#ifdef __CUDACC_RTC__
struct CUtensorMap { alignas(64) unsigned long long opaque[16]; };
#else
#include <cuda.h>
#endif

#ifndef SWIZZLE
#define SWIZZLE 0
#endif

__device__ unsigned shared_address(const void *p) {
  return (unsigned)__cvta_generic_to_shared(p);
}

// Each block takes eight rows and leaves them column by column.
__global__ void columns(const __grid_constant__ CUtensorMap map, int4 *out) {
  __shared__ __align__(1024) int tile[8][32];  // eight int4 a row
  __shared__ unsigned long long arrived;
  int t = threadIdx.x;
  unsigned at = shared_address((const void *)&arrived);
  if (t == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"((unsigned)sizeof tile) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(shared_address((const void *)tile)), "l"(&map), "r"(0), "r"(blockIdx.x * 8), "r"(at) : "memory");
  }
  __syncthreads();
  unsigned over = 0;
  while (!over)
    asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(over) : "r"(at) : "memory");

  int row = t % 8, column = t / 8;
  int4 value = *(const int4 *)&tile[row][4 * (SWIZZLE ? column ^ row : column)];
  out[blockIdx.x * 64 + t] = value;
}

__global__ void columns_reference(const int4 *in, int4 *out) {
  int row = blockIdx.x * 8 + threadIdx.x % 8, column = threadIdx.x / 8;
  out[blockIdx.x * 64 + threadIdx.x] = in[row * 8 + column];
}
