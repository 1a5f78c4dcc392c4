/* warpscope
grid = 10
block = 64
[args]
start = "ramp[641]"
edges = "random:5[700]"
level = "mod:3[1024]"
changed = "zero[1]"
n = 640
*/
__global__ void bfs(const int *start, const unsigned *edges, int *level, int *changed, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n && level[v] == 1) {
    for (int e = start[v]; e < start[v + 1] + 3; ++e) {
      unsigned to = edges[e] & 1023;
      if (level[to] == 7) {
        level[to] = 8;
        *changed = 1;
      }
    }
  }
}
