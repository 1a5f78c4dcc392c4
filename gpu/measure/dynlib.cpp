// Finds and loads the toolkit's libraries and headers.
#include "gpu/measure/dynlib.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>
#include <link.h>
#include <string_view>

namespace warpscope::measure {

namespace fs = std::filesystem;

namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

/// Returns the entries of `folder` that begin with `prefix`, in descending order ("cuda-13.0" before
/// "cuda-12.4").
std::vector<fs::path> entries(const fs::path& folder, std::string_view prefix) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
    if (it->path().filename().string().starts_with(prefix)) found.push_back(it->path());
  std::sort(found.rbegin(), found.rend());
  return found;
}

class Folders {
 public:
  void add(const fs::path& folder) {
    std::error_code error;
    if (folder.empty() || !fs::is_directory(folder, error)) return;
    if (std::find(list_.begin(), list_.end(), folder) == list_.end()) list_.push_back(folder);
  }
  /// Adds the folders below the root of a toolkit.
  void add_toolkit(const fs::path& root) {
    if (root.empty()) return;
    for (const char* sub :
         {"lib64", "lib", "extras/CUPTI/lib64", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"})
      add(root / sub);
  }
  /// Adds the folders below a site-packages folder: nvidia/cu13/lib, nvidia/cuda_nvrtc/lib.
  void add_packages(const fs::path& site) {
    for (const fs::path& package : entries(site / "nvidia", "cu")) add(package / "lib");
  }
  /// Adds the folders below a Python installation's lib.
  void add_python(const fs::path& lib) {
    for (const fs::path& version : entries(lib, "python3"))
      for (const char* sub : {"site-packages", "dist-packages"}) add_packages(version / sub);
  }
  [[nodiscard]] std::vector<fs::path> take() { return std::move(list_); }

 private:
  std::vector<fs::path> list_;
};

std::vector<fs::path> named_folders() {
  Folders folders;
  const std::string named = environment("WARPSCOPE_CUDA_LIBS");
  for (std::size_t at = 0; at < named.size();) {
    const std::size_t colon = std::min(named.find(':', at), named.size());
    folders.add(named.substr(at, colon - at));
    at = colon + 1;
  }
  folders.add(installed_cuda_folder());
  folders.add_packages(installed_cuda_folder());
  return folders.take();
}

std::vector<fs::path> usual_folders() {
  Folders folders;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"}) folders.add_toolkit(environment(variable));
  folders.add_toolkit("/usr/local/cuda");
  for (const fs::path& toolkit : entries("/usr/local", "cuda-")) folders.add_toolkit(toolkit);
  folders.add_toolkit("/opt/cuda");
  for (const char* driver : {"/usr/local/nvidia/lib64", "/usr/lib/wsl/lib", "/run/opengl-driver/lib"})
    folders.add(driver);
  for (const char* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (const std::string prefix = environment(variable); !prefix.empty()) {
      folders.add_python(fs::path(prefix) / "lib");
      folders.add(fs::path(prefix) / "lib");
    }
  if (const std::string home = environment("HOME"); !home.empty())
    folders.add_python(fs::path(home) / ".local/lib");
  folders.add_python("/usr/local/lib");
  folders.add_python("/usr/lib");
  return folders.take();
}

void* load(const fs::path& folder, const std::string& file, const std::vector<std::string>& needs) {
  std::error_code error;
  if (!fs::exists(folder / file, error)) return nullptr;
  for (const std::string& need : needs)
    if (const std::vector<fs::path> found = entries(folder, need); !found.empty()) // if one is absent, the
                                                                                   // library's own error
                                                                                   // message says so
      dlopen(found.front().c_str(), RTLD_NOW | RTLD_GLOBAL);
  return dlopen((folder / file).c_str(), RTLD_NOW | RTLD_LOCAL);
}

} // namespace

fs::path installed_cuda_folder() {
  if (const std::string data = environment("XDG_DATA_HOME"); !data.empty())
    return fs::path(data) / "warpscope/cuda";
  const std::string home = environment("HOME");
  return home.empty() ? fs::path() : fs::path(home) / ".local/share/warpscope/cuda";
}

std::vector<fs::path> cuda_library_folders() {
  std::vector<fs::path> all = named_folders();
  for (fs::path& folder : usual_folders()) all.push_back(std::move(folder));
  return all;
}

std::vector<fs::path> cuda_header_folders(const fs::path& nvrtc) {
  std::vector<fs::path> roots;
  if (!nvrtc.empty()) roots.push_back(nvrtc.parent_path().parent_path());
  for (const fs::path& folder : cuda_library_folders()) roots.push_back(folder.parent_path());
  Folders found;
  std::error_code error;
  for (const fs::path& root : roots)
    if (fs::exists(root / "include/cuda_fp16.h", error) ||
        fs::exists(root / "include/cooperative_groups.h", error)) {
      found.add(root / "include");
      found.add(root / "include/cccl");
      break; // headers of two versions must not be mixed
    }
  for (const fs::path& root : roots) // PyPI's packages of CUDA 12 have one folder each
    if (fs::exists(root / "include/cuda/std/cstdint", error) ||
        fs::exists(root / "include/cooperative_groups.h", error))
      found.add(root / "include");
  return found.take();
}

void* DynamicLibrary::symbol(const char* name) const {
  return handle_ == nullptr ? nullptr : dlsym(handle_, name);
}

fs::path DynamicLibrary::file() const { return file_; }

DynamicLibrary DynamicLibrary::open(const std::string& stem, const std::vector<std::string>& versions,
                                    const std::vector<std::string>& needs) {
  std::vector<std::string> files;
  for (const std::string& version : versions) files.push_back(stem + "." + version);
  files.push_back(stem);
  DynamicLibrary library;
  const auto look_in = [&](const std::vector<fs::path>& folders) {
    for (const fs::path& folder : folders)
      for (const std::string& file : files)
        if (library.handle_ == nullptr) library.handle_ = load(folder, file, needs);
  };
  look_in(named_folders());
  for (const std::string& file : files)
    if (library.handle_ == nullptr) library.handle_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library.handle_ == nullptr) look_in(usual_folders());
  link_map* map = nullptr;
  if (library.handle_ != nullptr && dlinfo(library.handle_, RTLD_DI_LINKMAP, &map) == 0 && map != nullptr) {
    std::error_code error;
    library.file_ = fs::canonical(map->l_name, error);
    if (error) library.file_ = map->l_name;
  }
  return library;
}

} // namespace warpscope::measure
