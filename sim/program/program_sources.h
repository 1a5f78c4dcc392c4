// A whole program as its build names it, and what it is compiled to: through the compiler's pipe, both ways.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/base/wire.h"
#include "sim/program/host_object.h"
#include "sim/program/listing.h"
#include "sim/program/program.h"
#include "sim/program/source_file.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::program {

struct Macro {
  std::string name, value; ///< an empty value: defined as nothing
  bool operator==(const Macro&) const = default;
};

struct ProgramSources {
  std::vector<SourceFile> files; ///< each is compiled: .cu as CUDA C++, anything else for the host alone
  std::vector<std::string> include_folders; ///< absolute, as -I, in order
  std::vector<std::string> system_folders;  ///< absolute, as -isystem: libraries whose code is nobody's own
                                            ///< (Thrust)
  std::vector<Macro> macros;                ///< as -D
  std::string standard = "gnu++17";
  std::uint32_t compute_capability = 90;
  std::vector<SourceFile> unsaved; ///< texts that replace files: what an editor has not saved
  bool device_only = false;        ///< the host's side is not compiled: a launch runs again by itself
  bool as_compiled = false;        ///< the device's side is optimised: TextSource
  bool listing = false;            ///< TextSource
  bool operator==(const ProgramSources&) const = default;
};

struct CompiledProgram {
  std::shared_ptr<const Program> program; ///< null on errors; a program without a kernel is empty
  std::vector<HostObject> objects;        ///< one for each file
  std::vector<SourceFile> texts; ///< the person's, by Span::file: the files and the local headers they
                                 ///< include
  Diagnostics diagnostics;
  /// Kernels that cannot be simulated, each with the error that says why (some more than once).
  std::vector<std::pair<std::string, Diagnostic>> refused;
  std::vector<Listing> listings; ///< CompiledText
};

template <class Io> void fields(Io& io, Macro& v) { io(v.name), io(v.value); }
template <class Io> void fields(Io& io, ProgramSources& v) {
  io(v.files), io(v.include_folders), io(v.system_folders), io(v.macros), io(v.standard);
  io(v.compute_capability), io(v.unsaved), io(v.device_only), io(v.as_compiled), io(v.listing);
}

} // namespace warpscope::program
