// The table of raw lane addresses.
#include "sim/model/accesses_tsv.h"

#include <cstdint>
#include <sstream>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  std::ostringstream out;
  (void)warpscope::format_diagnostics(warpscope::model::count_accesses_tsv(in, out, "fuzz.tsv"));
  return 0;
}
