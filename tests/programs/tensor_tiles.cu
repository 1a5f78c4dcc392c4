// Tiles of tensors (TMA): what is refused, what lies where with a swizzle, edges filled with zeros, stores and sums.
// expect: refused 1 1 1 1 1 0
// expect: plain 1 2 3 4 | 65 66 67 68
// expect: swizzled row 1, chunk 1: 65
// expect: edge 0 0 0 0 2047 2048 0 0
// expect: cube 0 wrong
// expect: stored 0 wrong
// expect: added 0 wrong
// find: tensor-map 48
#include <cstdio>
#include <cuda.h>

using u32 = unsigned;
__device__ u32 at(const void* p) { return (u32)__cvta_generic_to_shared(p); }
__device__ void begin(unsigned long long* b, u32 bytes) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\nfence.mbarrier_init.release.cluster;" ::"r"(at(b)) : "memory");
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(b)), "r"(bytes) : "memory");
}
__device__ void wait(unsigned long long* b) {
  for (u32 d = 0; d == 0;)
    asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(d) : "r"(at(b)) : "memory");
}
__global__ void load2(const __grid_constant__ CUtensorMap map, int x, int y, u32 bytes, short* out) {
  __shared__ __align__(1024) short tile[2048];
  __shared__ unsigned long long barrier;
  if (threadIdx.x == 0) {
    begin(&barrier, bytes);
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(at(tile)), "l"(&map), "r"(x), "r"(y), "r"(at(&barrier)) : "memory");
  }
  __syncthreads();
  wait(&barrier);
  for (u32 i = threadIdx.x; i < bytes / 2; i += blockDim.x) out[i] = tile[i];
}
__global__ void load3(const __grid_constant__ CUtensorMap map, int x, int y, int z, u32 bytes, float* out) {
  __shared__ __align__(1024) float tile[256];
  __shared__ unsigned long long barrier;
  if (threadIdx.x == 0) {
    begin(&barrier, bytes);
    asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];" ::"r"(at(tile)), "l"(&map), "r"(x), "r"(y), "r"(z), "r"(at(&barrier)) : "memory");
  }
  __syncthreads();
  wait(&barrier);
  for (u32 i = threadIdx.x; i < bytes / 4; i += blockDim.x) out[i] = tile[i];
}
CUresult make(CUtensorMap* map, CUtensorMapDataType type, void* from, cuuint64_t w, cuuint64_t h, cuuint64_t pitch, u32 bw, u32 bh, CUtensorMapSwizzle swizzle) {
  const cuuint64_t dims[2] = {w, h}, strides[1] = {pitch};
  const cuuint32_t box[2] = {bw, bh}, steps[2] = {1, 1};
  return cuTensorMapEncodeTiled(map, type, 2, from, dims, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}
int wrongs(short* in, CUtensorMap* m, int* r) {
  const CUtensorMapDataType t = CU_TENSOR_MAP_DATA_TYPE_UINT16;
  r[0] = make(m, t, in + 4, 64, 32, 128, 64, 8, CU_TENSOR_MAP_SWIZZLE_NONE);  // the address
  r[1] = make(m, t, in, 64, 32, 128, 64, 257, CU_TENSOR_MAP_SWIZZLE_NONE);   // 257 rows
  r[2] = make(m, t, in, 64, 32, 128, 64, 8, CU_TENSOR_MAP_SWIZZLE_64B);      // 128 bytes a row
  r[3] = make(m, t, in, 64, 32, 100, 64, 8, CU_TENSOR_MAP_SWIZZLE_NONE);     // the pitch
  r[4] = make(m, t, in, 64, 32, 128, 4, 8, CU_TENSOR_MAP_SWIZZLE_NONE);      // 8 bytes a row
  return r[5] = make(m, t, in, 64, 32, 128, 64, 8, CU_TENSOR_MAP_SWIZZLE_NONE);
}
__global__ void store2(const __grid_constant__ CUtensorMap map, int x, int y) {
  __shared__ __align__(1024) int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map), "r"(x), "r"(y), "r"(at(tile)) : "memory");
    asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map), "r"(x), "r"(y + 8), "r"(at(tile)) : "memory");
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
  }
}
int main() {
  short *in, *out;
  cudaMallocManaged(&in, 4096), cudaMallocManaged(&out, 4096);
  for (int i = 0; i < 2048; ++i) in[i] = i + 1;
  CUtensorMap map;
  int r[6];
  wrongs(in, &map, r);
  printf("refused %d %d %d %d %d %d\n", r[0], r[1], r[2], r[3], r[4], r[5]);
  load2<<<1, 64>>>(map, 0, 0, 1024, out);
  cudaDeviceSynchronize();
  printf("plain %d %d %d %d | %d %d %d %d\n", out[0], out[1], out[2], out[3], out[64], out[65], out[66], out[67]);
  make(&map, CU_TENSOR_MAP_DATA_TYPE_UINT16, in, 64, 32, 128, 64, 8, CU_TENSOR_MAP_SWIZZLE_128B);
  load2<<<1, 64>>>(map, 0, 0, 1024, out);
  cudaDeviceSynchronize();
  printf("swizzled row 1, chunk 1: %d\n", out[64 + 8]); // chunk 0 of row 1 has changed places with chunk 1
  make(&map, CU_TENSOR_MAP_DATA_TYPE_UINT16, in, 64, 32, 128, 8, 2, CU_TENSOR_MAP_SWIZZLE_NONE);
  load2<<<1, 64>>>(map, 56, 31, 32, out);
  cudaDeviceSynchronize();
  printf("edge %d %d %d %d %d %d %d %d\n", out[8], out[9], out[14], out[15], out[6], out[7], out[10], out[12]);

  float *cube, *part;
  cudaMallocManaged(&cube, 16 * 6 * 5 * 4), cudaMallocManaged(&part, 1024);
  for (int i = 0; i < 480; ++i) cube[i] = i;
  const cuuint64_t dims[3] = {16, 6, 5}, strides[2] = {64, 384};
  const cuuint32_t box[3] = {8, 4, 2}, steps[3] = {1, 1, 1};
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 3, cube, dims, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  load3<<<1, 32>>>(map, 8, 4, -1, 256, part);
  cudaDeviceSynchronize();
  int wrong = 0;
  for (int i = 0; i < 64; ++i) {
    const int x = 8 + i % 8, y = 4 + i / 8 % 4, z = -1 + i / 32;
    wrong += part[i] != (y < 6 && z >= 0 ? x + 16 * y + 96 * z : 0);
  }
  printf("cube %d wrong\n", wrong);

  int* field;
  cudaMallocManaged(&field, 24 * 16 * 4);
  for (int i = 0; i < 384; ++i) field[i] = 1000;
  make(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, field, 24, 16, 96, 8, 8, CU_TENSOR_MAP_SWIZZLE_NONE);
  store2<<<1, 64>>>(map, 20, 0);
  cudaDeviceSynchronize();
  int stored = 0, added = 0;
  for (int i = 0; i < 384; ++i) {
    const int x = i % 24, y = i / 24, n = x - 20 + 8 * (y % 8);
    if (y < 8) stored += field[i] != (x < 20 ? 1000 : n);
    else added += field[i] != (x < 20 ? 1000 : 1000 + n);
  }
  printf("stored %d wrong\nadded %d wrong\n", stored, added);
  cudaFree(in), cudaFree(out), cudaFree(cube), cudaFree(part), cudaFree(field);
}
