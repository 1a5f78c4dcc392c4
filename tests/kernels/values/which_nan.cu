/* warpscope
title = "Double precision hands on an operand's NaN: the second of a sum, the first of a quotient, the second factor of a fused multiply-add"
grid  = 1
block = 32
[args]
zero = 0.0
*/
#include <cstdio>

// The choice is the H200's (tests/hardware/h200_double_nans.tsv). A host's own depends on the order in which a compiler puts the operands.
__global__ void nans(double zero) {
  double a = __longlong_as_double(0x7ff8000000000123), b = __longlong_as_double(0xfff8000000004567), one = zero + 1;
  if (threadIdx.x != 0) return;
  printf("sum %llx ", (unsigned long long)__double_as_longlong(__dadd_rn(a, b)));        // expect output: sum fff8000000004567
  printf("quotient %llx ", (unsigned long long)__double_as_longlong(a / b));              // expect output: quotient 7ff8000000000123
  printf("fused %llx ", (unsigned long long)__double_as_longlong(__fma_rn(a, b, one)));   // expect output: fused fff8000000004567
  printf("added %llx ", (unsigned long long)__double_as_longlong(__fma_rn(a, one, b)));   // expect output: added fff8000000004567
  printf("own %llx ", (unsigned long long)__double_as_longlong(zero / zero));             // expect output: own fff8000000000000
  printf("negated %llx.", (unsigned long long)__double_as_longlong(-a));                  // expect output: negated 7ff8000000000123.
}
