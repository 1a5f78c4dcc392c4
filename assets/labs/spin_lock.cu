/* warpscope
title       = "A spin lock that every lane wants"
question    = "32 lanes of a warp want one lock. How often does the warp go around its loop, and what would happen before Volta if a lane waited inside the loop for another one to leave?"
explanation = """
One lane gets the lock in each round and does its work inside the same round; the others try again. So the warp needs one round for each lane, and in each of them the atomic is carried out for all lanes that still wait: 32, 31, 30 … \
The loop is written so that taking, working and releasing happen in one pass: before Volta lanes that waited could keep the winner from ever releasing. Since then lanes make progress on their own, but the queue is as long. \
A lock for each lane is the wrong tool: add up inside the warp first, or use the atomic that does the work."""
kernel = "count_up"
grid   = 1
block  = "LANES"
[params]
LANES = [32, 8, 64]
[args]
lock  = "zero[1]"
value = "zero[1]"
[check]
value = "count_up_reference"
[lesson]
at     = "if (atomicCAS(lock, 0, 1) == 0) {"
access = "atomic"
set    = { LANES = 32 }
answer = "In the first round {lanes lane} try: {sectors} times at one word, and one of them gets the lock. For all of them the warp goes around {line_requests} times."
*/
#ifndef LANES
#define LANES 32
#endif

__global__ void count_up(int *lock, volatile int *value) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();               // nothing of the work comes before the lock is held
      int old = *value;
      *value = old + threadIdx.x;
      __threadfence();               // the work is done before the lock is free
      atomicExch(lock, 0);
      done = true;
    }
  }
}

__global__ void count_up_reference(int *lock, int *value) {
  if (threadIdx.x == 0)
    *value = LANES * (LANES - 1) / 2;
}
