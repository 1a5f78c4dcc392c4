/* warpscope
title       = "Matrix product of tiles by TMA, ldmatrix and mma.sync"
question    = "One thread asks for the tiles of A and B by two tensor copies, ldmatrix reads fragments, mma.sync multiplies. Rows of both tiles are 128 bytes long: what would ldmatrix take without a swizzle, and who computes the addresses?"
explanation = """
A row of 64 halves is a whole line, so eight rows of an 8 x 8 matrix begin at one bank: ldmatrix.x4 takes 32 wavefronts. With the 128-byte swizzle in the tensor's map each matrix takes one, 4 in all, for A's rows and for B's, which are read transposed (.trans). \
The copies cost no wavefront and no instruction of the other 127 threads; nobody computes an address in global memory, since the map knows the tensor, and what lies outside of it would come as zeros. Two buffers: while the warps multiply, the next pair of tiles is on its way; \
a barrier of bytes says when it has arrived, and __syncthreads() that nobody reads the old one any more. The loop reads 1 / 64 of what one thread an element would."""
kernel = "matmul_tma"
grid   = ["N/64", "N/64"]
block  = 128
[params]
SWIZZLE = [128, 0]
N       = [128, 64]
[args]
A     = "mod:7[N*N]"
B     = "mod:5[N*N]"
map_a = "tensor:A __half[N, N] box[64, 64] swizzle:SWIZZLE"
map_b = "tensor:B __half[N, N] box[64, 64] swizzle:SWIZZLE"
C     = "zero[N*N]"
n     = "N"
[check]
C = "matmul_reference"
[lesson]
at     = "ldmatrix.sync.aligned.m8n8.x4.shared.b16"
access = "load"
turn   = 1
set    = { SWIZZLE = 0, N = 64 }
answer = "Four matrices, {bytes} bytes, take {wavefronts wavefront} where {ideal_wavefronts} would do; SWIZZLE = 128 in the map, and the same in the index, leaves {ideal_wavefronts}."
*/
#include <cuda_fp16.h>
#ifdef __CUDACC_RTC__
struct CUtensorMap { alignas(64) unsigned long long opaque[16]; };
#else
#include <cuda.h>
#endif

#ifndef SWIZZLE
#define SWIZZLE 128
#endif

#define TILE 64               // rows, columns and depth of a block's tiles
#define BYTES (TILE * TILE * 2)

__device__ unsigned shared_address(const void *p) {
  return (unsigned)__cvta_generic_to_shared(p);
}

// Where the 16 bytes of a piece lie in a tile of rows of 128 bytes.
__device__ unsigned place(int row, int piece) {
  return row * 128 + (SWIZZLE ? piece ^ row % 8 : piece) * 16;
}

__device__ void copy(unsigned to, const CUtensorMap *map, int x, int y, unsigned arrived) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(to), "l"(map), "r"(x), "r"(y), "r"(arrived) : "memory");
}

__global__ void matmul_tma(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b, float *C, int n) {
  __shared__ __align__(1024) unsigned char As[2][BYTES];
  __shared__ __align__(1024) unsigned char Bs[2][BYTES];
  __shared__ unsigned long long arrived[2];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  if (threadIdx.x == 0) {
    for (int b = 0; b < 2; b++)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address((const void *)&arrived[b])) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();

  float sum[8][4] = {};  // eight tiles of 16 x 8
  int phases = n / TILE;
  for (int phase = -1; phase < phases; phase++) {
    int next = phase + 1, now = phase & 1;
    if (threadIdx.x == 0 && next < phases) {
      unsigned at = shared_address((const void *)&arrived[next & 1]);
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(2 * BYTES) : "memory");
      copy(shared_address((const void *)As[next & 1]), &map_a, next * TILE, top, at);
      copy(shared_address((const void *)Bs[next & 1]), &map_b, left, next * TILE, at);
    }
    if (phase < 0)
      continue;
    unsigned over = 0;
    while (!over)
      asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(over) : "r"(shared_address((const void *)&arrived[now])), "r"(phase / 2 % 2) : "memory");

    for (int k = 0; k < TILE; k += 16) {
      unsigned a[4], b[4];
      unsigned at = shared_address((const void *)As[now]) + place(warp * 16 + lane % 16, k / 8 + lane / 16);
      asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3]) : "r"(at) : "memory");
#pragma unroll
      for (int c = 0; c < 8; c += 2) {
        at = shared_address((const void *)Bs[now]) + place(k + lane % 16, c + lane / 16);
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(b[0]), "=r"(b[1]), "=r"(b[2]), "=r"(b[3]) : "r"(at) : "memory");
#pragma unroll
        for (int h = 0; h < 2; h++)
          asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                       : "+f"(sum[c + h][0]), "+f"(sum[c + h][1]), "+f"(sum[c + h][2]), "+f"(sum[c + h][3])
                       : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[2 * h]), "r"(b[2 * h + 1]));
      }
    }
    __syncthreads();  // before the next copies come into these buffers
  }
  float *corner = C + (top + warp * 16 + lane / 4) * n + left + lane % 4 * 2;
#pragma unroll
  for (int c = 0; c < 8; c++) {
    *(float2 *)&corner[c * 8] = make_float2(sum[c][0], sum[c][1]);
    *(float2 *)&corner[8 * n + c * 8] = make_float2(sum[c][2], sum[c][3]);
  }
}

// The block's results one after the other; whole numbers this small are exact in halves and floats.
__global__ void matmul_reference(const half *A, const half *B, float *C, int n) {
  for (int e = threadIdx.x; e < TILE * TILE; e += 128) {
    int row = blockIdx.y * TILE + e / TILE, col = blockIdx.x * TILE + e % TILE;
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
      sum += __half2float(A[row * n + k]) * __half2float(B[k * n + col]);
    C[row * n + col] = sum;
  }
}
