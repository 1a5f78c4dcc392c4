// A file system for Clang that shows the program's folders, the system's headers and our own, and nothing
// else.
#include "sim/frontend/program_files.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "sim/base/curand_files.h"
#include "sim/base/xorwow.h"
#include "sim/frontend/cccl_folders.h"
#include "sim/frontend/embedded_headers.h"
#include "sim/frontend/parsed_prelude.h"
#include "sim/frontend/primitive_macros.h"
#include "sim/frontend/program_text.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace warpscope::frontend {
namespace {

namespace fs = std::filesystem;

/// A person's header as readable_program_text() has it, as far as its length stays.
class ReadableFile : public llvm::vfs::File {
 public:
  explicit ReadableFile(std::unique_ptr<llvm::vfs::File> file) : file_(std::move(file)) {}
  llvm::ErrorOr<llvm::vfs::Status> status() override { return file_->status(); }
  llvm::ErrorOr<std::string> getName() override { return file_->getName(); }
  std::error_code close() override { return file_->close(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, int64_t size,
                                                               bool terminated, bool is_volatile) override {
    auto buffer = file_->getBuffer(name, size, terminated, is_volatile);
    if (!buffer) return buffer;
    const llvm::StringRef text = (*buffer)->getBuffer();
    if (!text.contains("asm") && !text.contains("alignas") && !text.contains("unroll")) return buffer;
    std::string readable = text.str();
    move_alignments(readable);
    mark_registers(readable);
    blank_lone_unrolls(readable);
    return llvm::MemoryBuffer::getMemBufferCopy(readable, (*buffer)->getBufferIdentifier());
  }

 private:
  std::unique_ptr<llvm::vfs::File> file_;
};

/// Shows what lies below some folders of the real file system, and the headers in some others.
class AllowedFiles : public llvm::vfs::ProxyFileSystem {
 public:
  /// `entry`: a folder that is seen to be there, though not what it holds.
  AllowedFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> real, const std::vector<std::string>& folders,
               const std::vector<std::string>& header_folders, const std::string& entry)
      : ProxyFileSystem(std::move(real)), folders_(whole_paths(folders)),
        header_folders_(whole_paths(header_folders)) {
    if (const auto whole = whole_paths({entry}); !whole.empty()) entry_ = whole.front();
  }

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override {
    if (!allowed(path)) return std::make_error_code(std::errc::no_such_file_or_directory);
    return ProxyFileSystem::status(path);
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override {
    if (!allowed(path)) return std::make_error_code(std::errc::no_such_file_or_directory);
    auto file = ProxyFileSystem::openFileForRead(path);
    if (!file || llvm::StringRef(path.str()).starts_with("/usr/"))
      return file; // the system's, or a toolkit's
    return std::unique_ptr<llvm::vfs::File>(std::make_unique<ReadableFile>(std::move(*file)));
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
    return below_one_of(folders_, name) || name == entry_ ||
           (below_one_of(header_folders_, name) &&
            (llvm::sys::fs::is_directory(name) || is_source(llvm::sys::path::extension(name))));
  }
  static std::vector<std::string> whole_paths(const std::vector<std::string>& folders) {
    std::vector<std::string> result;
    for (const std::string& folder : folders) {
      llvm::SmallString<256> whole;
      if (!llvm::sys::fs::real_path(folder, whole)) result.push_back(whole.str().str());
    }
    return result;
  }
  static bool below_one_of(const std::vector<std::string>& folders, llvm::StringRef name) {
    return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
      return name == folder ||
             (name.starts_with(folder) && (folder.back() == '/' || name[folder.size()] == '/'));
    });
  }
  static bool is_source(llvm::StringRef extension) {
    static const llvm::StringSet<> known = {".h", ".hpp", ".hh",  ".hxx", ".cuh", ".inl", ".inc", ".cu",
                                            ".c", ".cc",  ".cpp", ".cxx", ".ipp", ".tpp", ".def"};
    return known.contains(extension);
  }

  std::vector<std::string> folders_, header_folders_;
  std::string entry_;
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
                                          "library_types.h",
                                          "omp.h",
                                          "driver_functions.h",
                                          "surface_types.h",
                                          "texture_types.h",
                                          "math_functions.hpp",
                                          "vector_functions.hpp",
                                          "device_functions.hpp",
                                          "device_double_functions.h"};
  if (names.contains(name)) return true;
  for (const char* prefix : {"__warpscope", "cuda", "cooperative_groups", "cublas", "curand", "cufft",
                             "cusparse", "cusolver", "nvtx3/", "cuComplex"})
    if (name.starts_with(prefix)) return true;
  return name.starts_with("sm_") && name.ends_with(".h");
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

/// The two folders above the text's: a program names "../common/book.h". Only sources are read there, and not
/// in a folder that holds everything of a person or of the machine.
std::vector<std::string> neighbours(const std::string& path) {
  std::vector<std::string> result;
  const char* home = std::getenv("HOME");
  fs::path folder = fs::path(path).parent_path();
  for (int i = 0; i < 2; ++i) {
    folder = folder.parent_path();
    if (folder.empty() || folder == folder.root_path() || folder.parent_path() == folder.root_path() ||
        (home != nullptr && folder == fs::path(home)))
      break;
    result.push_back(folder.string());
  }
  return result;
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
    // A toolkit that was unpacked into /usr/local would bring headers of CUDA in place of ours.
    if (fs::exists(folder) && !fs::exists(folder + "/cuda_runtime.h")) result.headers.push_back(folder);
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
  const bool cccl = uses_cccl(input);
  if (cccl) {
    const std::vector<std::string> parts = cccl_parts();
    folders.insert(folders.end(), parts.begin(), parts.end());
  }
  const SystemFolders& system = system_folders();
  for (const auto* list : {&system.cuda_wrappers, &system.headers, &system.c_headers})
    folders.insert(folders.end(), list->begin(), list->end());
  auto real = llvm::makeIntrusiveRefCnt<AllowedFiles>(llvm::vfs::createPhysicalFileSystem(), folders,
                                                      neighbours(input.file.path),
                                                      cccl ? cccl_folder() : std::string());

  auto own = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  const auto add = [&](const std::string& name, std::string_view text) {
    own->addFile(name, 0, llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(text), name));
  };
  constexpr std::string_view parameters = "curand_mtgp32dc_p_11213.h";
  std::string given_parameters; // a table that only the person's own toolkit has
  if (uses_mtgp32_parameters(input) && !curand_parameters_file().empty()) {
    std::ifstream in(curand_parameters_file(), std::ios::binary);
    given_parameters.assign(std::istreambuf_iterator<char>(in), {});
    if (!given_parameters.empty())
      add(std::string(include_folder) + "/" + std::string(parameters), given_parameters);
  }
  for (const EmbeddedHeader& header : embedded_headers())
    if (!(header.name == parameters && !given_parameters.empty()) &&
        !(cccl && header.name.starts_with("cuda/")) && belongs_to_cuda(llvm::StringRef(header.name)))
      add(std::string(include_folder) + "/" + std::string(header.name), header.text);
  add(std::string(include_folder) + "/__warpscope_numbers.h", primitive_macros());
  if (uses_random_numbers(input))
    add(std::string(include_folder) + "/__warpscope/xorwow_tables.h", xorwow_header());
  add(input.file.path, input.file.text);
  for (const auto* list : {&input.build.unsaved, &input.build.files})
    for (const program::SourceFile& other : *list)
      if (other.path != input.file.path) add(other.path, other.text);
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(real);
  files->pushOverlay(own);
  return files;
}

} // namespace warpscope::frontend
