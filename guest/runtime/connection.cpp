// Sends and receives whole messages on the guest's socket; what cannot go on ends the process.
#include "guest/runtime/connection.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

namespace warpscope::guest {
namespace {

std::uint32_t thread_id() {
  thread_local const auto id = static_cast<std::uint32_t>(syscall(SYS_gettid));
  return id;
}

} // namespace

void SignalLock::lock() {
  const std::uint32_t me = thread_id();
  for (std::uint32_t free = 0; !owner_.compare_exchange_weak(free, me, std::memory_order_acquire); free = 0)
    if (free != 0) owner_.wait(free, std::memory_order_relaxed);
}

void SignalLock::unlock() {
  owner_.store(0, std::memory_order_release);
  owner_.notify_one();
}

bool SignalLock::held_by_me() const { return owner_.load(std::memory_order_relaxed) == thread_id(); }

void Connection::end() { _exit(exit_without_simulator); }

void Connection::send(Kind kind, std::span<const std::uint8_t> bytes) {
  const Header header{static_cast<std::uint32_t>(kind), static_cast<std::uint32_t>(bytes.size())};
  std::array<iovec, 2> parts{iovec{const_cast<Header*>(&header), sizeof header},
                             iovec{const_cast<std::uint8_t*>(bytes.data()), bytes.size()}};
  sending_.lock();
  std::size_t rest = sizeof header + bytes.size();
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = parts.size();
  while (rest > 0) {
    const ssize_t sent = sendmsg(socket_, &message, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) end();
    rest -= static_cast<std::size_t>(sent);
    auto done = static_cast<std::size_t>(sent);
    for (iovec& part : parts) {
      const std::size_t taken = done < part.iov_len ? done : part.iov_len;
      part.iov_base = static_cast<char*>(part.iov_base) + taken;
      part.iov_len -= taken;
      done -= taken;
    }
  }
  sending_.unlock();
}

void Connection::read(void* data, std::size_t bytes, int* descriptor) {
  auto* at = static_cast<char*>(data);
  while (bytes > 0) {
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
    iovec part{at, bytes};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    const ssize_t got = recvmsg(socket_, &message, MSG_CMSG_CLOEXEC);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) end();
    for (cmsghdr* c = CMSG_FIRSTHDR(&message); c != nullptr; c = CMSG_NXTHDR(&message, c)) {
      if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS) continue;
      int sent = -1;
      std::memcpy(&sent, CMSG_DATA(c), sizeof sent);
      if (descriptor != nullptr && *descriptor < 0) *descriptor = sent;
      else close(sent);
    }
    at += got;
    bytes -= static_cast<std::size_t>(got);
  }
}

std::vector<std::uint8_t> Connection::receive(Kind kind) {
  Header header;
  read(&header, sizeof header, nullptr);
  if (header.kind != static_cast<std::uint32_t>(kind) || header.bytes > largest_message) end();
  std::vector<std::uint8_t> bytes(header.bytes);
  read(bytes.data(), bytes.size(), nullptr);
  return bytes;
}

void Connection::tell_bytes(Kind kind, std::span<const std::uint8_t> bytes) { send(kind, bytes); }

std::size_t Connection::ask_bytes(Kind kind, std::span<const std::uint8_t> bytes,
                                  std::span<std::uint8_t> answer, int& descriptor) {
  descriptor = -1;
  asking_.lock();
  send(kind, bytes);
  Header header;
  read(&header, sizeof header, &descriptor);
  if (header.kind != static_cast<std::uint32_t>(kind) || header.bytes > answer.size()) end();
  read(answer.data(), header.bytes, &descriptor);
  asking_.unlock();
  return header.bytes;
}

} // namespace warpscope::guest
