/* warpscope
kernel = "matrices"
grid = 1
block = 32
[args]
out = "zero[256]"
[check]
out = "matrices_plain"
*/
// expect run: done
// Four matrices of 8 x 8 halves, as they lie and transposed: registers and wavefronts as an H100 gave them. Rows 32 bytes
// apart meet in the banks twice, rows 144 bytes apart do not.
__device__ unsigned offset_of(const void *p) {
  unsigned offset;
  asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(offset) : "l"(p));
  return offset;
}
__global__ void matrices(unsigned *out) {
  __shared__ __align__(16) unsigned short s[32 * 72];
  for (int i = threadIdx.x; i < 32 * 72; i += 32) s[i] = i;
  __syncwarp();
  unsigned r[4], t[4], lane;
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(lane));
  unsigned near = (unsigned)__cvta_generic_to_shared(s + lane * 16), far = offset_of(s + lane * 72);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" // expect shared_load: requests=1 wavefronts=8
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(near));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];" // expect shared_load: requests=1 wavefronts=4
               : "=r"(t[0]), "=r"(t[1]), "=r"(t[2]), "=r"(t[3]) : "r"(far));
  for (int j = 0; j < 4; ++j) {
    out[threadIdx.x * 4 + j] = r[j];
    out[128 + threadIdx.x * 4 + j] = t[j];
  }
}
__global__ void matrices_plain(unsigned *out) {
  unsigned row = threadIdx.x / 4, pair = threadIdx.x % 4;
  for (unsigned j = 0; j < 4; ++j) {
    unsigned at = (8 * j + row) * 16 + 2 * pair; // as it lies: row lane / 4, columns 2 (lane % 4) and the next
    out[threadIdx.x * 4 + j] = at | (at + 1) << 16;
    unsigned first = (8 * j + 2 * pair) * 72 + row; // transposed: column lane / 4 of rows 2 (lane % 4) and the next
    out[128 + threadIdx.x * 4 + j] = first | (first + 72) << 16;
  }
}
