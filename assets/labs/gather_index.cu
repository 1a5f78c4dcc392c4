/* warpscope
title       = "Gathering through a list of places"
question    = "The list says which element each thread fetches. Which orders of the list cost nothing, and which cost a sector for every lane?"
explanation = """
The hardware does not care about order, only about how many different sectors the 32 lanes of one warp touch. Backwards (ORDER 1) and mixed inside a warp (2) are as good as straight on (0): 4 sectors. \
Mixed over a kilofloat (3) or anywhere (4) each lane has a sector of its own, 32 bytes fetched for 4 used. All lanes at one element (5) is one sector. \
So it can pay to sort a list before it is used, or to sort only what one warp handles."""
kernel = "gather"
grid   = "N/256"
block  = 256
[params]
ORDER = [4, 0, 1, 2, 3, 5]
N     = [65536, 4096]
[args]
list = "ramp[N]"
in   = "ramp[N]"
out  = "zero[N]"
n    = "N"
[check]
out = "gather_reference"
[lesson]
at     = "float value = in[from];"
access = "load"
beside = "place(list[i], n)"
set    = { ORDER = 4 }
answer = "The list itself is read in {other_sectors sector}. What it points at takes {sectors sector} of {lines line}: {fetched} bytes fetched for {bytes}."
*/
#ifndef ORDER
#define ORDER 4
#endif

// The list holds 0, 1, 2 …; this mixes it, as a program's data would come. n is a power of two.
__device__ unsigned place(unsigned i, unsigned n) {
  switch (ORDER) {
  case 0: return i;                                  // straight on
  case 1: return n - 1 - i;                          // backwards
  case 2: return i ^ 21;                             // mixed inside each warp
  case 3: return i / 1024 * 1024 + i * 37 % 1024;    // mixed inside each 1,024
  case 4: return i * 40503 % n;                      // anywhere: an odd factor reaches every place once
  default: return i / 32 * 32;                       // one element a warp
  }
}

__global__ void gather(const unsigned *list, const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned from = place(list[i], n);
  float value = in[from];
  out[i] = value;
}

// in[k] is k, so the place itself is the answer.
__global__ void gather_reference(const unsigned *list, const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = (float)place(i, n);
}
