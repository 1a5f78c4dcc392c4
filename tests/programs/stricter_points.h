#pragma once
__device__ inline unsigned lane_number() {
  unsigned lane;
  asm("mov.u32 %0, %laneid;" : "=r"(lane));
  return lane;
}
