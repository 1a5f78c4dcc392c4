// cuFFT: plans of one to three dimensions, batched and strided, computed by FFTW.
#include "guest/libraries/cufft_api.h"
#include "guest/libraries/host_libraries.h"

#include <map>
#include <vector>

namespace {

using warpscope::guest::function_of;
using warpscope::guest::HostLibrary;
using warpscope::guest::LibraryCall;

/// One side of a plan: where element (i, j, k) of a batch lies.
struct Layout {
  long embed[3] = {1, 1, 1}; ///< of the innermost two, what a row and a plane have
  long stride = 1, distance = 0;
  [[nodiscard]] long at(long i, long j, long k) const { return ((i * embed[1] + j) * embed[2] + k) * stride; }
};
struct Plan {
  bool made = false;
  int rank = 1;
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
  plan.rank = rank;
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

/// FFTW's functions for one type of real numbers.
template <class T> struct Fftw;
template <> struct Fftw<float> {
  static constexpr auto library = HostLibrary::FftwFloat;
  static constexpr const char* names[] = {"fftwf_plan_many_dft", "fftwf_plan_many_dft_r2c",
                                          "fftwf_plan_many_dft_c2r", "fftwf_execute", "fftwf_destroy_plan"};
};
template <> struct Fftw<double> {
  static constexpr auto library = HostLibrary::Fftw;
  static constexpr const char* names[] = {"fftw_plan_many_dft", "fftw_plan_many_dft_r2c",
                                          "fftw_plan_many_dft_c2r", "fftw_execute", "fftw_destroy_plan"};
};
constexpr unsigned estimate = 1u << 6, unaligned = 1u << 1; ///< FFTW's flags: arrays are left alone by
                                                            ///< planning

/// Transforms a whole batch; false where FFTW makes no such plan.
template <class T> bool transform(const Plan& plan, const T* from, T* to, int sign) {
  int size[3], in_embed[3], out_embed[3];
  const int first = 3 - plan.rank;
  for (int i = 0; i < plan.rank; ++i) {
    size[i] = static_cast<int>(plan.size[first + i]);
    in_embed[i] = static_cast<int>(plan.in.embed[first + i]);
    out_embed[i] = static_cast<int>(plan.out.embed[first + i]);
  }
  const auto make = [&](const char* name, auto... signs) {
    using Make = void* (*)(int, const int*, int, const T*, const int*, int, int, T*, const int*, int, int,
                           decltype(signs)..., unsigned);
    return function_of<Make>(Fftw<T>::library, name)(
        plan.rank, size, static_cast<int>(plan.batch), from, in_embed, static_cast<int>(plan.in.stride),
        static_cast<int>(plan.in.distance), to, out_embed, static_cast<int>(plan.out.stride),
        static_cast<int>(plan.out.distance), signs..., estimate | unaligned);
  };
  const auto& names = Fftw<T>::names;
  void* const made = is_real_in(plan.type)    ? make(names[1])
                     : is_real_out(plan.type) ? make(names[2])
                                              : make(names[0], sign);
  if (made == nullptr) return false;
  function_of<void (*)(void*)>(Fftw<T>::library, names[3])(made);
  function_of<void (*)(void*)>(Fftw<T>::library, names[4])(made);
  return true;
}

/// T: a number's part, float or double.
template <class T>
cufftResult run(const char* name, void* frame, cufftHandle handle, T* in, T* out, int sign) {
  const auto found = plans.find(handle);
  if (found == plans.end() || !found->second.made) return CUFFT_INVALID_PLAN;
  if (function_of(Fftw<T>::library, Fftw<T>::names[3]) == nullptr)
    return warpscope::guest::tell_missing(Fftw<T>::library, name, frame), CUFFT_NOT_SUPPORTED;
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
  const std::uint64_t in_extent = extent(plan.in, in_last, real_in);
  const T* from = call.reads(in, in_extent);
  T* const to = call.writes(out, extent(plan.out, out_last, real_out));
  if (!call.good()) return CUFFT_EXEC_FAILED;
  std::vector<T> kept; // FFTW overwrites the input of a transform to real numbers
  if (real_out && in != out) kept.assign(from, from + in_extent), from = kept.data();
  return transform(plan, from, to, sign) ? CUFFT_SUCCESS : CUFFT_INTERNAL_ERROR;
}

cufftResult plan_new(cufftHandle* plan, int rank, const int* n, cufftType type, int batch) {
  cufftCreate(plan);
  return make(*plan, rank, n, nullptr, 1, 0, nullptr, 1, 0, type, batch, nullptr);
}

/// A plan with sizes of 64 bits, of which FFTW takes 32.
cufftResult make_large(cufftHandle plan, int rank, const long long* n, const long long* inembed,
                       long long istride, long long idist, const long long* onembed, long long ostride,
                       long long odist, cufftType type, long long batch, size_t* bytes) {
  if (rank < 1 || rank > 3) return CUFFT_INVALID_SIZE;
  int sizes[3], in[3], out[3];
  for (int i = 0; i < rank; ++i) {
    sizes[i] = static_cast<int>(n[i]);
    in[i] = inembed == nullptr ? 0 : static_cast<int>(inembed[i]);
    out[i] = onembed == nullptr ? 0 : static_cast<int>(onembed[i]);
  }
  return make(plan, rank, sizes, inembed == nullptr ? nullptr : in, static_cast<int>(istride),
              static_cast<int>(idist), onembed == nullptr ? nullptr : out, static_cast<int>(ostride),
              static_cast<int>(odist), type, static_cast<int>(batch), bytes);
}

/// False where the types of both sides are no transform of ours.
bool type_of(cudaDataType in, cudaDataType out, cufftType& type) {
  if (in == CUDA_C_32F && out == CUDA_C_32F) type = CUFFT_C2C;
  else if (in == CUDA_R_32F && out == CUDA_C_32F) type = CUFFT_R2C;
  else if (in == CUDA_C_32F && out == CUDA_R_32F) type = CUFFT_C2R;
  else if (in == CUDA_C_64F && out == CUDA_C_64F) type = CUFFT_Z2Z;
  else if (in == CUDA_R_64F && out == CUDA_C_64F) type = CUFFT_D2Z;
  else if (in == CUDA_C_64F && out == CUDA_R_64F) type = CUFFT_Z2D;
  else return false;
  return true;
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
cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, long long* onembed, long long ostride,
                                long long odist, cufftType type, long long batch, size_t* bytes) {
  return make_large(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, bytes);
}
cufftResult cufftXtMakePlanMany(cufftHandle plan, int rank, long long* n, long long* inembed,
                                long long istride, long long idist, cudaDataType intype, long long* onembed,
                                long long ostride, long long odist, cudaDataType outtype, long long batch,
                                size_t* bytes, cudaDataType) {
  cufftType type = CUFFT_C2C;
  if (!type_of(intype, outtype, type)) return CUFFT_NOT_SUPPORTED;
  return make_large(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, bytes);
}
cufftResult cufftXtGetSizeMany(cufftHandle, int, long long*, long long*, long long, long long, cudaDataType,
                               long long*, long long, long long, cudaDataType, long long, size_t* bytes,
                               cudaDataType) {
  return *bytes = 0, CUFFT_SUCCESS;
}
cufftResult cufftXtExec(cufftHandle plan, void* in, void* out, int direction) {
  const auto found = plans.find(plan);
  if (found == plans.end() || !found->second.made) return CUFFT_INVALID_PLAN;
  const cufftType type = found->second.type;
  if (is_real_in(type)) direction = CUFFT_FORWARD;
  if (is_real_out(type)) direction = CUFFT_INVERSE;
  if (type == CUFFT_C2C || type == CUFFT_R2C || type == CUFFT_C2R) WS_RUN(float, in, out, direction);
  WS_RUN(double, in, out, direction);
}
cufftResult cufftEstimate1d(int, cufftType, int, size_t* bytes) { return *bytes = 0, CUFFT_SUCCESS; }
cufftResult cufftEstimate2d(int, int, cufftType, size_t* bytes) { return *bytes = 0, CUFFT_SUCCESS; }
cufftResult cufftEstimate3d(int, int, int, cufftType, size_t* bytes) { return *bytes = 0, CUFFT_SUCCESS; }
cufftResult cufftGetSize1d(cufftHandle, int, cufftType, int, size_t* bytes) {
  return *bytes = 0, CUFFT_SUCCESS;
}
cufftResult cufftGetSize2d(cufftHandle, int, int, cufftType, size_t* bytes) {
  return *bytes = 0, CUFFT_SUCCESS;
}
cufftResult cufftGetSize3d(cufftHandle, int, int, int, cufftType, size_t* bytes) {
  return *bytes = 0, CUFFT_SUCCESS;
}
cufftResult cufftGetProperty(libraryPropertyType type, int* value) {
  *value = type == MAJOR_VERSION   ? CUFFT_VER_MAJOR
           : type == MINOR_VERSION ? CUFFT_VER_MINOR
                                   : CUFFT_VER_PATCH;
  return CUFFT_SUCCESS;
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
