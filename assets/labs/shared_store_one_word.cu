/* warpscope
title       = "Stores of a warp to one word of shared memory"
question    = "All 32 lanes store into the same word. Do the stores queue up, one after another, as is often said?"
explanation = """
They do not: one wavefront. Of lanes that store into one word one wins, which of them is not promised, and the others' values are dropped without a turn of their own. \
What queues is 32 different words of one bank (SPREAD 32): those are 32 wavefronts, for stores as for loads. \
Warpscope still names it a race, one of the same value: harmless here, but one lane would be enough. \
Atomics are another matter: there each lane's addition has to happen, and lanes at one word wait for each other."""
kernel = "store_one_word"
grid   = 1
block  = 32
[params]
SPREAD = [0, 1, 2, 32]
[args]
out = "zero[32]"
[check]
out = "store_one_word_reference"
[bug]
says = "always the same value"
when = "SPREAD == 0"
[lesson]
at     = "words[threadIdx.x * SPREAD] = 7;"
access = "store"
set    = { SPREAD = 0 }
answer = "{lanes lane} store into {words word} of {banks bank}: {wavefronts wavefront}, {bank_conflicts conflict}."
*/
#ifndef SPREAD
#define SPREAD 0
#endif

__global__ void store_one_word(int *out) {
  __shared__ int words[32 * 32];
  words[threadIdx.x * SPREAD] = 7; // with 0 all lanes store the same value into the same word
  __syncwarp();
  out[threadIdx.x] = words[threadIdx.x * SPREAD];
}

__global__ void store_one_word_reference(int *out) {
  out[threadIdx.x] = 7;
}
