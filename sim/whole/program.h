// A whole program, compiled: what the front end hands to whole::run().
#pragma once

#include "sim/program/host_object.h"
#include "sim/program/program.h"

#include <memory>
#include <string>
#include <vector>

namespace warpscope::whole {

struct Text {
  std::string path, text;
};
/// A kernel that the simulator cannot run; the program may still launch it, and is told.
struct RefusedKernel {
  std::string symbol, name;
  std::string why; ///< one sentence
};
struct Program {
  std::shared_ptr<const program::Program> device; ///< verified
  std::vector<program::HostObject> objects;
  std::vector<Text> texts; ///< by Span::file
  std::vector<RefusedKernel> refused;
};

} // namespace warpscope::whole
