// Opens the libraries that the program's CUDA libraries are computed by, before the process is confined.
#include "guest/libraries/host_libraries.h"

#include "guest/libraries/curand_native.h"

#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <string>
#include <string_view>

namespace warpscope::guest {
namespace {

struct Known {
  const char* file;
  const char* name;
  const char* package;
};
constexpr std::array known = {Known{"libopenblas.so.0", "OpenBLAS", "libopenblas0"},
                              Known{"libfftw3.so.3", "FFTW", "libfftw3-double3"},
                              Known{"libfftw3f.so.3", "FFTW", "libfftw3-single3"}};
std::array<void*, known.size()> opened{};

void open(HostLibrary library) {
  const auto index = static_cast<std::size_t>(library);
  opened[index] = dlopen(known[index].file, RTLD_NOW | RTLD_LOCAL);
}

} // namespace

void prepare_libraries(const Welcome& welcome) {
  const auto wanted = [&](std::string_view prefix) {
    for (const auto& object : welcome.objects)
      if (std::string_view(reinterpret_cast<const char*>(object.elf.data()), object.elf.size())
              .find(prefix) != std::string_view::npos)
        return true;
    return false;
  };
  if (wanted("cublas") || wanted("cusolver")) {
    setenv("OPENBLAS_NUM_THREADS", "1", 1); // the program's threads are counted, and these would be among
                                            // them
    open(HostLibrary::OpenBlas);
    unsetenv("OPENBLAS_NUM_THREADS");
  }
  if (wanted("cufft")) open(HostLibrary::Fftw), open(HostLibrary::FftwFloat);
  // curand_init() and its like in kernels do not need it.
  if (wanted("curandCreateGenerator") || wanted("curandGet")) open_curand();
}

void* function_of(HostLibrary library, const char* name) {
  void* const handle = opened[static_cast<std::size_t>(library)];
  return handle == nullptr ? nullptr : dlsym(handle, name);
}

void tell_missing(HostLibrary library, const char* function, void* frame) {
  static std::array<bool, known.size()> told{};
  const auto index = static_cast<std::size_t>(library);
  if (told[index]) return;
  told[index] = true;
  Call call(function, frame);
  runtime().link.tell(Kind::Finding,
                      Finding{call.caller(), "unsupported",
                              std::string(function) + "() is computed by " + known[index].name +
                                  ", which is not installed here: the call fails (Debian's package " +
                                  known[index].package + ")",
                              function});
}

} // namespace warpscope::guest
