// cuSPARSE: products of sparse matrices with vectors and matrices, and triangular solutions. Sums are made in
// double.
#include "guest/libraries/cusparse.h"

#include <algorithm>
#include <map>

using warpscope::guest::conjugate_if;
using warpscope::guest::Entries;
using warpscope::guest::Indices;
using warpscope::guest::LibraryCall;
using warpscope::guest::narrowed;
using warpscope::guest::Rows;
using warpscope::guest::WideOf;

namespace {

constexpr size_t buffer_bytes = 256; ///< what a program is told to allocate; nothing here uses it

cusparseStatus_t done(const LibraryCall& call) {
  return call.good() ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_EXECUTION_FAILED;
}
template <class N> N* values_of(LibraryCall& call, const cusparseDnVecDescr& vector, bool written) {
  N* const at = static_cast<N*>(vector.values);
  const auto count = static_cast<std::uint64_t>(vector.size);
  return written ? call.writes(at, count) : const_cast<N*>(call.reads(at, count));
}
template <class N> N* values_of(LibraryCall& call, const cusparseDnMatDescr& matrix, bool written) {
  N* const at = static_cast<N*>(matrix.values);
  const bool column = matrix.order == CUSPARSE_ORDER_COL;
  const int64_t lines = column ? matrix.cols : matrix.rows, length = column ? matrix.rows : matrix.cols;
  const auto count = static_cast<std::uint64_t>(lines == 0 ? 0 : (lines - 1) * matrix.ld + length);
  return written ? call.writes(at, count) : const_cast<N*>(call.reads(at, count));
}
std::size_t place(const cusparseDnMatDescr& matrix, int64_t row, int64_t column) {
  return static_cast<std::size_t>(matrix.order == CUSPARSE_ORDER_COL ? row + column * matrix.ld
                                                                     : row * matrix.ld + column);
}
bool turns(cusparseOperation_t operation) { return operation != CUSPARSE_OPERATION_NON_TRANSPOSE; }
bool conjugates(cusparseOperation_t operation) { return operation == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE; }

} // namespace

extern "C" {

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, const void*,
                                         cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t,
                                         size_t* bytes) {
  return *bytes = buffer_bytes, CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, const void*,
                                         cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t, void*) {
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
                              cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void* beta,
                              cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t, void*) {
  WS_SPARSE;
  if (a == nullptr || x == nullptr || y == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  if (x->size != (turns(op) ? a->rows : a->cols) || y->size != (turns(op) ? a->cols : a->rows))
    return CUSPARSE_STATUS_INVALID_VALUE;
  if (a->type != compute || x->type != compute || y->type != compute) return CUSPARSE_STATUS_NOT_SUPPORTED;
  return with_type(compute, [&]<class N>(N) {
    const Entries<N> entries(call, *a);
    const N* const from = values_of<N>(call, *x, false);
    N* const to = values_of<N>(call, *y, true);
    if (!call.good()) return CUSPARSE_STATUS_EXECUTION_FAILED;
    std::vector<WideOf<N>> sums(static_cast<std::size_t>(y->size));
    entries.each([&](int64_t row, int64_t column, const N& value) {
      const WideOf<N> factor = conjugate_if(conjugates(op), value);
      if (turns(op)) std::swap(row, column);
      sums[static_cast<std::size_t>(row)] += factor * static_cast<WideOf<N>>(from[column]);
    });
    const WideOf<N> one = LibraryCall::scalar<N>(alpha), two = LibraryCall::scalar<N>(beta);
    for (std::size_t i = 0; i < sums.size(); ++i)
      to[i] = narrowed<N>(one * sums[i] + (two == 0.0 ? 0.0 : two * static_cast<WideOf<N>>(to[i])));
    return CUSPARSE_STATUS_SUCCESS;
  });
}

cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t,
                                         const void*, cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t,
                                         const void*, cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t,
                                         size_t* bytes) {
  return *bytes = buffer_bytes, CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t,
                                         const void*, cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t,
                                         const void*, cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t,
                                         void*) {
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t op_a, cusparseOperation_t op_b,
                              const void* alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                              const void* beta, cusparseDnMatDescr_t c, cudaDataType compute,
                              cusparseSpMMAlg_t, void*) {
  WS_SPARSE;
  if (a == nullptr || b == nullptr || c == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  const int64_t inner = turns(op_a) ? a->rows : a->cols;
  if ((turns(op_b) ? b->cols : b->rows) != inner || c->rows != (turns(op_a) ? a->cols : a->rows) ||
      c->cols != (turns(op_b) ? b->rows : b->cols))
    return CUSPARSE_STATUS_INVALID_VALUE;
  if (a->type != compute || b->type != compute || c->type != compute) return CUSPARSE_STATUS_NOT_SUPPORTED;
  return with_type(compute, [&]<class N>(N) {
    const Entries<N> entries(call, *a);
    const N* const from = values_of<N>(call, *b, false);
    N* const to = values_of<N>(call, *c, true);
    if (!call.good()) return CUSPARSE_STATUS_EXECUTION_FAILED;
    std::vector<WideOf<N>> sums(static_cast<std::size_t>(c->rows * c->cols));
    entries.each([&](int64_t row, int64_t column, const N& value) {
      const WideOf<N> factor = conjugate_if(conjugates(op_a), value);
      if (turns(op_a)) std::swap(row, column);
      for (int64_t j = 0; j < c->cols; ++j) {
        const N& other = turns(op_b) ? from[place(*b, j, column)] : from[place(*b, column, j)];
        sums[static_cast<std::size_t>(row * c->cols + j)] += factor * static_cast<WideOf<N>>(conjugate_if(
                                                                          conjugates(op_b), other));
      }
    });
    const WideOf<N> one = LibraryCall::scalar<N>(alpha), two = LibraryCall::scalar<N>(beta);
    for (int64_t i = 0; i < c->rows; ++i)
      for (int64_t j = 0; j < c->cols; ++j) {
        N& value = to[place(*c, i, j)];
        value = narrowed<N>(one * sums[static_cast<std::size_t>(i * c->cols + j)] +
                            (two == 0.0 ? 0.0 : two * static_cast<WideOf<N>>(value)));
      }
    return CUSPARSE_STATUS_SUCCESS;
  });
}

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t* descriptor) {
  return *descriptor = new cusparseSpSVDescr, CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descriptor) {
  delete descriptor;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                         cusparseDnVecDescr_t, cudaDataType, cusparseSpSVAlg_t,
                                         cusparseSpSVDescr_t, size_t* bytes) {
  return *bytes = buffer_bytes, CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t, cusparseOperation_t, const void*,
                                       cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t,
                                       cusparseDnVecDescr_t, cudaDataType, cusparseSpSVAlg_t,
                                       cusparseSpSVDescr_t, void*) {
  return CUSPARSE_STATUS_SUCCESS;
}
/// op(A) y = alpha x, of A's triangle.
cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
                                    cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,
                                    cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpSVAlg_t,
                                    cusparseSpSVDescr_t) {
  WS_SPARSE;
  if (a == nullptr || x == nullptr || y == nullptr || a->rows != a->cols || x->size != a->rows ||
      y->size != a->rows)
    return CUSPARSE_STATUS_INVALID_VALUE;
  if (a->type != compute || x->type != compute || y->type != compute) return CUSPARSE_STATUS_NOT_SUPPORTED;
  return with_type(compute, [&]<class N>(N) {
    const Entries<N> entries(call, *a);
    const N* const from = values_of<N>(call, *x, false);
    N* const to = values_of<N>(call, *y, true);
    if (!call.good()) return CUSPARSE_STATUS_EXECUTION_FAILED;
    const Rows<N> rows(entries, turns(op), conjugates(op));
    const bool forward = (a->fill == CUSPARSE_FILL_MODE_LOWER) != turns(op);
    const WideOf<N> factor = LibraryCall::scalar<N>(alpha);
    for (int64_t k = 0; k < a->rows; ++k) {
      const int64_t row = forward ? k : a->rows - 1 - k;
      WideOf<N> value = factor * static_cast<WideOf<N>>(from[row]), diagonal = 1;
      for (int64_t i = rows.offsets[static_cast<std::size_t>(row)];
           i < rows.offsets[static_cast<std::size_t>(row) + 1]; ++i) {
        const int64_t column = rows.columns[static_cast<std::size_t>(i)];
        const WideOf<N> entry = rows.values[static_cast<std::size_t>(i)];
        if (column == row) diagonal = entry;
        else if (forward ? column < row : column > row) value -= entry * static_cast<WideOf<N>>(to[column]);
      }
      to[row] = narrowed<N>(a->diagonal == CUSPARSE_DIAG_TYPE_UNIT ? value : value / diagonal);
    }
    return CUSPARSE_STATUS_SUCCESS;
  });
}

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t* descriptor) {
  return *descriptor = new cusparseSpGEMMDescr, CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descriptor) {
  delete descriptor;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_workEstimation(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t,
                                               const void*, cusparseConstSpMatDescr_t,
                                               cusparseConstSpMatDescr_t, const void*, cusparseSpMatDescr_t,
                                               cudaDataType, cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t,
                                               size_t* bytes, void* buffer) {
  if (buffer == nullptr) *bytes = buffer_bytes;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t op_a,
                                        cusparseOperation_t op_b, const void* alpha,
                                        cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void*,
                                        cusparseSpMatDescr_t c, cudaDataType compute, cusparseSpGEMMAlg_t,
                                        cusparseSpGEMMDescr_t descriptor, size_t* bytes, void* buffer) {
  WS_SPARSE;
  if (buffer == nullptr) return *bytes = buffer_bytes, CUSPARSE_STATUS_SUCCESS;
  if (a == nullptr || b == nullptr || c == nullptr || descriptor == nullptr || a->cols != b->rows)
    return CUSPARSE_STATUS_INVALID_VALUE;
  if (turns(op_a) || turns(op_b) || a->format != CUSPARSE_FORMAT_CSR || b->format != CUSPARSE_FORMAT_CSR ||
      a->type != compute || b->type != compute)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  return with_type(compute, [&]<class N>(N) {
    const Entries<N> left_entries(call, *a), right_entries(call, *b);
    if (!call.good()) return CUSPARSE_STATUS_EXECUTION_FAILED;
    const Rows<N> left(left_entries, false, false), right(right_entries, false, false);
    const WideOf<N> factor = LibraryCall::scalar<N>(alpha);
    *descriptor = {};
    descriptor->offsets.push_back(0);
    for (std::size_t row = 0; row < static_cast<std::size_t>(a->rows); ++row) {
      std::map<int64_t, WideOf<N>> sums;
      for (auto i = static_cast<std::size_t>(left.offsets[row]);
           i < static_cast<std::size_t>(left.offsets[row + 1]); ++i) {
        const auto inner = static_cast<std::size_t>(left.columns[i]);
        for (auto j = static_cast<std::size_t>(right.offsets[inner]);
             j < static_cast<std::size_t>(right.offsets[inner + 1]); ++j)
          sums[right.columns[j]] += static_cast<WideOf<N>>(left.values[i]) *
                                    static_cast<WideOf<N>>(right.values[j]);
      }
      for (const auto& [column, sum] : sums) {
        descriptor->columns.push_back(column);
        descriptor->values.emplace_back(factor * sum);
      }
      descriptor->offsets.push_back(static_cast<int64_t>(descriptor->columns.size()));
    }
    c->nnz = descriptor->offsets.back();
    return CUSPARSE_STATUS_SUCCESS;
  });
}
cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t,
                                     const void*, cusparseConstSpMatDescr_t, cusparseConstSpMatDescr_t,
                                     const void*, cusparseSpMatDescr_t c, cudaDataType, cusparseSpGEMMAlg_t,
                                     cusparseSpGEMMDescr_t descriptor) {
  WS_SPARSE;
  if (c == nullptr || descriptor == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  return with_type(c->type, [&]<class N>(N) {
    const auto put = [&](void* to, const std::vector<int64_t>& indices, cusparseIndexType_t type) {
      const int64_t base = c->base;
      if (type == CUSPARSE_INDEX_64I) {
        auto* const at = call.writes(static_cast<int64_t*>(to), indices.size());
        if (call.good())
          std::transform(indices.begin(), indices.end(), at, [&](int64_t i) { return i + base; });
      } else {
        auto* const at = call.writes(static_cast<std::int32_t*>(to), indices.size());
        if (call.good())
          std::transform(indices.begin(), indices.end(), at,
                         [&](int64_t i) { return static_cast<std::int32_t>(i + base); });
      }
    };
    put(c->first, descriptor->offsets, c->first_type);
    put(c->second, descriptor->columns, c->second_type);
    N* const to = call.writes(static_cast<N*>(c->values), descriptor->values.size());
    for (std::size_t i = 0; i < descriptor->values.size() && call.good(); ++i) {
      if constexpr (std::is_floating_point_v<N>) to[i] = static_cast<N>(descriptor->values[i].real());
      else to[i] = static_cast<N>(descriptor->values[i]);
    }
    return done(call);
  });
}

cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t, cusparseOperation_t, cusparseConstSpVecDescr_t,
                                         cusparseConstDnVecDescr_t, const void*, cudaDataType,
                                         size_t* bytes) {
  return *bytes = buffer_bytes, CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t op, cusparseConstSpVecDescr_t x,
                              cusparseConstDnVecDescr_t y, void* result, cudaDataType, void*) {
  WS_SPARSE;
  return with_type(x->type, [&]<class N>(N) {
    const Indices at = indices_of(call, x->indices, x->nnz, x->index_type, x->base);
    const N* const some = call.reads(static_cast<const N*>(x->values), static_cast<std::uint64_t>(x->nnz));
    const N* const all = values_of<N>(call, *y, false);
    WideOf<N> sum{};
    for (int64_t i = 0; i < x->nnz && call.good(); ++i)
      if (at[i] >= 0 && at[i] < y->size)
        sum += static_cast<WideOf<N>>(conjugate_if(conjugates(op), some[i])) *
               static_cast<WideOf<N>>(all[at[i]]);
    call.give(result, narrowed<N>(sum));
    return done(call);
  });
}
cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void* alpha, cusparseConstSpVecDescr_t x,
                               const void* beta, cusparseDnVecDescr_t y) {
  WS_SPARSE;
  return with_type(x->type, [&]<class N>(N) {
    const Indices at = indices_of(call, x->indices, x->nnz, x->index_type, x->base);
    const N* const some = call.reads(static_cast<const N*>(x->values), static_cast<std::uint64_t>(x->nnz));
    N* const all = values_of<N>(call, *y, true);
    const N one = LibraryCall::scalar<N>(alpha), two = LibraryCall::scalar<N>(beta);
    for (int64_t i = 0; i < y->size && call.good(); ++i) all[i] *= two;
    for (int64_t i = 0; i < x->nnz && call.good(); ++i)
      if (at[i] >= 0 && at[i] < y->size) all[at[i]] += one * some[i];
    return done(call);
  });
}
cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y,
                                cusparseSpVecDescr_t x) {
  WS_SPARSE;
  return with_type(x->type, [&]<class N>(N) {
    const Indices at = indices_of(call, x->indices, x->nnz, x->index_type, x->base);
    const N* const all = values_of<N>(call, *y, false);
    N* const some = call.writes(static_cast<N*>(x->values), static_cast<std::uint64_t>(x->nnz));
    for (int64_t i = 0; i < x->nnz && call.good(); ++i)
      if (at[i] >= 0 && at[i] < y->size) some[i] = all[at[i]];
    return done(call);
  });
}
cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x,
                                 cusparseDnVecDescr_t y) {
  WS_SPARSE;
  return with_type(x->type, [&]<class N>(N) {
    const Indices at = indices_of(call, x->indices, x->nnz, x->index_type, x->base);
    const N* const some = call.reads(static_cast<const N*>(x->values), static_cast<std::uint64_t>(x->nnz));
    N* const all = values_of<N>(call, *y, true);
    for (int64_t i = 0; i < x->nnz && call.good(); ++i)
      if (at[i] >= 0 && at[i] < y->size) all[at[i]] = some[i];
    return done(call);
  });
}

} // extern "C"
