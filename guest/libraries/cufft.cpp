// cuFFT: plans of one to three dimensions, batched and strided, calculated in double whatever their type.
#include "guest/libraries/cufft_api.h"
#include "guest/libraries/fourier.h"

#include <algorithm>
#include <map>
#include <memory>

namespace {

using warpscope::guest::Complex;

/// One side of a plan: where element (i, j, k) of a batch lies.
struct Layout {
  long embed[3] = {1, 1, 1}; ///< of the innermost two, what a row and a plane have
  long stride = 1, distance = 0;
  [[nodiscard]] long at(long i, long j, long k) const { return ((i * embed[1] + j) * embed[2] + k) * stride; }
};
struct Plan {
  bool made = false;
  cufftType type = CUFFT_C2C;
  long size[3] = {1, 1, 1}; ///< slowest first; dimensions that there are not are 1
  long batch = 1;
  Layout in, out;
  cudaStream_t stream = nullptr;
};
std::map<cufftHandle, Plan> plans;
cufftHandle next_plan = 1;

bool is_real_in(cufftType type) { return type == CUFFT_R2C || type == CUFFT_D2Z; }
bool is_real_out(cufftType type) { return type == CUFFT_C2R || type == CUFFT_Z2D; }

/// The elements of a packed side: of the half that a real transform keeps, or all.
Layout packed(const Plan& plan, bool half) {
  Layout layout;
  for (int i = 0; i < 3; ++i) layout.embed[i] = plan.size[i];
  if (half) layout.embed[2] = plan.size[2] / 2 + 1;
  layout.distance = layout.embed[0] * layout.embed[1] * layout.embed[2];
  return layout;
}

cufftResult make(cufftHandle handle, int rank, const int* n, const int* inembed, int istride, int idist,
                 const int* onembed, int ostride, int odist, cufftType type, int batch, size_t* bytes) {
  const auto found = plans.find(handle);
  if (found == plans.end()) return CUFFT_INVALID_PLAN;
  if (rank < 1 || rank > 3 || batch < 1) return CUFFT_INVALID_SIZE;
  Plan plan;
  plan.stream = found->second.stream;
  plan.type = type;
  plan.batch = batch;
  for (int i = 0; i < rank; ++i) {
    if (n[i] < 1) return CUFFT_INVALID_SIZE;
    plan.size[3 - rank + i] = n[i];
  }
  plan.in = packed(plan, is_real_out(type)), plan.out = packed(plan, is_real_in(type));
  const auto embed = [&](Layout& layout, const int* sizes, int stride, int distance) {
    if (sizes == nullptr) return;
    for (int i = 0; i < rank; ++i) layout.embed[3 - rank + i] = sizes[i];
    layout.stride = stride, layout.distance = distance;
  };
  embed(plan.in, inembed, istride, idist), embed(plan.out, onembed, ostride, odist);
  plan.made = true;
  found->second = plan;
  if (bytes != nullptr) *bytes = 0;
  return CUFFT_SUCCESS;
}

void along(std::vector<Complex>& data, const long (&size)[3], int axis, int sign) {
  const long strides[3] = {size[1] * size[2], size[2], 1};
  const long n = size[axis], stride = strides[axis];
  if (n == 1) return;
  std::vector<Complex> line(static_cast<std::size_t>(n));
  for (long start = 0; start < static_cast<long>(data.size()); ++start) {
    if (start / stride % n != 0) continue;
    for (long i = 0; i < n; ++i)
      line[static_cast<std::size_t>(i)] = data[static_cast<std::size_t>(start + i * stride)];
    warpscope::guest::transform(line, sign);
    for (long i = 0; i < n; ++i)
      data[static_cast<std::size_t>(start + i * stride)] = line[static_cast<std::size_t>(i)];
  }
}

/// In and Out: the parts of a number, float or double; `reals` of them an element.
template <class T>
cufftResult run(const char* name, void* frame, cufftHandle handle, T* in, T* out, int sign) {
  using namespace warpscope::guest;
  const auto found = plans.find(handle);
  if (found == plans.end() || !found->second.made) return CUFFT_INVALID_PLAN;
  Plan plan = found->second;
  const bool real_in = is_real_in(plan.type), real_out = is_real_out(plan.type);
  // In place, the rows of real numbers are padded to those of the complex ones.
  if (in == out && real_in && plan.in.stride == 1 && plan.in.embed[2] == plan.size[2]) {
    plan.in.embed[2] = 2 * (plan.size[2] / 2 + 1);
    plan.in.distance = plan.in.embed[0] * plan.in.embed[1] * plan.in.embed[2];
  }
  if (in == out && real_out && plan.out.stride == 1 && plan.out.embed[2] == plan.size[2]) {
    plan.out.embed[2] = 2 * (plan.size[2] / 2 + 1);
    plan.out.distance = plan.out.embed[0] * plan.out.embed[1] * plan.out.embed[2];
  }
  const long half = plan.size[2] / 2 + 1;
  const long in_last = real_out ? half : plan.size[2], out_last = real_in ? half : plan.size[2];
  const auto extent = [&](const Layout& layout, long last, bool real) {
    const long elements = (plan.batch - 1) * layout.distance +
                          layout.at(plan.size[0] - 1, plan.size[1] - 1, last - 1) + 1;
    return static_cast<std::uint64_t>(elements * (real ? 1 : 2));
  };
  LibraryCall call(name, frame, plan.stream);
  const T* const from = call.reads(in, extent(plan.in, in_last, real_in));
  T* const to = call.writes(out, extent(plan.out, out_last, real_out));
  if (!call.good()) return CUFFT_EXEC_FAILED;
  const std::size_t count = static_cast<std::size_t>(plan.size[0] * plan.size[1] * plan.size[2]);
  std::vector<Complex> data(count);
  const auto index = [&](long i, long j, long k) {
    return static_cast<std::size_t>((i * plan.size[1] + j) * plan.size[2] + k);
  };
  std::vector<std::vector<Complex>> results;
  for (long b = 0; b < plan.batch; ++b) {
    for (long i = 0; i < plan.size[0]; ++i)
      for (long j = 0; j < plan.size[1]; ++j)
        for (long k = 0; k < in_last; ++k) {
          const long at = b * plan.in.distance + plan.in.at(i, j, k);
          data[index(i, j, k)] = real_in ? Complex(from[at]) : Complex(from[2 * at], from[2 * at + 1]);
        }
    if (real_out) // the other half is the conjugate of this one
      for (long i = 0; i < plan.size[0]; ++i)
        for (long j = 0; j < plan.size[1]; ++j)
          for (long k = half; k < plan.size[2]; ++k)
            data[index(i, j, k)] = std::conj(data[index(
                (plan.size[0] - i) % plan.size[0], (plan.size[1] - j) % plan.size[1], plan.size[2] - k)]);
    for (int axis = 0; axis < 3; ++axis) along(data, plan.size, axis, sign);
    results.push_back(data);
  }
  for (long b = 0; b < plan.batch; ++b) // behind the last read: in and out may be one
    for (long i = 0; i < plan.size[0]; ++i)
      for (long j = 0; j < plan.size[1]; ++j)
        for (long k = 0; k < out_last; ++k) {
          const long at = b * plan.out.distance + plan.out.at(i, j, k);
          const Complex value = results[static_cast<std::size_t>(b)][index(i, j, k)];
          if (real_out) {
            to[at] = static_cast<T>(value.real());
          } else {
            to[2 * at] = static_cast<T>(value.real());
            to[2 * at + 1] = static_cast<T>(value.imag());
          }
        }
  return CUFFT_SUCCESS;
}

cufftResult plan_new(cufftHandle* plan, int rank, const int* n, cufftType type, int batch) {
  cufftCreate(plan);
  return make(*plan, rank, n, nullptr, 1, 0, nullptr, 1, 0, type, batch, nullptr);
}

} // namespace

#define WS_RUN(T, in, out, sign)                                                                             \
  return run(__func__, __builtin_frame_address(0), plan, reinterpret_cast<T*>(in),                           \
             reinterpret_cast<T*>(out), sign)

extern "C" {

cufftResult cufftCreate(cufftHandle* plan) {
  *plan = next_plan++;
  plans[*plan] = {};
  return CUFFT_SUCCESS;
}
cufftResult cufftDestroy(cufftHandle plan) {
  return plans.erase(plan) != 0 ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftGetVersion(int* version) { return *version = CUFFT_VERSION, CUFFT_SUCCESS; }
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
  const auto found = plans.find(plan);
  if (found == plans.end()) return CUFFT_INVALID_PLAN;
  found->second.stream = stream;
  return CUFFT_SUCCESS;
}
cufftResult cufftSetAutoAllocation(cufftHandle, int) { return CUFFT_SUCCESS; }
cufftResult cufftSetWorkArea(cufftHandle, void*) { return CUFFT_SUCCESS; }
cufftResult cufftGetSize(cufftHandle, size_t* bytes) { return *bytes = 0, CUFFT_SUCCESS; }
cufftResult cufftPlan1d(cufftHandle* plan, int nx, cufftType type, int batch) {
  return plan_new(plan, 1, &nx, type, batch);
}
cufftResult cufftPlan2d(cufftHandle* plan, int nx, int ny, cufftType type) {
  const int n[] = {nx, ny};
  return plan_new(plan, 2, n, type, 1);
}
cufftResult cufftPlan3d(cufftHandle* plan, int nx, int ny, int nz, cufftType type) {
  const int n[] = {nx, ny, nz};
  return plan_new(plan, 3, n, type, 1);
}
cufftResult cufftPlanMany(cufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist,
                          int* onembed, int ostride, int odist, cufftType type, int batch) {
  cufftCreate(plan);
  return make(*plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, nullptr);
}
cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t* bytes) {
  return make(plan, 1, &nx, nullptr, 1, 0, nullptr, 1, 0, type, batch, bytes);
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t* bytes) {
  const int n[] = {nx, ny};
  return make(plan, 2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, bytes);
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t* bytes) {
  const int n[] = {nx, ny, nz};
  return make(plan, 3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, bytes);
}
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int* n, int* inembed, int istride, int idist,
                              int* onembed, int ostride, int odist, cufftType type, int batch,
                              size_t* bytes) {
  return make(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, bytes);
}
cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* in, cufftComplex* out, int direction) {
  WS_RUN(float, in, out, direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal* in, cufftComplex* out) { WS_RUN(float, in, out, -1); }
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* in, cufftReal* out) { WS_RUN(float, in, out, 1); }
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleComplex* out, int direction) {
  WS_RUN(double, in, out, direction);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* in, cufftDoubleComplex* out) {
  WS_RUN(double, in, out, -1);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleReal* out) {
  WS_RUN(double, in, out, 1);
}

} // extern "C"
