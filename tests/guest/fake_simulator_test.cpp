// The fake simulator: compiles, starts the process, and answers it until it ends.
#include "tests/guest/fake_simulator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <set>
#include <spawn.h>
#include <sstream>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace warpscope::guest {
namespace {

namespace fs = std::filesystem;

std::string read_all(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The output of a command of the shell.
std::string output_of(const std::string& command) {
  std::string text;
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return text;
  std::array<char, 4096> buffer{};
  while (const std::size_t got = fread(buffer.data(), 1, buffer.size(), pipe))
    text.append(buffer.data(), got);
  pclose(pipe);
  return text;
}

fs::path scratch_folder() {
  std::string name = (fs::temp_directory_path() / "warpscope-guest-XXXXXX").string();
  return mkdtemp(name.data());
}

/// Compiles one text to an object, or returns an empty one and the compiler's words.
program::HostObject compile(const fs::path& folder, const std::string& text, std::string& said) {
  static int number = 0;
  const fs::path source = folder / ("unit" + std::to_string(number++) + ".cpp"),
                 object = source.string() + ".o";
  std::ofstream(source) << text;
  std::ofstream(folder / "cuda.h") << "#include \"sim/include/__warpscope/runtime_host.h\"\n";
  said += output_of(std::string(WARPSCOPE_CXX) + " -std=c++20 -O0 -w -fPIC -fno-omit-frame-pointer " +
                    "-D__WARPSCOPE_GUEST__ -I" + WARPSCOPE_SOURCE_DIR + " -I" + folder.string() + " -c " +
                    source.string() + " -o " + object.string() + " 2>&1");
  program::HostObject made;
  const std::string elf = read_all(object);
  made.elf.assign(elf.begin(), elf.end());
  std::istringstream symbols(output_of("nm -S " + object.string()));
  for (std::string line; std::getline(symbols, line);) {
    std::istringstream words(line);
    std::string at, size, kind, name;
    if (words >> at >> size >> kind >> name && (kind == "T" || kind == "t" || kind == "W"))
      made.functions.push_back({name, name, std::stoull(size, nullptr, 16), {}});
  }
  return made;
}

class Server {
 public:
  Server(int socket, std::uint8_t* memory, const Setting& setting, Heard& heard)
      : socket_(socket), memory_(memory), setting_(setting), heard_(heard) {}

  void run() {
    send(Kind::Welcome, wire::encode(setting_.welcome));
    for (Header header; read(&header, sizeof header);) {
      std::vector<std::uint8_t> bytes(header.bytes);
      if (!read(bytes.data(), bytes.size())) return;
      if (!answer(static_cast<Kind>(header.kind), bytes)) return;
    }
  }

 private:
  bool read(void* data, std::size_t bytes) {
    auto* at = static_cast<char*>(data);
    while (bytes > 0) {
      const ssize_t got = ::read(socket_, at, bytes);
      if (got <= 0) return false;
      at += got;
      bytes -= static_cast<std::size_t>(got);
    }
    return true;
  }
  void send(Kind kind, const std::vector<std::uint8_t>& bytes, int descriptor = -1) {
    const Header header{static_cast<std::uint32_t>(kind), static_cast<std::uint32_t>(bytes.size())};
    std::vector<std::uint8_t> all(sizeof header);
    std::memcpy(all.data(), &header, sizeof header);
    all.insert(all.end(), bytes.begin(), bytes.end());
    iovec part{all.data(), all.size()};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
    if (descriptor >= 0) {
      message.msg_control = control.data();
      message.msg_controllen = control.size();
      cmsghdr* const c = CMSG_FIRSTHDR(&message);
      c->cmsg_level = SOL_SOCKET;
      c->cmsg_type = SCM_RIGHTS;
      c->cmsg_len = CMSG_LEN(sizeof(int));
      std::memcpy(CMSG_DATA(c), &descriptor, sizeof descriptor);
    }
    std::size_t sent = 0;
    while (sent < all.size()) {
      const ssize_t now = sendmsg(socket_, &message, MSG_NOSIGNAL);
      if (now <= 0) return;
      sent += static_cast<std::size_t>(now);
      part = {all.data() + sent, all.size() - sent};
      message.msg_control = nullptr;
      message.msg_controllen = 0;
    }
  }
  template <class T> T keep(std::vector<T>& list, const std::vector<std::uint8_t>& bytes) {
    T value;
    EXPECT_TRUE(wire::decode<T>(bytes, value));
    list.push_back(value);
    return value;
  }

  bool answer(Kind kind, const std::vector<std::uint8_t>& bytes) {
    switch (kind) {
    case Kind::Loaded: keep(heard_.loaded, bytes); return true;
    case Kind::Denied: keep(heard_.denied, bytes); return true;
    case Kind::Crash: keep(heard_.crashes, bytes); return true;
    case Kind::Finding: keep(heard_.findings, bytes); return true;
    case Kind::Refused: keep(heard_.refused, bytes); return true;
    case Kind::Touch: {
      const Touch touch = keep(heard_.touches, bytes);
      send(kind, wire::encode(Touched{setting_.touch ? setting_.touch(touch) : true}));
      return true;
    }
    case Kind::Limit: {
      keep(heard_.limits, bytes);
      send(kind, wire::encode(Done{}));
      return true;
    }
    case Kind::Allocate: allocate(keep(heard_.allocations, bytes)); return true;
    case Kind::Free: free(keep(heard_.frees, bytes)); return true;
    case Kind::Copy: {
      const Copy copy = keep(heard_.copies, bytes);
      send(kind, wire::encode(setting_.copy ? setting_.copy(copy) : Copied{}));
      return true;
    }
    case Kind::Launch: {
      const Launch launch = keep(heard_.launches, bytes);
      if (setting_.hangs_up_at_launch) return false;
      seconds_ += .001;
      Launched launched = setting_.launch ? setting_.launch(launch, memory_) : Launched{};
      launched.device_seconds = seconds_;
      send(kind, wire::encode(launched));
      return true;
    }
    case Kind::Order: {
      keep(heard_.orders, bytes);
      Done done;
      done.device_seconds = seconds_;
      send(kind, wire::encode(done));
      return true;
    }
    case Kind::Open: {
      const Open open = keep(heard_.opens, bytes);
      const int descriptor = setting_.open ? setting_.open(open) : -EACCES;
      send(kind, wire::encode(Opened{descriptor < 0 ? -descriptor : 0}), descriptor);
      if (descriptor >= 0) close(descriptor);
      return true;
    }
    case Kind::Exit: {
      keep(heard_.exits, bytes);
      Done done;
      done.printed = "";
      send(kind, wire::encode(done));
      return true;
    }
    default: ADD_FAILURE() << "a message of kind " << static_cast<int>(kind); return false;
    }
  }
  void allocate(const Allocate& request) {
    Allocated answer{setting_.allocation_error, 0};
    const bool host = request.kind != MemoryKind::Device && request.kind != MemoryKind::Array;
    const std::uint64_t unit = host ? 65536 : 512;
    next_ = (next_ + unit - 1) / unit * unit;
    if (next_ + request.bytes > window_bytes) answer.error = 2;
    if (answer.error == 0) {
      answer.address = device_base + next_;
      next_ += host ? (request.bytes + unit - 1) / unit * unit : request.bytes;
      live_.insert(answer.address);
    }
    send(Kind::Allocate, wire::encode(answer));
  }
  void free(const Free& request) {
    Done done;
    if (live_.erase(request.address) == 0) done.error = 1;
    send(Kind::Free, wire::encode(done));
  }

  int socket_;
  std::uint8_t* memory_;
  const Setting& setting_;
  Heard& heard_;
  std::uint64_t next_ = 65536;
  std::set<std::uint64_t> live_;
  double seconds_ = 0;
};

std::string drain(int descriptor) {
  std::string text;
  std::array<char, 65536> buffer{};
  for (ssize_t got; (got = read(descriptor, buffer.data(), buffer.size())) > 0;)
    if (text.size() < (4u << 20)) text.append(buffer.data(), static_cast<std::size_t>(got));
  close(descriptor);
  return text;
}

} // namespace

Heard run_program(const std::string& text, Setting setting) {
  Heard heard;
  const fs::path folder = scratch_folder();
  setting.welcome.objects.push_back(compile(folder, text, heard.compiler));
  for (const std::string& more : setting.extra_texts)
    setting.welcome.objects.push_back(compile(folder, more, heard.compiler));
  for (const KernelFacts& kernel : setting.welcome.kernels)
    setting.welcome.objects.front().stubs.push_back({kernel.symbol, kernel.symbol});
  for (const VariableFacts& variable : setting.welcome.variables)
    setting.welcome.objects.front().shadows.push_back({variable.symbol, variable.symbol, false});
  if (setting.welcome.arguments.empty()) setting.welcome.arguments = {"program"};
  if (setting.welcome.folder.empty()) setting.welcome.folder = folder.string();
  if (setting.welcome.threads == 0) setting.welcome.threads = 64;
  if (setting.welcome.processor_seconds == 0) setting.welcome.processor_seconds = 20;
  if (setting.welcome.device_name.empty()) setting.welcome.device_name = "NVIDIA H200";
  if (!heard.compiler.empty()) return heard;

  const int memory = memfd_create("device", MFD_CLOEXEC);
  EXPECT_EQ(ftruncate(memory, static_cast<off_t>(window_bytes)), 0);
  void* const mapped = mmap(nullptr, window_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, memory,
                            0);
  std::array<int, 2> sockets{}, output{}, errors{};
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()), 0);
  EXPECT_EQ(pipe2(output.data(), O_CLOEXEC), 0);
  EXPECT_EQ(pipe2(errors.data(), O_CLOEXEC), 0);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  // Out of the way of 3 and 4 first.
  posix_spawn_file_actions_adddup2(&actions, output[1], 1);
  posix_spawn_file_actions_adddup2(&actions, errors[1], 2);
  const int high_socket = fcntl(sockets[1], F_DUPFD_CLOEXEC, 100),
            high_memory = fcntl(memory, F_DUPFD_CLOEXEC, 100);
  posix_spawn_file_actions_adddup2(&actions, high_socket, socket_descriptor);
  posix_spawn_file_actions_adddup2(&actions, high_memory, memory_descriptor);
  const std::string program = std::string(WARPSCOPE_BINARY_DIR) + "/warpscope-host";
  std::array<char*, 2> arguments{const_cast<char*>(program.c_str()), nullptr};
  pid_t child = -1;
  EXPECT_EQ(posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environ), 0);
  posix_spawn_file_actions_destroy(&actions);
  for (const int descriptor : {sockets[1], output[1], errors[1], high_socket, high_memory}) close(descriptor);

  std::thread reads_output([&] { heard.output = drain(output[0]); });
  std::thread reads_errors([&] { heard.errors = drain(errors[0]); });
  Server(sockets[0], static_cast<std::uint8_t*>(mapped), setting, heard).run();
  close(sockets[0]);
  int status = 0;
  waitpid(child, &status, 0);
  heard.code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  reads_output.join();
  reads_errors.join();
  for (const Finding& finding : heard.findings)
    heard.errors += "\n[" + finding.kind + ": " + finding.message + "]";
  munmap(mapped, window_bytes);
  close(memory);
  fs::remove_all(folder);
  return heard;
}

std::vector<std::string> functions_of(const Heard& heard, const Caller& caller) {
  std::vector<std::string> names;
  if (heard.loaded.empty()) return names;
  const Loaded& loaded = heard.loaded.front();
  for (const std::uint64_t frame : caller.frames) {
    std::string best = "?";
    std::uint64_t nearest = 0;
    for (std::size_t i = 0; i < loaded.symbols.size(); ++i)
      if (loaded.addresses[i] < frame && loaded.addresses[i] >= nearest) {
        nearest = loaded.addresses[i];
        best = loaded.symbols[i];
      }
    names.push_back(best);
  }
  return names;
}

} // namespace warpscope::guest
