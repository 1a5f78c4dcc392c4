/* warpscope
title  = "Black-Scholes prices of calls and puts"
kernel = "blackScholes"
grid   = ["(N+127)/128"]
block  = [128]
[params]
N = [4194304, 1024]
TYPE = ["float", "double"]
[args]
price = "random:1[N]"
strike = "random:2[N]"
years = "random:3[N]"
call = "zero[N]"
put = "zero[N]"
n = "N"
*/
#ifndef TYPE
#define TYPE float
#endif

template <typename T> __device__ T cdf(T d) { return (T)0.5 * erfc(-d * (T)0.70710678118654752); }

__global__ void blackScholes(const TYPE *price, const TYPE *strike, const TYPE *years, TYPE *call, TYPE *put, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const TYPE r = (TYPE)0.02, vol = (TYPE)0.3;
    TYPE s = price[i] * 30 + 5, x = strike[i] * 99 + 1, t = years[i] * 10 + (TYPE)0.25;
    TYPE q = vol * sqrt(t);
    TYPE d1 = (log(s / x) + (r + (TYPE)0.5 * vol * vol) * t) / q, d2 = d1 - q;
    TYPE disc = x * exp(-r * t);
    TYPE c = s * cdf(d1) - disc * cdf(d2);
    call[i] = c;
    put[i] = c - s + disc;
}
