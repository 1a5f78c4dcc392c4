/* warpscope
kernel = "stencil"
grid = ["(NX + 31)/32", "(NY + 3)/4", "(NZ + 1)/2"]
block = [32, 4, 2]
[params]
NX = [50, 64]
NY = [13, 16]
NZ = [9, 8]
[args]
in = "mod:13[NX*NY*NZ]"
out = "zero[NX*NY*NZ]"
*/
__global__ void stencil(const float *in, float *out) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y, z = blockIdx.z * 2 + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= NX - 1 || y >= NY - 1 || z >= NZ - 1) return;
  int i = (z * NY + y) * NX + x;
  float west = in[i - 1], east = in[i + 1], south = in[i - NX], north = in[i + NX], below = in[i - NX * NY], above = in[i + NX * NY];
  out[i] = west + east + south + north + below + above;
}
