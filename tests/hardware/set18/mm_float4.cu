/* warpscope
title  = "C = A B, each thread makes four neighbours of a row with float4"
kernel = "mmVec"
grid   = ["N/128", "N/8"]
block  = [32, 8]
[params]
N = [512, 1024, 128]
[args]
A = "mod:5[N*N]"
B = "mod:3[N*N/4]"
C = "zero[N*N/4]"
n = "N"
*/
__global__ void mmVec(const float *A, const float4 *B, float4 *C, int n)
{
    int c4 = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 8 + threadIdx.y;
    int n4 = n / 4;
    float4 s = make_float4(0, 0, 0, 0);
    for (int k = 0; k < n; ++k) {
        float a = A[row * n + k];
        float4 b = B[k * n4 + c4];
        s.x += a * b.x; s.y += a * b.y; s.z += a * b.z; s.w += a * b.w;
    }
    C[row * n4 + c4] = s;
}
