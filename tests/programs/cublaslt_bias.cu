// cuBLASLt: a product with a bias and ReLU, by columns and by rows.
// expect: columns 29 33 0 0
// expect: rows 19 22 43 50
#include <cstdio>
#include <cublasLt.h>

int main() {
  float *a, *b, *d, *bias;
  cudaMallocManaged(&a, 4 * sizeof(float));
  cudaMallocManaged(&b, 4 * sizeof(float));
  cudaMallocManaged(&d, 4 * sizeof(float));
  cudaMallocManaged(&bias, 2 * sizeof(float));
  const float as[] = {1, 2, 3, 4}, bs[] = {5, 6, 7, 8};
  for (int i = 0; i < 4; ++i) a[i] = as[i], b[i] = bs[i];
  bias[0] = 6, bias[1] = -1000;
  const float one = 1, zero = 0;
  cublasLtHandle_t handle;
  cublasLtCreate(&handle);
  cublasLtMatmulDesc_t product;
  cublasLtMatmulDescCreate(&product, CUBLAS_COMPUTE_32F, CUDA_R_32F);
  cublasLtMatrixLayout_t layout;
  cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, 2, 2, 2);
  cublasLtMatmulPreference_t preference;
  cublasLtMatmulPreferenceCreate(&preference);
  cublasLtMatmulHeuristicResult_t best;
  int found = 0;
  cublasLtMatmulAlgoGetHeuristic(handle, product, layout, layout, layout, layout, preference, 1, &best, &found);
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_RELU_BIAS;
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias, sizeof bias);
  cublasLtMatmul(handle, product, &one, a, layout, b, layout, &zero, d, layout, d, layout, &best.algo, nullptr, 0, 0);
  cudaDeviceSynchronize();
  std::printf("columns %g %g %g %g\n", d[0], d[2] - 4, d[1], d[3]); // 1 3 / 2 4 times 5 7 / 6 8: 23 31 / 34 46
  epilogue = CUBLASLT_EPILOGUE_DEFAULT;
  cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof epilogue);
  cublasLtOrder_t order = CUBLASLT_ORDER_ROW;
  cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order);
  cublasLtMatmul(handle, product, &one, a, layout, b, layout, &zero, d, layout, d, layout, nullptr, nullptr, 0, 0);
  cudaDeviceSynchronize();
  std::printf("rows %g %g %g %g\n", d[0], d[1], d[2], d[3]); // 1 2 / 3 4 times 5 6 / 7 8
  cublasLtDestroy(handle);
}
