// Clusters that a device refuses: the errors are those of an H200.
// expect: 9: cudaErrorInvalidClusterSize
// expect: 16: cudaErrorInvalidClusterSize
// expect: 16 allowed: cudaSuccess
// expect: 3 of 4: cudaErrorInvalidClusterSize
// expect: 2 of 3: cudaErrorInvalidClusterSize
// expect: 2 or 4: cudaErrorInvalidClusterSize
// expect: 2 and 2: cudaSuccess
// expect: 0: cudaErrorInvalidClusterSize
// find: launch-failed 26
#include <cstdio>

__global__ void empty(int*) {}
__global__ void __cluster_dims__(2, 1, 1) pairs(int*) {}

cudaError_t launch(void (*kernel)(int*), int blocks, int cluster) {
  cudaLaunchConfig_t config = {};
  config.gridDim = blocks;
  config.blockDim = 32;
  cudaLaunchAttribute attribute[1];
  attribute[0].id = cudaLaunchAttributeClusterDimension;
  attribute[0].val.clusterDim.x = cluster;
  attribute[0].val.clusterDim.y = attribute[0].val.clusterDim.z = 1;
  config.attrs = attribute;
  config.numAttrs = cluster < 0 ? 0 : 1;
  cudaError_t error = cudaLaunchKernelEx(&config, kernel, (int*)nullptr);
  cudaGetLastError();
  cudaDeviceSynchronize();
  return error;
}

int main() {
  printf("9: %s\n", cudaGetErrorName(launch(empty, 18, 9)));
  printf("16: %s\n", cudaGetErrorName(launch(empty, 16, 16)));
  cudaFuncSetAttribute(empty, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  printf("16 allowed: %s\n", cudaGetErrorName(launch(empty, 16, 16)));
  printf("3 of 4: %s\n", cudaGetErrorName(launch(empty, 4, 3)));
  printf("2 of 3: %s\n", cudaGetErrorName(launch(pairs, 3, -1)));
  printf("2 or 4: %s\n", cudaGetErrorName(launch(pairs, 4, 4)));
  printf("2 and 2: %s\n", cudaGetErrorName(launch(pairs, 4, 2)));
  printf("0: %s\n", cudaGetErrorName(launch(empty, 4, 0)));
}
