// One text to compile, with the choices that a launch makes for it: the whole way from a run's request
// through the compiler's pipe to Clang.
#pragma once

#include "sim/program/source_file.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::program {

struct TextSource {
  std::string file;                                        ///< name in messages, as the person gave it
  std::string text;                                        ///< the whole .cu, including host code
  std::vector<std::pair<std::string, std::string>> macros; ///< name, value
  std::uint32_t compute_capability = 90;                   ///< __CUDA_ARCH__ = 10 * this
  std::vector<std::string> instances; ///< kernel templates to instantiate: "f<16, float>"
  bool as_compiled = false;           ///< optimised as compilers of CUDA do it (sim/frontend/as_compiled.h)
  std::vector<SourceFile> headers;    ///< the person's, which an #include of the text may mean
  /// Where they lie, absolute: the text's own folder, then those of -I. Empty: the text is no file.
  std::vector<std::string> header_folders;
  bool listing = false; ///< as compiled: also the text that is left, as PTX (CompiledText::listings)
  bool operator==(const TextSource&) const = default;
};
template <class Io> void fields(Io& io, TextSource& v) {
  io(v.file), io(v.text), io(v.macros), io(v.compute_capability), io(v.instances), io(v.as_compiled),
      io(v.headers), io(v.header_folders), io(v.listing);
}

} // namespace warpscope::program
