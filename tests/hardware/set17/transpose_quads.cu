/* warpscope
title  = "Each thread turns a 4x4 patch in registers"
kernel = "turn_quads"
grid   = ["W / 128", "W / 32"]
block  = [32, 8]
[params]
W = [4096, 1024]
[args]
m = "ramp[W * W / 4]"
t = "zero[W * W / 4]"
w4 = "W / 4"
*/

__global__ void turn_quads(const float4 *m, float4 *t, int w4)
{
    int cx = blockIdx.x * 32 + threadIdx.x;   // column of quads
    int ry = blockIdx.y * 8 + threadIdx.y;    // row of quads
    float4 r0 = m[(4 * ry + 0) * w4 + cx];
    float4 r1 = m[(4 * ry + 1) * w4 + cx];
    float4 r2 = m[(4 * ry + 2) * w4 + cx];
    float4 r3 = m[(4 * ry + 3) * w4 + cx];
    t[(4 * cx + 0) * w4 + ry] = make_float4(r0.x, r1.x, r2.x, r3.x);
    t[(4 * cx + 1) * w4 + ry] = make_float4(r0.y, r1.y, r2.y, r3.y);
    t[(4 * cx + 2) * w4 + ry] = make_float4(r0.z, r1.z, r2.z, r3.z);
    t[(4 * cx + 3) * w4 + ry] = make_float4(r0.w, r1.w, r2.w, r3.w);
}
