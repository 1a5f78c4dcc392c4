// A guest without a process: it speaks the protocol with the server directly and copies bytes as the real one
// does, through a mapping of its own.
#pragma once

#include "sim/compile/compile.h"
#include "sim/devices/devices.h"
#include "sim/whole/server.h"
#include "sim/whole/session.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace warpscope {

inline const program::CompiledProgram& compiled(const std::string& text) {
  static compile::Compiler compiler;
  static std::map<std::string, program::CompiledProgram> done;
  const auto found = done.find(text);
  if (found != done.end()) return found->second;
  program::ProgramSources sources;
  sources.files.push_back({"/nowhere/p.cu", text});
  compile::ProgramResult result = compiler.compile(sources);
  EXPECT_TRUE(result.program != nullptr) << format_diagnostics(result.diagnostics);
  return done[text] = std::move(static_cast<program::CompiledProgram&>(result));
}

class FakeGuest {
 public:
  explicit FakeGuest(const std::string& text, bool check = false, bool races = false)
      : file_(whole::make_window_file()) {
    request.program = compiled(text);
    request.device = *devices::find_device("cc90");
    request.check = check, request.races = races;
    start();
  }
  ~FakeGuest() {
    munmap(window_, guest::window_bytes);
    server.reset();
    close(file_);
  }
  FakeGuest(const FakeGuest&) = delete;
  FakeGuest& operator=(const FakeGuest&) = delete;
  void start() {
    if (window_ == nullptr)
      window_ = static_cast<std::uint8_t*>(
          mmap(nullptr, guest::window_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_, 0));
    server = std::make_unique<whole::Server>(request, file_, stop);
    welcome = server->welcome();
  }

  /// Every call of the fake program comes from the line of this number: one function with a line for each of
  /// its bytes, at address 0x1000.
  static program::HostObject lines(std::uint32_t count) {
    program::HostObject object;
    object.files = {"/nowhere/p.cu"};
    program::CodeFunction function{"main", "main()", count + 1, {}};
    for (std::uint32_t i = 0; i <= count; ++i) function.lines.push_back({i, 0, i});
    object.functions.push_back(std::move(function));
    return object;
  }
  guest::Caller at(std::uint32_t line) const { return {{0x1000ull + line + 1}}; }

  template <class Answer, class Message> Answer ask(guest::Kind kind, const Message& message) {
    const whole::Server::Answer answer = server->serve(static_cast<std::uint32_t>(kind),
                                                       wire::encode(message));
    Answer out;
    EXPECT_TRUE(answer.answered && !answer.damaged);
    EXPECT_TRUE(wire::decode(answer.bytes, out));
    return out;
  }
  std::uint64_t allocate(std::uint64_t bytes, std::uint32_t line = 0,
                         guest::MemoryKind kind = guest::MemoryKind::Device) {
    return ask<guest::Allocated>(guest::Kind::Allocate,
                                 guest::Allocate{at(line), bytes, kind, "cudaMalloc", 0})
        .address;
  }
  guest::Done release(std::uint64_t address, std::uint32_t line = 0) {
    return ask<guest::Done>(guest::Kind::Free, guest::Free{at(line), address, "cudaFree", 0});
  }
  guest::Copied copy_call(std::uint64_t to, std::uint64_t from, std::uint64_t bytes, int direction,
                          std::uint32_t line = 0) {
    guest::Copy copy;
    copy.caller = at(line), copy.function = "cudaMemcpy", copy.to = to, copy.from = from,
    copy.row_bytes = bytes;
    copy.direction = direction;
    return ask<guest::Copied>(guest::Kind::Copy, copy);
  }
  template <class T>
  std::int32_t to_device(std::uint64_t to, const std::vector<T>& from, std::uint32_t line = 0) {
    const guest::Copied agreed = copy_call(to, reinterpret_cast<std::uint64_t>(from.data()),
                                           from.size() * sizeof(T), 1, line);
    if (agreed.done.error == 0)
      std::memcpy(window_ + (to - guest::device_base), from.data(), from.size() * sizeof(T));
    return agreed.done.error;
  }
  template <class T> std::vector<T> to_host(std::uint64_t from, std::size_t count, std::uint32_t line = 0) {
    std::vector<T> out(count);
    if (copy_call(reinterpret_cast<std::uint64_t>(out.data()), from, count * sizeof(T), 2, line).done.error ==
        0)
      std::memcpy(out.data(), window_ + (from - guest::device_base), count * sizeof(T));
    return out;
  }
  template <class... Values>
  guest::Launched launch(const std::string& kernel, Dim3 grid, Dim3 block, std::uint32_t line,
                         Values... values) {
    guest::Launch message;
    message.caller = at(line);
    for (std::uint32_t i = 0; i < welcome.kernels.size(); ++i)
      if (welcome.kernels[i].name == kernel) message.kernel = i;
    const guest::KernelFacts& facts = welcome.kernels[message.kernel];
    EXPECT_EQ(facts.name, kernel);
    EXPECT_EQ(facts.argument_sizes.size(), sizeof...(Values));
    message.grid[0] = grid.x, message.grid[1] = grid.y, message.grid[2] = grid.z;
    message.block[0] = block.x, message.block[1] = block.y, message.block[2] = block.z;
    message.parameters.resize(facts.parameter_bytes);
    std::size_t i = 0;
    (std::memcpy(message.parameters.data() + facts.argument_offsets[i++], &values, sizeof values), ...);
    message.stream = stream;
    return ask<guest::Launched>(guest::Kind::Launch, message);
  }
  void write(std::uint64_t address, float value) {
    std::memcpy(window_ + (address - guest::device_base), &value, sizeof value);
  }
  guest::Done order(guest::OrderKind kind, std::uint64_t on = 0, std::uint64_t event = 0,
                    std::uint32_t flags = 0) {
    return ask<guest::Done>(guest::Kind::Order, guest::Order{at(0), kind, on, event, flags});
  }
  /// Ends the program with 0 and returns the record.
  whole::Record end() {
    static_cast<void>(ask<guest::Done>(guest::Kind::Exit, guest::Exit{0}));
    return server->finish();
  }
  void load() {
    const whole::Server::Answer answer = server->serve(static_cast<std::uint32_t>(guest::Kind::Loaded),
                                                       wire::encode(guest::Loaded{{"main"}, {0x1000}}));
    EXPECT_FALSE(answer.damaged);
  }
  /// As if the host part had `count` lines that calls come from.
  void with_lines(std::uint32_t count) {
    server.reset();
    request.program.objects = {lines(count)};
    start();
    load();
  }

  whole::Request request;
  const std::atomic<bool> stop{false};
  std::unique_ptr<whole::Server> server;
  guest::Welcome welcome;
  std::uint64_t stream = 0;

 private:
  int file_;
  std::uint8_t* window_ = nullptr;
};

} // namespace warpscope
