// A file system for Clang that shows the program's folders, the system's headers and our own, and nothing
// else.
#include "sim/frontend/program_files.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "sim/frontend/embedded_headers.h"
#include "sim/frontend/parsed_prelude.h"
#include "sim/frontend/primitive_macros.h"

#include <algorithm>
#include <filesystem>

namespace warpscope::frontend {
namespace {

namespace fs = std::filesystem;

/// Shows what lies below some folders of the real file system.
class AllowedFiles : public llvm::vfs::ProxyFileSystem {
 public:
  AllowedFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> real, const std::vector<std::string>& folders)
      : ProxyFileSystem(std::move(real)) {
    for (const std::string& folder : folders) {
      llvm::SmallString<256> whole;
      if (!llvm::sys::fs::real_path(folder, whole)) folders_.push_back(whole.str().str());
    }
  }

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override {
    if (!allowed(path)) return std::make_error_code(std::errc::no_such_file_or_directory);
    return ProxyFileSystem::status(path);
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override {
    if (!allowed(path)) return std::make_error_code(std::errc::no_such_file_or_directory);
    return ProxyFileSystem::openFileForRead(path);
  }
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine& path, std::error_code& error) override {
    if (allowed(path)) return ProxyFileSystem::dir_begin(path, error);
    error = std::make_error_code(std::errc::no_such_file_or_directory);
    return {};
  }

 private:
  bool allowed(const llvm::Twine& path) const {
    llvm::SmallString<256> whole;
    if (llvm::sys::fs::real_path(path, whole)) return false; // it does not exist
    const llvm::StringRef name = whole.str();
    return std::any_of(folders_.begin(), folders_.end(), [&](const std::string& folder) {
      return name == folder ||
             (name.starts_with(folder) && (folder.back() == '/' || name[folder.size()] == '/'));
    });
  }

  std::vector<std::string> folders_;
};

/// The headers that CUDA brings: in a whole program the C and C++ libraries are the system's.
bool belongs_to_cuda(llvm::StringRef name) {
  static const llvm::StringSet<> names = {"mma.h",
                                          "builtin_types.h",
                                          "common_functions.h",
                                          "device_atomic_functions.h",
                                          "device_functions.h",
                                          "device_launch_parameters.h",
                                          "device_types.h",
                                          "driver_types.h",
                                          "host_defines.h",
                                          "math_constants.h",
                                          "math_functions.h",
                                          "nvToolsExt.h",
                                          "sm_30_intrinsics.h",
                                          "texture_fetch_functions.h",
                                          "vector_functions.h",
                                          "vector_types.h",
                                          "channel_descriptor.h",
                                          "surface_indirect_functions.h",
                                          "texture_indirect_functions.h",
                                          "sm_20_atomic_functions.h",
                                          "library_types.h"};
  if (names.contains(name)) return true;
  for (const char* prefix :
       {"__warpscope", "cuda", "cooperative_groups", "cublas", "curand", "cufft", "nvtx3/", "cuComplex"})
    if (name.starts_with(prefix)) return true;
  return false;
}

/// The newest folder named by a number below `parent`.
std::string newest_version(const std::string& parent) {
  std::string best;
  long best_number = -1;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(parent, error)) {
    const std::string name = entry.path().filename().string();
    const long number = std::strtol(name.c_str(), nullptr, 10);
    if (number <= best_number || name.find_first_not_of("0123456789.") != std::string::npos) continue;
    best_number = number;
    best = name;
  }
  return best;
}

SystemFolders find_system_folders() {
  SystemFolders result;
  const std::string clang = "/usr/lib/llvm-19/lib/clang/19/include";
  const std::string version = newest_version("/usr/include/c++");
  if (version.empty() || !fs::exists(clang + "/stddef.h")) return result;
  result.cuda_wrappers = {clang + "/cuda_wrappers"};
  const std::string cpp = "/usr/include/c++/" + version;
  for (const std::string& folder : {cpp, "/usr/include/x86_64-linux-gnu/c++/" + version, cpp + "/backward",
                                    clang, std::string("/usr/local/include")})
    if (fs::exists(folder)) result.headers.push_back(folder);
  for (const char* folder : {"/usr/include/x86_64-linux-gnu", "/usr/include"})
    if (fs::exists(folder)) result.c_headers.emplace_back(folder);
  return result;
}

} // namespace

const SystemFolders& system_folders() {
  static const SystemFolders folders = find_system_folders();
  return folders;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> program_files(const ProgramInput& input) {
  std::vector<std::string> folders = input.build.include_folders;
  folders.push_back(fs::path(input.file.path).parent_path().string());
  folders.insert(folders.end(), input.build.system_folders.begin(), input.build.system_folders.end());
  const SystemFolders& system = system_folders();
  for (const auto* list : {&system.cuda_wrappers, &system.headers, &system.c_headers})
    folders.insert(folders.end(), list->begin(), list->end());
  auto real = llvm::makeIntrusiveRefCnt<AllowedFiles>(llvm::vfs::createPhysicalFileSystem(), folders);

  auto own = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  const auto add = [&](const std::string& name, std::string_view text) {
    own->addFile(name, 0, llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(text), name));
  };
  for (const EmbeddedHeader& header : embedded_headers())
    if (belongs_to_cuda(llvm::StringRef(header.name)))
      add(std::string(include_folder) + "/" + std::string(header.name), header.text);
  add(std::string(include_folder) + "/__warpscope_numbers.h", primitive_macros());
  add(input.file.path, input.file.text);
  for (const auto* list : {&input.build.unsaved, &input.build.files})
    for (const program::SourceFile& other : *list)
      if (other.path != input.file.path) add(other.path, other.text);
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(real);
  files->pushOverlay(own);
  return files;
}

} // namespace warpscope::frontend
