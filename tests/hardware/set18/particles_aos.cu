/* warpscope
title  = "Position update in an array of structures"
kernel = "drift"
grid   = ["(COUNT+255)/256"]
block  = [256]
[params]
COUNT = [1000000, 4000000, 1500]
[args]
p = "mod:100[COUNT]"
count = "COUNT"
dt = 0.01
*/
struct Particle { float px, py, pz, mass, vx, vy, vz, age; };   // 32 bytes

__global__ void drift(Particle *p, int count, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        p[i].px += dt * p[i].vx;
        p[i].py += dt * p[i].vy;
        p[i].pz += dt * p[i].vz;
    }
}
