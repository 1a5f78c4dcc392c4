// Answers one guest's messages. Knows no process and no socket, so that tests and fuzzers speak to it
// directly.
#pragma once

#include "sim/whole/context.h"
#include "sim/whole/file_service.h"
#include "sim/whole/launch_service.h"
#include "sim/whole/memory_service.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace warpscope::whole {

class Server {
 public:
  /// `window_file`: a file of guest::window_bytes. All arguments must outlive the server.
  Server(const Request& request, int window_file, const std::atomic<bool>& stop);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// False: the host has no place for the device's memory.
  [[nodiscard]] bool usable() const { return context_.memory.usable(); }
  [[nodiscard]] guest::Welcome welcome() const;

  struct Answer {
    bool damaged = false; ///< the message makes no sense: the guest is to be ended
    bool answered = false;
    std::vector<std::uint8_t> bytes; ///< of the answer, without its header
    int descriptor = -1;             ///< goes beside it; the caller closes it
  };
  [[nodiscard]] Answer serve(std::uint32_t kind, std::span<const std::uint8_t> bytes);

  /// The code that Exit told; nullopt: it did not.
  [[nodiscard]] std::optional<int> exit_code() const { return exit_code_; }
  /// The crash that was told last.
  [[nodiscard]] const std::optional<guest::Crash>& crash() const { return crash_; }
  [[nodiscard]] Context& context() { return context_; }
  [[nodiscard]] std::shared_ptr<const LaunchSnapshot> snapshot() const { return launches_.snapshot(); }
  [[nodiscard]] std::shared_ptr<const LaunchSnapshot> kept() const { return launches_.kept(); }
  /// Tells what is left over at the end, and returns the record. Once.
  [[nodiscard]] Record finish();

 private:
  [[nodiscard]] guest::Done order(const guest::Order& request);
  [[nodiscard]] guest::Done order_clocks(const guest::Order& request, bool stream, bool event);
  void order_work(const guest::Order& request); ///< for --check; the request was good
  void denied(const guest::Denied& message);
  void finding(const guest::Finding& message);

  Context context_;
  MemoryService memory_;
  LaunchService launches_;
  FileService files_;
  std::optional<int> exit_code_;
  std::optional<guest::Crash> crash_;
  bool loaded_ = false;
};

} // namespace warpscope::whole
