// Which lanes take part in warp functions when they name different masks (h200_warp_masks.txt has what an H200 printed).
// What warp operations give when lanes of a converged warp name different masks, each lane being in its own.
#include <cstdio>
__device__ unsigned mask_of(int kind, int lane) {
  switch (kind) {
  case 0: return 0xffffffffu;
  case 1: return lane & 1 ? 0xaaaaaaaau : 0x55555555u;
  case 2: return lane < 16 ? 0xffffu : 0xffff0000u;
  case 3: return 0xffu << (lane & 24);
  case 4: return 1u << lane;
  case 5: return lane < 5 ? 0x1fu : ~0x1fu;
  default: { unsigned m = 0; for (int i = 0; i < 32; ++i) if (i % 5 == lane % 5) m |= 1u << i; return m; }
  }
}
__global__ void go(unsigned* out, int kind, const int* in) {
  const int lane = threadIdx.x; const unsigned m = mask_of(kind, lane); const int v = in[lane];
  unsigned r[12];
  r[0] = __reduce_add_sync(m, (unsigned)v);
  r[1] = __reduce_max_sync(m, v);
  r[2] = __reduce_xor_sync(m, (unsigned)v);
  r[3] = __ballot_sync(m, v & 1);
  r[4] = __any_sync(m, v > 90);
  r[5] = __all_sync(m, v < 90);
  r[6] = __match_any_sync(m, v & 3);
  r[7] = __shfl_sync(m, v, __ffs(m) - 1);
  r[8] = __shfl_down_sync(m, v, 1);
  r[9] = __shfl_xor_sync(m, v, 1);
  r[10] = __activemask();
  int p; r[11] = __match_all_sync(m, v >> 4, &p); r[11] = r[11] * 2 + p;
  for (int i = 0; i < 12; ++i) out[lane * 12 + i] = r[i];
}
int main() {
  int h[32]; unsigned seed = 7; for (int i = 0; i < 32; ++i) { seed = seed * 1664525u + 1013904223u; h[i] = (seed >> 20) % 100; }
  int* in; unsigned* out; cudaMalloc(&in, sizeof h); cudaMalloc(&out, 32 * 12 * 4); cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  for (int i = 0; i < 32; ++i) printf("%s%d", i ? " " : "# in ", h[i]); printf("\n");
  for (int kind = 0; kind < 7; ++kind) {
    cudaMemset(out, 0xee, 32 * 12 * 4);
    go<<<1, 32>>>(out, kind, in);
    const cudaError_t e = cudaDeviceSynchronize();
    if (e != cudaSuccess) { printf("%d %s\n", kind, cudaGetErrorString(e)); return 0; }
    unsigned o[32 * 12]; cudaMemcpy(o, out, sizeof o, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 12; ++i) { printf("%d %d", kind, i); for (int l = 0; l < 32; ++l) printf(" %x", o[l * 12 + i]); printf("\n"); }
  }
}
