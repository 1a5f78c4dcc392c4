// What Clang may read when it compiles a whole program: the program's own folders, the system's C and C++
// headers, and our CUDA headers. Nothing else of the machine, whatever an #include names.
#pragma once

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "sim/frontend/program_input.h"

#include <string>
#include <vector>

namespace warpscope::frontend {

/// The folders of the C++ library, the C library and Clang's own headers, in the order of their search; found
/// on this machine once. Empty when there is no C++ library (Debian: libstdc++-12-dev) or no
/// libclang-common-19-dev.
struct SystemFolders {
  std::vector<std::string> cuda_wrappers; ///< of Clang: <complex>, <new>, <algorithm> for both sides
  std::vector<std::string> headers;
  std::vector<std::string> c_headers; ///< their text is extern "C" where it does not say otherwise
};
[[nodiscard]] const SystemFolders& system_folders();

/// `input.file.path` and `input.build.unsaved` are read from memory. An absolute path outside the allowed
/// folders does not exist for Clang, and neither does one that leaves them by a symbolic link.
[[nodiscard]] llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> program_files(const ProgramInput& input);

} // namespace warpscope::frontend
