// Encodes and decodes frames, requests and replies.
#include "sim/compile/protocol.h"

#include "sim/program/serialize.h"

#include <cstring>
#include <memory>
#include <utility>

namespace warpscope::compile {

namespace {

constexpr std::uint32_t frame_magic = 0x31435357; // "WSC1"

class Writer {
 public:
  void u8(std::uint8_t value) { bytes_.push_back(value); }
  void u32(std::uint32_t value) {
    const std::uint8_t little[] = {static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8),
                                   static_cast<std::uint8_t>(value >> 16),
                                   static_cast<std::uint8_t>(value >> 24)};
    append(little, sizeof little);
  }
  void text(std::string_view value) {
    u32(static_cast<std::uint32_t>(value.size()));
    append(value.data(), value.size());
  }
  void blob(std::span<const std::uint8_t> value) {
    u32(static_cast<std::uint32_t>(value.size()));
    append(value.data(), value.size());
  }
  void span(const Span& s) {
    u32(s.line);
    u32(s.column);
    u32(s.end_line);
    u32(s.end_column);
  }
  [[nodiscard]] std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  void append(const void* data, std::size_t size) {
    if (size == 0) return;
    const std::size_t at = bytes_.size();
    bytes_.resize(at + size);
    std::memcpy(bytes_.data() + at, data, size);
  }

  std::vector<std::uint8_t> bytes_;
};

/// Reading past the end gives zeros and makes good() false from then on.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  std::uint8_t u8() {
    if (!take(1)) return 0;
    return bytes_[at_ - 1];
  }
  std::uint32_t u32() {
    if (!take(4)) return 0;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value |= std::uint32_t{bytes_[at_ - 4 + i]} << (8 * i);
    return value;
  }
  std::span<const std::uint8_t> blob() {
    const std::uint32_t size = u32();
    if (!take(size)) return {};
    return bytes_.subspan(at_ - size, size);
  }
  std::string text() {
    const auto found = blob();
    return {found.begin(), found.end()};
  }
  Span span() {
    Span s;
    s.line = u32();
    s.column = u32();
    s.end_line = u32();
    s.end_column = u32();
    return s;
  }
  /// Reads a number of elements of at least `element_bytes` each; one that cannot fit the remaining bytes
  /// means damage.
  std::uint32_t count(std::size_t element_bytes) {
    const std::uint32_t value = u32();
    if (good_ && value > (bytes_.size() - at_) / element_bytes) good_ = false;
    return good_ ? value : 0;
  }
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool finished() const { return good_ && at_ == bytes_.size(); }
  void fail() { good_ = false; }

 private:
  bool take(std::size_t count) {
    if (!good_ || count > bytes_.size() - at_) {
      good_ = false;
      return false;
    }
    at_ += count;
    return true;
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
  bool good_ = true;
};

void write(Writer& out, const Diagnostic& d) {
  out.u8(static_cast<std::uint8_t>(d.severity));
  out.text(d.file);
  out.span(d.span);
  out.text(d.message);
  out.text(d.source_line);
  out.u32(static_cast<std::uint32_t>(d.fixes.size()));
  for (const FixIt& fix : d.fixes) {
    out.span(fix.range);
    out.text(fix.text);
  }
}

Diagnostic read_diagnostic(Reader& in) {
  Diagnostic d;
  const std::uint8_t severity = in.u8();
  if (severity > static_cast<std::uint8_t>(Severity::Error)) in.fail();
  else d.severity = static_cast<Severity>(severity);
  d.file = in.text();
  d.span = in.span();
  d.message = in.text();
  d.source_line = in.text();
  const std::uint32_t fixes = in.count(20);
  for (std::uint32_t i = 0; i < fixes && in.good(); ++i) {
    FixIt fix;
    fix.range = in.span();
    fix.text = in.text();
    d.fixes.push_back(std::move(fix));
  }
  return d;
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
  Reader in(bytes);
  if (in.u32() != frame_magic) return std::nullopt;
  FrameHeader header;
  header.id = in.u32();
  header.length = in.u32();
  if (header.length > max_length) return std::nullopt;
  return header;
}

std::vector<std::uint8_t> encode_request(const CompileRequest& request) {
  Writer out;
  out.text(request.file);
  out.text(request.text);
  out.u32(static_cast<std::uint32_t>(request.macros.size()));
  for (const auto& [name, value] : request.macros) {
    out.text(name);
    out.text(value);
  }
  out.u32(request.compute_capability);
  out.u32(static_cast<std::uint32_t>(request.instances.size()));
  for (const std::string& instance : request.instances) out.text(instance);
  return out.take();
}

std::optional<CompileRequest> decode_request(std::span<const std::uint8_t> bytes) {
  Reader in(bytes);
  CompileRequest request;
  request.file = in.text();
  request.text = in.text();
  const std::uint32_t macros = in.count(8);
  for (std::uint32_t i = 0; i < macros && in.good(); ++i) {
    std::string name = in.text();
    std::string value = in.text();
    request.macros.emplace_back(std::move(name), std::move(value));
  }
  request.compute_capability = in.u32();
  const std::uint32_t instances = in.count(4);
  for (std::uint32_t i = 0; i < instances && in.good(); ++i) request.instances.push_back(in.text());
  if (!in.finished()) return std::nullopt;
  return request;
}

std::vector<std::uint8_t> encode_reply(const program::CompiledText& reply) {
  Writer out;
  out.u32(static_cast<std::uint32_t>(reply.diagnostics.size()));
  for (const Diagnostic& d : reply.diagnostics) write(out, d);
  out.u32(static_cast<std::uint32_t>(reply.refused.size()));
  for (const auto& [kernel, why] : reply.refused) {
    out.text(kernel);
    write(out, why);
  }
  out.text(reply.device_text);
  out.blob(reply.program ? program::serialize(*reply.program) : std::vector<std::uint8_t>());
  return out.take();
}

std::optional<program::CompiledText> decode_reply(std::span<const std::uint8_t> bytes) {
  Reader in(bytes);
  program::CompiledText reply;
  const std::uint32_t count = in.count(33);
  for (std::uint32_t i = 0; i < count && in.good(); ++i) reply.diagnostics.push_back(read_diagnostic(in));
  const std::uint32_t refused = in.count(37);
  for (std::uint32_t i = 0; i < refused && in.good(); ++i) {
    std::string kernel = in.text();
    reply.refused.emplace_back(std::move(kernel), read_diagnostic(in));
  }
  reply.device_text = in.text();
  const auto serialized = in.blob();
  if (!in.finished()) return std::nullopt;
  if (serialized.empty()) return reply;
  std::optional<program::Program> read = program::deserialize(serialized);
  if (!read) return std::nullopt;
  reply.program = std::make_shared<const program::Program>(std::move(*read));
  return reply;
}

} // namespace warpscope::compile
