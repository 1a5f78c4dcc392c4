// Stands where warpscope-compiler stands and misbehaves as the text of the request tells it. It answers with
// an error diagnostic that says who it is, so that the tests see which process answered.
#include "sim/compile/protocol.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <poll.h>
#include <string>
#include <thread>
#include <unistd.h>

namespace {

using namespace warpscope;

bool read_all(std::span<std::uint8_t> bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t got = read(STDIN_FILENO, bytes.data() + at, bytes.size() - at);
    if (got <= 0) return false;
    at += static_cast<std::size_t>(got);
  }
  return true;
}

void write_all(std::span<const std::uint8_t> bytes) {
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t done = write(STDOUT_FILENO, bytes.data() + at, bytes.size() - at);
    if (done <= 0) _exit(9);
    at += static_cast<std::size_t>(done);
  }
}

std::string open_descriptors() {
  std::string list;
  DIR* folder = opendir("/proc/self/fd");
  while (const dirent* entry = readdir(folder))
    if (entry->d_name[0] != '.' && std::atoi(entry->d_name) != dirfd(folder))
      list += std::string(entry->d_name) + " ";
  closedir(folder);
  return list;
}

void reply(std::uint32_t id, const std::string& message) {
  Diagnostic d;
  d.message = message;
  const auto payload = compile::encode_reply(program::CompiledText{nullptr, {d}, {}, {}, {}});
  write_all(compile::encode_header({id, static_cast<std::uint32_t>(payload.size())}));
  write_all(payload);
}

} // namespace

/// Under ASan the planted crashes have to stay crashes: its handler would turn the signal into an exit code.
extern "C" const char* __asan_default_options() { return "handle_segv=0:handle_abort=0"; }

int main() {
  std::thread([] {
    pollfd entry{STDIN_FILENO, POLLRDHUP, 0};
    while (poll(&entry, 1, -1) < 0 || entry.revents == 0) {
    }
    _exit(0);
  }).detach();
  for (;;) {
    std::array<std::uint8_t, compile::frame_header_bytes> header_bytes{};
    if (!read_all(header_bytes)) return 0;
    const auto header = compile::decode_header(header_bytes, compile::max_request_bytes);
    if (!header) return 2;
    std::vector<std::uint8_t> payload(header->length);
    if (!read_all(payload)) return 0;
    const auto request = compile::decode_request(payload);
    if (!request || !std::holds_alternative<compile::CompileRequest>(*request)) return 2;
    const std::string& text = std::get<compile::CompileRequest>(*request).text;
    const auto is = [&](const char* word) { return text.starts_with(word); };

    if (is("crash")) std::raise(SIGSEGV);
    if (is("whisper")) {
      std::fputs("1.\twarpscope_input.cu:2:5: current parser token ';'\n", stderr);
      std::raise(SIGSEGV);
    }
    if (is("memory")) {
      std::fputs("LLVM ERROR: out of memory\n", stderr);
      std::abort();
    }
    if (is("exit")) return 3;
    if (is("recycle") && access(std::get<compile::CompileRequest>(*request).file.c_str(), F_OK) == 0) {
      // Ends once as a worker does whose memory has grown; the process that comes after it answers.
      static_cast<void>(std::remove(std::get<compile::CompileRequest>(*request).file.c_str()));
      return compile::recycle_exit_code;
    }
    if (is("hang")) pause();
    if (is("busy"))
      for (;;) static_cast<void>(getpid());
    if (is("slow")) usleep(static_cast<useconds_t>(std::atoi(text.c_str() + 4)) * 1000);
    if (is("flood"))
      for (int i = 0; i < 20000; ++i)
        std::fputs("a line of noise on standard error, again and again\n", stderr);
    if (is("garbage")) write_all(std::vector<std::uint8_t>(64, 0xAB));
    if (is("long")) write_all(compile::encode_header({header->id, 0xffff'ffffu}));
    if (is("stranger")) reply(header->id + 17, "not asked for");
    if (is("half")) {
      write_all(compile::encode_header({header->id, 1000}));
      write_all(std::vector<std::uint8_t>(10, 0));
      return 4;
    }
    if (is("damaged")) {
      write_all(compile::encode_header({header->id, 100}));
      write_all(std::vector<std::uint8_t>(100, 0xFF));
      continue;
    }
    if (is("program")) { // a reply of the right form whose program is none
      std::vector<std::uint8_t> bytes = compile::encode_reply(program::CompiledText{});
      bytes[bytes.size() - 4] = 40; // the program is last: its size, then its bytes
      bytes.resize(bytes.size() + 40, 7);
      write_all(compile::encode_header({header->id, static_cast<std::uint32_t>(bytes.size())}));
      write_all(bytes);
      continue;
    }
    if (is("nothing")) { // neither a program nor an error
      const auto bytes = compile::encode_reply(program::CompiledText{});
      write_all(compile::encode_header({header->id, static_cast<std::uint32_t>(bytes.size())}));
      write_all(bytes);
      continue;
    }
    reply(header->id,
          is("descriptors") ? open_descriptors() : std::to_string(getpid()) + " " + text.substr(0, 40));
  }
}
