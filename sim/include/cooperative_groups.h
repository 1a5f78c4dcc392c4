// Groups of threads: grid, cluster, block, tile, coalesced.
// Approximated: barrier_arrive does nothing; barrier_wait is the whole barrier.
// Approximated: memcpy_async is done at once, element by element, by plain loads and stores; reduce and scan use shuffles.
// Approximated: A tile of fewer than 32 threads inside divergent code takes its lanes from the rank, as the hardware does.
// Approximated: A tile of more than 32 threads synchronises as its whole block does.
// Approximated: grid_group::sync works in any launch of up to 4,096 blocks; whether a device holds them all at once is not asked.
#pragma once
#include <assert.h> // as CUDA's does
namespace cooperative_groups {
__WS_BEGIN
namespace __ws {
__ws_fn unsigned thread_rank() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
__ws_fn unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }
/// Of any trivially copyable type: word by word.
template <class T> struct words_of {
  static_assert(__is_trivially_copyable(T) && sizeof(T) <= 32,
                "a shuffle takes a trivially copyable type of 32 bytes at most");
  unsigned word[(sizeof(T) + 3) / 4];
};
#define __WS_GROUP_SHUFFLE(name, function, L)                                                                \
  template <class T> __ws_fn T name(unsigned mask, T value, L lane, int width = warpSize) {                  \
    words_of<T> words = {};                                                                                  \
    __builtin_memcpy(words.word, &value, sizeof(T));                                                         \
    for (unsigned &word : words.word) word = function(mask, word, lane, width);                              \
    __builtin_memcpy(&value, words.word, sizeof(T));                                                         \
    return value;                                                                                            \
  }
__WS_GROUP_SHUFFLE(shfl, __shfl_sync, int)
__WS_GROUP_SHUFFLE(shfl_up, __shfl_up_sync, unsigned)
__WS_GROUP_SHUFFLE(shfl_down, __shfl_down_sync, unsigned)
__WS_GROUP_SHUFFLE(shfl_xor, __shfl_xor_sync, int)
#undef __WS_GROUP_SHUFFLE
} // namespace __ws

/// An arrival whose wait is the whole barrier.
struct __ws_arrival {};
class thread_block {
 public:
  using arrival_token = __ws_arrival;
  static __ws_fn void sync() { __ws_bar_sync(); }
  static __ws_fn arrival_token barrier_arrive() { return {}; }
  static __ws_fn void barrier_wait(arrival_token &&) { __ws_bar_sync(); }
  static __ws_fn unsigned thread_rank() { return __ws::thread_rank(); }
  static __ws_fn unsigned size() { return __ws::block_size(); }
  static __ws_fn unsigned num_threads() { return __ws::block_size(); }
  static __ws_fn dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static __ws_fn dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  static __ws_fn dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  static __ws_fn dim3 dim_threads() { return group_dim(); }
  static __ws_fn bool is_valid() { return true; }
};
__ws_fn thread_block this_thread_block() { return thread_block(); }
/// Room that larger tiles have on a device; here they need none.
template <unsigned threads = 1024> struct block_tile_memory {};
template <unsigned threads> __ws_fn thread_block this_thread_block(block_tile_memory<threads> &) {
  return thread_block();
}

class grid_group {
 public:
  static __ws_fn bool is_valid() { return true; }
  using arrival_token = __ws_arrival;
  static __ws_fn void sync() { __ws_grid_sync(); }
  static __ws_fn arrival_token barrier_arrive() { return {}; }
  static __ws_fn void barrier_wait(arrival_token &&) { __ws_grid_sync(); }
  static __ws_fn unsigned long long thread_rank() {
    const unsigned long long block = ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x +
                                     blockIdx.x;
    return block * __ws::block_size() + __ws::thread_rank();
  }
  static __ws_fn unsigned long long size() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * __ws::block_size();
  }
  static __ws_fn unsigned long long num_threads() { return size(); }
  static __ws_fn dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  static __ws_fn dim3 dim_blocks() { return group_dim(); }
  static __ws_fn dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static __ws_fn unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  static __ws_fn unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
};
/// Grids on several devices: gone since CUDA 13, and there is one device here.
class multi_grid_group {
 public:
  static __ws_fn bool is_valid() { return false; }
  static __ws_fn void sync() { __ws_unsupported("multi_grid_group (one grid on several devices)"); }
  static __ws_fn unsigned grid_rank() { return 0; }
  static __ws_fn unsigned num_grids() { return 1; }
  static __ws_fn unsigned long long thread_rank() { return grid_group::thread_rank(); }
  static __ws_fn unsigned long long size() { return grid_group::size(); }
};
__ws_fn multi_grid_group this_multi_grid() {
  __ws_unsupported("this_multi_grid (one grid on several devices)");
  return multi_grid_group();
}
__ws_fn grid_group this_grid() { return grid_group(); }

/// Lanes of one warp: the members' mask, and the functions that need no more than that.
class coalesced_group {
 public:
  __ws_fn coalesced_group(unsigned mask, unsigned rank = 0, unsigned groups = 1)
      : mask_(mask), rank_(rank), groups_(groups) {}
  __ws_fn void sync() const { __ws_syncwarp(mask_); }
  __ws_fn unsigned size() const { return (unsigned)__popc(mask_); }
  __ws_fn unsigned num_threads() const { return size(); }
  __ws_fn unsigned thread_rank() const {
    return (unsigned)__popc(mask_ & __ws_special(__WS_SPECIAL_LaneMaskLt));
  }
  __ws_fn unsigned meta_group_rank() const { return rank_; }
  __ws_fn unsigned meta_group_size() const { return groups_; }
  static __ws_fn bool is_valid() { return true; }
  template <class T> __ws_fn T shfl(T value, unsigned rank) const {
    return __ws::shfl(mask_, value, lane_of(rank));
  }
  template <class T> __ws_fn T shfl_down(T value, unsigned delta) const {
    const unsigned rank = thread_rank() + delta;
    return __ws::shfl(mask_, value, lane_of(rank < size() ? rank : thread_rank()));
  }
  template <class T> __ws_fn T shfl_up(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return __ws::shfl(mask_, value, lane_of(rank >= delta ? rank - delta : rank));
  }
  __ws_fn int any(int predicate) const { return __any_sync(mask_, predicate); }
  __ws_fn int all(int predicate) const { return __all_sync(mask_, predicate); }
  __ws_fn unsigned ballot(int predicate) const { return pack(__ballot_sync(mask_, predicate)); }
  template <class T> __ws_fn unsigned match_any(T value) const {
    return pack(__match_any_sync(mask_, value));
  }
  template <class T> __ws_fn unsigned match_all(T value, int &predicate) const {
    return pack(__match_all_sync(mask_, value, &predicate));
  }
  __ws_fn unsigned __ws_mask() const { return mask_; }
  /// The part of this group that has the ranks [n * k, n * k + n) and the calling lane among them.
  __ws_fn coalesced_group __ws_part(unsigned n) const {
    const unsigned begin = thread_rank() / n * n;
    unsigned part = 0, rank = 0;
    for (unsigned lane = 0; lane < 32u; ++lane) {
      if (((mask_ >> lane) & 1u) == 0u) continue;
      if (rank >= begin && rank < begin + n) part |= 1u << lane;
      ++rank;
    }
    return coalesced_group(part, begin / n, (size() + n - 1u) / n);
  }

 private:
  __ws_fn int lane_of(unsigned rank) const {
    unsigned mask = mask_;
    for (unsigned i = 0; i < rank && i < 32u; ++i) mask &= mask - 1u;
    return (int)__ws_ctz32(mask);
  }
  /// Bits of lanes -> bits of ranks.
  __ws_fn unsigned pack(unsigned lanes) const {
    unsigned result = 0, rank = 0;
    for (unsigned lane = 0; lane < 32u; ++lane) {
      if (((mask_ >> lane) & 1u) != 0u) result |= ((lanes >> lane) & 1u) << rank++;
    }
    return result;
  }
  unsigned mask_, rank_, groups_;
};
__ws_fn coalesced_group coalesced_threads() { return coalesced_group(__ws_activemask()); }

template <unsigned N, class Parent = void> class thread_block_tile {
  static_assert(N != 0 && (N & (N - 1)) == 0 && N <= 1024,
                "a tile has a power of two of threads, 1,024 at most");

 public:
  thread_block_tile() = default;
  /// The parent is a matter of types only.
  template <class Q> __ws_fn thread_block_tile(const thread_block_tile<N, Q> &) {}
  __ws_fn void sync() const {
    if constexpr (N > 32) __ws_bar_sync();
    else __ws_syncwarp(__ws_mask());
  }
  static __ws_fn bool is_valid() { return true; }
  static constexpr unsigned size() { return N; }
  static constexpr unsigned num_threads() { return N; }
  static __ws_fn unsigned thread_rank() { return __ws::thread_rank() & (N - 1u); }
  static __ws_fn unsigned meta_group_rank() { return __ws::thread_rank() / N; }
  static __ws_fn unsigned meta_group_size() { return (__ws::block_size() + N - 1u) / N; }
  template <class T> __ws_fn T shfl(T value, int rank) const {
    return __ws::shfl(__ws_mask(), value, rank, (int)N);
  }
  template <class T> __ws_fn T shfl_down(T value, unsigned delta) const {
    return __ws::shfl_down(__ws_mask(), value, delta, (int)N);
  }
  template <class T> __ws_fn T shfl_up(T value, unsigned delta) const {
    return __ws::shfl_up(__ws_mask(), value, delta, (int)N);
  }
  template <class T> __ws_fn T shfl_xor(T value, int bits) const {
    return __ws::shfl_xor(__ws_mask(), value, bits, (int)N);
  }
  __ws_fn int any(int predicate) const { return __any_sync(__ws_mask(), predicate); }
  __ws_fn int all(int predicate) const { return __all_sync(__ws_mask(), predicate); }
  __ws_fn unsigned ballot(int predicate) const {
    return (__ballot_sync(__ws_mask(), predicate) >> shift()) & low();
  }
  template <class T> __ws_fn unsigned match_any(T value) const {
    return (__match_any_sync(__ws_mask(), value) >> shift()) & low();
  }
  template <class T> __ws_fn unsigned match_all(T value, int &predicate) const {
    return (__match_all_sync(__ws_mask(), value, &predicate) >> shift()) & low();
  }
  __ws_fn unsigned __ws_mask() const { return low() << shift(); }

 private:
  static constexpr unsigned low() {
    static_assert(N <= 32,
                  "shuffles, votes and collectives of a tile of more than 32 threads are not simulated");
    return 0xffffffffu >> ((32u - N) & 31u);
  }
  static __ws_fn unsigned shift() { return __ws_special(__WS_SPECIAL_LaneId) & ~(N - 1u); }
};
template <unsigned N, class P> __ws_fn thread_block_tile<N, P> tiled_partition(const P &) { return {}; }

/// Any of them, known at run time: the block, or lanes of a warp.
class thread_group {
 public:
  __ws_fn thread_group(const thread_block &) : mask_(0u) {}
  __ws_fn thread_group(const coalesced_group &group) : mask_(group.__ws_mask()) {}
  template <unsigned N, class P>
  __ws_fn thread_group(const thread_block_tile<N, P> &tile) : mask_(tile.__ws_mask()) {}
  __ws_fn void sync() const {
    if (mask_ == 0u) __ws_bar_sync();
    else __ws_syncwarp(mask_);
  }
  __ws_fn unsigned size() const { return mask_ == 0u ? __ws::block_size() : coalesced_group(mask_).size(); }
  __ws_fn unsigned num_threads() const { return size(); }
  __ws_fn unsigned thread_rank() const {
    return mask_ == 0u ? __ws::thread_rank() : coalesced_group(mask_).thread_rank();
  }
  static __ws_fn bool is_valid() { return true; }
  __ws_fn unsigned __ws_mask() const { return mask_; }

 private:
  unsigned mask_; ///< 0: the block
};

/// Blocks that see each other's shared memory.
class cluster_group {
 public:
  using arrival_token = struct {};
  static __ws_fn void sync() {
    __ws_cluster_barrier(__WS_CLUSTER_Arrive);
    __ws_cluster_barrier(__WS_CLUSTER_Wait);
  }
  static __ws_fn arrival_token barrier_arrive() {
    __ws_cluster_barrier(__WS_CLUSTER_Arrive);
    return {};
  }
  static __ws_fn void barrier_wait() { __ws_cluster_barrier(__WS_CLUSTER_Wait); }
  static __ws_fn void barrier_wait(arrival_token &&) { barrier_wait(); }
  static __ws_fn dim3 dim_blocks() {
    return dim3(__ws_special(__WS_SPECIAL_ClusterX), __ws_special(__WS_SPECIAL_ClusterY), __ws_special(__WS_SPECIAL_ClusterZ));
  }
  static __ws_fn dim3 block_index() {
    const dim3 size = dim_blocks();
    return dim3(blockIdx.x % size.x, blockIdx.y % size.y, blockIdx.z % size.z);
  }
  static __ws_fn unsigned block_rank() {
    const dim3 size = dim_blocks(), at = block_index();
    return at.x + size.x * (at.y + size.y * at.z);
  }
  static __ws_fn unsigned num_blocks() {
    const dim3 size = dim_blocks();
    return size.x * size.y * size.z;
  }
  static __ws_fn dim3 dim_threads() {
    const dim3 size = dim_blocks();
    return dim3(size.x * blockDim.x, size.y * blockDim.y, size.z * blockDim.z);
  }
  static __ws_fn dim3 thread_index() {
    const dim3 at = block_index();
    return dim3(at.x * blockDim.x + threadIdx.x, at.y * blockDim.y + threadIdx.y, at.z * blockDim.z + threadIdx.z);
  }
  static __ws_fn unsigned thread_rank() { return block_rank() * __ws::block_size() + __ws::thread_rank(); }
  static __ws_fn unsigned num_threads() { return num_blocks() * __ws::block_size(); }
  static __ws_fn unsigned size() { return num_threads(); }
  template <class T> static __ws_fn T *map_shared_rank(T *address, unsigned rank) {
    const unsigned offset = ((unsigned)(unsigned long long)address & 0xffffffu) | (rank + 1u) << 24; // cluster_address() of sim/base/access.h
    return (T *)((unsigned long long)__WS_SPACE_Cluster << 32 | offset);
  }
  template <class T> static __ws_fn unsigned query_shared_rank(const T *address) {
    const unsigned rank = (unsigned)(unsigned long long)address >> 24;
    return rank == 0u ? block_rank() : rank - 1u;
  }
};
__ws_fn cluster_group this_cluster() { return cluster_group(); }

/// Parts of n threads, known at run time.
__ws_fn thread_group tiled_partition(const thread_block &, unsigned n) {
  const unsigned first = __ws_special(__WS_SPECIAL_LaneId) & ~(n - 1u);
  return coalesced_group((0xffffffffu >> (32u - n)) << first, __ws::thread_rank() / n,
                         (__ws::block_size() + n - 1u) / n);
}
__ws_fn coalesced_group tiled_partition(const coalesced_group &group, unsigned n) {
  return group.__ws_part(n);
}
template <unsigned N, class P>
__ws_fn thread_group tiled_partition(const thread_block_tile<N, P> &tile, unsigned n) {
  return coalesced_group(tile.__ws_mask()).__ws_part(n);
}
__ws_fn thread_group tiled_partition(const thread_group &group, unsigned n) {
  if (group.__ws_mask() == 0u) return tiled_partition(this_thread_block(), n);
  return coalesced_group(group.__ws_mask()).__ws_part(n);
}
/// The lanes of the group for which the predicate is as for the caller.
template <class G> __ws_fn coalesced_group binary_partition(const G &group, bool predicate) {
  const unsigned yes = __ballot_sync(group.__ws_mask(), predicate);
  return coalesced_group(predicate ? yes : group.__ws_mask() & ~yes, predicate ? 1u : 0u, 2u);
}
/// The lanes of the group that have the caller's label. The groups are numbered by their lowest lanes.
template <class G, class L> __ws_fn coalesced_group labeled_partition(const G &group, L label) {
  const unsigned same = __match_any_sync(group.__ws_mask(), label);
  const unsigned leaders = __ballot_sync(group.__ws_mask(),
                                         (same & (0u - same)) == __ws_special(__WS_SPECIAL_LaneMaskEq));
  return coalesced_group(same, (unsigned)__popc(leaders & ((same & (0u - same)) - 1u)),
                         (unsigned)__popc(leaders));
}
template <class G> __ws_fn unsigned thread_rank(const G &group) { return (unsigned)group.thread_rank(); }
template <class G> __ws_fn unsigned group_size(const G &group) { return (unsigned)group.size(); }

template <class T = void> struct plus {
  __ws_fn T operator()(T a, T b) const { return a + b; }
};
template <class T = void> struct less {
  __ws_fn T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T = void> struct greater {
  __ws_fn T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T = void> struct bit_and {
  __ws_fn T operator()(T a, T b) const { return a & b; }
};
template <class T = void> struct bit_or {
  __ws_fn T operator()(T a, T b) const { return a | b; }
};
template <class T = void> struct bit_xor {
  __ws_fn T operator()(T a, T b) const { return a ^ b; }
};
#define __WS_ANY_TYPE(name, expression)                                                                      \
  template <> struct name<void> {                                                                            \
    template <class T> __ws_fn T operator()(T a, T b) const { return expression; }                           \
  };
__WS_ANY_TYPE(plus, a + b)
__WS_ANY_TYPE(less, b < a ? b : a)
__WS_ANY_TYPE(greater, a < b ? b : a)
__WS_ANY_TYPE(bit_and, a &b)
__WS_ANY_TYPE(bit_or, a | b)
__WS_ANY_TYPE(bit_xor, a ^ b)
#undef __WS_ANY_TYPE

__WS_END
/// What the warps of larger tiles tell each other.
template <class T> __device__ inline __attribute__((always_inline)) T *__ws_tile_parts() {
  __shared__ T parts[32];
  return parts;
}
__WS_BEGIN
/// The same order of operations in every lane: a butterfly for a tile, a chain of ranks for other groups.
template <unsigned N, class P, class T, class F>
__ws_fn T reduce(const thread_block_tile<N, P> &tile, T value, F operation) {
  if constexpr (N > 32u) {
    const thread_block_tile<32u, P> warp;
    value = reduce(warp, value, operation);
    T *const parts = __ws_tile_parts<T>() + __ws::thread_rank() / N * (N / 32u);
    if (warp.thread_rank() == 0u) parts[tile.thread_rank() / 32u] = value;
    tile.sync();
    value = parts[0];
    for (unsigned i = 1u; i < N / 32u; ++i) value = operation(value, parts[i]);
    tile.sync(); // the next one writes the parts
    return value;
  } else {
    for (unsigned bits = N / 2u; bits != 0u; bits /= 2u)
      value = operation(value, tile.shfl_xor(value, (int)bits));
    return value;
  }
}
template <class T, class F> __ws_fn T reduce(const coalesced_group &group, T value, F operation) {
  T result = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); ++rank) result = operation(result, group.shfl(value, rank));
  return result;
}
template <unsigned N, class P, class T, class F>
__ws_fn T inclusive_scan(const thread_block_tile<N, P> &tile, T value, F operation) {
  for (unsigned step = 1; step < N; step *= 2u) {
    const T below = tile.shfl_up(value, step);
    if (tile.thread_rank() >= step) value = operation(below, value);
  }
  return value;
}
template <unsigned N, class P, class T, class F>
__ws_fn T exclusive_scan(const thread_block_tile<N, P> &tile, T value, F operation) {
  const T below = tile.shfl_up(inclusive_scan(tile, value, operation), 1);
  return tile.thread_rank() == 0u ? T() : below;
}
template <class T, class F> __ws_fn T inclusive_scan(const coalesced_group &group, T value, F operation) {
  T result = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); ++rank) {
    const T next = group.shfl(value, rank);
    if (rank <= group.thread_rank()) result = operation(result, next);
  }
  return result;
}
template <class T, class F> __ws_fn T exclusive_scan(const coalesced_group &group, T value, F operation) {
  const T below = group.shfl_up(inclusive_scan(group, value, operation), 1);
  return group.thread_rank() == 0u ? T() : below;
}
template <class G, class T> __ws_fn T inclusive_scan(const G &group, T value) {
  return inclusive_scan(group, value, plus<T>());
}
template <class G, class T> __ws_fn T exclusive_scan(const G &group, T value) {
  return exclusive_scan(group, value, plus<T>());
}
template <class G, class F, class... A>
__ws_fn void invoke_one(const G &group, F &&function, A &&...arguments) {
  if (group.thread_rank() == 0u) function(static_cast<A &&>(arguments)...);
}
template <class G, class F, class... A>
__ws_fn auto invoke_one_broadcast(const G &group, F &&function, A &&...arguments) {
  decltype(function(static_cast<A &&>(arguments)...)) value{};
  if (group.thread_rank() == 0u) value = function(static_cast<A &&>(arguments)...);
  return group.shfl(value, 0);
}
template <class G> __ws_fn void sync(const G &group) { group.sync(); }
/// Done at once here, thread by thread: a strided loop of elements; wait() is the barrier.
template <class G, class T> __ws_fn void memcpy_async(const G &group, T *to, const T *from, size_t bytes) {
  __ws_copy_step(__WS_COPY_Begin);
  for (size_t i = group.thread_rank(); i < bytes / sizeof(T); i += group.size()) to[i] = from[i];
  __ws_copy_step(__WS_COPY_End);
  __ws_copy_step(__WS_COPY_Commit); // a call is a group
}
template <class G> __ws_fn void wait(const G &group) {
  __ws_copy_wait(0);
  group.sync();
}
template <unsigned n, class G> __ws_fn void wait_prior(const G &group) {
  __ws_copy_wait(n);
  group.sync();
}
__WS_END
} // namespace cooperative_groups
