// The protocol between the app and warpscope-compiler: one request frame, one reply frame with the same id. A
// frame is a header of 12 bytes (magic, id, payload length; little-endian 32-bit words) and its payload.
// Texts travel as bytes, whatever they contain: a person may have typed or opened anything.
#pragma once

#include "sim/compile/compile.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace warpscope::compile {

inline constexpr std::size_t frame_header_bytes = 12;
inline constexpr std::uint32_t max_request_bytes = 64u << 20;
inline constexpr std::uint32_t max_reply_bytes = 256u << 20;

/// A worker whose memory has grown exits with this code between two texts; a request that meets it is sent
/// again.
inline constexpr int recycle_exit_code = 75;

struct FrameHeader {
  std::uint32_t id = 0;
  std::uint32_t length = 0;
};

[[nodiscard]] std::array<std::uint8_t, frame_header_bytes> encode_header(FrameHeader header);
/// nullopt for another magic number, or a payload longer than `max_length`.
[[nodiscard]] std::optional<FrameHeader>
decode_header(std::span<const std::uint8_t, frame_header_bytes> bytes, std::uint32_t max_length);

[[nodiscard]] std::vector<std::uint8_t> encode_request(const CompileRequest& request);
[[nodiscard]] std::vector<std::uint8_t> encode_request(const program::ProgramSources& request);
[[nodiscard]] std::optional<std::variant<CompileRequest, program::ProgramSources>>
decode_request(std::span<const std::uint8_t> bytes);
[[nodiscard]] std::vector<std::uint8_t> encode_reply(const program::CompiledText& reply);
/// nullopt for anything that encode_reply() did not write. The program is not verified.
[[nodiscard]] std::optional<program::CompiledText> decode_reply(std::span<const std::uint8_t> bytes);
[[nodiscard]] std::vector<std::uint8_t> encode_reply(const program::CompiledProgram& reply);
[[nodiscard]] std::optional<program::CompiledProgram>
decode_program_reply(std::span<const std::uint8_t> bytes);

} // namespace warpscope::compile
