// Groups of threads: grid, block, tile, coalesced. Clusters are refused.
// Approximated: memcpy_async is done at once, element by element, by plain loads and stores; reduce and scan use shuffles.
// Approximated: A tile of fewer than 32 threads inside divergent code takes its lanes from the rank, as the hardware does.
// Approximated: grid_group::sync works in any launch of up to 4,096 blocks; whether a device holds them all at once is not asked.
#pragma once
namespace cooperative_groups {
__WS_BEGIN
namespace __ws {
__ws_fn unsigned thread_rank() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__ws_fn unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }
} // namespace __ws

class thread_block {
 public:
  static __ws_fn void sync() { __ws_bar_sync(); }
  static __ws_fn unsigned thread_rank() { return __ws::thread_rank(); }
  static __ws_fn unsigned size() { return __ws::block_size(); }
  static __ws_fn unsigned num_threads() { return __ws::block_size(); }
  static __ws_fn dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static __ws_fn dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  static __ws_fn dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  static __ws_fn dim3 dim_threads() { return group_dim(); }
};
__ws_fn thread_block this_thread_block() { return thread_block(); }

class grid_group {
 public:
  static __ws_fn bool is_valid() { return true; }
  static __ws_fn void sync() { __ws_grid_sync(); }
  static __ws_fn unsigned long long thread_rank() {
    const unsigned long long block = ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    return block * __ws::block_size() + __ws::thread_rank();
  }
  static __ws_fn unsigned long long size() { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * __ws::block_size(); }
  static __ws_fn unsigned long long num_threads() { return size(); }
  static __ws_fn dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
};
__ws_fn grid_group this_grid() { return grid_group(); }

/// Lanes of one warp: the members' mask, and the functions that need no more than that.
class coalesced_group {
 public:
  __ws_fn coalesced_group(unsigned mask) : mask_(mask) {}
  __ws_fn void sync() const { __ws_syncwarp(mask_); }
  __ws_fn unsigned size() const { return (unsigned)__popc(mask_); }
  __ws_fn unsigned num_threads() const { return size(); }
  __ws_fn unsigned thread_rank() const { return (unsigned)__popc(mask_ & __ws_special(__WS_SPECIAL_LaneMaskLt)); }
  __ws_fn unsigned meta_group_rank() const { return 0; }
  __ws_fn unsigned meta_group_size() const { return 1; }
  template <class T> __ws_fn T shfl(T value, unsigned rank) const { return __shfl_sync(mask_, value, lane_of(rank)); }
  template <class T> __ws_fn T shfl_down(T value, unsigned delta) const {
    const unsigned rank = thread_rank() + delta;
    return __shfl_sync(mask_, value, lane_of(rank < size() ? rank : thread_rank()));
  }
  template <class T> __ws_fn T shfl_up(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return __shfl_sync(mask_, value, lane_of(rank >= delta ? rank - delta : rank));
  }
  __ws_fn int any(int predicate) const { return __any_sync(mask_, predicate); }
  __ws_fn int all(int predicate) const { return __all_sync(mask_, predicate); }
  __ws_fn unsigned ballot(int predicate) const { return pack(__ballot_sync(mask_, predicate)); }
  template <class T> __ws_fn unsigned match_any(T value) const { return pack(__match_any_sync(mask_, value)); }
  __ws_fn unsigned __ws_mask() const { return mask_; }

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
  unsigned mask_;
};
__ws_fn coalesced_group coalesced_threads() { return coalesced_group(__ws_activemask()); }

template <unsigned N, class Parent = void> class thread_block_tile {
  static_assert(N != 0 && (N & (N - 1)) == 0 && N <= 32, "a tile has 1, 2, 4, 8, 16 or 32 threads");

 public:
  thread_block_tile() = default;
  /// The parent is a matter of types only.
  template <class Q> __ws_fn thread_block_tile(const thread_block_tile<N, Q> &) {}
  __ws_fn void sync() const { __ws_syncwarp(__ws_mask()); }
  static constexpr unsigned size() { return N; }
  static constexpr unsigned num_threads() { return N; }
  static __ws_fn unsigned thread_rank() { return __ws::thread_rank() & (N - 1u); }
  static __ws_fn unsigned meta_group_rank() { return __ws::thread_rank() / N; }
  static __ws_fn unsigned meta_group_size() { return (__ws::block_size() + N - 1u) / N; }
  template <class T> __ws_fn T shfl(T value, int rank) const { return __shfl_sync(__ws_mask(), value, rank, (int)N); }
  template <class T> __ws_fn T shfl_down(T value, unsigned delta) const { return __shfl_down_sync(__ws_mask(), value, delta, (int)N); }
  template <class T> __ws_fn T shfl_up(T value, unsigned delta) const { return __shfl_up_sync(__ws_mask(), value, delta, (int)N); }
  template <class T> __ws_fn T shfl_xor(T value, int bits) const { return __shfl_xor_sync(__ws_mask(), value, bits, (int)N); }
  __ws_fn int any(int predicate) const { return __any_sync(__ws_mask(), predicate); }
  __ws_fn int all(int predicate) const { return __all_sync(__ws_mask(), predicate); }
  __ws_fn unsigned ballot(int predicate) const { return (__ballot_sync(__ws_mask(), predicate) >> shift()) & low(); }
  template <class T> __ws_fn unsigned match_any(T value) const { return (__match_any_sync(__ws_mask(), value) >> shift()) & low(); }
  __ws_fn unsigned __ws_mask() const { return low() << shift(); }

 private:
  static constexpr unsigned low() { return 0xffffffffu >> (32u - N); }
  static __ws_fn unsigned shift() { return __ws_special(__WS_SPECIAL_LaneId) & ~(N - 1u); }
};
template <unsigned N, class P> __ws_fn thread_block_tile<N, P> tiled_partition(const P &) { return {}; }

/// Any of them, known at run time: the block, or lanes of a warp.
class thread_group {
 public:
  __ws_fn thread_group(const thread_block &) : mask_(0u) {}
  __ws_fn thread_group(const coalesced_group &group) : mask_(group.__ws_mask()) {}
  template <unsigned N, class P> __ws_fn thread_group(const thread_block_tile<N, P> &tile) : mask_(tile.__ws_mask()) {}
  __ws_fn void sync() const {
    if (mask_ == 0u) __ws_bar_sync();
    else __ws_syncwarp(mask_);
  }
  __ws_fn unsigned size() const { return mask_ == 0u ? __ws::block_size() : coalesced_group(mask_).size(); }
  __ws_fn unsigned num_threads() const { return size(); }
  __ws_fn unsigned thread_rank() const { return mask_ == 0u ? __ws::thread_rank() : coalesced_group(mask_).thread_rank(); }
  static __ws_fn bool is_valid() { return true; }
  __ws_fn unsigned __ws_mask() const { return mask_; }

 private:
  unsigned mask_; ///< 0: the block
};

/// Blocks that see each other's shared memory: not simulated.
class cluster_group {
 public:
  static __ws_fn void sync() { __ws_unsupported("cluster_group (thread block clusters)"); }
  static __ws_fn void barrier_arrive() { sync(); }
  static __ws_fn void barrier_wait() { sync(); }
  static __ws_fn unsigned block_rank() { sync(); return 0u; }
  static __ws_fn unsigned num_blocks() { sync(); return 1u; }
  static __ws_fn unsigned thread_rank() { sync(); return 0u; }
  static __ws_fn unsigned num_threads() { sync(); return 1u; }
  static __ws_fn unsigned size() { sync(); return 1u; }
  static __ws_fn dim3 block_index() { sync(); return dim3(0u, 0u, 0u); }
  static __ws_fn dim3 dim_blocks() { sync(); return dim3(1u, 1u, 1u); }
  template <class T> static __ws_fn T *map_shared_rank(T *address, unsigned) { sync(); return address; }
  template <class T> static __ws_fn unsigned query_shared_rank(T *) { sync(); return 0u; }
};
__ws_fn cluster_group this_cluster() { __ws_unsupported("this_cluster (thread block clusters)"); return cluster_group(); }

__ws_fn coalesced_group tiled_partition(const thread_block &, unsigned n) {
  return coalesced_group((0xffffffffu >> (32u - n)) << (__ws_special(__WS_SPECIAL_LaneId) & ~(n - 1u)));
}
template <class G> __ws_fn unsigned thread_rank(const G &group) { return (unsigned)group.thread_rank(); }
template <class G> __ws_fn unsigned group_size(const G &group) { return (unsigned)group.size(); }

template <class T = void> struct plus { __ws_fn T operator()(T a, T b) const { return a + b; } };
template <class T = void> struct less { __ws_fn T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T = void> struct greater { __ws_fn T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T = void> struct bit_and { __ws_fn T operator()(T a, T b) const { return a & b; } };
template <class T = void> struct bit_or { __ws_fn T operator()(T a, T b) const { return a | b; } };
template <class T = void> struct bit_xor { __ws_fn T operator()(T a, T b) const { return a ^ b; } };

/// The same order of operations in every lane: a butterfly for a tile, a chain of ranks for other groups.
template <unsigned N, class P, class T, class F> __ws_fn T reduce(const thread_block_tile<N, P> &tile, T value, F operation) {
  for (unsigned bits = N / 2u; bits != 0u; bits /= 2u) value = operation(value, tile.shfl_xor(value, (int)bits));
  return value;
}
template <class T, class F> __ws_fn T reduce(const coalesced_group &group, T value, F operation) {
  T result = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); ++rank) result = operation(result, group.shfl(value, rank));
  return result;
}
template <unsigned N, class P, class T, class F> __ws_fn T inclusive_scan(const thread_block_tile<N, P> &tile, T value, F operation) {
  for (unsigned step = 1; step < N; step *= 2u) {
    const T below = tile.shfl_up(value, step);
    if (tile.thread_rank() >= step) value = operation(below, value);
  }
  return value;
}
template <unsigned N, class P, class T, class F> __ws_fn T exclusive_scan(const thread_block_tile<N, P> &tile, T value, F operation) {
  const T below = tile.shfl_up(inclusive_scan(tile, value, operation), 1);
  return tile.thread_rank() == 0u ? T() : below;
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
