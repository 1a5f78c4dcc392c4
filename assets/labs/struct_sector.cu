/* warpscope
title       = "A struct as large as a sector, read whole"
question    = "A particle is 32 bytes, aligned to 32, and each thread reads its own, whole. How many accesses is that, and do the sectors that they touch add up to what the particles fill?"
explanation = """
"An aligned struct of 32 bytes is read by one access of one sector" is not so: until Blackwell, which has loads of 32 bytes, a lane reads at most 16. So it is two accesses, and each reaches into all 32 sectors of the warp's particles and takes half of every one: 64 visits where 32 sectors hold everything. \
The second half comes out of L1, if the line is still there. In pieces of 8 and of 4 bytes it is four and eight accesses, 128 and 256 visits. \
As two arrays of float4 (LAYOUT 1) neighbours lie side by side: two accesses of 16 full sectors."""
kernel = "weigh"
grid   = "N/256"
block  = 256
[params]
PIECE  = [16, 8, 4]
LAYOUT = [0, 1]
N      = [16384, 2048]
[args]
in  = "mod:9[N*8]"
out = "zero[N]"
n   = "N"
[check]
out = "weigh_reference"
[lesson]
at     = "sum += total(pieces["
access = "load"
turn   = 1
set    = { PIECE = 16, LAYOUT = 0 }
answer = "This load touches {sectors sector} for {bytes} bytes, {used_percent} % used; the next one takes the rest of the same sectors. The block visits {line_sectors sector} where {line_ideal_sectors} would do."
*/
#ifndef PIECE
#define PIECE 16  // bytes that one load brings
#endif
#ifndef LAYOUT
#define LAYOUT 0
#endif

#define PIECES (32 / PIECE)

struct alignas(32) Particle {
  float value[8];  // position, speed, mass, charge
};

#if PIECE == 16
typedef float4 Piece;
__device__ float total(float4 p) { return p.x + p.y + p.z + p.w; }
#elif PIECE == 8
typedef float2 Piece;
__device__ float total(float2 p) { return p.x + p.y; }
#else
typedef float Piece;
__device__ float total(float p) { return p; }
#endif

__global__ void weigh(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#if LAYOUT == 0
  const Piece *pieces = (const Piece *)((const Particle *)in + i);
  int apart = 1;
#else
  const Piece *pieces = (const Piece *)in + i;  // the first piece of all, then the second of all
  int apart = n;
#endif
  float sum = 0.0f;
  for (int p = 0; p < PIECES; p++)
    sum += total(pieces[p * apart]);
  out[i] = sum;
}

// Float by float, from the last to the first: whole numbers this small add up the same.
__global__ void weigh_reference(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int floats = 8 / PIECES;
  float sum = 0.0f;
  for (int f = 7; f >= 0; f--)
    sum += LAYOUT == 0 ? in[i * 8 + f] : in[(f / floats * n + i) * floats + f % floats];
  out[i] = sum;
}
