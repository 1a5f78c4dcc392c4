// Powers of two by halving (Cooley and Tukey 1965), other lengths as a convolution (Bluestein 1970).
#include "guest/libraries/fourier.h"

#include <cmath>
#include <utility>

namespace warpscope::guest {
namespace {

Complex turned(double part) { return std::polar(1.0, 2 * M_PI * part); }

void transform_power_of_two(std::vector<Complex>& data, int sign) {
  const std::size_t n = data.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {
    std::size_t bit = n >> 1;
    for (; (j & bit) != 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(data[i], data[j]);
  }
  std::vector<Complex> turns(n / 2 + 1);
  for (std::size_t i = 0; i < n / 2; ++i)
    turns[i] = turned(sign * static_cast<double>(i) / static_cast<double>(n));
  for (std::size_t half = 1; half < n; half *= 2)
    for (std::size_t begin = 0; begin < n; begin += 2 * half)
      for (std::size_t i = 0; i < half; ++i) {
        const Complex a = data[begin + i], b = data[begin + i + half] * turns[i * (n / (2 * half))];
        data[begin + i] = a + b;
        data[begin + i + half] = a - b;
      }
}

void transform_any(std::vector<Complex>& data, int sign) {
  const std::size_t n = data.size();
  std::size_t length = 1;
  while (length < 2 * n) length *= 2;
  std::vector<Complex> chirp(n), a(length), b(length);
  for (std::size_t i = 0; i < n; ++i) // i * i mod 2 n keeps the angle exact
    chirp[i] = turned(sign * static_cast<double>(i * i % (2 * n)) / (2 * static_cast<double>(n)));
  for (std::size_t i = 0; i < n; ++i) a[i] = data[i] * chirp[i];
  b[0] = std::conj(chirp[0]);
  for (std::size_t i = 1; i < n; ++i) b[i] = b[length - i] = std::conj(chirp[i]);
  transform_power_of_two(a, -1);
  transform_power_of_two(b, -1);
  for (std::size_t i = 0; i < length; ++i) a[i] *= b[i];
  transform_power_of_two(a, 1);
  for (std::size_t i = 0; i < n; ++i) data[i] = a[i] * chirp[i] / static_cast<double>(length);
}

} // namespace

void transform(std::vector<Complex>& data, int sign) {
  if (data.size() < 2) return;
  if ((data.size() & (data.size() - 1)) == 0) transform_power_of_two(data, sign);
  else transform_any(data, sign);
}

} // namespace warpscope::guest
