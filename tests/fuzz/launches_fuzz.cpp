// A whole program's host part, followed for its launches: whatever the text holds, an answer in bounded time.
#include "sim/source/launches.h"

#include <cstdint>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  constexpr int most_steps = 10'000; // of loops that never end: ten times as many texts a second
  (void)warpscope::source::find_launches(text, {{"N", "64"}}, most_steps);
  (void)warpscope::source::kernel_templates(text);
  return 0;
}
