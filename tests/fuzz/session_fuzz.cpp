// The JSON of a saved session: what is read and written again is the same.
#include "app/document/document_json.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warpscope;
  const auto session = document::saved_session_from(
      std::string_view(reinterpret_cast<const char*>(data), size));
  if (!session) return 0;
  const std::string written = document::to_json(*session);
  const auto again = document::saved_session_from(written);
  if (!again || document::to_json(*again) != written) std::abort();
  return 0;
}
