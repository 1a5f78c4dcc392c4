/* warpscope
title       = "Particles of 28 and of 12 bytes, read whole"
question    = "Each thread reads all the floats of its particle, so no byte is wasted in the end. Why does the array of structs still make the memory system work so much harder?"
explanation = """
The loads are executed one after another, and each of them touches nearly every sector of the warp's particles: with 7 floats (28 bytes) a load reaches across 896 bytes, 28 sectors, \
and the 7 loads visit 196 where 28 hold everything. Only a cache can save what is fetched again. \
As a struct of arrays (LAYOUT 1) each load is 4 full sectors. A struct of 28 or 12 bytes cannot be read in wide pieces either: its address is a multiple of 4 only, and a float4 must lie at a multiple of 16."""
kernel = "mass_of_all"
grid   = "N/256"
block  = 256
[params]
LAYOUT = [0, 1]
FLOATS = [7, 3, 4, 8]
N      = [16384, 2048]
[args]
in  = "mod:9[N*FLOATS]"
out = "zero[N]"
n   = "N"
[check]
out = "mass_of_all_reference"
[lesson]
at     = "particles[i].value[f]"
access = "load"
turn   = 1
set    = { LAYOUT = 0, FLOATS = 7 }
answer = "One load touches {sectors sector} for {bytes} bytes. Over all {FLOATS} loads of the block it is {line_sectors sector} where {line_ideal_sectors} would do: {line_used_percent} % used, if no cache helps."
*/
#ifndef LAYOUT
#define LAYOUT 0
#endif
#ifndef FLOATS
#define FLOATS 7
#endif

struct Particle {
  float value[FLOATS];  // position, speed, mass …
};

__global__ void mass_of_all(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int f = 0; f < FLOATS; f++) {
#if LAYOUT == 0
    const Particle *particles = (const Particle *)in;
    float value = particles[i].value[f];
#else
    float value = in[f * n + i];  // the f-th field of all, then the next one's
#endif
    sum += value;
  }
  out[i] = sum;
}

// From the last field to the first: whole numbers this small add up the same.
__global__ void mass_of_all_reference(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0.0f;
  for (int f = FLOATS - 1; f >= 0; f--)
    sum += LAYOUT == 0 ? in[i * FLOATS + f] : in[f * n + i];
  out[i] = sum;
}
