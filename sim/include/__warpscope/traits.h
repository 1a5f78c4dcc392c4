// The parts of <type_traits>, <utility> and <limits> that device code leans on.
#pragma once

#ifndef __WARPSCOPE_PROGRAM__
namespace std {
typedef ::size_t size_t;
typedef ::ptrdiff_t ptrdiff_t;
typedef decltype(nullptr) nullptr_t;
using ::int8_t; using ::int16_t; using ::int32_t; using ::int64_t;
using ::uint8_t; using ::uint16_t; using ::uint32_t; using ::uint64_t;
using ::intptr_t; using ::uintptr_t; using ::intmax_t; using ::uintmax_t;

template <class T, T v> struct integral_constant {
  static constexpr T value = v;
  using value_type = T;
  using type = integral_constant;
  constexpr operator T() const noexcept { return v; }
  constexpr T operator()() const noexcept { return v; }
};
template <bool b> using bool_constant = integral_constant<bool, b>;
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;

template <class T, class U> struct is_same : bool_constant<__is_same(T, U)> {};
template <class T, class U> inline constexpr bool is_same_v = __is_same(T, U);
template <class B, class D> struct is_base_of : bool_constant<__is_base_of(B, D)> {};
template <class B, class D> inline constexpr bool is_base_of_v = __is_base_of(B, D);
template <class F, class T> struct is_convertible : bool_constant<__is_convertible(F, T)> {};
template <class F, class T> inline constexpr bool is_convertible_v = __is_convertible(F, T);
template <class T, class... A> struct is_constructible : bool_constant<__is_constructible(T, A...)> {};
template <class T, class... A> inline constexpr bool is_constructible_v = __is_constructible(T, A...);

template <class T> struct remove_const { using type = T; };
template <class T> struct remove_const<const T> { using type = T; };
template <class T> struct remove_volatile { using type = T; };
template <class T> struct remove_volatile<volatile T> { using type = T; };
template <class T> using remove_const_t = typename remove_const<T>::type;
template <class T> using remove_volatile_t = typename remove_volatile<T>::type;
template <class T> struct remove_cv { using type = remove_const_t<remove_volatile_t<T>>; };
template <class T> using remove_cv_t = typename remove_cv<T>::type;
template <class T> struct remove_reference { using type = T; };
template <class T> struct remove_reference<T &> { using type = T; };
template <class T> struct remove_reference<T &&> { using type = T; };
template <class T> using remove_reference_t = typename remove_reference<T>::type;
template <class T> struct remove_cvref { using type = remove_cv_t<remove_reference_t<T>>; };
template <class T> using remove_cvref_t = typename remove_cvref<T>::type;
template <class T> struct remove_pointer { using type = T; };
template <class T> struct remove_pointer<T *> { using type = T; };
template <class T> struct remove_pointer<T *const> { using type = T; };
template <class T> using remove_pointer_t = typename remove_pointer<T>::type;
template <class T> struct add_pointer { using type = remove_reference_t<T> *; };
template <class T> using add_pointer_t = typename add_pointer<T>::type;
template <class T> struct add_const { using type = const T; };
template <class T> using add_const_t = const T;
template <class T> struct remove_extent { using type = T; };
template <class T> struct remove_extent<T[]> { using type = T; };
template <class T, size_t n> struct remove_extent<T[n]> { using type = T; };
template <class T> using remove_extent_t = typename remove_extent<T>::type;
template <class T> struct decay { using type = __decay(T); };
template <class T> using decay_t = __decay(T);
template <class T> struct make_unsigned { using type = __make_unsigned(T); };
template <class T> using make_unsigned_t = __make_unsigned(T);
template <class T> struct make_signed { using type = __make_signed(T); };
template <class T> using make_signed_t = __make_signed(T);
template <class T> struct underlying_type { using type = __underlying_type(T); };
template <class T> using underlying_type_t = __underlying_type(T);
template <class T> struct type_identity { using type = T; };
template <class T> using type_identity_t = typename type_identity<T>::type;

template <bool b, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <bool b, class T = void> using enable_if_t = typename enable_if<b, T>::type;
template <bool b, class T, class F> struct conditional { using type = T; };
template <class T, class F> struct conditional<false, T, F> { using type = F; };
template <bool b, class T, class F> using conditional_t = typename conditional<b, T, F>::type;
template <class...> using void_t = void;

#define __WS_TRAIT(name, ...)                                          \
  template <class T> struct name : bool_constant<__VA_ARGS__> {};      \
  template <class T> inline constexpr bool name##_v = __VA_ARGS__;
__WS_TRAIT(is_integral, __is_integral(T))
__WS_TRAIT(is_floating_point, __is_floating_point(T))
__WS_TRAIT(is_arithmetic, __is_arithmetic(T))
__WS_TRAIT(is_signed, __is_signed(T))
__WS_TRAIT(is_unsigned, __is_unsigned(T))
__WS_TRAIT(is_pointer, __is_pointer(T))
__WS_TRAIT(is_array, __is_array(T))
__WS_TRAIT(is_class, __is_class(T))
__WS_TRAIT(is_enum, __is_enum(T))
__WS_TRAIT(is_void, __is_void(T))
__WS_TRAIT(is_const, __is_const(T))
__WS_TRAIT(is_reference, __is_reference(T))
__WS_TRAIT(is_lvalue_reference, __is_lvalue_reference(T))
__WS_TRAIT(is_scalar, __is_scalar(T))
__WS_TRAIT(is_fundamental, __is_fundamental(T))
__WS_TRAIT(is_trivially_copyable, __is_trivially_copyable(T))
__WS_TRAIT(is_standard_layout, __is_standard_layout(T))
__WS_TRAIT(is_empty, __is_empty(T))
#undef __WS_TRAIT

__WS_BEGIN
template <class T> constexpr T &&forward(remove_reference_t<T> &value) noexcept { return static_cast<T &&>(value); }
template <class T> constexpr T &&forward(remove_reference_t<T> &&value) noexcept { return static_cast<T &&>(value); }
template <class T> constexpr remove_reference_t<T> &&move(T &&value) noexcept {
  return static_cast<remove_reference_t<T> &&>(value);
}
template <class T> T &&declval() noexcept;
__WS_END

template <class T, T... values> struct integer_sequence {
  using value_type = T;
  static constexpr size_t size() noexcept { return sizeof...(values); }
};
template <size_t... values> using index_sequence = integer_sequence<size_t, values...>;
template <class T, T n> using make_integer_sequence = __make_integer_seq<integer_sequence, T, n>;
template <size_t n> using make_index_sequence = make_integer_sequence<size_t, n>;

template <class T> struct numeric_limits {
  static constexpr bool is_specialized = false;
};
__WS_BEGIN
#define __WS_LIMITS_INT(T, low, high)                                                     \
  template <> struct numeric_limits<T> {                                                  \
    static constexpr bool is_specialized = true, is_integer = true, is_exact = true;      \
    static constexpr bool is_signed = (T)-1 < (T)0, has_infinity = false, has_quiet_NaN = false; \
    static constexpr int digits = int(8 * sizeof(T)) - is_signed, digits10 = digits * 30103 / 100000, radix = 2; \
    static constexpr T min() noexcept { return low; }                                     \
    static constexpr T max() noexcept { return high; }                                    \
    static constexpr T lowest() noexcept { return low; }                                  \
    static constexpr T epsilon() noexcept { return 0; }                                   \
    static constexpr T infinity() noexcept { return 0; }                                  \
    static constexpr T quiet_NaN() noexcept { return 0; }                                 \
  };
__WS_LIMITS_INT(bool, false, true)
__WS_LIMITS_INT(char, CHAR_MIN, CHAR_MAX)
__WS_LIMITS_INT(signed char, SCHAR_MIN, SCHAR_MAX)
__WS_LIMITS_INT(unsigned char, 0, UCHAR_MAX)
__WS_LIMITS_INT(short, SHRT_MIN, SHRT_MAX)
__WS_LIMITS_INT(unsigned short, 0, USHRT_MAX)
__WS_LIMITS_INT(int, INT_MIN, INT_MAX)
__WS_LIMITS_INT(unsigned, 0, UINT_MAX)
__WS_LIMITS_INT(long, LONG_MIN, LONG_MAX)
__WS_LIMITS_INT(unsigned long, 0, ULONG_MAX)
__WS_LIMITS_INT(long long, LLONG_MIN, LLONG_MAX)
__WS_LIMITS_INT(unsigned long long, 0, ULLONG_MAX)
#undef __WS_LIMITS_INT
#define __WS_LIMITS_FLOAT(T, P, inf, nan, bits, decimals)                                 \
  template <> struct numeric_limits<T> {                                                  \
    static constexpr bool is_specialized = true, is_integer = false, is_exact = false;    \
    static constexpr bool is_signed = true, has_infinity = true, has_quiet_NaN = true;    \
    static constexpr int digits = bits, digits10 = decimals, radix = 2;                   \
    static constexpr T min() noexcept { return P##_MIN; }                                 \
    static constexpr T max() noexcept { return P##_MAX; }                                 \
    static constexpr T lowest() noexcept { return -P##_MAX; }                             \
    static constexpr T epsilon() noexcept { return P##_EPSILON; }                         \
    static constexpr T infinity() noexcept { return inf; }                                \
    static constexpr T quiet_NaN() noexcept { return nan; }                               \
  };
__WS_LIMITS_FLOAT(float, FLT, __builtin_inff(), __builtin_nanf(""), 24, 6)
__WS_LIMITS_FLOAT(double, DBL, __builtin_inf(), __builtin_nan(""), 53, 15)
#undef __WS_LIMITS_FLOAT
__WS_END
} // namespace std
#endif

/// double for an integer argument of a math function, nothing otherwise.
template <class T> using __ws_integer_as_double = std::enable_if_t<__is_integral(T), double>;
