// Sums of products that are read, and registers of A that are written again, behind the wait that covers them: nothing is found.
// check
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
// Halves as 8 x 8 matrices of 128 bytes, one behind the other.
__device__ unsigned long long descriptor(const void* p) {
  return (unsigned long long)(at(p) >> 4) | 128ull >> 4 << 16 | 256ull >> 4 << 32;
}
__device__ void multiply(float (&d)[4], const unsigned* a, const unsigned* b) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, 1, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n}"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(descriptor(a)), "l"(descriptor(b)));
}
__device__ void multiply_registers(float (&d)[4], const unsigned (&a)[4], const unsigned* b) {
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, 1, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, %8, p, 1, 1, 0;\n}"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(descriptor(b)));
}
__device__ void fence() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ void commit() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
template <int left> __device__ void wait() { asm volatile("wgmma.wait_group.sync.aligned %0;" ::"n"(left) : "memory"); }
__device__ void fill(unsigned* a, unsigned* b) {
  for (int i = threadIdx.x; i < 512; i += 128) a[i] = 0x3c003c00;
  if (threadIdx.x < 64) b[threadIdx.x] = 0x3c003c00;
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
}
__global__ void sums(float* out) {
  __shared__ __align__(1024) unsigned a[512], b[64];
  fill(a, b);
  float d[4] = {}, e[4] = {};
  fence();
  multiply(d, a, b);
  multiply(d, a, b); // adds to the sums of the first, which is in order
  commit();
  fence();
  multiply(e, a, b);
  commit();
  wait<1>();
  float early = d[0] * 2.0f; // only e is under way
  float kept[4] = {e[0], e[1], e[2], e[3]}; // a copy is not yet a use
  wait<0>();
  out[threadIdx.x] = early + kept[0] + e[2];
}
// A from registers
__global__ void fragments(float* out, const unsigned* in, int turns) {
  __shared__ __align__(1024) unsigned a[512], b[64];
  fill(a, b);
  float d[4] = {};
  unsigned same[4] = {in[0], in[1], in[2], in[3]};
  fence();
  for (int i = 0; i < turns; i++) {
    multiply_registers(d, same, b); // nobody writes these
    commit();
  }
  for (int i = 0; i < turns; i++) {
    unsigned now[4];
    now[0] = in[i * 4];
    now[1] = now[2] = now[3] = now[0];
    fence();
    multiply_registers(d, now, b);
    commit();
    wait<0>();
  }
  // What is read next lies in other registers until the wait is over.
  unsigned current[4] = {in[0], in[1], in[2], in[3]};
  for (int i = 0; i < turns; i++) {
    fence();
    multiply_registers(d, current, b);
    commit();
    unsigned next = in[i];
    wait<0>();
    current[0] = next;
  }
  wait<0>();
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}
int main() {
  float* out;
  unsigned* in;
  cudaMalloc(&out, 512);
  cudaMalloc(&in, 4096);
  cudaMemset(in, 0, 4096);
  sums<<<1, 128>>>(out);
  fragments<<<1, 128>>>(out, in, 4);
  cudaDeviceSynchronize();
  cudaFree(out);
  cudaFree(in);
}
