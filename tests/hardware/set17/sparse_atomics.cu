/* warpscope
title  = "Float atomics to few, many or neighbouring words"
kernel = "splash"
grid   = ["N / 256"]
block  = [256]
[params]
N = [2097152]
TARGETS = [1, 1024, 4194304]
NEAR = [0, 1]
[args]
where = "random:151[N]"
acc = "zero[TARGETS]"
*/
#ifndef TARGETS
#define TARGETS 1
#endif
#ifndef NEAR
#define NEAR 0
#endif

__global__ void splash(const unsigned *where, float *acc)
{
    unsigned i = blockIdx.x * 256 + threadIdx.x;
    unsigned t = (NEAR ? i + (where[i] & 7) : where[i]) % TARGETS;
    atomicAdd(acc + t, 0.5f);
}
