// Finds the toolkit's libraries at run time: nothing of CUDA is linked. The search order: WARPSCOPE_CUDA_LIBS
// (folders separated by colons), the folder of scripts/install-cuda-runtime, the system's loader, CUDA_HOME
// and CUDA_PATH, /usr/local/cuda*, /opt/cuda, and the folders of NVIDIA's PyPI packages in the virtual
// environment, the user's and the system's Python.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpscope::measure {

/// A library that stays loaded until the program ends. Empty when it was not found.
class DynamicLibrary {
 public:
  DynamicLibrary() = default;
  [[nodiscard]] explicit operator bool() const { return handle_ != nullptr; }
  [[nodiscard]] void* symbol(const char* name) const;
  /// The file it was loaded from.
  [[nodiscard]] std::filesystem::path file() const;

  /// Opens `stem` ("libnvrtc.so"), the newest of several versions. `needs`: prefixes of library names in the
  /// same folder that it loads by name, and would otherwise take from elsewhere.
  [[nodiscard]] static DynamicLibrary open(const std::string& stem, const std::vector<std::string>& versions,
                                           const std::vector<std::string>& needs = {});

 private:
  void* handle_ = nullptr;
  std::filesystem::path file_;
};

/// The existing folders, in the order above; the system's loader comes between the second and the third.
[[nodiscard]] std::vector<std::filesystem::path> cuda_library_folders();
/// Where scripts/install-cuda-runtime puts libraries: $XDG_DATA_HOME/warpscope/cuda,
/// ~/.local/share/warpscope/cuda.
[[nodiscard]] std::filesystem::path installed_cuda_folder();
/// Folders with the toolkit's headers (cuda_fp16.h, cooperative_groups.h), followed by those of its C++
/// library.
[[nodiscard]] std::vector<std::filesystem::path> cuda_header_folders(const std::filesystem::path& nvrtc);

} // namespace warpscope::measure
