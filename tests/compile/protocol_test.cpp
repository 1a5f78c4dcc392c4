// Frames, requests and replies survive the wire, and damaged ones are refused.
#include "sim/compile/protocol.h"

#include <gtest/gtest.h>

#include <random>

namespace warpscope {
namespace {

compile::CompileRequest some_request() {
  compile::CompileRequest request;
  request.file = "a b.cu";
  request.text = std::string("__global__ void k();\n\0\xff\xfe", 24);
  request.macros = {{"WIDTH", "1024"}, {"EMPTY", ""}};
  request.compute_capability = 75;
  request.instances = {"f<16, float>", ""};
  request.headers = {{"/a/x.cuh", "#pragma once"}};
  request.header_folders = {"/a", "/b"};
  return request;
}

program::CompiledText some_reply() {
  Diagnostic d;
  d.severity = Severity::Warning;
  d.file = "x.cu";
  d.span = {3, 4, 3, 9};
  d.message = "unused";
  d.source_line = "\tint i;";
  d.fixes = {{{3, 4, 3, 4}, "(void)"}, {{1, 1, 1, 1}, ""}};
  auto made = std::make_shared<program::Program>();
  made->code.emplace_back().op = program::Opcode::Nop;
  made->spans.emplace_back();
  made->kernels.emplace_back().name = "k";
  return {made, {d, Diagnostic{}}, "__global__ void k() {}", {"", "/a/x.cuh"}, {{"other", d}}};
}

TEST(Protocol, RequestsSurviveTheWire) {
  const auto bytes = compile::encode_request(some_request());
  const auto back = compile::decode_request(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(std::get<compile::CompileRequest>(*back), some_request());
  const auto empty = compile::decode_request(compile::encode_request(compile::CompileRequest{}));
  ASSERT_TRUE(empty);
  EXPECT_EQ(std::get<compile::CompileRequest>(*empty), compile::CompileRequest{});
}

TEST(Protocol, AWholeProgramSurvivesTheWire) {
  program::ProgramSources sources;
  sources.files = {{"/a/main.cu", "int main() {}"}, {"/a/util.cpp", ""}};
  sources.include_folders = {"/a/include"};
  sources.macros = {{"N", "64"}, {"FAST", ""}};
  sources.standard = "gnu++20";
  sources.unsaved = {{"/a/util.cuh", "#pragma once"}};
  const auto back = compile::decode_request(compile::encode_request(sources));
  ASSERT_TRUE(back);
  EXPECT_EQ(std::get<program::ProgramSources>(*back), sources);

  program::CompiledProgram reply;
  reply.program = some_reply().program;
  reply.objects.push_back({{1, 2, 3}, {{"stub", "_Z1kv"}}, {{"m", "m", true}}, "init", {"/a/main.cu"}, {}});
  reply.texts = sources.files;
  const auto read = compile::decode_program_reply(compile::encode_reply(reply));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read->program, *reply.program);
  EXPECT_EQ(read->texts, reply.texts);
  ASSERT_EQ(read->objects.size(), 1u);
  EXPECT_EQ(read->objects[0].elf, reply.objects[0].elf);
  EXPECT_EQ(read->objects[0].stubs[0].kernel, "_Z1kv");
}

TEST(Protocol, RepliesSurviveTheWire) {
  const auto back = compile::decode_reply(compile::encode_reply(some_reply()));
  ASSERT_TRUE(back);
  ASSERT_NE(back->program, nullptr);
  EXPECT_EQ(*back->program, *some_reply().program);
  EXPECT_EQ(back->refused, some_reply().refused);
  EXPECT_EQ(back->diagnostics, some_reply().diagnostics);
  EXPECT_EQ(back->device_text, some_reply().device_text);
  EXPECT_EQ(back->texts, some_reply().texts);
}

TEST(Protocol, EveryTruncationAndEveryTailIsRefused) {
  auto request = compile::encode_request(some_request());
  auto reply = compile::encode_reply(some_reply());
  for (std::size_t n = 0; n < request.size(); ++n)
    EXPECT_FALSE(compile::decode_request(std::span(request).first(n))) << n;
  for (std::size_t n = 0; n < reply.size(); ++n)
    EXPECT_FALSE(compile::decode_reply(std::span(reply).first(n))) << n;
  request.push_back(0);
  reply.push_back(0);
  EXPECT_FALSE(compile::decode_request(request));
  EXPECT_FALSE(compile::decode_reply(reply));
}

TEST(Protocol, DamageNeverCrashes) {
  std::mt19937 random(7);
  const auto good = compile::encode_reply(some_reply());
  for (int round = 0; round < 20000; ++round) {
    auto bytes = good;
    for (int flips = 0; flips < 3; ++flips)
      bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
    if (const auto read = compile::decode_reply(bytes)) {
      EXPECT_LE(read->diagnostics.size(), bytes.size());
    }
  }
}

TEST(Protocol, ACountLargerThanTheMessageIsRefusedBeforeAnythingIsReserved) {
  const std::vector<std::uint8_t> bytes = {0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0};
  EXPECT_FALSE(compile::decode_reply(bytes));
}

TEST(Protocol, SeveritiesOutsideTheEnumAreRefused) {
  program::CompiledText reply = some_reply();
  reply.diagnostics[0].severity = static_cast<Severity>(3);
  EXPECT_FALSE(compile::decode_reply(compile::encode_reply(reply)));
}

TEST(Protocol, HeadersAreBounded) {
  const auto header = compile::encode_header({7, 100});
  const auto back = compile::decode_header(header, 100);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->id, 7u);
  EXPECT_EQ(back->length, 100u);
  EXPECT_FALSE(compile::decode_header(header, 99));
  auto other = header;
  other[0] ^= 1;
  EXPECT_FALSE(compile::decode_header(other, 100));
}

} // namespace
} // namespace warpscope
