/* warpscope
title       = "Keeping some elements, in order, by ballot"
question    = "Each lane decides alone whether to keep its element. How does it learn its place in the output without any lane waiting in a queue?"
explanation = """
__ballot_sync gives every lane one word with a bit for each lane that keeps. The ones below its own bit are the kept elements before it, so __popc of that part is its place: two instructions instead of a scan. \
The warps' counts are added up by the block once, 8 words through shared memory. The kept elements are then written side by side: few sectors, whatever was left out. \
Without the ballot each lane would need an atomic, and the order would be lost."""
kernel = "keep"
grid   = "N/256"
block  = 256
[params]
KEEP = [3, 1, 2, 8, 32]
N    = [16384, 4096]
[args]
in    = "ramp[N]"
out   = "zero[N]"
count = "zero[N/256]"
[check]
out   = "keep_reference"
count = "keep_reference"
[lesson]
at     = "out[first + before + place] = value;"
access = "store"
set    = { KEEP = 3 }
answer = "{lanes lane} of the warp keep their element and write {bytes} bytes side by side: {sectors sector}. Each found its place with a ballot, without asking memory."
*/
#ifndef KEEP
#define KEEP 3  // one element of so many is kept
#endif

// Each block keeps what it wants of its 256 elements, from the beginning of its part of out.
__global__ void keep(const int *in, int *out, int *count) {
  __shared__ int kept_by[8];
  int tid = threadIdx.x, lane = tid % 32, warp = tid / 32;
  int first = blockIdx.x * 256;
  int value = in[first + tid];
  bool wanted = value % KEEP == 0;

  unsigned votes = __ballot_sync(0xffffffff, wanted);  // all lanes, before any of them branches
  int place = __popc(votes & ((1u << lane) - 1));
  if (lane == 0)
    kept_by[warp] = __popc(votes);
  __syncthreads();

  int before = 0;
  for (int w = 0; w < warp; w++)
    before += kept_by[w];
  if (wanted)
    out[first + before + place] = value;
  if (tid == 255)
    count[blockIdx.x] = before + kept_by[7];
}

// One thread of each block, one element after the other.
__global__ void keep_reference(const int *in, int *out, int *count) {
  if (threadIdx.x != 0)
    return;
  int first = blockIdx.x * 256;
  int kept = 0;
  for (int i = first; i < first + 256; i++)
    if (in[i] % KEEP == 0)
      out[first + kept++] = in[i];
  count[blockIdx.x] = kept;
}
