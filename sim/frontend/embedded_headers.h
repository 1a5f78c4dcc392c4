// The files of sim/include, embedded in the binary.
#pragma once

#include <span>
#include <string_view>

namespace warpscope::frontend {

struct EmbeddedHeader {
  std::string_view name; ///< as in #include: "cuda_fp16.h", "cuda/pipeline"
  std::string_view text;
};

[[nodiscard]] std::span<const EmbeddedHeader> embedded_headers();

} // namespace warpscope::frontend
