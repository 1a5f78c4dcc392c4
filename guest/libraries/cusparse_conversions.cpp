// cuSPARSE: sparse and dense forms of a matrix, formats of indices, incomplete factors, tridiagonal systems.
#include "guest/libraries/cusparse.h"

#include <cmath>

using warpscope::guest::Entries;
using warpscope::guest::LibraryCall;

namespace {

constexpr size_t buffer_bytes = 256; ///< what a program is told to allocate; nothing here uses it

cusparseStatus_t done(const LibraryCall& call) {
  return call.good() ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_EXECUTION_FAILED;
}
std::uint64_t many(int64_t count) { return static_cast<std::uint64_t>(count < 0 ? 0 : count); }
std::uint64_t elements(const cusparseDnMatDescr& m) {
  const bool column = m.order == CUSPARSE_ORDER_COL;
  const int64_t lines = column ? m.cols : m.rows, length = column ? m.rows : m.cols;
  return many(lines == 0 ? 0 : (lines - 1) * m.ld + length);
}
int64_t place(const cusparseDnMatDescr& m, int64_t row, int64_t column) {
  return m.order == CUSPARSE_ORDER_COL ? row + column * m.ld : row * m.ld + column;
}

/// Writes indices of either width.
class IndexWriter {
 public:
  IndexWriter(LibraryCall& call, void* to, int64_t count, cusparseIndexType_t type, int64_t base)
      : at_(call.writes(static_cast<std::byte*>(to), many(count) * warpscope::guest::index_bytes(type))),
        wide_(type == CUSPARSE_INDEX_64I), base_(base) {}
  void put(int64_t i, int64_t index) const {
    if (wide_) reinterpret_cast<int64_t*>(at_)[i] = index + base_;
    else reinterpret_cast<std::int32_t*>(at_)[i] = static_cast<std::int32_t>(index + base_);
  }

 private:
  std::byte* at_;
  bool wide_;
  int64_t base_;
};

/// Calls work(line, other) for each entry that is not zero, in the order of a format: by rows or by columns.
template <class N, class Work>
void each_entry(const cusparseDnMatDescr& m, const N* values, bool by_column, Work work) {
  for (int64_t outer = 0; outer < (by_column ? m.cols : m.rows); ++outer)
    for (int64_t inner = 0; inner < (by_column ? m.rows : m.cols); ++inner) {
      const N& value = values[by_column ? place(m, inner, outer) : place(m, outer, inner)];
      if (value != N()) work(outer, inner, value);
    }
}

} // namespace

extern "C" {

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t, cusparseConstSpMatDescr_t,
                                                  cusparseDnMatDescr_t, cusparseSparseToDenseAlg_t,
                                                  size_t* bytes) {
  return *bytes = buffer_bytes, CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                                       cusparseDnMatDescr_t b, cusparseSparseToDenseAlg_t, void*) {
  WS_SPARSE;
  if (a->rows != b->rows || a->cols != b->cols || a->type != b->type) return CUSPARSE_STATUS_INVALID_VALUE;
  return with_type(a->type, [&]<class N>(N) {
    const Entries<N> entries(call, *a);
    N* const to = call.writes(static_cast<N*>(b->values), elements(*b));
    if (!call.good()) return CUSPARSE_STATUS_EXECUTION_FAILED;
    for (int64_t i = 0; i < b->rows; ++i)
      for (int64_t j = 0; j < b->cols; ++j) to[place(*b, i, j)] = N();
    entries.each([&](int64_t row, int64_t column, const N& value) { to[place(*b, row, column)] = value; });
    return CUSPARSE_STATUS_SUCCESS;
  });
}
cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t, cusparseConstDnMatDescr_t,
                                                  cusparseSpMatDescr_t, cusparseDenseToSparseAlg_t,
                                                  size_t* bytes) {
  return *bytes = buffer_bytes, CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                                cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t, void*) {
  WS_SPARSE;
  if (a->rows != b->rows || a->cols != b->cols || a->type != b->type) return CUSPARSE_STATUS_INVALID_VALUE;
  return with_type(a->type, [&]<class N>(N) {
    const N* const from = call.reads(static_cast<const N*>(a->values), elements(*a));
    if (!call.good()) return CUSPARSE_STATUS_EXECUTION_FAILED;
    const bool by_column = b->format == CUSPARSE_FORMAT_CSC;
    std::vector<int64_t> offsets(many(by_column ? b->cols : b->rows) + 1);
    each_entry(*a, from, by_column, [&](int64_t outer, int64_t, const N&) { ++offsets[many(outer) + 1]; });
    for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] += offsets[i - 1];
    b->nnz = offsets.back();
    if (b->format == CUSPARSE_FORMAT_COO || b->first == nullptr) return CUSPARSE_STATUS_SUCCESS;
    const IndexWriter to(call, b->first, static_cast<int64_t>(offsets.size()), b->first_type, b->base);
    for (std::size_t i = 0; i < offsets.size() && call.good(); ++i)
      to.put(static_cast<int64_t>(i), offsets[i]);
    return done(call);
  });
}
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                               cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t, void*) {
  WS_SPARSE;
  return with_type(a->type, [&]<class N>(N) {
    const N* const from = call.reads(static_cast<const N*>(a->values), elements(*a));
    const bool coo = b->format == CUSPARSE_FORMAT_COO;
    const IndexWriter first(call, b->first, coo ? b->nnz : 0, b->first_type, b->base);
    const IndexWriter second(call, b->second, b->nnz, b->second_type, b->base);
    N* const to = call.writes(static_cast<N*>(b->values), many(b->nnz));
    if (!call.good()) return CUSPARSE_STATUS_EXECUTION_FAILED;
    int64_t i = 0;
    each_entry(*a, from, b->format == CUSPARSE_FORMAT_CSC, [&](int64_t outer, int64_t inner, const N& value) {
      if (i >= b->nnz) return;
      if (coo) first.put(i, outer);
      second.put(i, inner);
      to[i++] = value;
    });
    return CUSPARSE_STATUS_SUCCESS;
  });
}

cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int* row_indices, int nnz, int m,
                                  int* offsets, cusparseIndexBase_t base) {
  WS_SPARSE;
  const int* const from = call.reads(row_indices, many(nnz));
  int* const to = call.writes(offsets, many(m) + 1);
  if (!call.good()) return CUSPARSE_STATUS_EXECUTION_FAILED;
  for (int row = 0, i = 0; row <= m; ++row) {
    while (i < nnz && from[i] - base < row) ++i;
    to[row] = i + base;
  }
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int* offsets, int nnz, int m,
                                  int* row_indices, cusparseIndexBase_t base) {
  WS_SPARSE;
  const int* const from = call.reads(offsets, many(m) + 1);
  int* const to = call.writes(row_indices, many(nnz));
  if (!call.good()) return CUSPARSE_STATUS_EXECUTION_FAILED;
  for (int row = 0; row < m; ++row)
    for (int i = from[row] - base; i < from[row + 1] - base; ++i)
      if (i >= 0 && i < nnz) to[i] = row + base;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t, int, int, int, const void*, const int*,
                                               const int*, void*, int*, int*, cudaDataType, cusparseAction_t,
                                               cusparseIndexBase_t, cusparseCsr2CscAlg_t, size_t* bytes) {
  return *bytes = buffer_bytes, CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz, const void* values,
                                    const int* offsets, const int* columns, void* csc_values,
                                    int* csc_offsets, int* csc_rows, cudaDataType type,
                                    cusparseAction_t action, cusparseIndexBase_t base, cusparseCsr2CscAlg_t,
                                    void*) {
  WS_SPARSE;
  return with_type(type, [&]<class N>(N) {
    const bool numeric = action == CUSPARSE_ACTION_NUMERIC;
    const int* const first = call.reads(offsets, many(m) + 1);
    const int* const second = call.reads(columns, many(nnz));
    const N* const from = numeric ? call.reads(static_cast<const N*>(values), many(nnz)) : nullptr;
    int* const starts = call.writes(csc_offsets, many(n) + 1);
    int* const rows = call.writes(csc_rows, many(nnz));
    N* const to = numeric ? call.writes(static_cast<N*>(csc_values), many(nnz)) : nullptr;
    if (!call.good()) return CUSPARSE_STATUS_EXECUTION_FAILED;
    std::vector<int> next(many(n) + 1);
    for (int i = 0; i < nnz; ++i) {
      if (second[i] - base < 0 || second[i] - base >= n) return CUSPARSE_STATUS_INVALID_VALUE;
      ++next[many(second[i] - base) + 1];
    }
    for (std::size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
    for (std::size_t i = 0; i < next.size(); ++i) starts[i] = next[i] + base;
    for (int row = 0; row < m; ++row)
      for (int i = first[row] - base; i < first[row + 1] - base; ++i) {
        if (i < 0 || i >= nnz) continue;
        const int at = next[many(second[i] - base)]++;
        rows[at] = row + base;
        if (numeric) to[at] = from[i];
      }
    return CUSPARSE_STATUS_SUCCESS;
  });
}

} // extern "C"

struct csrilu02Info {
  int zero_pivot = -1;
};
struct csric02Info {
  int zero_pivot = -1;
};

namespace {

/// The incomplete factors without fill-in: L (with ones on its diagonal) and U where `cholesky` is not
/// wanted, else L of A = L L^T in the lower triangle. Gives the row of a pivot that is zero, or -1.
template <class N>
int factorise(int m, int base, N* values, const int* offsets, const int* columns, bool cholesky) {
  int zero = -1;
  std::vector<int> at(many(m), -1); // of a column: its place in the row
  std::vector<int> diagonal(many(m), -1);
  for (int row = 0; row < m; ++row)
    for (int i = offsets[row] - base; i < offsets[row + 1] - base; ++i)
      if (columns[i] - base == row) diagonal[many(row)] = i;
  for (int row = 0; row < m; ++row) {
    const int begin = offsets[row] - base, end = offsets[row + 1] - base;
    for (int i = begin; i < end; ++i) at[many(columns[i] - base)] = i;
    for (int i = begin; i < end; ++i) {
      const int k = columns[i] - base;
      if (k >= row || diagonal[many(k)] < 0) continue;
      if (cholesky) {
        N sum = values[i];
        for (int j = offsets[k] - base; j < offsets[k + 1] - base; ++j)
          if (const int column = columns[j] - base; column < k && at[many(column)] >= 0)
            sum -= values[at[many(column)]] * values[j];
        values[i] = sum / values[diagonal[many(k)]];
        continue;
      }
      values[i] /= values[diagonal[many(k)]];
      for (int j = offsets[k] - base; j < offsets[k + 1] - base; ++j)
        if (const int column = columns[j] - base; column > k && at[many(column)] >= 0)
          values[at[many(column)]] -= values[i] * values[j];
    }
    if (const int pivot = diagonal[many(row)]; cholesky && pivot >= 0) {
      N sum = values[pivot];
      for (int i = begin; i < end; ++i)
        if (columns[i] - base < row) sum -= values[i] * values[i];
      values[pivot] = std::sqrt(sum);
    }
    if (zero < 0 && (diagonal[many(row)] < 0 || values[diagonal[many(row)]] == N())) zero = row + base;
    for (int i = begin; i < end; ++i) at[many(columns[i] - base)] = -1;
  }
  return zero;
}

} // namespace

extern "C" {

#define WS_FACTORS(name, cholesky)                                                                           \
  cusparseStatus_t cusparseCreateCsr##name##Info(csr##name##Info_t* info) {                                  \
    return *info = new csr##name##Info, CUSPARSE_STATUS_SUCCESS;                                             \
  }                                                                                                          \
  cusparseStatus_t cusparseDestroyCsr##name##Info(csr##name##Info_t info) {                                  \
    delete info;                                                                                             \
    return CUSPARSE_STATUS_SUCCESS;                                                                          \
  }                                                                                                          \
  cusparseStatus_t cusparseXcsr##name##_zeroPivot(cusparseHandle_t, csr##name##Info_t info, int* position) { \
    *position = info->zero_pivot;                                                                            \
    return info->zero_pivot < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;                      \
  }                                                                                                          \
  WS_FACTORS_OF(S, float, name, cholesky)                                                                    \
  WS_FACTORS_OF(D, double, name, cholesky)
#define WS_FACTORS_OF(L, T, name, cholesky)                                                                  \
  cusparseStatus_t cusparse##L##csr##name##_bufferSize(cusparseHandle_t, int, int, const cusparseMatDescr_t, \
                                                       T*, const int*, const int*, csr##name##Info_t,        \
                                                       int* bytes) {                                         \
    return *bytes = static_cast<int>(buffer_bytes), CUSPARSE_STATUS_SUCCESS;                                 \
  }                                                                                                          \
  cusparseStatus_t cusparse##L##csr##name##_analysis(cusparseHandle_t, int, int, const cusparseMatDescr_t,   \
                                                     const T*, const int*, const int*, csr##name##Info_t,    \
                                                     cusparseSolvePolicy_t, void*) {                         \
    return CUSPARSE_STATUS_SUCCESS;                                                                          \
  }                                                                                                          \
  cusparseStatus_t cusparse##L##csr##name(                                                                   \
      cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descriptor, T* values,               \
      const int* offsets, const int* columns, csr##name##Info_t info, cusparseSolvePolicy_t, void*) {        \
    WS_SPARSE;                                                                                               \
    const int* const first = call.reads(offsets, many(m) + 1);                                               \
    const int* const second = call.reads(columns, many(nnz));                                                \
    T* const to = call.writes(values, many(nnz));                                                            \
    if (!call.good()) return CUSPARSE_STATUS_EXECUTION_FAILED;                                               \
    info->zero_pivot = factorise(m, descriptor->base, to, first, second, cholesky);                          \
    return CUSPARSE_STATUS_SUCCESS;                                                                          \
  }
WS_FACTORS(ilu02, false)
WS_FACTORS(ic02, true)
#undef WS_FACTORS_OF
#undef WS_FACTORS

#define WS_SPARSE_OF(L, T)                                                                                   \
  cusparseStatus_t cusparse##L##nnz(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,    \
                                    const cusparseMatDescr_t, const T* a, int lda, int* each, int* total) {  \
    WS_SPARSE;                                                                                               \
    const bool row = direction == CUSPARSE_DIRECTION_ROW;                                                    \
    const T* const from = call.reads(a, many(n == 0 ? 0 : int64_t(n - 1) * lda + m));                        \
    int* const to = call.writes(each, many(row ? m : n));                                                    \
    if (!call.good()) return CUSPARSE_STATUS_EXECUTION_FAILED;                                               \
    int all = 0;                                                                                             \
    for (int i = 0; i < (row ? m : n); ++i) to[i] = 0;                                                       \
    for (int64_t j = 0; j < n; ++j)                                                                          \
      for (int64_t i = 0; i < m; ++i)                                                                        \
        if (from[i + j * lda] != 0) ++to[row ? i : j], ++all;                                                \
    call.give(total, all);                                                                                   \
    return done(call);                                                                                       \
  }                                                                                                          \
  cusparseStatus_t cusparse##L##gtsv2_bufferSizeExt(cusparseHandle_t, int, int, const T*, const T*,          \
                                                    const T*, const T*, int, size_t* bytes) {                \
    return *bytes = buffer_bytes, CUSPARSE_STATUS_SUCCESS;                                                   \
  }                                                                                                          \
  cusparseStatus_t cusparse##L##gtsv2(cusparseHandle_t handle, int m, int n, const T* dl, const T* d,        \
                                      const T* du, T* b, int ldb, void*) {                                   \
    WS_SPARSE;                                                                                               \
    const T *const below = call.reads(dl, many(m)), *const on = call.reads(d, many(m)),                      \
                   *const above = call.reads(du, many(m));                                                   \
    T* const to = call.writes(b, many(n == 0 ? 0 : int64_t(n - 1) * ldb + m));                               \
    if (!call.good()) return CUSPARSE_STATUS_EXECUTION_FAILED;                                               \
    solve_tridiagonal(m, n, below, on, above, to, ldb);                                                      \
    return CUSPARSE_STATUS_SUCCESS;                                                                          \
  }

} // extern "C"

namespace {

/// Gaussian elimination with row exchanges, in double: a row keeps its diagonal and two elements right of it.
template <class T>
void solve_tridiagonal(int m, int n, const T* below, const T* on, const T* above, T* b, int64_t ldb) {
  struct Row {
    double diagonal, right, further;
  };
  for (int column = 0; column < n; ++column) {
    std::vector<Row> rows(many(m));
    std::vector<double> x(many(m));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i] = {static_cast<double>(on[i]), i + 1 < rows.size() ? static_cast<double>(above[i]) : 0, 0};
      x[i] = static_cast<double>(b[static_cast<int64_t>(i) + column * ldb]);
    }
    for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
      double left = static_cast<double>(below[i + 1]);
      if (std::fabs(left) > std::fabs(rows[i].diagonal)) {
        const Row old = rows[i];
        rows[i] = {left, rows[i + 1].diagonal, rows[i + 1].right};
        left = old.diagonal;
        rows[i + 1] = {old.right, old.further, 0};
        std::swap(x[i], x[i + 1]);
      }
      const double factor = left / rows[i].diagonal;
      rows[i + 1].diagonal -= factor * rows[i].right;
      rows[i + 1].right -= factor * rows[i].further;
      x[i + 1] -= factor * x[i];
    }
    for (std::size_t k = rows.size(); k-- > 0;) {
      double value = x[k];
      if (k + 1 < rows.size()) value -= rows[k].right * x[k + 1];
      if (k + 2 < rows.size()) value -= rows[k].further * x[k + 2];
      x[k] = value / rows[k].diagonal;
      b[static_cast<int64_t>(k) + column * ldb] = static_cast<T>(x[k]);
    }
  }
}

} // namespace

extern "C" {
WS_SPARSE_OF(S, float)
WS_SPARSE_OF(D, double)
#undef WS_SPARSE_OF
} // extern "C"
