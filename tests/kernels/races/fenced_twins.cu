/* warpscope
grid = 2
block = [32, 4]
[args]
out = "zero[256]"
*/
// Every exchange here is ordered: by a barrier, a warp's sync, or because a thread reads its own word.
__global__ void ordered(int *out) {
  __shared__ int s[128], own[128], votes;
  __shared__ char bytes[128];
  unsigned lane = threadIdx.x, t = threadIdx.y * 32 + lane;
  own[t] = t;
  bytes[t] = (char)t;
  s[t] = own[t] + bytes[t];
  if (t == 0) votes = 0;
  __syncthreads();
  atomicAdd(&votes, s[127 - t] & 1);
  __syncthreads();
  s[t] = votes;
  __syncwarp();
  int next = s[threadIdx.y * 32 + (lane + 1) % 32];
  __syncwarp();
  for (int step = 16; step > 0; step /= 2) {
    s[t] = next;
    __syncwarp();
    next += s[threadIdx.y * 32 + (lane ^ step)];
    __syncwarp();
  }
  out[(blockIdx.x * 4 + threadIdx.y) * 32 + lane] = next;
}
// expect no_hazards
// expect run: done
