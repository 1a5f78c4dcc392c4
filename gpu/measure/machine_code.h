// A kernel's machine code out of a cubin: its instructions as nvdisasm writes them, with lines of the text,
// and what the ELF file says of its registers, constants and variables.
#pragma once

#include "gpu/measure/nvrtc.h"
#include "sim/sass/code.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::measure {

/// Returns nvdisasm: WARPSCOPE_NVDISASM, else of CUDA_HOME, of a toolkit or a Python package beside the
/// libraries of CUDA, or on PATH; empty: there is none.
[[nodiscard]] std::filesystem::path find_disassembler();

/// What to say where it is not there.
[[nodiscard]] std::string no_disassembler();

/// nullopt with one sentence in `why`. `headers`: as of LineTable.
[[nodiscard]] std::optional<sass::MachineCode> read_machine_code(const CompiledDeviceText& compiled,
                                                                 const std::string& symbol, std::uint32_t cc,
                                                                 const std::vector<std::string>& headers,
                                                                 std::string& why);

} // namespace warpscope::measure
