const int mx = 64, my = 64, mz = 64;
const int sPencils = 4;
__constant__ float c_ax, c_bx, c_cx, c_dx;
__global__ void derivative_x(float *f, float *df) {
  __shared__ float s_f[sPencils][mx+8];
  int i = threadIdx.x;
  int j = blockIdx.x*blockDim.y + threadIdx.y;
  int k = blockIdx.y;
  int si = i + 4;
  int sj = threadIdx.y;
  int globalIdx = k * mx * my + j * mx + i;
  s_f[sj][si] = f[globalIdx];
  __syncthreads();
  if (i < 4) { s_f[sj][si-4] = s_f[sj][si+mx-5]; s_f[sj][si+mx] = s_f[sj][si+1]; }
  __syncthreads();
  df[globalIdx] = ( c_ax * ( s_f[sj][si+1] - s_f[sj][si-1] ) + c_bx * ( s_f[sj][si+2] - s_f[sj][si-2] ) + c_cx * ( s_f[sj][si+3] - s_f[sj][si-3] ) + c_dx * ( s_f[sj][si+4] - s_f[sj][si-4] ) );
}
void runTest(int dimension) {
  void (*fpDeriv[2])(float*, float*);
  dim3 grid[3][2], block[3][2];
  grid[0][0] = dim3(my / sPencils, mz, 1);
  block[0][0] = dim3(mx, sPencils, 1);
  float *d_f, *d_df; int bytes = mx*my*mz * sizeof(float);
  cudaMalloc((void**)&d_f, bytes); cudaMalloc((void**)&d_df, bytes);
  fpDeriv[0] = derivative_x;
  fpDeriv[0]<<<grid[0][0], block[0][0]>>>(d_f, d_df);
}
int main() { runTest(0); }
