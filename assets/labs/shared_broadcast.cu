/* warpscope
title       = "Lanes that share words: broadcast and multicast"
question    = "The lanes are dealt out over WORDS different words, 32 words apart, so that all of them lie in one bank. How long is the queue when all lanes want one word, when pairs share a word, when each has its own?"
explanation = """
A bank hands out one word at a time, to as many lanes as want that word. All 32 lanes at one word (WORDS 1) is one wavefront. "A broadcast needs all lanes to agree" is widely believed and false: it need not be all of them, and it need not be neighbours: \
with WORDS 4 the bank is asked for 4 words, each by 8 lanes, and that is 4 wavefronts, not 32. \
A queue is as long as the number of different words in the busiest bank, never as the number of lanes."""
kernel = "share_words"
grid   = 1
block  = 128
[params]
WORDS = [4, 1, 2, 8, 16, 32]
[args]
out = "zero[128]"
[check]
out = "share_words_reference"
[lesson]
at     = "float value = words[word * 32];"
access = "load"
set    = { WORDS = 4 }
answer = "{lanes lane} want {words word} of {banks bank}: {wavefronts wavefront}. Lanes that want the same word are served together."
*/
#ifndef WORDS
#define WORDS 4
#endif

__global__ void share_words(float *out) {
  __shared__ float words[32 * 32];
  for (int i = threadIdx.x; i < 32 * 32; i += blockDim.x)
    words[i] = 0.5f * i;
  __syncthreads();

  int word = threadIdx.x % WORDS;  // lanes WORDS apart want the same one
  float value = words[word * 32];
  out[threadIdx.x] = value;
}

__global__ void share_words_reference(float *out) {
  out[threadIdx.x] = 0.5f * (threadIdx.x % WORDS * 32);
}
