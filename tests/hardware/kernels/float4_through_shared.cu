/* warpscope
kernel = "reverse"
grid = 2
block = 128
[params]
STRIDE = [1, 2, 3, 5]
[args]
in = "mod:67[1024]"
out = "zero[1024]"
*/
// 16 bytes a thread as four words that a stride takes apart.
__global__ void reverse(const float *in, float *out) {
  __shared__ float s[4][128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t, j = t * STRIDE % 128;
  float4 v = ((const float4 *)in)[i];
  s[0][t] = v.x;
  s[1][t] = v.y;
  s[2][t] = v.z;
  s[3][t] = v.w;
  __syncthreads();
  ((float4 *)out)[i] = make_float4(s[3][j], s[2][j], s[1][j], s[0][j]);
}
