/* warpscope
title       = "One, two or four floats a thread"
question    = "float4 moves four times the bytes with one instruction. What happens to requests, and what to sectors?"
explanation = """
A warp's float4 load is one request for 512 bytes: 16 sectors in 4 lines, all used. The same data in single floats are four requests of 4 sectors each: \
the sectors are equal, the instructions are a quarter. The access must be aligned to its width: a float4 at an address that is no multiple of 16 is an error, not a slow case."""
kernel = "copy_vectors"
grid   = "N/(256*VECTOR)"
block  = 256
[params]
VECTOR = [1, 2, 4]
N      = [1048576, 65536]
[args]
in  = "ramp[N]"
out = "zero[N]"
[check]
out = "copy_vectors_reference"
[lesson]
at     = "to[i] = from[i];"
access = "load"
set    = { VECTOR = 4 }
answer = "One request of {bytes} bytes: {sectors sector} in {lines line}, {used_percent} % used. Single floats need the same sectors, but {VECTOR} times as many requests."
*/
#ifndef VECTOR
#define VECTOR 1
#endif

#if VECTOR == 4
typedef float4 vector;
#elif VECTOR == 2
typedef float2 vector;
#else
typedef float vector;
#endif

__global__ void copy_vectors(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const vector *from = (const vector *)in;
  vector *to = (vector *)out;
  to[i] = from[i];
}

// Float by float, each thread VECTOR of them, a grid apart.
__global__ void copy_vectors_reference(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int threads = gridDim.x * blockDim.x;
  for (int k = 0; k < VECTOR; k++)
    out[i + k * threads] = in[i + k * threads];
}
