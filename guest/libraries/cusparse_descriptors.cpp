// cuSPARSE: the handle, and descriptors of vectors and matrices.
#include "guest/libraries/cusparse.h"

#include <cstring>

namespace {

template <class T> cusparseStatus_t make(T** to, T value) {
  if (to == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  *to = new T(value);
  return CUSPARSE_STATUS_SUCCESS;
}
template <class T> cusparseStatus_t give(T* to, T value) {
  if (to != nullptr) *to = value;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseSpMatDescr sparse(cusparseFormat_t format, int64_t rows, int64_t cols, int64_t nnz, const void* first,
                          const void* second, const void* values, cusparseIndexType_t first_type,
                          cusparseIndexType_t second_type, cusparseIndexBase_t base, cudaDataType type) {
  cusparseSpMatDescr matrix;
  matrix.format = format;
  matrix.rows = rows, matrix.cols = cols, matrix.nnz = nnz;
  matrix.first = const_cast<void*>(first), matrix.second = const_cast<void*>(second);
  matrix.values = const_cast<void*>(values);
  matrix.first_type = first_type, matrix.second_type = second_type;
  matrix.base = base, matrix.type = type;
  return matrix;
}

cusparseStatus_t set_pointers(cusparseSpMatDescr_t matrix, void* first, void* second, void* values) {
  if (matrix == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  matrix->first = first, matrix->second = second, matrix->values = values;
  return CUSPARSE_STATUS_SUCCESS;
}

} // namespace

extern "C" {

cusparseStatus_t cusparseCreate(cusparseHandle_t* handle) { return make(handle, cusparseContext{}); }
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) {
  if (handle == nullptr) return CUSPARSE_STATUS_NOT_INITIALIZED;
  delete handle;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetVersion(cusparseHandle_t, int* version) {
  return give(version, CUSPARSE_VERSION);
}
cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int* value) {
  return give(value, type == MAJOR_VERSION   ? CUSPARSE_VER_MAJOR
                     : type == MINOR_VERSION ? CUSPARSE_VER_MINOR
                                             : CUSPARSE_VER_PATCH);
}
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream) {
  return handle == nullptr ? CUSPARSE_STATUS_NOT_INITIALIZED : give(&handle->stream, stream);
}
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t* stream) {
  return handle == nullptr ? CUSPARSE_STATUS_NOT_INITIALIZED : give(stream, handle->stream);
}
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
  return handle == nullptr ? CUSPARSE_STATUS_NOT_INITIALIZED : give(&handle->pointers, mode);
}
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t* mode) {
  return handle == nullptr ? CUSPARSE_STATUS_NOT_INITIALIZED : give(mode, handle->pointers);
}
const char* cusparseGetErrorName(cusparseStatus_t status) {
  static constexpr const char* names[] = {"CUSPARSE_STATUS_SUCCESS",
                                          "CUSPARSE_STATUS_NOT_INITIALIZED",
                                          "CUSPARSE_STATUS_ALLOC_FAILED",
                                          "CUSPARSE_STATUS_INVALID_VALUE",
                                          "CUSPARSE_STATUS_ARCH_MISMATCH",
                                          "CUSPARSE_STATUS_MAPPING_ERROR",
                                          "CUSPARSE_STATUS_EXECUTION_FAILED",
                                          "CUSPARSE_STATUS_INTERNAL_ERROR",
                                          "CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED",
                                          "CUSPARSE_STATUS_ZERO_PIVOT",
                                          "CUSPARSE_STATUS_NOT_SUPPORTED",
                                          "CUSPARSE_STATUS_INSUFFICIENT_RESOURCES"};
  return status >= 0 && status < 12 ? names[status] : "unrecognized error code";
}
const char* cusparseGetErrorString(cusparseStatus_t status) {
  static constexpr const char* texts[] = {
      "success",          "initialization error",    "out of memory",
      "invalid value",    "architecture mismatch",   "mapping error",
      "execution failed", "internal error",          "matrix type not supported",
      "zero pivot",       "operation not supported", "insufficient resources"};
  return status >= 0 && status < 12 ? texts[status] : "unrecognized error code";
}

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t* descriptor) {
  return make(descriptor, cusparseMatDescr{});
}
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descriptor) {
  delete descriptor;
  return CUSPARSE_STATUS_SUCCESS;
}
#define WS_FIELD(name, T, field)                                                                             \
  cusparseStatus_t cusparseSetMat##name(cusparseMatDescr_t descriptor, T value) {                            \
    return descriptor == nullptr ? CUSPARSE_STATUS_INVALID_VALUE : give(&descriptor->field, value);          \
  }                                                                                                          \
  T cusparseGetMat##name(const cusparseMatDescr_t descriptor) { return descriptor->field; }
WS_FIELD(Type, cusparseMatrixType_t, type)
WS_FIELD(FillMode, cusparseFillMode_t, fill)
WS_FIELD(DiagType, cusparseDiagType_t, diagonal)
WS_FIELD(IndexBase, cusparseIndexBase_t, base)
#undef WS_FIELD

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t* matrix, int64_t rows, int64_t cols, int64_t nnz,
                                   void* offsets, void* columns, void* values,
                                   cusparseIndexType_t offset_type, cusparseIndexType_t column_type,
                                   cusparseIndexBase_t base, cudaDataType type) {
  return make(matrix, sparse(CUSPARSE_FORMAT_CSR, rows, cols, nnz, offsets, columns, values, offset_type,
                             column_type, base, type));
}
cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t* matrix, int64_t rows, int64_t cols,
                                        int64_t nnz, const void* offsets, const void* columns,
                                        const void* values, cusparseIndexType_t offset_type,
                                        cusparseIndexType_t column_type, cusparseIndexBase_t base,
                                        cudaDataType type) {
  *matrix = new cusparseSpMatDescr(sparse(CUSPARSE_FORMAT_CSR, rows, cols, nnz, offsets, columns, values,
                                          offset_type, column_type, base, type));
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t* matrix, int64_t rows, int64_t cols, int64_t nnz,
                                   void* offsets, void* row_indices, void* values,
                                   cusparseIndexType_t offset_type, cusparseIndexType_t row_type,
                                   cusparseIndexBase_t base, cudaDataType type) {
  return make(matrix, sparse(CUSPARSE_FORMAT_CSC, rows, cols, nnz, offsets, row_indices, values, offset_type,
                             row_type, base, type));
}
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t* matrix, int64_t rows, int64_t cols, int64_t nnz,
                                   void* row_indices, void* columns, void* values,
                                   cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                   cudaDataType type) {
  return make(matrix, sparse(CUSPARSE_FORMAT_COO, rows, cols, nnz, row_indices, columns, values, index_type,
                             index_type, base, type));
}
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix) {
  delete matrix;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t matrix, void* offsets, void* columns,
                                        void* values) {
  return set_pointers(matrix, offsets, columns, values);
}
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t matrix, void* offsets, void* row_indices,
                                        void* values) {
  return set_pointers(matrix, offsets, row_indices, values);
}
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t matrix, void* row_indices, void* columns,
                                        void* values) {
  return set_pointers(matrix, row_indices, columns, values);
}
cusparseStatus_t cusparseCsrGet(cusparseSpMatDescr_t matrix, int64_t* rows, int64_t* cols, int64_t* nnz,
                                void** offsets, void** columns, void** values,
                                cusparseIndexType_t* offset_type, cusparseIndexType_t* column_type,
                                cusparseIndexBase_t* base, cudaDataType* type) {
  if (matrix == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  give(rows, matrix->rows), give(cols, matrix->cols), give(nnz, matrix->nnz);
  give(offsets, matrix->first), give(columns, matrix->second), give(values, matrix->values);
  give(offset_type, matrix->first_type), give(column_type, matrix->second_type);
  give(base, matrix->base);
  return give(type, matrix->type);
}
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t* rows, int64_t* cols,
                                      int64_t* nnz) {
  if (matrix == nullptr) return CUSPARSE_STATUS_INVALID_VALUE;
  give(rows, matrix->rows), give(cols, matrix->cols);
  return give(nnz, matrix->nnz);
}
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t matrix, cusparseFormat_t* format) {
  return give(format, matrix->format);
}
cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t matrix, cusparseIndexBase_t* base) {
  return give(base, matrix->base);
}
cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t matrix, void** values) {
  return give(values, matrix->values);
}
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t matrix, void* values) {
  return give(&matrix->values, values);
}
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix, cusparseSpMatAttribute_t attribute,
                                           void* data, size_t size) {
  if (matrix == nullptr || data == nullptr || size != 4) return CUSPARSE_STATUS_INVALID_VALUE;
  if (attribute == CUSPARSE_SPMAT_FILL_MODE) std::memcpy(&matrix->fill, data, size);
  else std::memcpy(&matrix->diagonal, data, size);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void* data, size_t size) {
  if (matrix == nullptr || data == nullptr || size != 4) return CUSPARSE_STATUS_INVALID_VALUE;
  if (attribute == CUSPARSE_SPMAT_FILL_MODE) std::memcpy(data, &matrix->fill, size);
  else std::memcpy(data, &matrix->diagonal, size);
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t* vector, int64_t size, void* values,
                                     cudaDataType type) {
  return make(vector, cusparseDnVecDescr{size, values, type});
}
cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t* vector, int64_t size, const void* values,
                                          cudaDataType type) {
  *vector = new cusparseDnVecDescr{size, const_cast<void*>(values), type};
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector) {
  delete vector;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t vector, int64_t* size, void** values,
                                  cudaDataType* type) {
  give(size, vector->size), give(values, vector->values);
  return give(type, vector->type);
}
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t vector, void** values) {
  return give(values, vector->values);
}
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void* values) {
  return give(&vector->values, values);
}
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t* matrix, int64_t rows, int64_t cols, int64_t ld,
                                     void* values, cudaDataType type, cusparseOrder_t order) {
  return make(matrix, cusparseDnMatDescr{rows, cols, ld, values, type, order});
}
cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t* matrix, int64_t rows, int64_t cols,
                                          int64_t ld, const void* values, cudaDataType type,
                                          cusparseOrder_t order) {
  *matrix = new cusparseDnMatDescr{rows, cols, ld, const_cast<void*>(values), type, order};
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix) {
  delete matrix;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t matrix, void** values) {
  return give(values, matrix->values);
}
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t matrix, void* values) {
  return give(&matrix->values, values);
}
cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t* vector, int64_t size, int64_t nnz, void* indices,
                                     void* values, cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                     cudaDataType type) {
  return make(vector, cusparseSpVecDescr{size, nnz, indices, values, index_type, base, type});
}
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t vector) {
  delete vector;
  return CUSPARSE_STATUS_SUCCESS;
}

} // extern "C"
