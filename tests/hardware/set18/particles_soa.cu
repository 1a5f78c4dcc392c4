/* warpscope
title  = "Position update in separate arrays"
kernel = "drift_soa"
grid   = ["(COUNT+255)/256"]
block  = [256]
[params]
COUNT = [1000000, 4000000, 1500]
[args]
px = "ramp[COUNT]"
py = "ramp[COUNT]"
pz = "ramp[COUNT]"
vx = "mod:7[COUNT]"
vy = "mod:5[COUNT]"
vz = "mod:3[COUNT]"
count = "COUNT"
dt = 0.01
*/
__global__ void drift_soa(float *px, float *py, float *pz, const float *vx, const float *vy, const float *vz, int count, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    px[i] += dt * vx[i];
    py[i] += dt * vy[i];
    pz[i] += dt * vz[i];
}
