// A product's tile overwritten before it is waited for, a product without its fence, and tiles that only a barrier orders.
// check
// code: 4
// find: race 26
// find: race 19
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
// 64 x 16 halves as 8 x 8 matrices of 128 bytes, one behind the other.
__device__ unsigned long long descriptor(const void* p) {
  return (unsigned long long)(at(p) >> 4) | 128ull >> 4 << 16 | 256ull >> 4 << 32;
}
template <int wrong> __global__ void product(float* out) {
  __shared__ __align__(1024) unsigned a[512], b[64];
  for (int i = threadIdx.x; i < 512; i += 128) a[i] = 0x3c003c00;
  if (threadIdx.x < 64) b[threadIdx.x] = 0x3c003c00;
  if (wrong != 3) asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  float d[4] = {};
  if (wrong != 2) asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, 1, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n}"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(descriptor(a)), "l"(descriptor(b)));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  if (wrong == 1) __syncthreads();
  if (wrong == 1)
    a[threadIdx.x] = 0;
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}
int main() {
  float* out;
  cudaMalloc(&out, 512);
  product<0><<<1, 128>>>(out);
  product<1><<<1, 128>>>(out);
  product<2><<<1, 128>>>(out);
  product<3><<<1, 128>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
