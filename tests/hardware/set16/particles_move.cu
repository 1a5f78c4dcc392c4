/* warpscope
title  = "particles move"
kernel = "particles_move"
grid   = "(N+191)/192"
block  = 192
[params]
N = [1500000, 300000]
LAYOUT = [0, 1]
[args]
p = "random:7[N*7]"
q = "zero[N*7]"
n = "N"
dt = 0.01
*/
#ifndef N
#define N 1500000
#endif
#ifndef LAYOUT
#define LAYOUT 0
#endif

// 7 floats a particle: position, velocity, mass
struct Particle { float x, y, z, vx, vy, vz, m; };
__global__ void particles_move(const float *p, float *q, int n, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
#if LAYOUT == 0
  Particle a = ((const Particle *)p)[i];
  a.x += a.vx * dt; a.y += a.vy * dt; a.z += a.vz * dt;
  ((Particle *)q)[i] = a;
#else
  float vx = p[3 * n + i], vy = p[4 * n + i], vz = p[5 * n + i];
  q[i] = p[i] + vx * dt;
  q[n + i] = p[n + i] + vy * dt;
  q[2 * n + i] = p[2 * n + i] + vz * dt;
  q[3 * n + i] = vx; q[4 * n + i] = vy; q[5 * n + i] = vz;
  q[6 * n + i] = p[6 * n + i];
#endif
}
