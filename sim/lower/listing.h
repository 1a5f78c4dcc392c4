// The text of what is lowered: LLVM's NVPTX back end writes a copy of the module as PTX.
#pragma once

#include "sim/frontend/frontend.h"
#include "sim/program/listing.h"
#include "sim/program/program.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace llvm {
class Instruction;
class Module;
} // namespace llvm

namespace warpscope::lower {

/// The access number that ListingWriter gave an instruction, from 1 on; 0: it has none.
[[nodiscard]] std::uint32_t access_number(const llvm::Instruction& instruction);

class ListingWriter {
 public:
  /// Numbers the accesses of the module, which is lowered afterwards, and keeps a copy of it.
  ListingWriter(const frontend::FrontendOutput& input, std::uint32_t compute_capability);
  ~ListingWriter();
  ListingWriter(const ListingWriter&) = delete;
  ListingWriter& operator=(const ListingWriter&) = delete;

  /// Of each kernel of the program. `accesses`: for each of its sites, the number of its access. Empty
  /// where LLVM was built without NVPTX.
  [[nodiscard]] std::vector<program::Listing> write(const program::Program& lowered,
                                                    const std::vector<std::uint32_t>& accesses);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace warpscope::lower
