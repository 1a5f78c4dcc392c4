// What a program may name and this process does not have: functions of CUDA's libraries, which then fail and
// say so, and the emulated thread-local variables that its objects use instead of the linker's.
#pragma once

#include <string>
#include <string_view>

namespace warpscope::guest {

/// Whether a name is of a library that programs for CUDA are linked with: cudaFoo, cuFoo, cublasFoo, …
[[nodiscard]] bool is_of_cuda_library(std::string_view symbol);
/// A function that tells the simulator that `symbol` was called, and returns the library's "not supported".
/// Null when there is no room for more.
[[nodiscard]] void* make_stand_in(const std::string& symbol);
/// After this no more can be made; what was made can run.
void seal_stand_ins();

/// The address of this thread's copy of a variable, as compilers call it with -femulated-tls.
void* emulated_tls_address(void* control);
/// The control objects of std::call_once's two variables, which are libstdc++'s own.
[[nodiscard]] void* once_callable_control();
[[nodiscard]] void* once_call_control();

} // namespace warpscope::guest
