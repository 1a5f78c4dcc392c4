// Looks for CCCL, and for texts that use it.
#include "sim/frontend/cccl_folders.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace warpscope::frontend {
namespace {

namespace fs = std::filesystem;

constexpr int most_levels = 8; ///< of headers that include headers

bool holds_thrust(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "thrust" / "version.h", error) && fs::exists(folder / "cub" / "cub.cuh", error);
}

std::string find_cccl() {
  if (const char* named = std::getenv("WARPSCOPE_CCCL"); named != nullptr && *named != '\0')
    return holds_thrust(named) ? named : std::string();
  std::vector<fs::path> roots;
  for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const char* value = std::getenv(variable); value != nullptr && *value == '/')
      roots.emplace_back(value);
  roots.emplace_back("/usr/local/cuda");
  for (const fs::path& root : roots)
    for (const char* below : {"include/cccl", "targets/x86_64-linux/include/cccl", "include"})
      if (holds_thrust(root / below)) return (root / below).string();
  return holds_thrust("/usr/include") ? "/usr/include" : std::string();
}

/// What stands between the quotes or brackets of each #include line.
std::vector<std::pair<std::string, bool>> included(std::string_view text) {
  std::vector<std::pair<std::string, bool>> names;
  for (std::size_t at = text.find("#"); at != std::string_view::npos; at = text.find('#', at + 1)) {
    std::size_t next = text.find_first_not_of(" \t", at + 1);
    if (next == std::string_view::npos || text.compare(next, 7, "include") != 0) continue;
    next = text.find_first_not_of(" \t", next + 7);
    if (next == std::string_view::npos || (text[next] != '"' && text[next] != '<')) continue;
    const std::size_t end = text.find_first_of("\">\n", next + 1);
    if (end == std::string_view::npos || text[end] == '\n') continue;
    names.emplace_back(text.substr(next + 1, end - next - 1), text[next] == '"');
  }
  return names;
}

using Wanted = bool (*)(std::string_view name);

bool names_one(std::string_view text, const fs::path& folder, const ProgramInput& input, Wanted wanted,
               std::set<std::string>& seen, int level) {
  for (const auto& [name, quoted] : included(text)) {
    if (wanted(name)) return true;
    if (level >= most_levels) continue;
    std::vector<fs::path> folders;
    if (quoted) folders.push_back(folder);
    folders.insert(folders.end(), input.build.include_folders.begin(), input.build.include_folders.end());
    for (const fs::path& one : folders) {
      const fs::path path = (one / name).lexically_normal();
      std::error_code error;
      if (!fs::is_regular_file(path, error)) continue;
      if (seen.insert(path.string()).second) {
        std::ifstream in(path, std::ios::binary);
        const std::string header(std::istreambuf_iterator<char>(in), {});
        if (names_one(header, path.parent_path(), input, wanted, seen, level + 1)) return true;
      }
      break;
    }
  }
  return false;
}

bool includes(const ProgramInput& input, Wanted wanted) {
  std::set<std::string> seen;
  return names_one(input.file.text, fs::path(input.file.path).parent_path(), input, wanted, seen, 0);
}

} // namespace

const std::string& cccl_folder() {
  static const std::string folder = find_cccl();
  return folder;
}

bool uses_cccl(const ProgramInput& input) {
  if (cccl_folder().empty()) return false;
  return includes(input, [](std::string_view name) {
    return name.starts_with("thrust/") || name.starts_with("cub/") || name.starts_with("cute/") ||
           name.starts_with("cutlass/");
  });
}

bool uses_random_numbers(const ProgramInput& input) {
  return includes(input, [](std::string_view name) {
    return name == "curand_kernel.h" || name == "curand_mtgp32_kernel.h";
  });
}

bool uses_mtgp32_parameters(const ProgramInput& input) {
  return includes(input, [](std::string_view name) {
    return name == "curand_mtgp32_host.h" || name == "curand_mtgp32dc_p_11213.h";
  });
}

std::vector<std::string> cccl_parts() {
  std::vector<std::string> parts;
  for (const char* part : {"thrust", "cub", "cuda", "nv"}) parts.push_back(cccl_folder() + "/" + part);
  return parts;
}

std::vector<std::string> cccl_options(std::uint32_t compute_capability) {
  // Without __NVCC__ CCCL takes the compiler for what it is: Clang.
  return {"-U__NVCC__",
          "-D__WARPSCOPE_CCCL__",
          "-D__CUDA_ARCH_LIST__=" + std::to_string(compute_capability * 10),
          "-DCCCL_DISABLE_NVTX",
          "-DNVTX_DISABLE",
          "-DCCCL_IGNORE_DEPRECATED_CPP_DIALECT",
          "-fcuda-allow-variadic-functions"};
}

} // namespace warpscope::frontend
