// Discrete Fourier transforms of any length, in double.
#pragma once

#include <complex>
#include <vector>

namespace warpscope::guest {

using Complex = std::complex<double>;

/// Transforms in place, without a factor; sign -1 is forward.
void transform(std::vector<Complex>& data, int sign);

} // namespace warpscope::guest
