// cuRAND's Poisson numbers in kernels, and those of a distribution that curandCreatePoissonDistribution() has made.
// Approximated: Between the rates 64 and 4,000 the rejection test is made with exact exponentials and roots where the
// library has fast ones: a number whose test is decided by the last digits may differ.
// Sources: Knuth, "The Art of Computer Programming" 2, 3.4.1; Fishman (1973), by summing; the approximation of the
// incomplete gamma function as cuRAND has it; Marsaglia, Tsang and Wang (2004).
#pragma once

__ws_fn unsigned int __ws_rounded(double x) { return (unsigned int)(x + 0.5); }
/// In (0, 1), both ends left out.
__ws_fn double __ws_open_uniform(unsigned int x) { return fma((double)x, 2.3283064365386963e-10, 2.3283064365386963e-10 / 2.0); }
__ws_fn double __ws_open_uniform(unsigned long long x) {
  return fma((double)(x >> 11), 1.1102230246251565e-16, 1.1102230246251565e-16 / 4.0);
}
__ws_fn double __ws_normal_inverse_double(unsigned int x);
__ws_fn double __ws_normal_inverse_double(unsigned long long x);

/// Sums probabilities up to the one number; e^-rate is taken in pieces of e^-500, so that it is not 0.
template <class T> __ws_fn unsigned int __ws_poisson_of_one(T x, double rate) {
  if (!(rate < 1000.0)) return (unsigned int)(sqrt(rate) * __ws_normal_inverse_double(x) + rate + 0.5);
  const double u = __ws_open_uniform(x);
  double probability = 1.0, sum = 1.0;
  unsigned int k = 0;
  for (double done = 0.0; done < rate; done += 500.0) {
    const double piece = exp(rate > done + 500.0 ? -500.0 : done - rate);
    probability *= piece;
    sum *= piece;
    while (u > sum) {
      ++k;
      probability *= rate / (double)k;
      sum += probability;
    }
  }
  return k;
}

/// The regularised incomplete gamma function of (rate, x) is near 1 / (1 + e^(slope * (rate - x) - middle))^2.
struct __ws_gamma_curve {
  float slope, middle;
};
__ws_fn __ws_gamma_curve __ws_gamma_curve_of(float rate) {
  __ws_gamma_curve curve;
  curve.slope = 1.43248035075540910f * rsqrtf(rate - 0.12400979329415655f) + 0.00025361074907033f;
  curve.middle = 0.21096734870196546f * rsqrtf(rate - 1.97381164089999420f) + 0.94201734077887530f;
  return curve;
}
__ws_fn float __ws_gamma_at(__ws_gamma_curve curve, float rate, float x) {
  const float t = 1.0f + expf(curve.slope * (rate - x) - curve.middle);
  return 1.0f / (t * t);
}
template <class S> inline __WS_RANDOM unsigned int __ws_poisson_by_rejection(S *state, float rate) {
  const __ws_gamma_curve curve = __ws_gamma_curve_of(rate);
  const float log_rate = logf(rate);
  while (true) {
    const float y = curand_uniform(state);
    const float x = floorf(rate - (curve.middle + logf(rsqrtf(y) - 1.0f)) / curve.slope);
    const float z = curand_uniform(state);
    const float bound = (__ws_gamma_at(curve, rate, x + 1.0f) - __ws_gamma_at(curve, rate, x)) * 1.3f;
    const float probability = expf(-rate + x * log_rate - (float)lgamma((double)(1.0f + x)));
    if (z * bound < probability && bound >= 1e-20f) return (unsigned int)x;
  }
}
template <class S> __ws_fn unsigned int curand_poisson(S *state, double rate) {
  if (rate > 4000.0) return __ws_rounded(sqrt(rate) * curand_normal_double(state) + rate);
  if (!(rate < 64.0)) return __ws_poisson_by_rejection(state, (float)rate);
  unsigned int count = 0; // of uniform numbers whose product stays above e^-rate
  for (float product = expf((float)rate) * curand_uniform(state); product > 1.0f; ++count) product *= curand_uniform(state);
  return count;
}

__ws_fn unsigned int __ws_discrete(double u, curandDiscreteDistribution_t distribution) {
  unsigned int j = (unsigned int)((double)distribution->length * u);
  if (j >= distribution->length) j = distribution->length - 1;
  return distribution->shift + (u < distribution->limits[j] ? j : distribution->numbers[j]);
}
template <class S> __ws_fn unsigned int curand_discrete(S *state, curandDiscreteDistribution_t distribution) {
  if (distribution->length == 0) return __ws_rounded(distribution->deviation * curand_normal_double(state) + distribution->mean);
  return __ws_discrete(__ws_uniform_double(curand(state)), distribution);
}
