// Handlers of the signals that end a program, and of std::terminate().
#include "guest/host/crash.h"

#include "guest/runtime/fixed_writer.h"
#include "guest/runtime/frames.h"
#include "guest/runtime/runtime.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <sys/mman.h>
#include <ucontext.h>
#include <unwind.h>

namespace warpscope::guest {
namespace {

Connection* the_link = nullptr;
std::terminate_handler usual_terminate = nullptr;
/// Of an uncaught exception; set before abort().
std::array<char, 1024> uncaught{};

/// Exact where the unwinder may be asked: in abort() and std::terminate(), not in the middle of anything.
Frames unwound_frames() {
  Frames frames;
  _Unwind_Backtrace(
      [](_Unwind_Context* context, void* to) {
        const auto at = static_cast<std::uint64_t>(_Unwind_GetIP(context));
        if (is_program_code(at)) static_cast<Frames*>(to)->add(at);
        return _URC_NO_REASON;
      },
      &frames);
  return frames;
}

bool is_of_stack(std::uint64_t address, std::uint64_t stack_pointer) {
  const StackBounds bounds = stack_of_thread();
  constexpr std::uint64_t near = 64u << 10, frame = 16u << 20;
  return bounds.low != 0 && stack_pointer < bounds.low + near && address + frame >= stack_pointer &&
         address < bounds.high;
}

void handle(int signal, siginfo_t* info, void* raw) {
  BusyMemory& busy = runtime().busy;
  if (signal == SIGSEGV && info->si_code > 0 && busy.fault(*info, raw)) return;
  if (signal == SIGTRAP && busy.stepped(raw)) return;
  // What comes again, from the instruction, from abort() or from here, ends the process.
  struct sigaction usual{};
  usual.sa_handler = SIG_DFL;
  sigaction(signal, &usual, nullptr);
  const auto& context = *static_cast<const ucontext_t*>(raw);
  const auto reg = [&](int which) { return static_cast<std::uint64_t>(context.uc_mcontext.gregs[which]); };
  const bool touched = signal == SIGSEGV || signal == SIGBUS;
  const auto address = touched ? reinterpret_cast<std::uint64_t>(info->si_addr) : 0;
  FixedWriter message;
  message.frames(signal == SIGABRT ? unwound_frames() : frames_at(reg(REG_RIP), reg(REG_RSP), reg(REG_RBP)));
  message.number(std::int32_t{signal});
  message.number(address);
  message.text(signal == SIGABRT ? std::string_view(uncaught.data()) : std::string_view());
  message.number(static_cast<std::uint8_t>(touched && is_of_stack(address, reg(REG_RSP))));
  the_link->tell_bytes(Kind::Crash, message.bytes());
  if (!touched && signal != SIGABRT) raise(signal);
}

[[noreturn]] void terminated() {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  if (type != nullptr) {
    int status = 0;
    char* const name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &status);
    const char* what = "";
    try {
      throw;
    } catch (const std::exception& exception) {
      what = exception.what();
      std::snprintf(uncaught.data(), uncaught.size(), "%s: %s", status == 0 ? name : type->name(), what);
    } catch (const char* text) {
      std::snprintf(uncaught.data(), uncaught.size(), "%s: %s", status == 0 ? name : type->name(), text);
    } catch (...) {
      std::snprintf(uncaught.data(), uncaught.size(), "%s", status == 0 ? name : type->name());
    }
  }
  if (usual_terminate != nullptr) usual_terminate();
  std::abort();
}

/// Lives as long as the thread.
struct SignalStack {
  static constexpr std::size_t bytes = 64u << 10;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  SignalStack() {
    if (memory == MAP_FAILED) return;
    stack_t stack{};
    stack.ss_sp = memory;
    stack.ss_size = bytes;
    sigaltstack(&stack, nullptr);
  }
  ~SignalStack() {
    if (memory == MAP_FAILED) return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
    munmap(memory, bytes);
  }
  SignalStack(const SignalStack&) = delete;
  SignalStack& operator=(const SignalStack&) = delete;
};

} // namespace

void give_thread_a_signal_stack() {
  thread_local const SignalStack stack;
  (void)stack.memory;
}

void tell_of_crashes(Connection& link) {
  the_link = &link;
  give_thread_a_signal_stack();
  struct sigaction action{};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU, SIGTRAP})
    sigaction(signal, &action, nullptr);
  signal(SIGXFSZ, SIG_IGN); // write() fails instead
  runtime().busy.arm(link, handle);
  usual_terminate = std::set_terminate(terminated);
}

} // namespace warpscope::guest
