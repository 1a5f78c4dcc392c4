// What a hostile host program says to the simulator: messages of every kind, in any order, damaged or not.
// The input is a stream as over the socket: a header, then as many bytes as it says or as there are.
#include "sim/devices/devices.h"
#include "sim/whole/json.h"
#include "sim/whole/server.h"
#include "sim/whole/session.h"
#include "tests/program/assembler.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace {

using namespace warpscope;

/// A kernel that copies a word for each thread between two addresses that its parameters say, a __device__
/// and a __constant__ variable, a host function with two lines.
const program::CompiledProgram& compiled() {
  static const program::CompiledProgram made = [] {
    using program::Opcode;
    testing::Assembler as;
    as.begin("k", 8, 1);
    as.load(Opcode::LoadParam, 0, as.c32(program::window_base));
    as.load(Opcode::LoadParam, 1, as.c32(program::window_base + 4));
    as.special(2, program::SpecialRegister::TidX);
    as.op(Opcode::Gep32, 4, 0, 2, program::no_operand, 4);
    as.load(Opcode::LoadGlobal, 5, 4);
    as.op(Opcode::Gep32, 4, 1, 2, program::no_operand, 4);
    as.store(Opcode::StoreGlobal, 4, 5);
    as.ret();
    as.end();
    as.kernel(0, 8);
    auto device = std::make_shared<program::Program>(as.program);
    program::Variable variable;
    variable.name = variable.symbol = "v", variable.space = Space::Global, variable.size = 64;
    variable.offset = program::window_base;
    device->variables.push_back(variable);
    variable.name = variable.symbol = "c", variable.space = Space::Constant;
    device->variables.push_back(variable);
    device->global_bytes = device->constant_bytes = program::window_base + 64;
    program::HostObject object;
    object.files = {"p.cu"};
    object.functions.push_back({"main", "main()", 16, {{0, 0, 1}, {8, 0, 2}}});
    program::CompiledProgram all;
    all.program = std::move(device);
    all.objects = {object};
    all.texts = {{"p.cu", "int main() {\n cudaMalloc(&p, 3); }\n"}};
    return all;
  }();
  return made;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const int window = whole::make_window_file();
  if (window < 0) std::abort();
  static const std::atomic<bool> stop{false};
  whole::Request request;
  request.program = compiled();
  request.device = *devices::find_device("cc90");
  request.limits.launch.seconds = .02;
  request.threads = 1;
  request.check = size != 0 && (data[0] & 0x80) != 0;
  {
    whole::Server server(request, window, stop);
    server.context().memory.set_budget(16u << 20);
    for (std::size_t at = 0; at + 8 <= size;) {
      std::uint32_t kind = 0, bytes = 0;
      std::memcpy(&kind, data + at, 4);
      std::memcpy(&bytes, data + at + 4, 4);
      at += 8;
      const std::size_t there = std::min<std::size_t>(bytes, size - at);
      const whole::Server::Answer answer = server.serve(kind & 0x7fu, {data + at, there});
      if (answer.descriptor >= 0) close(answer.descriptor);
      if (answer.damaged && answer.answered) std::abort();
      at += there;
    }
    static_cast<void>(whole::to_json(server.finish(), ".", request.program.texts));
  }
  // The next input finds an empty window.
  static_cast<void>(fallocate(window, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
                              static_cast<off_t>(guest::window_bytes)));
  return 0;
}
