// Limits, Landlock and a seccomp filter. A refused system call raises SIGSYS, whose handler asks the
// simulator to open a file, or tells what was refused and lets the call fail.
#include "guest/host/confine.h"

#include "guest/runtime/fixed_writer.h"
#include "guest/runtime/frames.h"

#include <array>
#include <asm/ioctls.h>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

namespace warpscope::guest {
namespace {

Connection* the_link = nullptr;
/// Names of system calls by number, resolved while memory may still be taken.
std::array<const char*, 512> call_names{};

// Everything a computing program needs of the kernel that touches nothing outside its process but its open
// descriptors, and what only looks at files' metadata.
constexpr std::array allowed = {"read",
                                "write",
                                "readv",
                                "writev",
                                "pread64",
                                "pwrite64",
                                "preadv",
                                "pwritev",
                                "preadv2",
                                "pwritev2",
                                "close",
                                "close_range",
                                "lseek",
                                "munmap",
                                "mremap",
                                "madvise",
                                "mbind", // OpenBLAS says where its buffers are to lie
                                "brk",
                                "mincore",
                                "msync",
                                "mlock",
                                "mlock2",
                                "munlock",
                                "futex",
                                "clock_gettime",
                                "clock_getres",
                                "clock_nanosleep",
                                "nanosleep",
                                "gettimeofday",
                                "time",
                                "times",
                                "getpid",
                                "gettid",
                                "getppid",
                                "getuid",
                                "geteuid",
                                "getgid",
                                "getegid",
                                "getpgrp",
                                "getpgid",
                                "getsid",
                                "getgroups",
                                "getcpu",
                                "sched_yield",
                                "sched_getaffinity",
                                "sched_setaffinity",
                                "sched_getparam",
                                "sched_getscheduler",
                                "sched_get_priority_max",
                                "sched_get_priority_min",
                                "getpriority",
                                "sysinfo",
                                "uname",
                                "getrusage",
                                "getrlimit",
                                "exit",
                                "exit_group",
                                "rt_sigaction",
                                "rt_sigprocmask",
                                "rt_sigreturn",
                                "rt_sigsuspend",
                                "rt_sigtimedwait",
                                "rt_sigpending",
                                "sigaltstack",
                                "pause",
                                "alarm",
                                "setitimer",
                                "getitimer",
                                "timer_create",
                                "timer_settime",
                                "timer_gettime",
                                "timer_delete",
                                "restart_syscall",
                                "set_robust_list",
                                "get_robust_list",
                                "set_tid_address",
                                "membarrier",
                                "stat",
                                "fstat",
                                "lstat",
                                "newfstatat",
                                "statx",
                                "statfs",
                                "fstatfs",
                                "access",
                                "faccessat",
                                "faccessat2",
                                "readlink",
                                "readlinkat",
                                "getcwd",
                                "getdents",
                                "getdents64",
                                "fcntl",
                                "flock",
                                "poll",
                                "ppoll",
                                "select",
                                "pselect6",
                                "pipe",
                                "pipe2",
                                "eventfd",
                                "eventfd2",
                                "dup",
                                "dup2",
                                "dup3",
                                "epoll_create",
                                "epoll_create1",
                                "epoll_ctl",
                                "epoll_wait",
                                "epoll_pwait",
                                "timerfd_create",
                                "timerfd_settime",
                                "timerfd_gettime",
                                "fsync",
                                "fdatasync",
                                "ftruncate",
                                "fallocate",
                                "fadvise64",
                                "readahead",
                                "sync_file_range",
                                "umask",
                                "getrandom",
                                "wait4",
                                "waitid",
                                "copy_file_range",
                                "sendfile",
                                "rseq"};

/// Calls whose first argument is a path, and those whose second is.
constexpr std::array path_first = {"mkdir", "rmdir",  "unlink",   "rename",  "link",   "symlink", "chmod",
                                   "chown", "lchown", "truncate", "execve",  "chdir",  "chroot",  "mknod",
                                   "utime", "utimes", "mount",    "umount2", "swapon", "uselib",  "acct"};
constexpr std::array path_second = {"mkdirat", "unlinkat",  "renameat",  "renameat2", "fchmodat", "fchownat",
                                    "mknodat", "utimensat", "futimesat", "execveat",  "openat2"};

bool is_one_of(const char* name, std::span<const char* const> list) {
  for (const char* const one : list)
    if (std::strcmp(one, name) == 0) return true;
  return false;
}

const char* address_family(std::uint64_t family) {
  switch (family) {
  case 1: return "AF_UNIX";
  case 2: return "AF_INET";
  case 10: return "AF_INET6";
  case 16: return "AF_NETLINK";
  default: return "";
  }
}

/// Asks the simulator for a file; a descriptor or -errno.
std::int64_t broker(const char* path, std::uint64_t flags, std::uint64_t mode, const Frames& frames) {
  if (path == nullptr) return -EFAULT;
  if (the_link->busy_here()) return -EACCES;
  const std::size_t length = strnlen(path, PATH_MAX);
  if (length >= PATH_MAX) return -ENAMETOOLONG;
  FixedWriter message;
  message.frames(frames);
  message.text({path, length});
  message.number(static_cast<std::int32_t>(flags));
  message.number(static_cast<std::int32_t>(mode));
  std::array<std::uint8_t, 64> answer{};
  int descriptor = -1;
  const std::size_t got = the_link->ask_bytes(Kind::Open, message.bytes(), answer, descriptor);
  std::int32_t error = EACCES;
  if (got >= sizeof error) std::memcpy(&error, answer.data(), sizeof error);
  if (descriptor >= 0 && error == 0) {
    if ((flags & O_CLOEXEC) == 0) fcntl(descriptor, F_SETFD, 0);
    return descriptor;
  }
  if (descriptor >= 0) close(descriptor);
  return error > 0 ? -std::int64_t{error} : -EACCES;
}

std::int64_t refused(std::uint64_t number, const std::array<std::uint64_t, 4>& arguments,
                     const Frames& frames) {
  const char* const name = number < call_names.size() && call_names[number] != nullptr ? call_names[number]
                                                                                       : "?";
  const auto text = [&](std::size_t i) { return reinterpret_cast<const char*>(arguments[i]); };
  const char* detail = "";
  std::int64_t error = -EPERM;
  const char* told = name;
  if (number == SYS_mmap || number == SYS_mprotect || number == SYS_pkey_mprotect)
    detail = "executable memory";
  else if (number == SYS_clone || number == SYS_fork || number == SYS_vfork) told = "fork";
  else if (number == SYS_socket || number == SYS_socketpair) {
    detail = address_family(arguments[0]);
    error = -EACCES;
  } else if (is_one_of(name, path_first)) {
    detail = text(0);
    error = -EACCES;
  } else if (is_one_of(name, path_second)) {
    detail = text(1);
    error = -EACCES;
  }
  tell_denied(told, detail != nullptr ? detail : "", frames);
  return error;
}

void handle(int, siginfo_t* info, void* raw) {
  auto& registers = static_cast<ucontext_t*>(raw)->uc_mcontext.gregs;
  const auto reg = [&](int which) { return static_cast<std::uint64_t>(registers[which]); };
  const std::array<std::uint64_t, 4> arguments = {reg(REG_RDI), reg(REG_RSI), reg(REG_RDX), reg(REG_R10)};
  const int saved = errno;
  const Frames frames = frames_at(reg(REG_RIP), reg(REG_RSP), reg(REG_RBP));
  const auto number = static_cast<std::uint64_t>(info->si_syscall);
  const auto text = [&](std::size_t i) { return reinterpret_cast<const char*>(arguments[i]); };
  std::int64_t result = 0;
  if (number == SYS_open) result = broker(text(0), arguments[1], arguments[2], frames);
  else if (number == SYS_creat) result = broker(text(0), O_CREAT | O_WRONLY | O_TRUNC, arguments[1], frames);
  else if (number == SYS_openat && text(1) != nullptr &&
           (static_cast<int>(arguments[0]) == AT_FDCWD || text(1)[0] == '/'))
    result = broker(text(1), arguments[2], arguments[3], frames);
  else result = refused(number, arguments, frames);
  registers[REG_RAX] = result;
  errno = saved;
}

bool limit_resources(const Welcome& welcome, std::string& error) {
  const auto set = [&](int what, rlim_t soft, rlim_t hard) {
    const rlimit limit{soft, hard};
    if (setrlimit(static_cast<__rlimit_resource>(what), &limit) == 0) return true;
    error = std::string("a limit cannot be set: ") + std::strerror(errno);
    return false;
  };
  if (!set(RLIMIT_CORE, 0, 0)) return false;
  constexpr rlim_t largest_file = rlim_t{1} << 30;
  if (!set(RLIMIT_FSIZE, largest_file, largest_file)) return false;
  if (welcome.processor_seconds > 0) {
    const auto seconds = static_cast<rlim_t>(std::ceil(welcome.processor_seconds));
    if (!set(RLIMIT_CPU, seconds, seconds + 2)) return false;
  }
  if (welcome.host_bytes > 0) {
    // What is mapped already, the two windows of 4 GiB above all, does not count.
    unsigned long pages = 0, resident = 0, shared = 0, code = 0, library = 0, data = 0;
    std::FILE* const file = std::fopen("/proc/self/statm", "r");
    const bool read = file != nullptr && std::fscanf(file, "%lu %lu %lu %lu %lu %lu", &pages, &resident,
                                                     &shared, &code, &library, &data) == 6;
    if (file != nullptr) std::fclose(file);
    if (!read) {
      error = "the size of the process cannot be read";
      return false;
    }
    constexpr rlim_t of_thread = rlim_t{8} << 20, arena = rlim_t{128} << 20;
    const rlim_t threads = welcome.threads;
    const rlim_t most = rlim_t{pages} * 4096 + welcome.host_bytes + threads * (of_thread + arena);
    const rlim_t most_data = rlim_t{data} * 4096 + welcome.host_bytes + threads * of_thread;
    if (!set(RLIMIT_AS, most, most) || !set(RLIMIT_DATA, most_data, most_data)) return false;
  }
  return true;
}

/// No file is opened, made or changed by this process itself. A kernel without Landlock leaves that to the
/// filter.
void forbid_files() {
  constexpr long create_ruleset = 444, restrict_self = 446;
  struct {
    std::uint64_t handled_files = 0, handled_network = 0;
  } rules;
  const long version = syscall(create_ruleset, nullptr, 0, 1u);
  if (version < 1) return;
  rules.handled_files = (1u << 13) - 1;              // version 1: execute, read, write, make, remove
  if (version >= 2) rules.handled_files |= 1u << 13; // refer
  if (version >= 3) rules.handled_files |= 1u << 14; // truncate
  if (version >= 4) rules.handled_network = 3;       // bind, connect
  const long ruleset = syscall(create_ruleset, &rules, version >= 4 ? 16 : 8, 0u);
  if (ruleset < 0) return;
  syscall(restrict_self, ruleset, 0u);
  close(static_cast<int>(ruleset));
}

class Filter {
 public:
  Filter() : context_(seccomp_init(SCMP_ACT_TRAP)) {}
  ~Filter() { seccomp_release(context_); }
  Filter(const Filter&) = delete;
  Filter& operator=(const Filter&) = delete;

  template <class... Conditions> void allow(const char* name, Conditions... conditions) {
    add(SCMP_ACT_ALLOW, name, conditions...);
  }
  template <class... Conditions> void add(std::uint32_t action, const char* name, Conditions... conditions) {
    const int number = seccomp_syscall_resolve_name(name);
    if (number < 0) return; // not on this kernel's list: trapped
    const std::array<scmp_arg_cmp, sizeof...(conditions)> list{conditions...};
    if (seccomp_rule_add_array(context_, action, number, list.size(), list.data()) != 0) good_ = false;
  }
  [[nodiscard]] bool load() { return good_ && context_ != nullptr && seccomp_load(context_) == 0; }

 private:
  scmp_filter_ctx context_;
  bool good_ = true;
};

bool filter_calls(std::string& error) {
  Filter filter;
  for (const char* const name : allowed) filter.allow(name);
  const auto self = static_cast<scmp_datum_t>(getpid());
  filter.allow("tgkill", SCMP_A0(SCMP_CMP_EQ, self));
  filter.allow("kill", SCMP_A0(SCMP_CMP_EQ, self));
  filter.allow("kill", SCMP_A0(SCMP_CMP_EQ, 0)); // its own process group, which the simulator made for it
  for (const char* const name : {"mmap", "mprotect"})
    filter.allow(name, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  filter.allow("clone", SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD | CLONE_VM, CLONE_THREAD | CLONE_VM));
  // Its arguments lie in memory, where no filter sees them; the C library then takes clone().
  filter.add(SCMP_ACT_ERRNO(ENOSYS), "clone3");
  filter.allow("prlimit64", SCMP_A2(SCMP_CMP_EQ, 0)); // reads
  for (const scmp_datum_t option : {PR_SET_NAME, PR_GET_NAME})
    filter.allow("prctl", SCMP_A0(SCMP_CMP_EQ, option));
  for (const scmp_datum_t request : {TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX})
    filter.allow("ioctl", SCMP_A1(SCMP_CMP_EQ, request));
  for (const char* const name : {"sendmsg", "recvmsg"})
    filter.allow(name, SCMP_A0(SCMP_CMP_EQ, socket_descriptor));
  if (filter.load()) return true;
  error = "the kernel has no seccomp filters for this process";
  return false;
}

void name_calls() {
  for (std::size_t number = 0; number < call_names.size(); ++number)
    call_names[number] = seccomp_syscall_resolve_num_arch(SCMP_ARCH_X86_64, static_cast<int>(number));
}

} // namespace

void tell_denied(const char* call, const char* detail, const Frames& frames) {
  // One of a kind is news; a program that tries for ever must not fill the simulator's ears.
  constexpr int most = 100;
  static std::atomic<int> told{0};
  if (the_link == nullptr || told.fetch_add(1) >= most) return;
  FixedWriter message;
  message.frames(frames);
  message.text(call);
  message.text({detail, strnlen(detail, PATH_MAX)});
  the_link->tell_bytes(Kind::Denied, message.bytes());
}

bool confine(Connection& link, const Welcome& welcome, std::string& error) {
  the_link = &link;
  name_calls();
  struct sigaction action{};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  sigaction(SIGSYS, &action, nullptr);
  if (!limit_resources(welcome, error)) return false;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    error = "the process cannot give up its privileges";
    return false;
  }
  forbid_files();
  return filter_calls(error);
}

} // namespace warpscope::guest
