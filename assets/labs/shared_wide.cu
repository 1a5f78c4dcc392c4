/* warpscope
title       = "Two or four floats a lane from shared memory"
question    = "32 lanes read a float4 each: 512 bytes from banks that deliver 128 at a time. How many wavefronts is that, and is any of them a conflict?"
explanation = """
Wide accesses are served in groups of lanes: a float2 in two halves of the warp, a float4 in four quarters, and each group of neighbours fills all 32 banks exactly once. \
So contiguous float4 take 4 wavefronts for 512 bytes and none of them is a conflict, although "float4 conflicts 4-way" is widely believed. \
Conflicts are counted inside a group: with STEP 2 the 8 lanes of a quarter fall on 16 banks twice, and the 4 wavefronts become 8; with STEP 3 each bank is hit once again. Down a column of float4 (rows of 32 words, --set STEP=8) the 8 requests of the launch take 256 wavefronts, 224 of them conflicts: 8-way in each quarter, though Nsight Compute calls it 32-way."""
kernel = "read_wide"
grid   = 1
block  = 256
[params]
VECTOR = [4, 2, 1]
STEP   = [1, 2, 3]
[args]
out = "zero[1024]"
[check]
out = "read_wide_reference"
[lesson]
at     = "Vector value = from[i * STEP % (WORDS / VECTOR)];"
access = "load"
set    = { VECTOR = 4, STEP = 1 }
answer = "{bytes} bytes in {wavefronts wavefront}, where {ideal_wavefronts} is the least: {bank_conflicts conflict}. Each wavefront serves one group of lanes with 128 bytes."
*/
#ifndef VECTOR
#define VECTOR 4
#endif
#ifndef STEP
#define STEP 1
#endif

#if VECTOR == 4
typedef float4 Vector;
#elif VECTOR == 2
typedef float2 Vector;
#else
typedef float Vector;
#endif

#define WORDS 4096

__global__ void read_wide(float *out) {
  __shared__ __align__(16) float words[WORDS];
  for (int i = threadIdx.x; i < WORDS; i += blockDim.x)
    words[i] = 0.5f * i;
  __syncthreads();

  int i = threadIdx.x;
  const Vector *from = (const Vector *)words;
  Vector value = from[i * STEP % (WORDS / VECTOR)];
  ((Vector *)out)[i] = value;
}

__global__ void read_wide_reference(float *out) {
  int i = threadIdx.x;
  for (int k = 0; k < VECTOR; k++)
    out[i * VECTOR + k] = 0.5f * (i * STEP % (WORDS / VECTOR) * VECTOR + k);
}
