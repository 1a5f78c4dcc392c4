// What cuSPARSE's handles and descriptors hold, and how a sparse matrix is read, whatever its format.
#pragma once

#include "guest/libraries/library_call.h"

#include <complex>
#include <type_traits>
#include <vector>

#pragma GCC system_header
#include "sim/include/cusparse.h"

struct cusparseContext {
  cudaStream_t stream = nullptr;
  cusparsePointerMode_t pointers = CUSPARSE_POINTER_MODE_HOST;
};
struct cusparseMatDescr {
  cusparseMatrixType_t type = CUSPARSE_MATRIX_TYPE_GENERAL;
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
  cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
};
struct cusparseSpMatDescr {
  cusparseFormat_t format = CUSPARSE_FORMAT_CSR;
  int64_t rows = 0, cols = 0, nnz = 0;
  void* first = nullptr;  ///< CSR and CSC: the offsets; COO: the rows
  void* second = nullptr; ///< CSR and COO: the columns; CSC: the rows
  void* values = nullptr;
  cusparseIndexType_t first_type = CUSPARSE_INDEX_32I, second_type = CUSPARSE_INDEX_32I;
  cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
  cudaDataType type = CUDA_R_32F;
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
};
struct cusparseDnVecDescr {
  int64_t size = 0;
  void* values = nullptr;
  cudaDataType type = CUDA_R_32F;
};
struct cusparseDnMatDescr {
  int64_t rows = 0, cols = 0, ld = 0;
  void* values = nullptr;
  cudaDataType type = CUDA_R_32F;
  cusparseOrder_t order = CUSPARSE_ORDER_COL;
};
struct cusparseSpVecDescr {
  int64_t size = 0, nnz = 0;
  void *indices = nullptr, *values = nullptr;
  cusparseIndexType_t index_type = CUSPARSE_INDEX_32I;
  cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
  cudaDataType type = CUDA_R_32F;
};
struct cusparseSpSVDescr {};
/// A product between its calculation and the program's allocation of room for it.
struct cusparseSpGEMMDescr {
  std::vector<int64_t> offsets, columns;
  std::vector<std::complex<double>> values;
};

namespace warpscope::guest {

/// The type that sums are made in: double, or complex numbers of it.
template <class N> struct Wide {
  using Type = double;
};
template <class R> struct Wide<std::complex<R>> {
  using Type = std::complex<double>;
};
template <class N> using WideOf = typename Wide<N>::Type;

template <class N> N narrowed(const WideOf<N>& value) { return static_cast<N>(value); }
template <class N> N conjugate_if(bool wanted, const N& value) {
  if constexpr (std::is_floating_point_v<N>) return value;
  else return wanted ? std::conj(value) : value;
}

/// Calls `work` with a number of the type; false where there is none of ours.
template <class Work> cusparseStatus_t with_type(cudaDataType type, Work work) {
  switch (type) {
  case CUDA_R_32F: return work(float());
  case CUDA_R_64F: return work(double());
  case CUDA_C_32F: return work(std::complex<float>());
  case CUDA_C_64F: return work(std::complex<double>());
  default: return CUSPARSE_STATUS_NOT_SUPPORTED;
  }
}

/// Indices of 32 or 64 bits, given as counted from zero.
struct Indices {
  const std::byte* data = nullptr;
  bool wide = false;
  int64_t base = 0;
  int64_t operator[](int64_t i) const {
    return (wide ? reinterpret_cast<const int64_t*>(data)[i]
                 : static_cast<int64_t>(reinterpret_cast<const std::int32_t*>(data)[i])) -
           base;
  }
};
inline std::uint64_t index_bytes(cusparseIndexType_t type) { return type == CUSPARSE_INDEX_64I ? 8 : 4; }
inline Indices indices_of(LibraryCall& call, const void* data, int64_t count, cusparseIndexType_t type,
                          cusparseIndexBase_t base) {
  return {
      call.reads(static_cast<const std::byte*>(data), static_cast<std::uint64_t>(count) * index_bytes(type)),
      type == CUSPARSE_INDEX_64I, base};
}

/// A sparse matrix's entries.
template <class N> struct Entries {
  const cusparseSpMatDescr* matrix = nullptr;
  Indices first, second;
  const N* values = nullptr;

  Entries(LibraryCall& call, const cusparseSpMatDescr& of) : matrix(&of) {
    const bool coo = of.format == CUSPARSE_FORMAT_COO;
    const int64_t offsets = (of.format == CUSPARSE_FORMAT_CSC ? of.cols : of.rows) + 1;
    first = indices_of(call, of.first, coo ? of.nnz : offsets, of.first_type, of.base);
    second = indices_of(call, of.second, of.nnz, of.second_type, of.base);
    values = call.reads(static_cast<const N*>(of.values), static_cast<std::uint64_t>(of.nnz));
  }
  /// work(row, column, value), in the order in which they lie in memory. An index outside of the matrix is
  /// passed over.
  template <class Work> void each(Work work) const {
    const auto give = [&](int64_t row, int64_t column, int64_t i) {
      if (row >= 0 && row < matrix->rows && column >= 0 && column < matrix->cols)
        work(row, column, values[i]);
    };
    if (matrix->format == CUSPARSE_FORMAT_COO) {
      for (int64_t i = 0; i < matrix->nnz; ++i) give(first[i], second[i], i);
      return;
    }
    const bool by_column = matrix->format == CUSPARSE_FORMAT_CSC;
    for (int64_t outer = 0; outer < (by_column ? matrix->cols : matrix->rows); ++outer)
      for (int64_t i = first[outer]; i < first[outer + 1]; ++i) {
        if (i < 0 || i >= matrix->nnz) continue;
        if (by_column) give(second[i], outer, i);
        else give(outer, second[i], i);
      }
  }
};

/// Entries row by row.
template <class N> struct Rows {
  std::vector<int64_t> offsets, columns;
  std::vector<N> values;
  Rows(const Entries<N>& entries, bool transposed, bool conjugated)
      : offsets(static_cast<std::size_t>(transposed ? entries.matrix->cols : entries.matrix->rows) + 1) {
    entries.each([&](int64_t row, int64_t column, const N&) {
      ++offsets[static_cast<std::size_t>(transposed ? column : row) + 1];
    });
    for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] += offsets[i - 1];
    columns.resize(static_cast<std::size_t>(offsets.back()));
    values.resize(columns.size());
    std::vector<int64_t> next = offsets;
    entries.each([&](int64_t row, int64_t column, const N& value) {
      const auto at = static_cast<std::size_t>(next[static_cast<std::size_t>(transposed ? column : row)]++);
      columns[at] = transposed ? row : column;
      values[at] = conjugate_if(conjugated, value);
    });
  }
};

} // namespace warpscope::guest

#define WS_SPARSE                                                                                            \
  using namespace warpscope::guest;                                                                          \
  if (handle == nullptr) return CUSPARSE_STATUS_NOT_INITIALIZED;                                             \
  LibraryCall call(__func__, __builtin_frame_address(0), handle->stream)
