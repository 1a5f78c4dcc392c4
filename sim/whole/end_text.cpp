// Describes the end of a host program: by its own will, by a signal, by a limit.
#include "sim/whole/end_text.h"

#include <fmt/format.h>

#include <csignal>
#include <cstring>
#include <sys/wait.h>
#include <utility>

namespace warpscope::whole {

namespace {

constexpr int limit_code = 124; ///< as of timeout(1)

/// What was wrong with the address that the program touched.
void describe_address(Context& context, const guest::Crash& crash, Finding& finding) {
  const std::uint64_t offset = crash.address - guest::device_base;
  if (crash.address >= guest::device_base && offset < guest::window_bytes) {
    finding.kind = "host-dereference";
    const AllocationRecord* buffer = context.buffer_at(offset);
    const exec::FreedAllocation* old = context.memory.find_freed(offset);
    finding.message = "the host dereferences a device pointer";
    if (buffer != nullptr) {
      finding.related = "allocated here", finding.related_place = buffer->made;
      finding.message += fmt::format(
          ": {} is memory of the device{}; copy it with cudaMemcpy, or allocate it with "
          "cudaMallocManaged",
          buffer->name,
          buffer->made.known() ? fmt::format(", allocated at {} by {}",
                                             line_text(buffer->made, finding.place), buffer->function)
                               : "");
    } else if (old != nullptr) {
      finding.related = "freed here", finding.related_place = context.place_of(old->freed, {});
      finding.message += fmt::format(", and {} was freed at {} besides", old->name,
                                     line_text(finding.related_place, finding.place));
    } else {
      finding.message += ", or an address near one: no buffer lies there";
    }
  } else if (crash.stack) {
    finding.kind = "stack-overflow";
    finding.message =
        "the stack of the host program is used up: a recursion without end, or arrays in a function "
        "that are too large for it";
  } else if (crash.address < 0x1000) {
    finding.message = fmt::format("the host dereferences a null pointer{}",
                                  crash.address == 0 ? "" : fmt::format(" (address {:#x})", crash.address));
  } else {
    finding.message = fmt::format(
        "the host touches address {:#x}, where it has no memory: an index far outside, or a "
        "pointer that was freed or never set",
        crash.address);
  }
}

/// The kernel that was ended with the program: " in the kernel never"; `place` becomes its launch's.
std::string what_ran(const Context& context, Place& place) {
  if (context.record.launches.empty()) return {};
  const LaunchRecord& last = context.record.launches.back();
  if (last.result.run.status != exec::RunStatus::Cancelled) return {};
  place = last.place;
  return fmt::format(" in the kernel {}, after {} of its {} blocks: a loop without end?",
                     last.result.launch.kernel, last.result.run.simulated_blocks,
                     last.result.run.total_blocks);
}

/// What a program that gets no more memory should know.
std::string memory_text(const Context& context, const std::string& what) {
  const std::uint64_t most = context.request.limits.host_bytes;
  if (!what.starts_with("std::bad_alloc") || most == 0) return {};
  return fmt::format("; a host program may have {} of memory here", bytes_text(most));
}

Finding describe_signal(Context& context, int signal, const std::optional<guest::Crash>& crash) {
  Finding finding{.kind = "crash", .severity = Severity::Error, .place = {}, .message = {}};
  if (crash) finding.place = context.places.innermost(crash->caller);
  switch (signal) {
  case SIGSEGV:
  case SIGBUS:
    if (crash) describe_address(context, *crash, finding);
    else finding.message = "the host program touches memory that it does not have";
    break;
  case SIGFPE: finding.message = "the host program divides an integer by zero"; break;
  case SIGABRT:
    finding.message = crash && !crash->what.empty()
                          ? fmt::format("nobody catches the exception {}{}", crash->what.substr(0, 1000),
                                        memory_text(context, crash->what))
                          : "the host program calls abort(), as a failed assert() and a damaged heap do";
    break;
  case SIGXCPU:
    finding.kind = "limit",
    finding.message = "the host program used up the processor time that it may have: a loop without end?";
    break;
  case SIGSYS:
    finding.kind = "denied", finding.message = "the host program made a system call that it may not make";
    break;
  case SIGKILL:
    finding.message = "the host program was killed from outside; had the machine no memory left?";
    break;
  default: {
    const char* name = sigdescr_np(signal);
    finding.message = fmt::format("the host program ended by signal {} ({})", signal,
                                  name != nullptr ? name : "unknown");
  }
  }
  return finding;
}

} // namespace

End describe_end(Context& context, Ended why, int status, std::optional<int> exit_code,
                 const std::optional<guest::Crash>& crash) {
  End end;
  const Limits& limits = context.request.limits;
  Finding finding{.kind = "limit", .severity = Severity::Error, .place = {}, .message = {}};
  switch (why) {
  case Ended::Cancelled:
    end.code = 130, end.cancelled = true, end.sentence = "the program was stopped";
    return end;
  case Ended::OutOfTime:
    finding.message = fmt::format("the program ran for {:g} s, the most it may, and was ended{}",
                                  limits.seconds, what_ran(context, finding.place));
    if (!finding.place.known() && crash && crash->signal == SIGXCPU) {
      finding.place = context.places.innermost(crash->caller);
      if (finding.place.known()) finding.message += " here";
    }
    end.limit = true;
    break;
  case Ended::WaitedForInput:
    finding.message = fmt::format(
        "the program waited for input until its {:g} s, the most it may run, were over", limits.seconds);
    if (crash) finding.place = context.places.innermost(crash->caller);
    end.limit = true;
    break;
  case Ended::TooMuchOutput:
    finding.message = fmt::format("the program printed more than {}, the most it may, and was ended",
                                  bytes_text(limits.output_bytes));
    end.limit = true;
    break;
  case Ended::Damaged:
    finding.kind = "damaged";
    finding.message =
        "the host program damaged what connects it with the simulator (it may have overwritten its own "
        "memory), and was ended";
    end.limit = true;
    break;
  case Ended::ByItself:
    if (WIFSIGNALED(status)) {
      end.signal = WTERMSIG(status);
      end.code = 128 + end.signal;
      if (end.signal == SIGINT || end.signal == SIGTERM || end.signal == SIGPIPE) {
        end.sentence = fmt::format("the program ended by {}", end.signal == SIGINT ? "Ctrl-C"
                                                              : end.signal == SIGTERM
                                                                  ? "SIGTERM"
                                                                  : "a pipe that nobody reads");
        return end;
      }
      finding = describe_signal(context, end.signal, crash);
      break;
    }
    end.code = WIFEXITED(status) ? WEXITSTATUS(status) : exit_code.value_or(1);
    if (crash) {
      // The guest told a crash and could still leave by itself.
      finding = describe_signal(context, crash->signal, crash);
      end.signal = crash->signal;
      if (end.code == 0) end.code = 128 + crash->signal;
      break;
    }
    return end;
  }
  if (end.limit) end.code = limit_code;
  end.sentence = finding.message;
  end.place = finding.place;
  context.findings.add(std::move(finding));
  return end;
}

} // namespace warpscope::whole
