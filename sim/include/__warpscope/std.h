// The names of namespace std that device code uses, mathematics and small algorithms.
#pragma once
namespace std {
using ::sqrt; using ::cbrt; using ::fabs; using ::floor; using ::ceil; using ::trunc; using ::round; using ::rint;
using ::nearbyint; using ::exp; using ::exp2; using ::expm1; using ::log; using ::log2; using ::log10; using ::log1p;
using ::logb; using ::sin; using ::cos; using ::tan; using ::asin; using ::acos; using ::atan; using ::sinh; using ::cosh;
using ::tanh; using ::asinh; using ::acosh; using ::atanh; using ::erf; using ::erfc; using ::tgamma; using ::lgamma;
using ::fmin; using ::fmax; using ::copysign; using ::pow; using ::fmod; using ::remainder; using ::atan2; using ::hypot;
using ::fdim; using ::nextafter; using ::fma; using ::abs; using ::isnan; using ::isinf; using ::isfinite; using ::signbit;
using ::lrint; using ::llrint; using ::lround; using ::llround; using ::ldexp; using ::frexp; using ::modf; using ::ilogb;
using ::scalbn; using ::labs; using ::llabs;
#ifndef __WARPSCOPE_PROGRAM__
using ::memcpy; using ::memmove; using ::memset; using ::printf;
#endif

#ifndef __WARPSCOPE_PROGRAM__
__WS_BEGIN
/// Clang makes it from { … }: the layout is the one it knows.
template <class T> class initializer_list {
  const T *begin_ = nullptr;
  size_t size_ = 0;

 public:
  using value_type = T;
  constexpr initializer_list() = default;
  __ws_fn constexpr const T *begin() const { return begin_; }
  __ws_fn constexpr const T *end() const { return begin_ + size_; }
  __ws_fn constexpr size_t size() const { return size_; }
};
template <class T> __ws_fn constexpr T min(initializer_list<T> values) {
  T least = *values.begin();
  for (const T &value : values) least = value < least ? value : least;
  return least;
}
template <class T> __ws_fn constexpr T max(initializer_list<T> values) {
  T most = *values.begin();
  for (const T &value : values) most = most < value ? value : most;
  return most;
}
template <class T> __ws_fn constexpr const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T> __ws_fn constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class T, class C> __ws_fn constexpr const T &min(const T &a, const T &b, C less) { return less(b, a) ? b : a; }
template <class T, class C> __ws_fn constexpr const T &max(const T &a, const T &b, C less) { return less(a, b) ? b : a; }
template <class T> __ws_fn constexpr const T &clamp(const T &v, const T &low, const T &high) {
  return v < low ? low : high < v ? high : v;
}
template <class T> __ws_fn constexpr void swap(T &a, T &b) {
  T t = static_cast<T &&>(a);
  a = static_cast<T &&>(b);
  b = static_cast<T &&>(t);
}
template <class T, class U = T> __ws_fn constexpr T exchange(T &object, U &&value) {
  T old = static_cast<T &&>(object);
  object = static_cast<U &&>(value);
  return old;
}
template <class T, size_t n> constexpr size_t size(const T (&)[n]) { return n; }
template <class To, class From> __ws_fn constexpr To bit_cast(const From &from) { return __builtin_bit_cast(To, from); }

template <class A, class B> struct pair {
  A first;
  B second;
};
template <class A, class B> pair(A, B) -> pair<A, B>;
template <class A, class B> __ws_fn constexpr pair<A, B> make_pair(A a, B b) { return {a, b}; }

template <class T, size_t n> struct array {
  T __elements[n == 0 ? 1 : n];
  using value_type = T;
  __ws_fn constexpr T &operator[](size_t i) { return __elements[i]; }
  __ws_fn constexpr const T &operator[](size_t i) const { return __elements[i]; }
  __ws_fn constexpr T *data() { return __elements; }
  __ws_fn constexpr const T *data() const { return __elements; }
  __ws_fn constexpr T *begin() { return __elements; }
  __ws_fn constexpr const T *begin() const { return __elements; }
  __ws_fn constexpr T *end() { return __elements + n; }
  __ws_fn constexpr const T *end() const { return __elements + n; }
  static constexpr size_t size() { return n; }
  __ws_fn constexpr void fill(const T &value) { for (size_t i = 0; i < n; ++i) __elements[i] = value; }
};

template <class T = void> struct plus { __ws_fn constexpr T operator()(const T &a, const T &b) const { return a + b; } };
template <class T = void> struct minus { __ws_fn constexpr T operator()(const T &a, const T &b) const { return a - b; } };
template <class T = void> struct multiplies { __ws_fn constexpr T operator()(const T &a, const T &b) const { return a * b; } };
template <class T = void> struct less { __ws_fn constexpr bool operator()(const T &a, const T &b) const { return a < b; } };
template <class T = void> struct greater { __ws_fn constexpr bool operator()(const T &a, const T &b) const { return a > b; } };
template <> struct plus<void> { template <class A, class B> __ws_fn constexpr auto operator()(const A &a, const B &b) const { return a + b; } };
template <> struct multiplies<void> { template <class A, class B> __ws_fn constexpr auto operator()(const A &a, const B &b) const { return a * b; } };
template <> struct less<void> { template <class A, class B> __ws_fn constexpr bool operator()(const A &a, const B &b) const { return a < b; } };
__WS_END
#endif
} // namespace std
