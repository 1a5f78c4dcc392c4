// The prelude, parsed once for each compute capability and kept as a precompiled header in memory and on disk
// (program_preamble.h): parsing it takes some 200 ms, reading the file three, the parts that a text needs
// less than one.
#pragma once

#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "sim/base/diagnostic.h"
#include "sim/frontend/program_preamble.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace clang {
class FrontendAction;
struct PCHBuffer;
} // namespace clang

namespace warpscope::frontend {

inline constexpr const char* include_folder = "/warpscope/include";
inline constexpr const char* prelude_pch = "/warpscope/prelude.pch";

struct ParsedPrelude {
  /// The headers of sim/include and prelude_pch. Never modified once made.
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> files;
  Diagnostics errors; ///< not empty: sim/include does not compile, which is a bug of ours
};

/// Thread-safe. The result lives until the process ends; one is made for each capability and each set of the
/// larger headers (cuda_fp16.h, cooperative_groups.h, …; ptx_header where needs_ptx_header()) that `text`
/// includes, which are parsed with the prelude.
[[nodiscard]] const ParsedPrelude& parsed_prelude(std::uint32_t compute_capability, std::string_view text);

/// Parses the prelude that parsed_prelude() would need, unless it is kept already.
[[nodiscard]] Prepared prepare_prelude(std::uint32_t compute_capability, std::string_view text);

/// An action that parses a header and leaves it, precompiled, in `buffer`.
[[nodiscard]] std::unique_ptr<clang::FrontendAction>
write_precompiled_header(std::string name, std::shared_ptr<clang::PCHBuffer> buffer);

/// Changes when a header of ours does.
[[nodiscard]] std::string embedded_headers_key();

/// The newest of the targets that Clang 19 knows by the name of sm_NN and that is not above the capability.
[[nodiscard]] std::string device_target_cpu(std::uint32_t compute_capability);

/// Makes the options with which Clang compiles `main_file`; null when one is wrong (a bug of ours).
[[nodiscard]] std::shared_ptr<clang::CompilerInvocation>
device_invocation(std::uint32_t compute_capability, const char* main_file, clang::DiagnosticsEngine& engine);

} // namespace warpscope::frontend
