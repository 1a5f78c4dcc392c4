// cuRAND's generators for the host, as what they are asked for and what they give.
#pragma once

#include "guest/libraries/curand_api.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace warpscope::guest {

enum class Numbers {
  Integers,
  LongIntegers,
  Uniform,
  UniformDouble,
  Normal,
  NormalDouble,
  LogNormal,
  LogNormalDouble,
  Poisson
};

/// One call: what numbers, how many, and their distribution's parameters.
struct Draw {
  Numbers numbers{};
  std::size_t count = 0;
  double first = 0;  ///< the mean; of Poisson's the rate
  double second = 0; ///< the deviation
};

/// How a program has set up a generator.
struct Setup {
  curandRngType_t type = CURAND_RNG_PSEUDO_XORWOW;
  curandOrdering_t ordering = CURAND_ORDERING_PSEUDO_DEFAULT;
  bool ordered = false; ///< the program has chosen the ordering
  bool seeded = false;  ///< the program has chosen the seed
  unsigned long long seed = 0, offset = 0;
  unsigned dimensions = 1;
  [[nodiscard]] bool quasi() const { return type >= CURAND_RNG_QUASI_DEFAULT; }
};

/// One kind of generator: numbers in the order in which the library writes them.
class Source {
 public:
  virtual ~Source() = default;
  /// Whether it can give such numbers; they go on where the last ones ended.
  [[nodiscard]] virtual bool can(const Draw& draw) const = 0;
  virtual curandStatus_t make(const Draw& draw, void* to) = 0;
};

/// A generator of our own; null when the set-up asks for what only NVIDIA's library has.
[[nodiscard]] std::unique_ptr<Source> own_source(const Setup& setup);

/// The table by which a Poisson number is found with one uniform number u of n = numbers.size():
/// j = floor(n * u), and that is shift + j below `limits[j]`, else shift + numbers[j].
struct PoissonTable {
  unsigned shift = 0;
  std::vector<double> limits;
  std::vector<unsigned> numbers;
};
[[nodiscard]] PoissonTable poisson_table(double rate);
inline constexpr double most_of_table = 2000; ///< from this rate on a Poisson number is a rounded normal one

} // namespace warpscope::guest
