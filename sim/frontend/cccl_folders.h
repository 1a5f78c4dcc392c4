// Where NVIDIA's CCCL is: the real headers of Thrust, CUB and libcu++, which the toolkit, Debian
// (libthrust-dev and libcub-dev) and PyPI (nvidia-cuda-cccl) bring. Their kernels are compiled and simulated
// as a person's own.
#pragma once

#include "sim/frontend/program_input.h"

#include <string>
#include <string_view>
#include <vector>

namespace warpscope::frontend {

/// Returns the folder that holds thrust/ and cub/; empty when there is none. WARPSCOPE_CCCL names another
/// one.
[[nodiscard]] const std::string& cccl_folder();

/// True when the text, or a local header that it includes, names a header of Thrust, CUB or CUTLASS, which
/// stands on libcu++, and CCCL is found. Only then do their headers take the place of our own small ones of
/// <cuda/…>.
[[nodiscard]] bool uses_cccl(const ProgramInput& input);

/// True when the text, or a local header that it includes, names cuRAND's device functions.
[[nodiscard]] bool uses_random_numbers(const ProgramInput& input);

/// True when the text, or a local header that it includes, names NVIDIA's parameters of MTGP32.
[[nodiscard]] bool uses_mtgp32_parameters(const ProgramInput& input);

/// The subfolders that such a program may read; a toolkit's other headers stay out of sight.
[[nodiscard]] std::vector<std::string> cccl_parts();

/// Options of Clang for such a program, without the folder.
[[nodiscard]] std::vector<std::string> cccl_options(std::uint32_t compute_capability);

} // namespace warpscope::frontend
