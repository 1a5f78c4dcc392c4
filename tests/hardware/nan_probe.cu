// Which NaN a double-precision operation gives: a line an operation and operands, all as 16 hex digits. Not part of the build.
//   nvcc -O3 -arch=sm_90 -o nan nan_probe.cu && ./nan > h200_double_nans.tsv
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

enum Op { Add, Sub, Mul, Div, Fma, Sqrt, Rcp, Min, Max, Neg, Abs, Rint, FromFloat, ToFloat, Ops };
static const char* const names[] = {"add", "sub", "mul", "div", "fma", "sqrt", "rcp", "min", "max", "neg", "abs", "rint", "from_float", "to_float"};

__global__ void apply(const double* v, int op, double* out) {
  const double a = v[0], b = v[1], c = v[2];
  switch (op) {
  case Add: *out = __dadd_rn(a, b); break;
  case Sub: *out = __dsub_rn(a, b); break;
  case Mul: *out = __dmul_rn(a, b); break;
  case Div: *out = a / b; break;
  case Fma: *out = __fma_rn(a, b, c); break;
  case Sqrt: *out = sqrt(a); break;
  case Rcp: *out = __drcp_rn(a); break;
  case Min: *out = fmin(a, b); break;
  case Max: *out = fmax(a, b); break;
  case Neg: *out = -a; break;
  case Abs: *out = fabs(a); break;
  case Rint: *out = rint(a); break;
  case FromFloat: *out = double(__int_as_float(__double2hiint(a))); break;
  case ToFloat: *out = __hiloint2double(__float_as_int(float(a)), 0); break;
  }
}

int main() {
  const unsigned long long bits[] = {0x3ff0000000000000, 0xbff0000000000000, 0, 0x8000000000000000, 0x7ff0000000000000, 0xfff0000000000000,
                                     0x7ff8000000000000, 0xfff8000000000000, 0x7ff8000000000123, 0xfff8000000004567, 0x7ff0000000000089, 0xfff00000000000ab,
                                     0x7ff8123456789abc, 0x7fc0000100000000, 0x7f80000100000000};
  double *v, *out;
  cudaMallocManaged(&v, 24);
  cudaMallocManaged(&out, 8);
  for (int op = 0; op < Ops; ++op) {
    const int count = op == Fma ? 3 : op <= Div || op == Min || op == Max ? 2 : 1;
    for (unsigned long long a : bits)
      for (unsigned long long b : bits)
        for (unsigned long long c : bits) {
          if ((count < 3 && c != bits[0]) || (count < 2 && b != bits[0])) continue;
          std::memcpy(v, &a, 8), std::memcpy(v + 1, &b, 8), std::memcpy(v + 2, &c, 8);
          apply<<<1, 1>>>(v, op, out);
          if (cudaDeviceSynchronize() != cudaSuccess) return 1;
          unsigned long long r;
          std::memcpy(&r, out, 8);
          const bool nan = (r << 1) > 0xffe0000000000000ull || op == ToFloat || op == FromFloat;
          if (!nan) continue;
          std::printf("%s\t%016llx\t%016llx\t%016llx\t%016llx\n", names[op], a, count > 1 ? b : 0ull, count > 2 ? c : 0ull, r);
        }
  }
  return 0;
}
