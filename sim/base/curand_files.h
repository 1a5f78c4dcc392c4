// Where a person's own cuRAND is: the toolkit's, Debian's (nvidia-cuda-toolkit) or PyPI's (nvidia-curand).
// Its tables (the parameters of MTGP32, directions and scrambles of Sobol sequences) are read there and
// nowhere else.
#pragma once

#include <string>

namespace warpscope {

/// Returns the path of curand_mtgp32dc_p_11213.h; empty where there is none. WARPSCOPE_CURAND names the
/// folder that has include/ and lib/.
[[nodiscard]] const std::string& curand_parameters_file();

/// Returns the path of libcurand.so.10; empty where there is none.
[[nodiscard]] const std::string& curand_library_file();

/// What a person does to have it.
inline constexpr const char* curand_remedy = "install a CUDA toolkit, or `pip install nvidia-curand`";

} // namespace warpscope
