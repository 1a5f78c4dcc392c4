// Maps return addresses of the guest to lines of the host program.
#pragma once

#include "guest/protocol/messages.h"
#include "sim/whole/record.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::whole {

class HostPlaces {
 public:
  explicit HostPlaces(const std::vector<program::HostObject>& objects) : objects_(&objects) {}
  /// Where the guest put the functions. Of two functions with one symbol the first address is the first
  /// object's.
  void place(const guest::Loaded& loaded);
  /// Returns the line of the call that returns to `address`; an unknown place when it is none of the
  /// person's.
  [[nodiscard]] Place at(std::uint64_t address) const;
  /// Returns the innermost of the person's lines among the frames.
  [[nodiscard]] Place innermost(const guest::Caller& caller) const;

 private:
  struct Range {
    std::uint64_t begin = 0;
    const program::HostObject* object = nullptr;
    const program::CodeFunction* function = nullptr;
  };
  const std::vector<program::HostObject>* objects_;
  std::vector<Range> ranges_; ///< by ascending address
};

} // namespace warpscope::whole
