// Encodes and decodes frames, requests and replies.
#include "sim/compile/protocol.h"

#include "sim/base/wire.h"
#include "sim/program/serialize.h"

#include <memory>
#include <utility>

namespace warpscope::compile {

namespace {

constexpr std::uint32_t frame_magic = 0x32435357; // "WSC2"

enum class What : std::uint8_t { Text, Program };

template <class T> std::vector<std::uint8_t> encode_as(What what, const T& value) {
  wire::Writer out;
  out(what);
  T copy = value; // the shared field lists take non-const references
  out(copy);
  return std::move(out.bytes);
}

/// What all replies have, in this order behind what they have of their own.
void write_result(wire::Writer& out, Diagnostics diagnostics,
                  std::vector<std::pair<std::string, Diagnostic>> refused,
                  std::vector<program::Listing> listings,
                  const std::shared_ptr<const program::Program>& program) {
  out(diagnostics), out(refused), out(listings);
  std::vector<std::uint8_t> bytes = program ? program::serialize(*program) : std::vector<std::uint8_t>();
  out(bytes);
}
template <class T> bool read_result(wire::Reader& in, T& reply) {
  std::vector<std::uint8_t> bytes;
  in(reply.diagnostics), in(reply.refused), in(reply.listings), in(bytes);
  if (!in.good() || !in.at_end()) return false;
  if (bytes.empty()) return true;
  std::optional<program::Program> read = program::deserialize(bytes);
  if (!read) return false;
  reply.program = std::make_shared<const program::Program>(std::move(*read));
  return true;
}

} // namespace

std::array<std::uint8_t, frame_header_bytes> encode_header(FrameHeader header) {
  std::array<std::uint8_t, frame_header_bytes> bytes{};
  const std::uint32_t words[] = {frame_magic, header.id, header.length};
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::uint8_t>(words[i / 4] >> (8 * (i % 4)));
  return bytes;
}

std::optional<FrameHeader> decode_header(std::span<const std::uint8_t, frame_header_bytes> bytes,
                                         std::uint32_t max_length) {
  wire::Reader in(bytes);
  std::uint32_t magic = 0;
  FrameHeader header;
  in(magic), in(header.id), in(header.length);
  if (magic != frame_magic || header.length > max_length) return std::nullopt;
  return header;
}

std::vector<std::uint8_t> encode_request(const CompileRequest& request) {
  return encode_as(What::Text, request);
}

std::vector<std::uint8_t> encode_request(const program::ProgramSources& request) {
  return encode_as(What::Program, request);
}

std::optional<std::variant<CompileRequest, program::ProgramSources>>
decode_request(std::span<const std::uint8_t> bytes) {
  wire::Reader in(bytes);
  What what{};
  in(what);
  if (what == What::Text) {
    CompileRequest request;
    in(request);
    if (in.good() && in.at_end()) return request;
  } else if (what == What::Program) {
    program::ProgramSources request;
    in(request);
    if (in.good() && in.at_end() && !request.files.empty()) return request;
  }
  return std::nullopt;
}

std::vector<std::uint8_t> encode_reply(const program::CompiledText& reply) {
  wire::Writer out;
  std::string device_text = reply.device_text;
  std::vector<std::string> texts = reply.texts;
  out(device_text), out(texts);
  write_result(out, reply.diagnostics, reply.refused, reply.listings, reply.program);
  return std::move(out.bytes);
}

std::optional<program::CompiledText> decode_reply(std::span<const std::uint8_t> bytes) {
  wire::Reader in(bytes);
  program::CompiledText reply;
  in(reply.device_text), in(reply.texts);
  if (!read_result(in, reply)) return std::nullopt;
  return reply;
}

std::vector<std::uint8_t> encode_reply(const program::CompiledProgram& reply) {
  wire::Writer out;
  program::CompiledProgram copy = reply;
  out(copy.objects), out(copy.texts);
  write_result(out, reply.diagnostics, reply.refused, reply.listings, reply.program);
  return std::move(out.bytes);
}

std::optional<program::CompiledProgram> decode_program_reply(std::span<const std::uint8_t> bytes) {
  wire::Reader in(bytes);
  program::CompiledProgram reply;
  in(reply.objects), in(reply.texts);
  if (!read_result(in, reply)) return std::nullopt;
  return reply;
}

} // namespace warpscope::compile
