/* warpscope
title       = "A kernel that launches kernels"
question    = "Row r of a triangle has r + 1 elements. With one thread a row neighbours read far apart. A parent that launches a kernel for each long row lets neighbours read side by side: how many launches is that, and when does it pay?"
explanation = """
With a thread for each row each lane of a warp reads a row of its own, a sector for each, and the warp takes as long as its longest. A launch from the device gives each long row as many threads as it has elements, and their reads lie side by side. \
But every launch costs some microseconds of the device, as one of the host does: children that are small cost more than they save, on an H200 thirty to forty times as much (recorded). A parent's grid counts as ended when its children have. \
Compile it with nvcc -rdc=true -lcudadevrt."""
[params]
CHILDREN = [1, 0]
ROWS     = [256, 1024]
[program]
prints = "right"
[lesson]
at     = "sum += data[begin_of(row) + i];"
answer = "{launches launch}, of which main() made {host_launches}; kernels made the others. All together make {load_requests request} for {load_sectors sector}."
*/
#include <cstdio>
#include <cuda_runtime.h>

#ifndef CHILDREN
#define CHILDREN 1
#endif
#ifndef ROWS
#define ROWS 256
#endif
#define LONG 128 // a row of so many elements gets a kernel of its own

// Row r begins behind the rows above it.
__device__ int begin_of(int row) { return row * (row + 1) / 2; }

__global__ void add_row(const int *row, int elements, int *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < elements)
    atomicAdd(sum, row[i]);
}

__global__ void add_rows(const int *data, int *sums) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= ROWS)
    return;
  int elements = row + 1;
#if CHILDREN
  if (elements >= LONG) {
    add_row<<<(elements + 127) / 128, 128>>>(data + begin_of(row), elements, &sums[row]);
    return;
  }
#endif
  int sum = 0;
  for (int i = 0; i < elements; i++)
    sum += data[begin_of(row) + i];
  sums[row] = sum;
}

int main() {
  const int elements = ROWS * (ROWS + 1) / 2;
  int *data, *sums;
  cudaMallocManaged(&data, elements * sizeof(int));
  cudaMallocManaged(&sums, ROWS * sizeof(int));
  for (int i = 0; i < elements; i++)
    data[i] = 1;
  cudaEvent_t begin, end;
  cudaEventCreate(&begin), cudaEventCreate(&end);
  float milliseconds = 0;
  for (int round = 0; round < 2; round++) { // the first one moves the pages
    cudaMemset(sums, 0, ROWS * sizeof(int));
    cudaEventRecord(begin);
    add_rows<<<(ROWS + 127) / 128, 128>>>(data, sums);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&milliseconds, begin, end);
  }
  int wrong = 0;
  for (int row = 0; row < ROWS; row++)
    wrong += sums[row] != row + 1;
  printf("%d rows%s: %.3f ms\n%s\n", ROWS, CHILDREN ? ", long ones by children" : "", milliseconds,
         wrong ? "wrong" : "right");
  cudaEventDestroy(begin), cudaEventDestroy(end);
  cudaFree(data), cudaFree(sums);
}
