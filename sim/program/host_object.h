// The host side of a whole program, compiled: a relocatable x86-64 ELF object for each text, with what the
// process that runs it must know about it. From the compiler to warpscope-host.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::program {

/// A function of the object that a launch names in place of a kernel (cudaLaunchKernel's first argument).
struct KernelStub {
  std::string symbol; ///< in the object, external, unique in the whole program
  std::string kernel; ///< Kernel::symbol
};
/// A host variable that stands for a variable of the device.
struct DeviceShadow {
  std::string symbol;   ///< in the object, external and unique; undefined there if `managed`
  std::string variable; ///< Variable::symbol
  /// The host reads and writes the device's bytes: the loader defines `symbol` as the variable's address.
  bool managed = false;
};
/// A row of the line table: the instructions from `offset` on, up to the next row's.
struct CodeLine {
  std::uint32_t offset = 0; ///< in bytes, from the function's first
  std::uint32_t file = 0;   ///< index into HostObject::files
  std::uint32_t line = 0;   ///< 0: no line of a text
};
struct CodeFunction {
  std::string symbol;          ///< mangled; external or not
  std::string name;            ///< as a person would write it
  std::uint64_t size = 0;      ///< in bytes
  std::vector<CodeLine> lines; ///< by ascending offset
};

struct HostObject {
  std::vector<std::uint8_t> elf; ///< compiled for position-independent code, with eh_frame, without TLS
                                 ///< relocations
  std::vector<KernelStub> stubs;
  std::vector<DeviceShadow> shadows;
  std::string initialise; ///< the function that runs its static constructors, in their order; empty: none
  std::vector<std::string> files; ///< as the compiler was told them: texts and headers of the person, not the
                                  ///< system's
  std::vector<CodeFunction> functions; ///< of the person's files
};

template <class Io> void fields(Io& io, KernelStub& v) { io(v.symbol), io(v.kernel); }
template <class Io> void fields(Io& io, DeviceShadow& v) { io(v.symbol), io(v.variable), io(v.managed); }
template <class Io> void fields(Io& io, CodeLine& v) { io(v.offset), io(v.file), io(v.line); }
template <class Io> void fields(Io& io, CodeFunction& v) {
  io(v.symbol), io(v.name), io(v.size), io(v.lines);
}
template <class Io> void fields(Io& io, HostObject& v) {
  io(v.elf), io(v.stubs), io(v.shadows), io(v.initialise), io(v.files), io(v.functions);
}

} // namespace warpscope::program
