/* warpscope
title  = "Particles with mixed fields of 28 bytes, blocks of 256 or 96"
kernel = "tick"
grid   = ["(N + BLOCK - 1) / BLOCK"]
block  = ["BLOCK"]
[params]
N = [3000000, 100000]
BLOCK = [256, 96, 1024]
[args]
ps = "zero[N]"
n = "N"
dt = 0.1
*/

struct Particle {
    float pos[3];
    float vel[2];
    int   age;
    short kind;
    unsigned char alive, seen;
};

__global__ void tick(Particle *ps, int n, float dt)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n) return;
    Particle &p = ps[i];
    p.pos[0] += p.vel[0] * dt;
    p.pos[1] += p.vel[1] * dt;
    p.pos[2] -= 9.81f * dt * dt;
    p.age += 1;
    p.seen = (p.age > 3) ? 1 : 0;
}
