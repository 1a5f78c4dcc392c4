// A bulk copy that only __syncthreads() comes after: the read that comes before the bytes is what is told (RAW), at its line.
// check
// code: 4
// find: race 17
__device__ unsigned at(const void* p) { return (unsigned)__cvta_generic_to_shared(p); }
__global__ void doubled(const float* in, float* out) {
  __shared__ __align__(16) float tile[128];
  __shared__ unsigned long long arrived;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&arrived)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(at(&arrived)) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2];" ::"r"(at(tile)), "l"(in), "r"(at(&arrived)) : "memory");
  }
  __syncthreads();
  if (threadIdx.x >= 32)
    out[threadIdx.x] = 2.0f * tile[threadIdx.x];
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 512);
  cudaMalloc(&out, 512);
  cudaMemset(in, 0, 512);
  doubled<<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
