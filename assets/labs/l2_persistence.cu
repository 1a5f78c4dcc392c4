/* warpscope
title       = "A table that stays in L2"
question    = "A table is read, then a stream of data that is larger than L2 passes, then the table is read again. Does the second reading find it in L2, and what does an access policy window change?"
explanation = """
A cache keeps what was used last, so a long stream pushes the table out, though each of its elements is used once and the table again and again. \
A window tells L2 which addresses are to persist: a part of it is set aside for them, and the stream has to do with the rest. The table must fit into that part, or it pushes itself out; hitRatio below 1 keeps a random share. \
No count changes: the sectors that a warp asks for are the same. The simulator takes the window and has no state of L2 in which anything could stay: what the window gains is in the recording."""
[params]
PERSIST   = [1, 0]
TABLE_MB  = 1
STREAM_MB = 4
[program]
prints = "right"
[lesson]
at     = "sum += data[i];"
answer = "{read.launches launch} ask for {read.load_sectors sector}, with the window (PERSIST = 1) or without: it is {PERSIST} now. Which of them come out of L2, only a measurement shows."
*/
#include <cstdio>
#include <cuda_runtime.h>

#ifndef PERSIST
#define PERSIST 1
#endif
#ifndef TABLE_MB
#define TABLE_MB 1
#endif
#ifndef STREAM_MB
#define STREAM_MB 4
#endif

__global__ void read(const int *data, int count, int *total) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    sum += data[i];
  if (sum != 0)
    atomicAdd(total, sum);
}

int main() {
  const int table_count = TABLE_MB << 18, stream_count = STREAM_MB << 18; // ints
  const size_t table_bytes = table_count * sizeof(int);
  int *table, *passing, *total;
  cudaMalloc(&table, table_bytes), cudaMalloc(&passing, stream_count * sizeof(int)), cudaMalloc(&total, sizeof(int));
  cudaMemset(table, 0, table_bytes), cudaMemset(passing, 0, stream_count * sizeof(int)), cudaMemset(total, 0, sizeof(int));
  const int one = 1;
  cudaMemcpy(table, &one, sizeof one, cudaMemcpyHostToDevice);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
#if PERSIST
  int most = 0;
  cudaDeviceGetAttribute(&most, cudaDevAttrMaxPersistingL2CacheSize, 0);
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, most);
  cudaStreamAttrValue window = {};
  window.accessPolicyWindow.base_ptr = table;
  window.accessPolicyWindow.num_bytes = table_bytes;
  window.accessPolicyWindow.hitRatio = 1;
  window.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  window.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &window);
#endif
  cudaEvent_t begin, end;
  cudaEventCreate(&begin), cudaEventCreate(&end);
  float spent = 0, milliseconds;
  for (int round = 0; round < 4; round++) {
    read<<<264, 1024, 0, stream>>>(passing, stream_count, total);
    cudaEventRecord(begin, stream);
    read<<<264, 1024, 0, stream>>>(table, table_count, total);
    cudaEventRecord(end, stream);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&milliseconds, begin, end);
    spent += round == 0 ? 0 : milliseconds; // the first round brings it there
  }
  int sum = 0;
  cudaMemcpy(&sum, total, sizeof sum, cudaMemcpyDeviceToHost);
  printf("a table of %d MB after a stream of %d MB, %s a window: %.1f us, %.0f GB/s\n%s\n", TABLE_MB, STREAM_MB,
         PERSIST ? "with" : "without", spent / 3 * 1e3, table_bytes / (spent / 3 * 1e6), sum == 4 ? "right" : "wrong");
  cudaCtxResetPersistingL2Cache();
  cudaEventDestroy(begin), cudaEventDestroy(end), cudaStreamDestroy(stream);
  cudaFree(table), cudaFree(passing), cudaFree(total);
}
