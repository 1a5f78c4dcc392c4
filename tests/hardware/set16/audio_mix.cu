/* warpscope
title  = "audio mix"
kernel = "audio_mix"
grid   = "(N+255)/256"
block  = 256
[params]
N = [16777216, 1048576]
CHANNELS = [1, 2]
[args]
a = "random:1[N*CHANNELS]"
b = "random:2[N*CHANNELS]"
out = "zero[N*CHANNELS]"
n = "N"
gain = 0.7
*/
#ifndef N
#define N 16777216
#endif
#ifndef CHANNELS
#define CHANNELS 1
#endif

// 16 bit sound, saturating mix, CHANNELS interleaved
__global__ void audio_mix(const short *a, const short *b, short *out, int n, float gain) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (int c = 0; c < CHANNELS; c++) {
    float s = a[i * CHANNELS + c] * gain + b[i * CHANNELS + c] * (1.0f - gain) * 1.5f;
    s = fminf(fmaxf(s, -32768.0f), 32767.0f);
    out[i * CHANNELS + c] = (short)s;
  }
}
