// What a device does with barriers and warp-level syncs that not all their threads reach, and with shuffles of lanes that are not there. CUDA leaves all of it undefined.
// One kernel a process, since some hang: `for k in $(./probe); do timeout 6 ./probe $k || echo "$k hangs"; done`. Results: docs/hardware-rules.md.
//   nvcc -O2 -arch=sm_90 -o probe tests/hardware/divergence_probe.cu
#include <cstdio>
#include <cstdlib>
#include <cstring>
__device__ long long now() { long long c; asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(c)); return c; }
__device__ void delay(long long ns) { long long b = now(); while (now() - b < ns) {} }
// out[t]: a value; when[t]: ns
#define K(name) __global__ void name(int *out, long long *when, int zero)
K(half_one_warp) { int t = threadIdx.x; if (t < 16) __syncthreads(); out[t] = 1; when[t] = now(); }
K(half_and_late_warp) { int t = threadIdx.x; if (t >= 32) delay(200000); if (t < 16 || t >= 32) __syncthreads(); out[t] = 1; when[t] = now(); }
K(half_then_all) { int t = threadIdx.x; if (t >= 32) delay(200000); if (t < 16) __syncthreads(); out[t] = 1; __syncthreads(); out[t] = 2; when[t] = now(); }
K(two_sides_one_warp) { int t = threadIdx.x; if (t < 16) { __syncthreads(); out[t] = 1; } else { __syncthreads(); out[t] = 2; } when[t] = now(); }
K(two_sides_late_warp) { int t = threadIdx.x; if (t >= 32) delay(200000); if (t < 16) { __syncthreads(); out[t] = 1; } else { __syncthreads(); out[t] = 2; } when[t] = now(); }
K(two_sides_late_warp_twice) { int t = threadIdx.x; if (t >= 32) { delay(200000); __syncthreads(); out[t] = 3; delay(200000); __syncthreads(); } else if (t < 16) { __syncthreads(); out[t] = 1; } else { __syncthreads(); out[t] = 2; } when[t] = now(); }
K(trips_one_warp) { int t = threadIdx.x; for (int i = 0; i < t % 4; ++i) __syncthreads(); out[t] = 1; when[t] = now(); }
K(trips_two_warps) { int t = threadIdx.x; if (t >= 32) delay(100000); for (int i = 0; i < t % 4; ++i) __syncthreads(); out[t] = 1; when[t] = now(); }
K(trips_by_warp) { int t = threadIdx.x; for (int i = 0; i < 1 + t / 32; ++i) __syncthreads(); out[t] = 1; when[t] = now(); }
K(lanes_returned) { int t = threadIdx.x; if (t < 16) return; if (t >= 32) delay(200000); __syncthreads(); out[t] = 1; when[t] = now(); }
K(warp_returned) { int t = threadIdx.x; if (t < 32) return; __syncthreads(); out[t] = 1; when[t] = now(); }
K(else_returns_late) { int t = threadIdx.x; if (t < 16) { __syncthreads(); out[t] = 1; when[t] = now(); return; } delay(100000); out[t] = 2; when[t] = now(); }
K(even_lanes_in_loop) { int t = threadIdx.x; for (int s = 1; s < 32; s *= 2) { if (t % (2 * s) == 0) { out[t] += s; __syncthreads(); } } when[t] = now(); }
K(half_of_both_warps) { int t = threadIdx.x; if (t >= 32) delay(200000); if (t % 32 < 16) __syncthreads(); out[t] = 1; when[t] = now(); }
K(half_next_iteration) { int t = threadIdx.x; if (t >= 32) delay(100000); for (int i = 0; i < 3; ++i) { __syncthreads(); out[t] += 1; if (t % 8 < 4) __syncthreads(); } when[t] = now(); }
K(shfl_absent) { int t = threadIdx.x, v = t; if (t < 16) v = __shfl_sync(0xffffffff, v, 3); out[t] = v; when[t] = now(); }
K(shfl_inactive_in_mask) { int t = threadIdx.x, v = t + 100; if (t < 16) v = __shfl_sync(0xffffffff, v, 20); out[t] = v; when[t] = now(); }
K(shfl_inactive) { int t = threadIdx.x, v = t + 100; if (t < 16) v = __shfl_sync(0xffff, v, 20); out[t] = v; when[t] = now(); }
K(shfl_not_itself) { int t = threadIdx.x, v = t + 100; v = __shfl_sync(0xfffe, v, 3); out[t] = v; when[t] = now(); }
K(shfl_two_places) { int t = threadIdx.x, v = t + 100; if (t < 16) v = __shfl_sync(0xffffffff, v, 31 - t); else v = 1000 + __shfl_sync(0xffffffff, v, 31 - t); out[t] = v; when[t] = now(); }
K(ballot_two_places) { int t = threadIdx.x, v; if (t < 16) v = __ballot_sync(0xffffffff, t & 1); else v = ~__ballot_sync(0xffffffff, t & 1); out[t] = v; when[t] = now(); }
K(ballot_absent) { int t = threadIdx.x, v = 0; if (t < 16) v = __ballot_sync(0xffffffff, t & 1); out[t] = v; when[t] = now(); }
K(syncwarp_half) { int t = threadIdx.x; if (t < 16) __syncwarp(); out[t] = 1; when[t] = now(); }
K(syncwarp_two_places) { int t = threadIdx.x; if (t < 16) { out[t] = 1; __syncwarp(); } else { out[t] = 2; __syncwarp(); } when[t] = now(); }
K(syncwarp_two_masks) { int t = threadIdx.x; if (t < 16) __syncwarp(0xffff); else __syncwarp(0xffffffff); out[t] = 1; when[t] = now(); }
K(syncwarp_not_itself) { int t = threadIdx.x; if (t < 16) __syncwarp(0xff00); out[t] = 1; when[t] = now(); }
K(shfl_down_past) { int t = threadIdx.x, v = t + 100; if (t < 8) v = __shfl_down_sync(0xff, v, 4); out[t] = v; when[t] = now(); }
K(shfl_partial_warp) { int t = threadIdx.x, v = t + 100; v = __shfl_down_sync(0xffffffff, v, 8); out[t] = v; when[t] = now(); }
struct Entry { const char *name; void (*k)(int *, long long *, int); int threads; } every[] = {
#define R(n, t) {#n, n, t}
R(half_one_warp, 32), R(half_and_late_warp, 64), R(half_then_all, 64), R(two_sides_one_warp, 32), R(two_sides_late_warp, 64), R(two_sides_late_warp_twice, 64),
R(trips_one_warp, 32), R(trips_two_warps, 64), R(trips_by_warp, 64), R(lanes_returned, 64), R(warp_returned, 64), R(else_returns_late, 32), R(even_lanes_in_loop, 32),
R(half_of_both_warps, 64), R(half_next_iteration, 64), R(shfl_absent, 32), R(shfl_inactive_in_mask, 32), R(shfl_inactive, 32), R(shfl_not_itself, 32), R(shfl_two_places, 32), R(ballot_two_places, 32), R(ballot_absent, 32),
R(syncwarp_half, 32), R(syncwarp_two_places, 32), R(syncwarp_two_masks, 32), R(syncwarp_not_itself, 32), R(shfl_down_past, 32), R(shfl_partial_warp, 16)};
int main(int n, char **a) {
  if (n < 2) { for (auto &e : every) puts(e.name); return 0; }
  for (auto &e : every) if (!strcmp(e.name, a[1])) {
    int *out; long long *when;
    cudaMallocManaged(&out, 512); cudaMallocManaged(&when, 1024);
    memset(out, 0, 512); memset(when, 0, 1024);
    e.k<<<1, e.threads>>>(out, when, 0);
    cudaError_t err = cudaDeviceSynchronize();
    printf("%s %s\n  out", e.name, cudaGetErrorString(err));
    for (int i = 0; i < e.threads; ++i) printf(" %d", out[i]);
    long long b = 0; for (int i = 0; i < e.threads; ++i) if (when[i] && (!b || when[i] < b)) b = when[i];
    printf("\n  us "); for (int i = 0; i < e.threads; ++i) printf(" %lld", when[i] ? (when[i] - b) / 1000 : -1);
    puts("");
  }
}
