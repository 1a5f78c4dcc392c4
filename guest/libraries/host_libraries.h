// OpenBLAS and FFTW, opened before the program is confined, where they are installed.
#pragma once

#include "guest/libraries/library_call.h"

namespace warpscope::guest {

enum class HostLibrary { OpenBlas, Fftw, FftwFloat };

/// Returns the function of that name, or nullptr where the library (or the function in it) is not there.
[[nodiscard]] void* function_of(HostLibrary library, const char* name);
template <class Function> Function function_of(HostLibrary library, const char* name) {
  return reinterpret_cast<Function>(function_of(library, name));
}

/// Says once that `function` needs a library which is not installed, and the package that has it.
void tell_missing(HostLibrary library, const char* function, void* frame);

} // namespace warpscope::guest
