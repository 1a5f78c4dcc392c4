// Shuffles, votes, match and reduce: what the lanes of a warp tell each other.
#pragma once
__WS_BEGIN
#define __WS_SHUFFLE(name, L, Mode, clamp)                                                            \
  __ws_fn unsigned name(unsigned mask, unsigned value, L lane, int width = warpSize) {                \
    return __ws_shfl(mask, __WS_SHUFFLE_##Mode, value, (unsigned)lane, ((32u - (unsigned)width) << 8) | clamp); \
  }                                                                                                   \
  __ws_fn int name(unsigned mask, int value, L lane, int width = warpSize) {                          \
    return (int)name(mask, (unsigned)value, lane, width);                                             \
  }                                                                                                   \
  __ws_fn float name(unsigned mask, float value, L lane, int width = warpSize) {                      \
    return __uint_as_float(name(mask, __float_as_uint(value), lane, width));                          \
  }                                                                                                   \
  __ws_fn unsigned long long name(unsigned mask, unsigned long long value, L lane, int width = warpSize) { \
    const unsigned low = name(mask, (unsigned)value, lane, width);                                    \
    const unsigned high = name(mask, (unsigned)(value >> 32), lane, width);                           \
    return ((unsigned long long)high << 32) | low;                                                    \
  }                                                                                                   \
  __ws_fn long long name(unsigned mask, long long value, L lane, int width = warpSize) {              \
    return (long long)name(mask, (unsigned long long)value, lane, width);                             \
  }                                                                                                   \
  __ws_fn unsigned long name(unsigned mask, unsigned long value, L lane, int width = warpSize) {      \
    return (unsigned long)name(mask, (unsigned long long)value, lane, width);                         \
  }                                                                                                   \
  __ws_fn long name(unsigned mask, long value, L lane, int width = warpSize) {                        \
    return (long)name(mask, (unsigned long long)value, lane, width);                                  \
  }                                                                                                   \
  __ws_fn double name(unsigned mask, double value, L lane, int width = warpSize) {                    \
    return __longlong_as_double((long long)name(mask, (unsigned long long)__double_as_longlong(value), lane, width)); \
  }
__WS_SHUFFLE(__shfl_sync, int, Idx, 0x1fu)
__WS_SHUFFLE(__shfl_up_sync, unsigned, Up, 0u)
__WS_SHUFFLE(__shfl_down_sync, unsigned, Down, 0x1fu)
__WS_SHUFFLE(__shfl_xor_sync, int, Bfly, 0x1fu)
#undef __WS_SHUFFLE

__ws_fn int __all_sync(unsigned mask, int predicate) { return __ws_vote(mask, __WS_VOTE_All, predicate != 0) != 0; }
__ws_fn int __any_sync(unsigned mask, int predicate) { return __ws_vote(mask, __WS_VOTE_Any, predicate != 0) != 0; }
__ws_fn int __uni_sync(unsigned mask, int predicate) { return __ws_vote(mask, __WS_VOTE_Uniform, predicate != 0) != 0; }
__ws_fn unsigned __ballot_sync(unsigned mask, int predicate) { return __ws_vote(mask, __WS_VOTE_Ballot, predicate != 0); }
__ws_fn unsigned __activemask() { return __ws_activemask(); }

__ws_fn unsigned __match_any_sync(unsigned mask, unsigned value) { return __ws_match_any32(mask, value); }
__ws_fn unsigned __match_any_sync(unsigned mask, int value) { return __ws_match_any32(mask, (unsigned)value); }
__ws_fn unsigned __match_any_sync(unsigned mask, float value) { return __ws_match_any32(mask, __float_as_uint(value)); }
__ws_fn unsigned __match_any_sync(unsigned mask, unsigned long long value) { return __ws_match_any64(mask, value); }
__ws_fn unsigned __match_any_sync(unsigned mask, long long value) { return __ws_match_any64(mask, (unsigned long long)value); }
__ws_fn unsigned __match_any_sync(unsigned mask, unsigned long value) { return __ws_match_any64(mask, value); }
__ws_fn unsigned __match_any_sync(unsigned mask, long value) { return __ws_match_any64(mask, (unsigned long long)value); }
__ws_fn unsigned __match_any_sync(unsigned mask, double value) { return __ws_match_any64(mask, (unsigned long long)__double_as_longlong(value)); }
template <class T> __ws_fn unsigned __match_all_sync(unsigned mask, T value, int *predicate) {
  const unsigned same = __match_any_sync(mask, value);
  *predicate = same == mask;
  return same == mask ? mask : 0u;
}

__ws_fn unsigned __reduce_add_sync(unsigned mask, unsigned value) { return __ws_redux(mask, __WS_REDUX_Add, value); }
__ws_fn int __reduce_add_sync(unsigned mask, int value) { return (int)__ws_redux(mask, __WS_REDUX_Add, (unsigned)value); }
__ws_fn unsigned __reduce_min_sync(unsigned mask, unsigned value) { return __ws_redux(mask, __WS_REDUX_MinU, value); }
__ws_fn int __reduce_min_sync(unsigned mask, int value) { return (int)__ws_redux(mask, __WS_REDUX_MinS, (unsigned)value); }
__ws_fn unsigned __reduce_max_sync(unsigned mask, unsigned value) { return __ws_redux(mask, __WS_REDUX_MaxU, value); }
__ws_fn int __reduce_max_sync(unsigned mask, int value) { return (int)__ws_redux(mask, __WS_REDUX_MaxS, (unsigned)value); }
__ws_fn unsigned __reduce_and_sync(unsigned mask, unsigned value) { return __ws_redux(mask, __WS_REDUX_And, value); }
__ws_fn unsigned __reduce_or_sync(unsigned mask, unsigned value) { return __ws_redux(mask, __WS_REDUX_Or, value); }
__ws_fn unsigned __reduce_xor_sync(unsigned mask, unsigned value) { return __ws_redux(mask, __WS_REDUX_Xor, value); }
__WS_END
