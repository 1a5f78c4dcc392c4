// Writes the wire form into a buffer of fixed size, for signal handlers: no memory is taken. What does not
// fit is cut off. The order of the calls is that of the message's fields().
#pragma once

#include "guest/runtime/frames.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace warpscope::guest {

class FixedWriter {
 public:
  template <class T> void number(T value) {
    if (used_ + sizeof value > buffer_.size()) return;
    std::memcpy(buffer_.data() + used_, &value, sizeof value);
    used_ += sizeof value;
  }
  void text(std::string_view value) {
    // Room for the numbers behind it.
    constexpr std::size_t reserve = 64;
    const std::size_t room = buffer_.size() - used_ > reserve ? buffer_.size() - used_ - reserve : 0;
    const std::size_t size = value.size() < room ? value.size() : room;
    number(static_cast<std::uint32_t>(size));
    std::memcpy(buffer_.data() + used_, value.data(), size);
    used_ += size;
  }
  void frames(const Frames& value) {
    number(static_cast<std::uint32_t>(value.count));
    for (std::size_t i = 0; i < value.count; ++i) number(value.at[i]);
  }
  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return {buffer_.data(), used_}; }

 private:
  std::array<std::uint8_t, 6144> buffer_;
  std::size_t used_ = 0;
};

} // namespace warpscope::guest
