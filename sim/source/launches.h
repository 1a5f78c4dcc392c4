// Finds the launches in a whole CUDA program: kernel<<<grid, block, shared>>>(arguments), with what the host
// code says about their sizes, buffers and numbers.
//
// The host code is interpreted as it would run without command-line arguments (argc is 1): declarations,
// assignments, if, loops over integers, calls of functions of the text, cudaMalloc and related calls. A value
// that cannot be computed that way carries the name of what is missing; nothing is guessed.
//
// Not modelled: classes' own functions and constructors, pointers to pointers, goto, exceptions. When the
// value of a switch is not known, every case is read.
#pragma once

#include "sim/base/dim3.h"
#include "sim/base/span.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace warpscope::source {

struct FoundSize {
  std::string text; ///< as written; empty: absent
  std::optional<Dim3> value;
  std::string missing; ///< why there is no value: "argc", "prop.multiProcessorCount"
  bool operator==(const FoundSize&) const = default;
};

struct FoundArgument {
  std::string text;                          ///< as written
  std::optional<std::string> number;         ///< a scalar's value
  std::optional<std::uint64_t> buffer_bytes; ///< a device buffer of this many bytes begins here
  std::string variable;                      ///< the buffer's name in the host code
  std::string type; ///< the variable's declared type, such as "float*"; empty if not known
  std::string missing;
  /// Of a struct argument: the values that the host code stored in its members, each with its `path`.
  std::vector<FoundArgument> members;
  std::string path; ///< of a member, such as ".width"
  bool operator==(const FoundArgument&) const = default;
};

struct FoundLaunch {
  std::string kernel; ///< "add", "tile<16, float>": named constants are replaced by their values
  FoundSize grid, block;
  std::string shared_text; ///< empty: absent
  std::optional<std::uint64_t> shared;
  std::string shared_missing;
  std::vector<FoundArgument> arguments;
  Span span; ///< from the kernel's name to the closing parenthesis
  bool operator==(const FoundLaunch&) const = default;
};

/// In the order of the text. A launch in a loop or in a function that is called more than once is listed
/// once, with its first values. Interpretation stops after `most_steps` tokens: some tenths of a second for a
/// text made to be slow.
[[nodiscard]] std::vector<FoundLaunch>
find_launches(std::string_view text, const std::vector<std::pair<std::string, std::string>>& macros = {},
              int most_steps = 1'000'000);

/// Returns the names of the text's templates that are kernels, in order.
[[nodiscard]] std::vector<std::string> kernel_templates(std::string_view text);

} // namespace warpscope::source
