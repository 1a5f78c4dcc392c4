// Functions of the C library that this process has of its own, found before the library's: threads are
// counted and get what the handlers need, new processes are refused where they are asked for, the signal
// that refused calls raise stays ours, and memory that the device still uses is opened for the kernel.
#include "guest/host/confine.h"
#include "guest/host/crash.h"
#include "guest/runtime/runtime.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <dlfcn.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

namespace warpscope::guest {
namespace {

template <class Function> Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

std::atomic<std::uint32_t> threads{0};

struct Start {
  void* (*function)(void*);
  void* argument;
};
/// Its destructor also runs when the thread ends by pthread_exit().
struct Counted {
  ~Counted() { threads.fetch_sub(1); }
};

void* begin(void* raw) {
  const Start start = *static_cast<Start*>(raw);
  delete static_cast<Start*>(raw);
  const Counted counted;
  note_stack_of_thread();
  give_thread_a_signal_stack();
  return start.function(start.argument);
}

/// The program's calls above a function of this file. Between them may lie a library's, without frame
/// pointers.
Frames here(void* frame) {
  const auto at = reinterpret_cast<std::uint64_t>(frame);
  return frames_at(0, at, at);
}

int refuse_process(const char* call, const char* detail, void* frame) {
  tell_denied(call, detail, here(frame));
  errno = EPERM;
  return -1;
}

void open_pages(const void* data, std::size_t bytes, bool writes, void* frame) {
  if (has_runtime()) runtime().busy.touch(data, bytes, writes, [=] { return here(frame); });
}

} // namespace
} // namespace warpscope::guest

using namespace warpscope::guest;

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*function)(void*),
                   void* argument) {
  static const auto real = next<decltype(&pthread_create)>("pthread_create");
  const std::uint32_t most = runtime().welcome.threads;
  if (threads.fetch_add(1) >= most) {
    threads.fetch_sub(1);
    static std::atomic<bool> told{false};
    if (!told.exchange(true))
      runtime().link.tell(Kind::Finding, Finding{{here(__builtin_frame_address(0)).list()},
                                                 "too-many-threads",
                                                 "more than " + grouped(most) +
                                                     " threads at once: the program may not start another",
                                                 "pthread_create"});
    return EAGAIN;
  }
  auto* const start = new Start{function, argument};
  const int error = real(thread, attributes, begin, start);
  if (error != 0) {
    threads.fetch_sub(1);
    delete start;
  }
  return error;
}

pid_t fork() { return refuse_process("fork", "", __builtin_frame_address(0)); }
pid_t vfork() { return refuse_process("fork", "", __builtin_frame_address(0)); }
int system(const char* command) {
  if (command == nullptr) return 0; // there is no shell
  return refuse_process("system", command, __builtin_frame_address(0));
}
FILE* popen(const char* command, const char*) {
  refuse_process("popen", command != nullptr ? command : "", __builtin_frame_address(0));
  return nullptr;
}
int posix_spawn(pid_t*, const char* path, const posix_spawn_file_actions_t*, const posix_spawnattr_t*,
                char* const*, char* const*) {
  refuse_process("posix_spawn", path, __builtin_frame_address(0));
  return EPERM;
}
int posix_spawnp(pid_t*, const char* path, const posix_spawn_file_actions_t*, const posix_spawnattr_t*,
                 char* const*, char* const*) {
  refuse_process("posix_spawn", path, __builtin_frame_address(0));
  return EPERM;
}

// The kernel refuses a page that is closed (BusyMemory) and does not fault.
ssize_t read(int file, void* to, size_t bytes) {
  static const auto real = next<decltype(&read)>("read");
  open_pages(to, bytes, true, __builtin_frame_address(0));
  return real(file, to, bytes);
}
ssize_t write(int file, const void* from, size_t bytes) {
  static const auto real = next<decltype(&write)>("write");
  open_pages(from, bytes, false, __builtin_frame_address(0));
  return real(file, from, bytes);
}
ssize_t writev(int file, const iovec* parts, int count) {
  static const auto real = next<decltype(&writev)>("writev");
  for (int i = 0; i < count; ++i)
    open_pages(parts[i].iov_base, parts[i].iov_len, false, __builtin_frame_address(0));
  return real(file, parts, count);
}
size_t fread(void* to, size_t bytes, size_t count, FILE* file) {
  static const auto real = next<decltype(&fread)>("fread");
  open_pages(to, bytes * count, true, __builtin_frame_address(0));
  return real(to, bytes, count, file);
}
size_t fwrite(const void* from, size_t bytes, size_t count, FILE* file) {
  static const auto real = next<decltype(&fwrite)>("fwrite");
  open_pages(from, bytes * count, false, __builtin_frame_address(0));
  return real(from, bytes, count, file);
}

// A thread that blocks SIGSYS would be ended by the kernel at its first refused call.
int pthread_sigmask(int how, const sigset_t* set, sigset_t* old) {
  static const auto real = next<decltype(&pthread_sigmask)>("pthread_sigmask");
  if (set == nullptr || how == SIG_UNBLOCK) return real(how, set, old);
  sigset_t without = *set;
  sigdelset(&without, SIGSYS);
  return real(how, &without, old);
}
int sigprocmask(int how, const sigset_t* set, sigset_t* old) {
  const int error = pthread_sigmask(how, set, old);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

} // extern "C"
