/* warpscope
kernel = "swaps"
grid = 1
block = 32
[args]
out = "zero[2]"
*/
// A compare-and-swap takes two wavefronts where another atomic takes one, with the same conflicts.
__global__ void swaps(int *out) {
  __shared__ int one, each[32];
  int t = threadIdx.x;
  if (t == 0) one = -1;
  each[t] = 0;
  __syncwarp();
  atomicCAS(&one, -1, t);             // expect shared_atomic: requests=1 wavefronts=64 ideal_wavefronts=2 bank_conflicts=31
  atomicCAS(&each[t], 0, 7);          // expect shared_atomic: requests=1 wavefronts=2 ideal_wavefronts=2 bank_conflicts=0
  atomicExch(&one, 3);                // expect shared_atomic: requests=1 wavefronts=32 bank_conflicts=31
  __syncwarp();
  if (t == 0) out[0] = one, out[1] = each[5];
}
// expect run: done
