// The launches that a whole CUDA program contains: kernel<<<grid, block, shared>>>(arguments), with what the
// host's part says about their sizes, buffers and numbers.
//
// The host's part is followed as it would run without command-line arguments (argc is 1): declarations,
// assignments, if, loops over whole numbers, calls of functions of the text, cudaMalloc and its kin. What
// cannot be read that way has the name of what is missing; nothing is guessed.
//
// Not modelled: classes' own functions and constructors, pointers into pointers, goto, exceptions. Each case
// of a switch over something unknown is read.
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
  std::string text; ///< as written; empty: not given
  std::optional<Dim3> value;
  std::string missing; ///< why there is no value: "argc", "prop.multiProcessorCount"
  bool operator==(const FoundSize&) const = default;
};

struct FoundArgument {
  std::string text;                          ///< as written
  std::optional<std::string> number;         ///< a scalar's value
  std::optional<std::uint64_t> buffer_bytes; ///< a device buffer of this many bytes begins here
  std::string variable;                      ///< the buffer's name in the host's part
  std::string type;                          ///< of the variable as declared, "float*"; empty if not known
  std::string missing;
  /// Of a struct: what the host's part stored in its members; each says which it is.
  std::vector<FoundArgument> members;
  std::string path; ///< of a member: ".width"
  bool operator==(const FoundArgument&) const = default;
};

struct FoundLaunch {
  std::string kernel; ///< "add", "tile<16, float>": names of numbers replaced by their values
  FoundSize grid, block;
  std::string shared_text; ///< empty: none given
  std::optional<std::uint64_t> shared;
  std::string shared_missing;
  std::vector<FoundArgument> arguments;
  Span span; ///< from the kernel's name to the closing parenthesis
  bool operator==(const FoundLaunch&) const = default;
};

/// In the order of the text. A launch in a loop or in a function that is called more than once is there once,
/// with the values of its first time. After `most_steps` tokens the rest is not followed: some tenths of a
/// second for a text made to be slow.
[[nodiscard]] std::vector<FoundLaunch>
find_launches(std::string_view text, const std::vector<std::pair<std::string, std::string>>& macros = {},
              int most_steps = 1'000'000);

/// Names of the text's templates that are kernels, in its order.
[[nodiscard]] std::vector<std::string> kernel_templates(std::string_view text);

} // namespace warpscope::source
