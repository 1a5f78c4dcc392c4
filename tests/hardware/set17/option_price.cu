/* warpscope
title  = "Closed-form option prices in float, fast float, or double"
kernel = "black_scholes"
grid   = ["N / 256"]
block  = [256]
[params]
N = [4194304, 1048576]
KIND = [0, 1, 2]
[args]
spot = "random:5[N]"
strike = "random:6[N]"
years = "random:7[N]"
call = "zero[N]"
*/
#ifndef KIND
#define KIND 0
#endif

#if KIND == 2
typedef double num;
#else
typedef float num;
#endif
__device__ num bell(num d) { return (num)0.5 * (num)erfc(-d * (num)0.70710678); }
#if KIND == 1
__device__ float bell_fast(float d)
{
    float k = __fdividef(1.0f, 1.0f + 0.2316419f * fabsf(d));
    float c = 0.39894228f * __expf(-0.5f * d * d) * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - c : c;
}
#endif
__global__ void black_scholes(const float *spot, const float *strike, const float *years, float *call)
{
    int i = blockIdx.x * 256 + threadIdx.x;
    num s = 5 + 25 * spot[i], k = 1 + 99 * strike[i], t = (num)0.25 + 9 * years[i];
    const num r = 0.02, v = 0.3;
#if KIND == 1
    float q = v * sqrtf(t), d1 = __fdividef(__logf(__fdividef(s, k)) + (r + 0.5f * v * v) * t, q);
    call[i] = s * bell_fast(d1) - k * __expf(-r * t) * bell_fast(d1 - q);
#elif KIND == 0
    float q = v * sqrtf(t), d1 = (logf(s / k) + (r + 0.5f * v * v) * t) / q;
    call[i] = s * bell(d1) - k * expf(-r * t) * bell(d1 - q);
#else
    double q = v * sqrt(t), d1 = (log(s / k) + (r + 0.5 * v * v) * t) / q;
    call[i] = s * bell(d1) - k * exp(-r * t) * bell(d1 - q);
#endif
}
