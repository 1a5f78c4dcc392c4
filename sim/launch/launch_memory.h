// Binds arguments to a kernel's parameters and allocates their memory: what a host program does before a
// launch.
#pragma once

#include "sim/base/diagnostic.h"
#include "sim/exec/memory.h"
#include "sim/exec/run.h"
#include "sim/program/named_memory.h"
#include "sim/program/program.h"
#include "sim/source/scenario.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::launch {

/// The text as the person wrote it, for the carets of messages.
struct SourceText {
  std::string_view file, text;
  [[nodiscard]] Diagnostic error(Span span, std::string message) const;
};

/// binding[p] is the index of the argument of parameter p.
using Binding = std::vector<std::size_t>;

/// Binds by name; header arguments that match no parameter's name go to the parameter at the same position.
/// Every parameter needs one and every argument must be used, unless `spare_allowed` (a reference kernel may
/// need fewer). An argument with the name of a __constant__ or __device__ variable that the text, or a local
/// header of it, declares and the kernel does not use is left out, with a note. A buffer for a number and a
/// number for a buffer are errors. Empty, with diagnostics, on failure; also empty (without diagnostics) for
/// a kernel without parameters.
[[nodiscard]] Binding bind_arguments(const program::Kernel& kernel,
                                     const std::vector<source::ResolvedArgument>& arguments,
                                     bool spare_allowed, const SourceText& source, Diagnostics& diagnostics);

/// Returns the bytes of a parameter that is not a pointer, from `text`: a number, or a list for a vector
/// type. On failure nullopt and a sentence in `error`.
[[nodiscard]] std::optional<std::vector<std::uint8_t>>
encode_value(const program::Parameter& parameter, std::string_view text, std::string& error);
/// The element type of a __constant__ or __device__ variable; Other for structs.
[[nodiscard]] ElementType element_of(const program::Variable& variable);
[[nodiscard]] const program::Variable* find_variable(const program::Program& program, std::string_view name);

/// The buffer of a pointer parameter, in the Global window; named after the parameter.
struct Buffer : program::NamedMemory {
  std::size_t argument = 0;    ///< index into ResolvedLaunch::arguments
  std::uint32_t parameter = 0; ///< index into Kernel::parameters
};

/// Allocates and fills the buffers and lays out the parameters of `launch`. Errors are diagnostics at the
/// argument's position.
[[nodiscard]] std::vector<Buffer> prepare_memory(const program::Kernel& kernel,
                                                 const std::vector<source::ResolvedArgument>& arguments,
                                                 const Binding& binding, const std::string& folder,
                                                 const SourceText& source, exec::DeviceMemory& memory,
                                                 exec::Launch& launch, Diagnostics& diagnostics);

/// Moves the arguments that name a __device__ or __constant__ variable instead of a parameter out of
/// `arguments`. They stand for what the host would copy there (cudaMemcpyToSymbol).
[[nodiscard]] std::vector<source::ResolvedArgument>
take_variables(const program::Program& program, const program::Kernel& kernel,
               std::vector<source::ResolvedArgument>& arguments);
/// Writes them to their variables; a count larger than the variable or a value of another kind is an error.
void fill_variables(const program::Program& program, const std::vector<source::ResolvedArgument>& given,
                    const std::string& folder, const SourceText& source, exec::DeviceMemory& memory,
                    Diagnostics& diagnostics);

} // namespace warpscope::launch
