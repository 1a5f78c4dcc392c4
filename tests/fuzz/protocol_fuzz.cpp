// What the compiler's process and its client say to each other.
#include "sim/compile/protocol.h"

#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace warpscope;
  const std::span<const std::uint8_t> bytes(data, size);
  if (const auto request = compile::decode_request(bytes))
    if (std::visit([](const auto& r) { return compile::decode_request(compile::encode_request(r)); },
                   *request) != request)
      std::abort();
  (void)compile::decode_reply(bytes);
  (void)compile::decode_program_reply(bytes);
  return 0;
}
