// Looks for cuRAND's files in the places of the toolkit, of Debian and of Python's packages.
#include "sim/base/curand_files.h"

#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <vector>

namespace warpscope {
namespace {

namespace fs = std::filesystem;

/// Appends `folder`/python3*/(site|dist)-packages/nvidia/*, where wheels unpack cuRAND.
void append_packages(std::vector<fs::path>& roots, const fs::path& folder) {
  std::error_code error;
  for (const fs::directory_entry& python : fs::directory_iterator(folder, error)) {
    if (!python.path().filename().string().starts_with("python3")) continue;
    for (const char* packages : {"site-packages", "dist-packages"}) {
      std::error_code none;
      for (const fs::directory_entry& one : fs::directory_iterator(python.path() / packages / "nvidia", none))
        roots.push_back(one.path());
    }
  }
}

std::vector<fs::path> find_roots() {
  std::vector<fs::path> roots;
  if (const char* named = std::getenv("WARPSCOPE_CURAND"); named != nullptr) {
    if (*named == '/') roots.emplace_back(named);
    return roots; // a name that leads nowhere means: none
  }
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* value = std::getenv(variable); value != nullptr && *value == '/')
      roots.emplace_back(value);
  roots.emplace_back("/usr/local/cuda");
  roots.emplace_back("/usr");
  if (const char* active = std::getenv("VIRTUAL_ENV"); active != nullptr && *active == '/')
    append_packages(roots, fs::path(active) / "lib");
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    append_packages(roots, fs::path(home) / ".local/lib");
  append_packages(roots, "/usr/local/lib");
  return roots;
}

std::string find(std::initializer_list<const char*> names) {
  for (const fs::path& root : find_roots())
    for (const char* name : names)
      if (std::error_code error; fs::is_regular_file(root / name, error)) return (root / name).string();
  return {};
}

} // namespace

const std::string& curand_parameters_file() {
  static const std::string file = find(
      {"include/curand_mtgp32dc_p_11213.h", "targets/x86_64-linux/include/curand_mtgp32dc_p_11213.h"});
  return file;
}

const std::string& curand_library_file() {
  static const std::string file = find({"lib64/libcurand.so.10", "targets/x86_64-linux/lib/libcurand.so.10",
                                        "lib/libcurand.so.10", "lib/x86_64-linux-gnu/libcurand.so.10"});
  return file;
}

} // namespace warpscope
