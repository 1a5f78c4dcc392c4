// A request and a recording with everything in them, for the tests of this folder.
#pragma once

#include "gpu/protocol/recording.h"
#include "gpu/protocol/request.h"
#include "sim/base/fnv.h"

namespace warpscope {

inline protocol::MeasureRequest some_request() {
  protocol::MeasureRequest request;
  request.file = "transpose.cu";
  request.text = "__constant__ float c[4];\n__global__ void k(float *out, int n) {\n  out[n] = c[0];\n}\n"
                 "#include \"common/scale.cuh\"\n";
  request.headers = {{"common/scale.cuh", "#pragma once\n#include \"deeper.h\"\n"},
                     {"deeper.h", "#define SCALE 2 // \xC3\xA4\n"}};
  request.macros = {{"WIDTH", "1024"}, {"EMPTY", ""}};
  request.grid = {32, 2, 1};
  request.block = {32, 8, 1};
  request.dynamic_shared_bytes = 256;
  request.cooperative = true;
  protocol::MeasureArgument out, n, point;
  out.kind = protocol::MeasureArgument::Kind::Buffer;
  out.name = "out";
  out.type = ElementType::F32;
  out.bytes = 4096;
  out.element_bytes = 16;
  out.fill = {source::Fill::Kind::Random, 42, {}};
  n.name = "n";
  n.offset = 8;
  n.type = ElementType::I32;
  n.value = "-3";
  point.kind = protocol::MeasureArgument::Kind::Bytes;
  point.name = "point";
  point.offset = 12;
  point.data = {0, 1, 254, 255, 7};
  request.call = {"tile<16, float>", 20, {out, n, point}};
  protocol::MeasureArgument c;
  c.kind = protocol::MeasureArgument::Kind::Buffer;
  c.name = "c";
  c.type = ElementType::F32;
  c.bytes = 4;
  c.element_bytes = 4;
  c.data = {0, 0, 128, 63};
  request.variables = {c};
  request.checks = {{"out", {"reference", 12, {out, n}}}};
  request.what.values = true;
  request.limits = {2.5, 1u << 20, 5000};
  return request;
}

inline protocol::Recording some_recording() {
  protocol::Recording recording;
  recording.hash = protocol::hash_of(some_request());
  recording.parts = protocol::parts_of(some_request());
  recording.file = "transpose.cu";
  recording.date = "2026-11-21T21:30:00Z";
  recording.device = {"NVIDIA H200", 9, 0, 132, 150ull << 30, 60u << 20, "580.159.04", "13.0", "13.0", ""};
  recording.clocks = {1980, 3201, 1980, {"power cap"}};
  protocol::RecordedBuild compiled, written;
  compiled.compile_seconds = 0.02;
  compiled.messages = {{3, 5, false, "variable \"x\" was never referenced"}};
  compiled.resources = protocol::RecordedResources{32, 4096, 256, 0, 16, 1024, 8, 64, 64, 0, 4};
  compiled.warm = protocol::RecordedTimes{1e-5, 9e-6, 9.5e-6, 2e-5, 40, 20};
  compiled.warm->processes = {1e-5, 1.1e-5};
  compiled.empty = protocol::RecordedTimes{1e-6, 9e-7, 1e-6, 2e-6, 2, 20, {9e-7, 1.1e-6}, {}};
  compiled.cold = protocol::RecordedTimes{3e-5, 2e-5, 2.5e-5, 4e-5, 20, 1};
  compiled.totals = protocol::Counters{
      {{model::CounterGroup::SharedLoad, model::CounterKind::Wavefronts}, 1048576},
      {{model::CounterGroup::GlobalStore, model::CounterKind::Sectors}, 0}};
  compiled.lines = std::vector<protocol::RecordedLine>{
      {0, {}}, {3, {{{model::CounterGroup::GlobalStore, model::CounterKind::IdealSectors}, 131072}}}};
  compiled.instructions = {
      {0x130, 3, {{{model::CounterGroup::GlobalStore, model::CounterKind::Executed}, 256}}}};
  written.kind = protocol::BuildKind::AsWritten;
  recording.builds = {compiled, written};
  recording.checks = {{"out", 2, "out[35] = 0, should be 35", "float by 1e-4"}};
  protocol::RecordedOutput out{"out", ElementType::F32, 4096, "", std::vector<std::uint8_t>(4096, 9)};
  out.hash = hex16(fnv1a(out.values));
  recording.outputs = {out};
  recording.could_not = {{"lines.as_written", "no permission"}};
  recording.seconds = 0.7;
  return recording;
}

} // namespace warpscope
