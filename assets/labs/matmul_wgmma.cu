/* warpscope
title       = "Matrix product of a warpgroup (wgmma)"
question    = "wgmma multiplies straight from shared memory: 128 threads, one instruction, and no ldmatrix. It needs to know where its tiles lie (descriptors) and when it has ended. What does it read, in wavefronts, and what must be waited for before a tile is overwritten or a sum is used?"
explanation = """
A product of 64 x 64 x 16 reads 64 rows of 32 bytes of A and 64 columns of B: 2 KiB each, 16 wavefronts each, for all four warps together; ldmatrix would read B once for every warp. Each 8 x 8 matrix takes one wavefront, in any layout that a descriptor can name: \
start, the distance of groups of eight rows (1,024 bytes here), and the swizzle, which must be the one that the tensor copy wrote. A is read along its rows; B lies row by row, too, and is read transposed, which the instruction does. One step of 16 in depth is 32 bytes further in A's rows, and two groups of rows further in B. \
The product runs beside the threads: wgmma.fence before the first one, commit_group closes a bundle, wait_group 0 waits for all. Only then may a tile be overwritten and a sum be read. With --set WAIT=0 one bundle stays under way while the next tiles are waited for, so each buffer is given back one phase later: three buffers instead of two."""
kernel = "matmul_wgmma"
grid   = ["N/64", "N/64"]
block  = 128
shared = "(WAIT ? 2 : 3) * 16384"
[params]
N    = [128, 64]
WAIT = 1
[args]
A     = "mod:7[N*N]"
B     = "mod:5[N*N]"
map_a = "tensor:A __half[N, N] box[64, 64] swizzle:128"
map_b = "tensor:B __half[N, N] box[64, 64] swizzle:128"
C     = "zero[N*N]"
n     = "N"
[check]
C = "matmul_reference"
[lesson]
at     = "setp.ne.b32 p, %34"
access = "load"
turn   = 1
set    = { N = 64 }
answer = "{lanes lane} stand for rows of four 8 x 8 matrices: {wavefronts wavefront} for {bytes} bytes, and in all {line_wavefronts wavefront} for the products of this block."
*/
#include <cuda_fp16.h>
#ifdef __CUDACC_RTC__
struct CUtensorMap { alignas(64) unsigned long long opaque[16]; };
#else
#include <cuda.h>
#endif

#ifndef WAIT
#define WAIT 1
#endif

#define TILE 64               // rows, columns and depth of a block's tiles
#define BYTES (TILE * TILE * 2)
#define BUFFERS (WAIT ? 2 : 3)

__device__ unsigned shared_address(const void *p) {
  return (unsigned)__cvta_generic_to_shared(p);
}

// A tile with the 128-byte swizzle, whose groups of eight rows of 128 bytes lie 1,024 bytes apart.
__device__ unsigned long long descriptor(unsigned address) {
  return (unsigned long long)(address >> 4 & 0x3fff) | (unsigned long long)(1024 >> 4) << 32 | 1ull << 62;
}

__device__ void copy(unsigned to, const CUtensorMap *map, int x, int y, unsigned arrived) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(to), "l"(map), "r"(x), "r"(y), "r"(arrived) : "memory");
}

// d += A * B; B lies row by row, so it is transposed on its way.
__device__ void multiply(float (&d)[32], unsigned long long a, unsigned long long b) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, %34, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, %32, %33, p, 1, 1, 0, 1;\n}"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
               : "l"(a), "l"(b), "r"(1));
}

__global__ void __launch_bounds__(128) matmul_wgmma(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b, float *C, int n) {
  extern __shared__ __align__(1024) unsigned char tiles[];
  __shared__ unsigned long long arrived[BUFFERS];
  unsigned As = shared_address((const void *)tiles), Bs = As + BUFFERS * BYTES;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
  if (threadIdx.x == 0) {
    for (int b = 0; b < BUFFERS; b++)
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address((const void *)&arrived[b])) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();

  float d[32];
#pragma unroll
  for (int i = 0; i < 32; i++)
    d[i] = 0.0f;
  int phases = n / TILE;
  for (int phase = -1; phase < phases; phase++) {
    int next = phase + 1, into = next % BUFFERS;
    if (threadIdx.x == 0 && next < phases) {
      unsigned at = shared_address((const void *)&arrived[into]);
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(2 * BYTES) : "memory");
      copy(As + into * BYTES, &map_a, next * TILE, top, at);
      copy(Bs + into * BYTES, &map_b, left, next * TILE, at);
    }
    if (phase < 0)
      continue;
    int now = phase % BUFFERS;
    unsigned over = 0;
    while (!over)
      asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(over) : "r"(shared_address((const void *)&arrived[now])), "r"(phase / BUFFERS % 2) : "memory");

    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int k = 0; k < TILE; k += 16)
      multiply(d, descriptor(As + now * BYTES + k * 2), descriptor(Bs + now * BYTES + k * 128));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
#if WAIT
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#else
    asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");  // the phase before this one
#endif
    __syncthreads();  // before the next copies come into a buffer that has been read
  }
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  // Each warp has 16 rows; a lane two neighbours of rows lane / 4 and lane / 4 + 8 in every 8 columns.
  float *corner = C + (top + warp * 16 + lane / 4) * n + left + lane % 4 * 2;
#pragma unroll
  for (int c = 0; c < 8; c++) {
    *(float2 *)&corner[c * 8] = make_float2(d[c * 4], d[c * 4 + 1]);
    *(float2 *)&corner[8 * n + c * 8] = make_float2(d[c * 4 + 2], d[c * 4 + 3]);
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
