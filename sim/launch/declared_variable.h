// Finds the variable of device memory that a text declares, whether or not the macros of this run leave it
// in.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpscope::launch {

/// Returns where `name` stands as the name of a __constant__, __device__ or __managed__ variable in `text`
/// itself (not in what it includes); the lines that #if leaves out count. nullopt: no such variable.
[[nodiscard]] std::optional<std::size_t> declared_variable(std::string_view text, std::string_view name);

/// A variable that a header declares, with the header's name as the text has it.
struct HeaderVariable {
  std::string header;
  std::uint32_t line = 0;
};

/// The same in the local headers (#include "…") of the text that lies at `file`, and in theirs. They are
/// looked for beside the file that includes them; what cannot be read declares nothing.
[[nodiscard]] std::optional<HeaderVariable> variable_of_headers(const std::string& file,
                                                                std::string_view text, std::string_view name);

} // namespace warpscope::launch
