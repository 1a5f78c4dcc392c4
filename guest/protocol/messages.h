// What warpscope-host, the process that runs a person's host program, and the simulator say to each other.
// One stream socket; the guest asks, the simulator answers each request in turn (threads of the program take
// turns). The simulator trusts nothing of it: a damaged, unknown or senseless message ends the guest.
//
// Device memory is one file (memfd) of `window_bytes`, mapped by both. A device pointer is `device_base` +
// its offset in the simulator's Global window, and the guest maps the window at just that address:
// inaccessible where the host must not touch it (cudaMalloc), readable and writable where it may (managed,
// pinned, mapped). The guest moves the bytes of a copy itself, through a second mapping, once the simulator
// has agreed.
#pragma once

#include "sim/base/wire.h"
#include "sim/program/host_object.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warpscope::guest {

inline constexpr std::uint64_t device_base = std::uint64_t{1} << 32; ///< Space::Global << 32
inline constexpr std::uint64_t window_bytes = std::uint64_t{1} << 32;
inline constexpr std::uint32_t largest_message = 256u << 20;

/// Descriptors that the guest is started with, besides its standard streams.
inline constexpr int socket_descriptor = 3, memory_descriptor = 4;

enum class Kind : std::uint32_t {
  Welcome, ///< simulator to guest, once, without a request
  Loaded,
  Allocate,
  Free,
  Copy,
  Launch,
  Order,
  Open,
  Denied,
  Crash,
  Finding,
  Exit,
  Refused,
  Touch,
  Limit,
  Count
};

/// Before every message, both ways.
struct Header {
  std::uint32_t kind = 0;  ///< Kind; an answer repeats the request's
  std::uint32_t bytes = 0; ///< of the message behind it
};

struct KernelFacts {
  std::string symbol, name;
  std::vector<std::uint32_t> argument_offsets, argument_sizes;
  std::uint32_t parameter_bytes = 0;
  std::uint32_t registers = 0, shared_bytes = 0, local_bytes = 0, constant_bytes = 0, max_threads = 1024;
  std::uint32_t cluster[3] = {0, 0, 0}; ///< __cluster_dims__; 0: none
};
struct VariableFacts {
  std::string symbol, name;
  std::uint64_t address = 0; ///< a device pointer; of a __constant__ variable a token that only Copy takes
  std::uint64_t bytes = 0;
  bool constant = false;
};
/// A named number of the device: "multiProcessorCount" and so on, by the names of cudaDeviceProp.
struct DeviceFact {
  std::string name;
  std::int64_t value = 0;
};
/// Everything that a guest needs to begin.
struct Welcome {
  std::vector<program::HostObject> objects;
  std::vector<KernelFacts> kernels;
  std::vector<VariableFacts> variables;
  std::string device_name;
  std::vector<DeviceFact> device;
  std::vector<std::string> arguments;   ///< argv, with the program's name
  std::vector<std::string> environment; ///< "NAME=value"
  std::string folder;                   ///< the working directory of the program
  std::string scratch;                  ///< the one folder in which it may write; empty: none
  std::uint64_t host_bytes = 0;         ///< memory that the host program may take; 0: no limit
  std::uint32_t threads = 0;            ///< that it may start
  double processor_seconds = 0;         ///< 0: no limit
  bool lines = true;                    ///< its stdout is flushed at every line, as on a terminal
};

/// Guest to simulator, when everything is linked and before main(). No answer.
struct Loaded {
  std::vector<std::string> symbols; ///< CodeFunction::symbol of each function
  std::vector<std::uint64_t> addresses;
};

/// Every request begins with where the program made it: return addresses, innermost first.
struct Caller {
  std::vector<std::uint64_t> frames; ///< at most 16
};

enum class MemoryKind : std::uint8_t { Device, Managed, Pinned, Mapped, Array };
struct Allocate {
  Caller caller;
  std::uint64_t bytes = 0;
  MemoryKind kind = MemoryKind::Device;
  std::string function;     ///< of the API: "cudaMallocPitch"
  std::uint64_t stream = 0; ///< cudaMallocAsync
};
struct Allocated {
  std::int32_t error = 0;    ///< cudaError_t
  std::uint64_t address = 0; ///< aligned to 512 bytes; to 64 KiB and alone in its pages where the host may
                             ///< touch it
};
struct Free {
  Caller caller;
  std::uint64_t address = 0;
  std::string function;
  std::uint64_t stream = 0;
};
/// Memory that the host may touch by itself and that work of the device still uses: until the host has waited
/// for that work it may not read what is written there, nor write what is read there.
struct BusyPiece {
  std::uint32_t number = 0;
  std::uint64_t address = 0, bytes = 0; ///< device pointers
  bool written = false;                 ///< by the device; false: it only reads there
};
/// What has changed since the answer before.
struct BusyChanges {
  std::vector<BusyPiece> begun;
  std::vector<std::uint32_t> ended; ///< numbers
};
struct Done {
  std::int32_t error = 0;
  /// Output of device printf() that this request made visible; goes to the guest's stdout before anything
  /// else.
  std::string printed;
  double device_seconds = 0; ///< modelled time of the device, of the stream that the request is about
  BusyChanges busy;
};

/// A copy or a fill of `rows` rows of `row_bytes`, `planes` times. The guest does it after an answer without
/// error.
struct Copy {
  Caller caller;
  std::string function;           ///< "cudaMemcpyAsync", "cudaMemset", "cudaMemcpyToSymbol"
  std::uint64_t to = 0, from = 0; ///< addresses in the guest: a device pointer or the host's own
  std::uint64_t row_bytes = 0, rows = 1, planes = 1;
  std::uint64_t to_pitch = 0, from_pitch = 0; ///< from row to row
  std::uint64_t to_plane_pitch = 0, from_plane_pitch = 0;
  std::int32_t direction = 4; ///< cudaMemcpyKind
  bool fills = false;         ///< memset: there is no source
  bool asynchronous = false;
  bool opaque = false; ///< what a function of a library (cuBLAS, cuFFT, cuRAND) writes; `fills` is set, too
  std::uint64_t stream = 0;
  /// Of a copy into a __constant__ variable, the bytes: constants live with the simulator. Such a copy is
  /// done there, and one out of it answers with them.
  std::vector<std::uint8_t> constant;
};
struct Copied {
  Done done;
  std::vector<std::uint8_t> constant;
};

struct Launch {
  Caller caller;
  std::uint32_t kernel = 0; ///< index into Welcome::kernels
  std::uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1}, cluster[3] = {0, 0, 0};
  std::uint64_t shared_bytes = 0;
  std::uint64_t stream = 0;
  bool cooperative = false;
  std::vector<std::uint8_t> parameters;
  std::vector<std::uint32_t> attributes; ///< reserved
};
struct Launched {
  std::int32_t error = 0;  ///< of the launch itself (cudaErrorInvalidConfiguration, …)
  std::int32_t sticky = 0; ///< the kernel failed: every call from the next synchronisation on answers so
  double device_seconds = 0;
  BusyChanges busy;
};

/// A launch that the runtime refused. No answer.
struct Refused {
  Caller caller;
  std::uint32_t kernel = 0; ///< index into Welcome::kernels
  std::uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  std::uint64_t shared_bytes = 0, stream = 0;
  std::int32_t error = 0; ///< cudaError_t
  std::string why;        ///< one sentence
};
/// The host touched a busy piece.
struct Touch {
  Caller caller;
  std::uint32_t piece = 0;
  std::uint64_t address = 0; ///< the first byte that it touched, as a device pointer
  bool writes = false;
};
struct Touched {
  bool told = false; ///< false: nothing uses that byte; the rest of the piece stays busy
};
/// cudaDeviceSetLimit(), where it changes what kernels do. Answered by Done.
struct Limit {
  Caller caller;
  std::int32_t limit = 0; ///< cudaLimit
  std::uint64_t value = 0;
};

/// The order of streams, events and the host.
enum class OrderKind : std::uint8_t {
  StreamCreate,
  StreamDestroy,
  StreamSynchronize,
  StreamQuery,
  StreamWaitEvent,
  EventCreate,
  EventRecord,
  EventSynchronize,
  EventQuery,
  EventDestroy,
  DeviceSynchronize,
  HostFunction
};
struct Order {
  Caller caller;
  OrderKind kind{};
  std::uint64_t stream = 0, event = 0; ///< numbers that the guest gave out; stream 0 is the default stream
  std::uint32_t flags = 0;
};

/// The guest may open no file by itself: it asks. The descriptor comes beside the answer (SCM_RIGHTS).
struct Open {
  Caller caller;
  std::string path; ///< absolute or relative to Welcome::folder
  std::int32_t flags = 0, mode = 0;
};
struct Opened {
  std::int32_t error = 0; ///< errno
};
/// A system call that the guest was refused. No answer.
struct Denied {
  Caller caller;
  std::string call;   ///< "socket", "fork", "execve"
  std::string detail; ///< a path, an address; may be empty
};
/// The program ends by a signal or an uncaught exception. No answer; the guest dies after it.
struct Crash {
  Caller caller;
  std::int32_t signal = 0;
  std::uint64_t address = 0; ///< that it touched, for SIGSEGV and SIGBUS
  std::string what;          ///< of an uncaught exception: its type and what()
  bool stack = false;        ///< the stack is used up
};
/// Something that the runtime noticed and a person should know. No answer.
struct Finding {
  Caller caller;
  std::string kind;    ///< a stable word: "error-not-read", "unsupported", "double-free"
  std::string message; ///< one sentence
  std::string function;
};
/// main() returned or exit() was called. Answered by Done, with what device printf() still holds.
struct Exit {
  std::int32_t code = 0;
};

template <class Io> void fields(Io& io, KernelFacts& v) {
  io(v.symbol), io(v.name), io(v.argument_offsets), io(v.argument_sizes), io(v.parameter_bytes),
      io(v.registers);
  io(v.shared_bytes), io(v.local_bytes), io(v.constant_bytes), io(v.max_threads);
  for (std::uint32_t& size : v.cluster) io(size);
}
template <class Io> void fields(Io& io, VariableFacts& v) {
  io(v.symbol), io(v.name), io(v.address), io(v.bytes), io(v.constant);
}
template <class Io> void fields(Io& io, DeviceFact& v) { io(v.name), io(v.value); }
template <class Io> void fields(Io& io, Welcome& v) {
  io(v.objects), io(v.kernels), io(v.variables), io(v.device_name), io(v.device), io(v.arguments);
  io(v.environment), io(v.folder), io(v.scratch), io(v.host_bytes), io(v.threads), io(v.processor_seconds);
  io(v.lines);
}
template <class Io> void fields(Io& io, Loaded& v) { io(v.symbols), io(v.addresses); }
template <class Io> void fields(Io& io, Caller& v) { io(v.frames); }
template <class Io> void fields(Io& io, Allocate& v) {
  io(v.caller), io(v.bytes), io(v.kind), io(v.function), io(v.stream);
}
template <class Io> void fields(Io& io, Allocated& v) { io(v.error), io(v.address); }
template <class Io> void fields(Io& io, Free& v) {
  io(v.caller), io(v.address), io(v.function), io(v.stream);
}
template <class Io> void fields(Io& io, BusyPiece& v) {
  io(v.number), io(v.address), io(v.bytes), io(v.written);
}
template <class Io> void fields(Io& io, BusyChanges& v) { io(v.begun), io(v.ended); }
template <class Io> void fields(Io& io, Done& v) {
  io(v.error), io(v.printed), io(v.device_seconds), io(v.busy);
}
template <class Io> void fields(Io& io, Copy& v) {
  io(v.caller), io(v.function), io(v.to), io(v.from), io(v.row_bytes), io(v.rows), io(v.planes),
      io(v.to_pitch);
  io(v.from_pitch), io(v.to_plane_pitch), io(v.from_plane_pitch), io(v.direction), io(v.fills);
  io(v.asynchronous), io(v.opaque), io(v.stream), io(v.constant);
}
template <class Io> void fields(Io& io, Copied& v) { io(v.done), io(v.constant); }
template <class Io> void fields(Io& io, Launch& v) {
  io(v.caller), io(v.kernel);
  for (auto* triple : {v.grid, v.block, v.cluster})
    for (int i = 0; i < 3; ++i) io(triple[i]);
  io(v.shared_bytes), io(v.stream), io(v.cooperative), io(v.parameters), io(v.attributes);
}
template <class Io> void fields(Io& io, Launched& v) {
  io(v.error), io(v.sticky), io(v.device_seconds), io(v.busy);
}
template <class Io> void fields(Io& io, Refused& v) {
  io(v.caller), io(v.kernel);
  for (auto* triple : {v.grid, v.block})
    for (int i = 0; i < 3; ++i) io(triple[i]);
  io(v.shared_bytes), io(v.stream), io(v.error), io(v.why);
}
template <class Io> void fields(Io& io, Touch& v) { io(v.caller), io(v.piece), io(v.address), io(v.writes); }
template <class Io> void fields(Io& io, Touched& v) { io(v.told); }
template <class Io> void fields(Io& io, Limit& v) { io(v.caller), io(v.limit), io(v.value); }
template <class Io> void fields(Io& io, Order& v) {
  io(v.caller), io(v.kind), io(v.stream), io(v.event), io(v.flags);
}
template <class Io> void fields(Io& io, Open& v) { io(v.caller), io(v.path), io(v.flags), io(v.mode); }
template <class Io> void fields(Io& io, Opened& v) { io(v.error); }
template <class Io> void fields(Io& io, Denied& v) { io(v.caller), io(v.call), io(v.detail); }
template <class Io> void fields(Io& io, Crash& v) {
  io(v.caller), io(v.signal), io(v.address), io(v.what), io(v.stack);
}
template <class Io> void fields(Io& io, Finding& v) {
  io(v.caller), io(v.kind), io(v.message), io(v.function);
}
template <class Io> void fields(Io& io, Exit& v) { io(v.code); }

} // namespace warpscope::guest
