// cuSPARSE: y = A x and its transpose, a product with a matrix and with a sparse one, a triangular system, formats.
// expect: product 7 6 19
// expect: transposed 13 6 17
// expect: matrix 7 6 19 14 12 38
// expect: squared 5: 9 12 9 24 33
// expect: solved 1 2 3
// expect: dense 1 0 2 0 3 0 4 0 5, 5 entries
#include <cstdio>
#include <cusparse.h>
#include <vector>

template <class T> T *on_device(const std::vector<T> &values) {
  T *to;
  cudaMalloc(&to, values.size() * sizeof(T));
  cudaMemcpy(to, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
  return to;
}
template <class T> void print(const char *name, const T *from, int n, const char *end = "\n") {
  std::vector<T> values(n);
  cudaMemcpy(values.data(), from, n * sizeof(T), cudaMemcpyDeviceToHost);
  std::printf("%s", name);
  for (const T &value : values) std::printf(" %g", (double)value);
  std::printf("%s", end);
}
#define CHECK(call) \
  if (const cusparseStatus_t status = call; status != CUSPARSE_STATUS_SUCCESS) std::printf("%s: %s\n", #call, cusparseGetErrorString(status))

int main() {
  // 1 0 2 / 0 3 0 / 4 0 5
  int *offsets = on_device<int>({0, 2, 3, 5}), *columns = on_device<int>({0, 2, 1, 0, 2});
  float *values = on_device<float>({1, 2, 3, 4, 5});
  float *x = on_device<float>({1, 2, 3}), *y = on_device<float>({0, 0, 0});
  const float one = 1, zero = 0;
  cusparseHandle_t handle;
  CHECK(cusparseCreate(&handle));
  cusparseSpMatDescr_t a;
  CHECK(cusparseCreateCsr(&a, 3, 3, 5, offsets, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  cusparseDnVecDescr_t vx, vy;
  CHECK(cusparseCreateDnVec(&vx, 3, x, CUDA_R_32F));
  CHECK(cusparseCreateDnVec(&vy, 3, y, CUDA_R_32F));
  size_t bytes;
  void *buffer;
  CHECK(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vx, &zero, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  cudaMalloc(&buffer, bytes);
  CHECK(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, vx, &zero, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer));
  print("product", y, 3);
  CHECK(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_TRANSPOSE, &one, a, vx, &zero, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
  cudaMalloc(&buffer, bytes);
  CHECK(cusparseSpMV(handle, CUSPARSE_OPERATION_TRANSPOSE, &one, a, vx, &zero, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer));
  print("transposed", y, 3);
  float *b = on_device<float>({1, 2, 3, 2, 4, 6}), *c = on_device<float>({0, 0, 0, 0, 0, 0});
  cusparseDnMatDescr_t mb, mc;
  CHECK(cusparseCreateDnMat(&mb, 3, 2, 3, b, CUDA_R_32F, CUSPARSE_ORDER_COL));
  CHECK(cusparseCreateDnMat(&mc, 3, 2, 3, c, CUDA_R_32F, CUSPARSE_ORDER_COL));
  CHECK(cusparseSpMM_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, mb, &zero, mc, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, &bytes));
  cudaMalloc(&buffer, bytes);
  CHECK(cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, mb, &zero, mc, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, buffer));
  print("matrix", c, 6);

  cusparseSpMatDescr_t square;
  int *square_offsets;
  cudaMalloc(&square_offsets, 4 * sizeof(int));
  CHECK(cusparseCreateCsr(&square, 3, 3, 0, square_offsets, nullptr, nullptr, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  cusparseSpGEMMDescr_t work;
  CHECK(cusparseSpGEMM_createDescr(&work));
  const auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  CHECK(cusparseSpGEMM_workEstimation(handle, none, none, &one, a, a, &zero, square, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, work, &bytes, nullptr));
  void *first;
  cudaMalloc(&first, bytes);
  CHECK(cusparseSpGEMM_workEstimation(handle, none, none, &one, a, a, &zero, square, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, work, &bytes, first));
  CHECK(cusparseSpGEMM_compute(handle, none, none, &one, a, a, &zero, square, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, work, &bytes, nullptr));
  cudaMalloc(&buffer, bytes);
  CHECK(cusparseSpGEMM_compute(handle, none, none, &one, a, a, &zero, square, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, work, &bytes, buffer));
  int64_t rows, cols, entries;
  CHECK(cusparseSpMatGetSize(square, &rows, &cols, &entries));
  int *square_columns;
  float *square_values;
  cudaMalloc(&square_columns, entries * sizeof(int));
  cudaMalloc(&square_values, entries * sizeof(float));
  CHECK(cusparseCsrSetPointers(square, square_offsets, square_columns, square_values));
  CHECK(cusparseSpGEMM_copy(handle, none, none, &one, a, a, &zero, square, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, work));
  std::vector<float> found(entries);
  cudaMemcpy(found.data(), square_values, entries * sizeof(float), cudaMemcpyDeviceToHost);
  std::printf("squared %d: %g %g %g %g %g\n", (int)entries, found[0], found[1], found[2], found[3], found[4]);

  // 1 0 0 / 2 3 0 / 4 5 6 x = 1 8 32
  int *lower_offsets = on_device<int>({0, 1, 3, 6}), *lower_columns = on_device<int>({0, 0, 1, 0, 1, 2});
  float *lower_values = on_device<float>({1, 2, 3, 4, 5, 6});
  cusparseSpMatDescr_t lower;
  CHECK(cusparseCreateCsr(&lower, 3, 3, 6, lower_offsets, lower_columns, lower_values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  CHECK(cusparseSpMatSetAttribute(lower, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
  float *right = on_device<float>({1, 8, 32});
  CHECK(cusparseDnVecSetValues(vx, right));
  cusparseSpSVDescr_t solver;
  CHECK(cusparseSpSV_createDescr(&solver));
  CHECK(cusparseSpSV_bufferSize(handle, none, &one, lower, vx, vy, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, solver, &bytes));
  cudaMalloc(&buffer, bytes);
  CHECK(cusparseSpSV_analysis(handle, none, &one, lower, vx, vy, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, solver, buffer));
  CHECK(cusparseSpSV_solve(handle, none, &one, lower, vx, vy, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, solver));
  print("solved", y, 3);

  float *dense = on_device<float>(std::vector<float>(9, -1));
  cusparseDnMatDescr_t md;
  CHECK(cusparseCreateDnMat(&md, 3, 3, 3, dense, CUDA_R_32F, CUSPARSE_ORDER_ROW));
  CHECK(cusparseSparseToDense_bufferSize(handle, a, md, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &bytes));
  cudaMalloc(&buffer, bytes);
  CHECK(cusparseSparseToDense(handle, a, md, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, buffer));
  print("dense", dense, 9, ",");
  CHECK(cusparseDenseToSparse_bufferSize(handle, md, square, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &bytes));
  cudaMalloc(&buffer, bytes);
  CHECK(cusparseDenseToSparse_analysis(handle, md, square, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer));
  CHECK(cusparseSpMatGetSize(square, &rows, &cols, &entries));
  std::printf(" %d entries\n", (int)entries);
  cusparseDestroy(handle);
}
