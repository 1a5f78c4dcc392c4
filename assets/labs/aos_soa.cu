/* warpscope
title       = "An array of structs, or a struct of arrays"
question    = "A step moves each particle along x. How much of what the memory delivers is used, with the two ways of laying out the same particles?"
explanation = """
As an array of structs (LAYOUT 0) the x of neighbouring particles lie 32 bytes apart: every lane fetches a sector of its own and uses 4 of its 32 bytes. \
As arrays of one field each (LAYOUT 1) the 32 x of a warp are neighbours: 4 sectors instead of 32, for each of the two loads and for the store. \
The struct pays off only where a thread needs most of its fields."""
kernel = "move_particles"
grid   = "N/256"
block  = 256
[params]
LAYOUT = [0, 1]
N      = [65536, 4096, 1048576]
[args]
in  = "random:7[8*N]"
out = "zero[8*N]"
n   = "N"
[check]
out = "move_particles_reference"
[lesson]
at     = "float x = before[i].x;"
access = "load"
set    = { LAYOUT = 0 }
answer = "As an array of structs {sectors sector} bring {fetched} bytes, and {used_percent} % of them are used. With LAYOUT 1 the x of neighbours lie side by side."
*/
#ifndef LAYOUT
#define LAYOUT 0
#endif

struct Particle {
  float x, y, z;
  float vx, vy, vz;
  float mass, charge;
};

// The same 8 * n floats, read one way or the other.
__global__ void move_particles(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float dt = 0.5f;
#if LAYOUT == 0
  const Particle *before = (const Particle *)in;
  Particle *after = (Particle *)out;
  float x = before[i].x;
  float vx = before[i].vx;
  after[i].x = x + dt * vx;
#else
  const float *xs = in, *vxs = in + 3 * n;  // fields in the struct's order, n of each
  float x = xs[i];
  float vx = vxs[i];
  out[i] = x + dt * vx;
#endif
}

__global__ void move_particles_reference(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int step = LAYOUT == 0 ? 8 : 1;   // from a particle to the next
  int field = LAYOUT == 0 ? 1 : n;  // from a field to the next
  out[i * step] = in[i * step] + 0.5f * in[i * step + 3 * field];
}
