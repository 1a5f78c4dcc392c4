/* warpscope
kernel = "through_texture"
grid = 1
block = 32
[args]
out = "zero[32]"
*/
// expect run: user_error
texture<float, 1, cudaReadModeElementType> table;
__global__ void through_texture(float *out) {
  out[threadIdx.x] = tex1Dfetch(table, threadIdx.x); // expect error: tex1Dfetch (texture references
}
__global__ void another(float *out) { out[threadIdx.x] = 1; }
