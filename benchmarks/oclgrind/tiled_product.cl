// The product of assets/labs/matmul_tile16.cu as an OpenCL kernel: the same tiles, barriers and accesses, line by line.
#define TILE 16

__kernel void tiled_product(__global const float *A, __global const float *B, __global float *C, int n) {
  __local float As[TILE][TILE];
  __local float Bs[TILE][TILE];
  int tx = get_local_id(0), ty = get_local_id(1);
  int row = get_group_id(1) * TILE + ty;
  int col = get_group_id(0) * TILE + tx;

  float sum = 0.0f;
  for (int phase = 0; phase < n / TILE; phase++) {
    As[ty][tx] = A[row * n + phase * TILE + tx];
    Bs[ty][tx] = B[(phase * TILE + ty) * n + col];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int k = 0; k < TILE; k++) {
      float a = As[ty][k];
      float b = Bs[k][tx];
      sum += a * b;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[row * n + col] = sum;
}
