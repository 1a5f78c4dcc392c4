/* warpscope
title  = "Position update with two float4 per particle"
kernel = "drift4"
grid   = ["(COUNT+255)/256"]
block  = [256]
[params]
COUNT = [1000000, 4000000, 1500]
[args]
pos = "mod:9[COUNT]"
vel = "mod:11[COUNT]"
count = "COUNT"
dt = 0.01
*/
__global__ void drift4(float4 *pos, const float4 *__restrict__ vel, int count, float dt)
{
    const int me = threadIdx.x + blockIdx.x * blockDim.x;
    if (me < count) {
        float4 q = pos[me];
        const float4 v = vel[me];
        q.x = fmaf(dt, v.x, q.x);
        q.y = fmaf(dt, v.y, q.y);
        q.z = fmaf(dt, v.z, q.z);
        pos[me] = q;
    }
}
