// The host side of a text, from Clang's module to an ELF object that warpscope-host loads.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/frontend/text_names.h"
#include "sim/program/host_object.h"

#include <memory>
#include <optional>
#include <string>

namespace llvm {
class Module;
}

namespace warpscope::frontend {

/// Optimises and compiles the module for x86-64. `tag` makes the names unique that only this text knows
/// (stubs and shadows of static kernels and variables). nullopt, with diagnostics, when code generation
/// fails.
[[nodiscard]] std::optional<program::HostObject> make_host_object(std::unique_ptr<llvm::Module> module,
                                                                  const TextNames& texts,
                                                                  const std::string& tag,
                                                                  Diagnostics& diagnostics);

} // namespace warpscope::frontend
