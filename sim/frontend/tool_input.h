// The command line that the developer's tools share: warpscope-ir and warpscope-bytecode.
#pragma once

#include "sim/frontend/frontend.h"

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>

namespace warpscope::frontend {

/// Reads FILE.cu [COMPUTE_CAPABILITY] [INSTANCE...]. nullopt after a sentence on standard error; the tool's
/// exit code is 2 then.
[[nodiscard]] inline std::optional<FrontendInput> tool_input(const char* tool, int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: " << tool
              << " FILE.cu [COMPUTE_CAPABILITY] [INSTANCE...]   (90, 100 …; \"f<16>\")\n";
    return std::nullopt;
  }
  std::ifstream file(argv[1], std::ios::binary);
  if (!file) {
    std::cerr << argv[1] << ": cannot be read\n";
    return std::nullopt;
  }
  std::stringstream text;
  text << file.rdbuf();
  FrontendInput input;
  input.file = argv[1];
  input.text = text.str();
  if (argc > 2) input.compute_capability = static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10));
  for (int i = 3; i < argc; ++i) input.instances.emplace_back(argv[i]);
  return input;
}

} // namespace warpscope::frontend
