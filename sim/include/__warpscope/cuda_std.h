// Namespace cuda: its std is ours, and the names that barrier, pipeline and atomic share.
#pragma once
#ifdef __WARPSCOPE_PROGRAM__
#include <atomic>
#else
namespace std {
enum class memory_order : int { relaxed, consume, acquire, release, acq_rel, seq_cst };
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_consume = memory_order::consume;
inline constexpr memory_order memory_order_acquire = memory_order::acquire;
inline constexpr memory_order memory_order_release = memory_order::release;
inline constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
inline constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;
} // namespace std
#endif
__WS_BEGIN
namespace cuda {
namespace std {
using namespace ::std;
}
using ::std::memory_order;
using ::std::memory_order_acq_rel;
using ::std::memory_order_acquire;
using ::std::memory_order_relaxed;
using ::std::memory_order_release;
using ::std::memory_order_seq_cst;
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
template <size_t alignment> struct aligned_size_t {
  static constexpr size_t align = alignment;
  size_t value;
  __ws_fn explicit constexpr aligned_size_t(size_t bytes) : value(bytes) {}
  __ws_fn constexpr operator size_t() const { return value; }
};
namespace __ws {
template <class C> __ws_fn void __ws_copy_pieces(void *to, const void *from, size_t bytes, unsigned rank, unsigned threads) {
  for (size_t i = rank; i < bytes / sizeof(C); i += threads) ((C *)to)[i] = ((const C *)from)[i];
}
__ws_fn void __ws_copy_words(void *to, const void *from, size_t bytes, unsigned rank, unsigned threads, unsigned width) {
  for (size_t i = rank; i < bytes / width; i += threads) {
    if (width == 16) __ws_async_copy_16((char *)to + i * 16, (const char *)from + i * 16);
    else if (width == 8) __ws_async_copy_8((char *)to + i * 8, (const char *)from + i * 8);
    else __ws_async_copy_4((char *)to + i * 4, (const char *)from + i * 4);
  }
}
/// The widest pieces that size and alignment allow, as the library's cp.async path takes them; done at once.
__ws_fn void __ws_copy(void *to, const void *from, size_t bytes, unsigned rank, unsigned threads) {
  const size_t all = (size_t)to | (size_t)from | bytes;
  __ws_copy_step(__WS_COPY_Begin);
  if (all % 16 == 0) __ws_copy_words(to, from, bytes, rank, threads, 16);
  else if (all % 8 == 0) __ws_copy_words(to, from, bytes, rank, threads, 8);
  else if (all % 4 == 0) __ws_copy_words(to, from, bytes, rank, threads, 4);
  else __ws_copy_pieces<char>(to, from, bytes, rank, threads);
  __ws_copy_step(__WS_COPY_End);
}
} // namespace __ws
} // namespace cuda
__WS_END
