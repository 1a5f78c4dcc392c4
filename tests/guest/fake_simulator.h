// A simulator of few words, for tests of the process that runs a host program: it compiles a program with the
// test machine's C++ compiler, starts warpscope-host with it, answers every request, and keeps what it heard.
#pragma once

#include "guest/protocol/messages.h"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warpscope::guest {

struct Heard {
  std::vector<Loaded> loaded;
  std::vector<Allocate> allocations;
  std::vector<Free> frees;
  std::vector<Copy> copies;
  std::vector<Launch> launches;
  std::vector<Order> orders;
  std::vector<Open> opens;
  std::vector<Denied> denied;
  std::vector<Crash> crashes;
  std::vector<Finding> findings;
  std::vector<Refused> refused;
  std::vector<Touch> touches;
  std::vector<Limit> limits;
  std::vector<Exit> exits;
  std::string output, errors; ///< of the program
  int code = -1;              ///< as a shell has it: 128 + signal
  std::string compiler;       ///< what the compiler had against the program; nothing was run

  [[nodiscard]] const Finding* finding(const std::string& kind) const {
    for (const Finding& f : findings)
      if (f.kind == kind) return &f;
    return nullptr;
  }
};

/// What is not the program: how the simulator behaves.
struct Setting {
  Welcome welcome; ///< without objects; kernels are named by symbol, and their stubs are of that name
  std::vector<std::string> extra_texts; ///< further translation units
  std::function<Launched(const Launch&, std::uint8_t* memory)> launch;
  std::function<Copied(const Copy&)> copy;
  std::function<bool(const Touch&)> touch; ///< whether it is told; by default it is
  /// The simulator's answer to an Open: a descriptor, or -errno.
  std::function<int(const Open&)> open;
  std::int32_t allocation_error = 0;
  bool hangs_up_at_launch = false;
};

/// `text` is C++; it may include "cuda.h", the API without CUDA's keywords.
[[nodiscard]] Heard run_program(const std::string& text, Setting setting = {});

/// The functions of the object that hold these frames, innermost first, by Loaded's addresses.
[[nodiscard]] std::vector<std::string> functions_of(const Heard& heard, const Caller& caller);

} // namespace warpscope::guest
