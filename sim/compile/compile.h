// The compiler as its users see it: text in, program or diagnostics out. Clang runs in a worker process
// (warpscope-compiler), so that no text can take the app down: a crash or a hang costs one restart and
// becomes a diagnostic.
#pragma once

#include "sim/program/compiled_text.h"
#include "sim/program/program_sources.h"
#include "sim/program/text_source.h"

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::compile {

using CompileRequest = program::TextSource;

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
  /// Blocks until the worker answers, or has had `limit` of processor time or ten times that by the clock
  /// (then it is killed and restarted). Thread-safe, one call at a time.
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
