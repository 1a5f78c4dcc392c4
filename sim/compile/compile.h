// The compiler as its users see it: text in, program or diagnostics out. Clang runs in a worker process
// (warpscope-compiler), so that no text can take the app down: a crash or a hang costs one restart and
// becomes a diagnostic.
#pragma once

#include "sim/program/compiled_text.h"
#include "sim/program/program_sources.h"

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::compile {

struct CompileRequest {
  std::string file;                                        ///< name in messages, as the person gave it
  std::string text;                                        ///< the whole .cu, including host code
  std::vector<std::pair<std::string, std::string>> macros; ///< name, value
  std::uint32_t compute_capability = 90;                   ///< __CUDA_ARCH__ = 10 * this
  std::vector<std::string> instances; ///< kernel templates to instantiate: "f<16, float>"
  bool operator==(const CompileRequest&) const = default;
};

struct CompileResult : program::CompiledText {
  double seconds = 0;
  bool worker_died = false;
};

struct ProgramResult : program::CompiledProgram {
  double seconds = 0;
  bool worker_died = false;
};

class Compiler {
 public:
  /// `worker`: path of warpscope-compiler; empty: $WARPSCOPE_COMPILER, else beside this executable.
  explicit Compiler(std::string worker = {});
  ~Compiler();
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  /// Starts the worker if it is not running yet, so that it is warm when the first text comes. Does not
  /// block.
  void warm_up();
  /// Blocks until the worker answers or `limit` has passed (then it is killed and restarted). Thread-safe,
  /// one call at a time.
  [[nodiscard]] CompileResult compile(const CompileRequest& request,
                                      std::chrono::milliseconds limit = std::chrono::milliseconds(10'000));
  /// As above, for a whole program. Its objects are as the worker made them: only warpscope-host, which is
  /// confined, looks into them.
  [[nodiscard]] ProgramResult compile(const program::ProgramSources& sources,
                                      std::chrono::milliseconds limit = std::chrono::milliseconds(120'000));
  /// Ends a compile() that another thread waits in; that call returns with a "cancelled" error diagnostic.
  void cancel();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::compile
