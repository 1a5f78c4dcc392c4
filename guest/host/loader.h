// Links the objects of a program into this process, with everything resolved before anything runs.
#pragma once

#include "guest/protocol/messages.h"
#include "guest/runtime/frames.h"

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace warpscope::guest {

struct LoadedProgram {
  std::unordered_map<std::string, std::uint64_t> symbols; ///< of the objects, local ones too
  std::vector<CodeRange> code;
  std::vector<std::uint64_t> initialisers; ///< functions, in order
  std::vector<std::string> unsupported;    ///< of CUDA's libraries, defined as functions that say so
  std::string error;                       ///< not empty: it cannot be linked
  std::string undefined;                   ///< the symbols that nobody defines, a blank between two
};

class Loader {
 public:
  Loader();
  ~Loader();
  /// Called once.
  [[nodiscard]] LoadedProgram load(const Welcome& welcome);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace warpscope::guest
