/* warpscope
title  = "Stereo 16-bit samples to two float tracks"
kernel = "split"
grid   = ["(FRAMES+191)/192"]
block  = [192]
[params]
FRAMES = [6000000, 1900]
PACKED = [0, 1]
[args]
pcm = "random:81[2*FRAMES]"
l = "zero[FRAMES]"
r = "zero[FRAMES]"
frames = "FRAMES"
*/
#ifndef PACKED
#define PACKED 0
#endif

__global__ void split(const short *pcm, float *l, float *r, int frames)
{
    int f = blockIdx.x * blockDim.x + threadIdx.x;
    if (f >= frames) return;
    const float k = 1.f / 32768;
#if PACKED
    short2 s = reinterpret_cast<const short2 *>(pcm)[f];
    l[f] = s.x * k;
    r[f] = s.y * k;
#else
    l[f] = pcm[2 * f] * k;
    r[f] = pcm[2 * f + 1] * k;
#endif
}
