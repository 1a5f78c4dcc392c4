// Everything that waits for the device, before the host touches memory that it used; parts of one buffer that
// different streams use; pageable memory, of which cudaMemcpyAsync takes a copy. Nothing is found.
// check
// expect: 1 2 3 4 5 6 7
// expect: 64 65
// expect: 8 3
// expect: 10 20
#include <cstdio>
#include <cstdlib>
#include <cstring>

__global__ void fill(int *v, int value) { v[threadIdx.x] = value; }
__managed__ int one, other;
__global__ void set_one(int value) { one = value; }

struct Data { int *from; int value; };
void take(void *raw) { auto *data = static_cast<Data *>(raw); data->value = data->from[3]; }

int main() {
  int *v, *d, seen[7];
  cudaMallocManaged(&v, 256), cudaMalloc(&d, 256);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaEvent_t event;
  cudaEventCreate(&event);
  fill<<<1, 64>>>(v, 1), cudaDeviceSynchronize(), seen[0] = v[0];
  fill<<<1, 64, 0, stream>>>(v, 2), cudaStreamSynchronize(stream), seen[1] = v[0];
  fill<<<1, 64, 0, stream>>>(v, 3), cudaEventRecord(event, stream), cudaEventSynchronize(event);
  seen[2] = v[0];
  fill<<<1, 64>>>(v, 4), cudaMemcpy(seen, d, 4, cudaMemcpyDeviceToHost), seen[0] = 1, seen[3] = v[0];
  Data data{v, 0};
  fill<<<1, 64, 0, stream>>>(v, 5), cudaLaunchHostFunc(stream, take, &data), cudaDeviceSynchronize();
  seen[4] = data.value;
  fill<<<1, 64, 0, stream>>>(v, 6);
  while (cudaStreamQuery(stream) != cudaSuccess) {
  }
  seen[5] = v[0];
  set_one<<<1, 1>>>(7), other = 9, cudaDeviceSynchronize(), seen[6] = one;
  for (int i = 0; i < 7; ++i) printf("%d%c", seen[i], i == 6 ? '\n' : ' ');

  // Two streams, two halves of one pinned buffer, not at the edge of a page.
  cudaStream_t second;
  cudaStreamCreate(&second);
  int *h;
  cudaMallocHost(&h, 2 * 5000 * sizeof(int));
  int *e;
  cudaMalloc(&e, 2 * 5000 * sizeof(int));
  cudaMemset(e, 0, 2 * 5000 * sizeof(int));
  fill<<<1, 64, 0, stream>>>(e, 64), fill<<<1, 64, 0, second>>>(e + 5000, 65);
  cudaMemcpyAsync(h, e, 5000 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaMemcpyAsync(h + 5000, e + 5000, 5000 * sizeof(int), cudaMemcpyDeviceToHost, second);
  cudaStreamSynchronize(stream);
  int a = h[0] + h[4999];
  cudaStreamSynchronize(second);
  printf("%d %d\n", a, h[5000] + h[9999]);

  // Pageable memory may be changed at once.
  int *p = static_cast<int *>(malloc(256));
  for (int i = 0; i < 64; ++i) p[i] = 8;
  cudaMemcpyAsync(e, p, 256, cudaMemcpyHostToDevice, stream);
  for (int i = 0; i < 64; ++i) p[i] = 3;
  int back[64];
  cudaMemcpyAsync(back, e, 256, cudaMemcpyDeviceToHost, stream);
  printf("%d %d\n", back[5], p[5]);

  // Registered memory shares pages with what else lies on the heap.
  int *r = static_cast<int *>(malloc(20000)), *neighbour = static_cast<int *>(malloc(64));
  cudaHostRegister(r, 20000, cudaHostRegisterDefault);
  memset(r, 0, 20000);
  r[0] = 10, *neighbour = 20;
  cudaMemcpyAsync(e, r, 20000, cudaMemcpyHostToDevice, stream);
  *neighbour += 0;
  cudaStreamSynchronize(stream);
  printf("%d %d\n", r[0], *neighbour);
  cudaHostUnregister(r);
  cudaFree(v), cudaFree(d), cudaFree(e), cudaFreeHost(h), free(p), free(r), free(neighbour);
  cudaEventDestroy(event), cudaStreamDestroy(stream), cudaStreamDestroy(second);
}
