// Reads and writes framed messages; a stop flag is looked at while it waits.
#include "sim/whole/channel.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace warpscope::whole {

bool Channel::wait_for(short events, const std::atomic<bool>* stop) const {
  for (;;) {
    if (stop != nullptr && stop->load()) return false;
    pollfd entry{socket_, events, 0};
    const int ready = poll(&entry, 1, 50);
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

bool Channel::read_exactly(std::uint8_t* to, std::size_t bytes, const std::atomic<bool>* stop) {
  while (bytes > 0) {
    const ssize_t got = recv(socket_, to, bytes, MSG_DONTWAIT);
    if (got > 0) {
      to += got;
      bytes -= static_cast<std::size_t>(got);
    } else if (got < 0 && errno == EAGAIN) {
      if (!wait_for(POLLIN, stop)) return false;
    } else if (got == 0 || errno != EINTR) {
      return false;
    }
  }
  return true;
}

bool Channel::receive(guest::Header& header, std::vector<std::uint8_t>& bytes,
                      const std::atomic<bool>* stop) {
  std::uint8_t raw[8];
  static_assert(sizeof raw == sizeof header.kind + sizeof header.bytes);
  if (!read_exactly(raw, sizeof raw, stop)) return false;
  std::memcpy(&header.kind, raw, 4);
  std::memcpy(&header.bytes, raw + 4, 4);
  bytes.clear();
  if (header.bytes > guest::largest_message) return false;
  constexpr std::size_t piece = 1u << 20;
  while (bytes.size() < header.bytes) {
    const std::size_t at = bytes.size(), next = std::min<std::size_t>(piece, header.bytes - at);
    bytes.resize(at + next);
    if (!read_exactly(bytes.data() + at, next, stop)) return false;
  }
  return true;
}

bool Channel::write_all(std::span<const std::uint8_t> bytes, int descriptor, const std::atomic<bool>* stop) {
  while (!bytes.empty()) {
    msghdr message{};
    iovec piece{const_cast<std::uint8_t*>(bytes.data()), bytes.size()};
    message.msg_iov = &piece, message.msg_iovlen = 1;
    alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
    if (descriptor >= 0) {
      message.msg_control = control, message.msg_controllen = sizeof control;
      cmsghdr* rights = CMSG_FIRSTHDR(&message);
      rights->cmsg_level = SOL_SOCKET, rights->cmsg_type = SCM_RIGHTS,
      rights->cmsg_len = CMSG_LEN(sizeof(int));
      std::memcpy(CMSG_DATA(rights), &descriptor, sizeof descriptor);
    }
    const ssize_t sent = sendmsg(socket_, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(sent));
      descriptor = -1;
    } else if (sent < 0 && errno == EAGAIN) {
      if (!wait_for(POLLOUT, stop)) return false;
    } else if (sent == 0 || errno != EINTR) {
      return false;
    }
  }
  return true;
}

bool Channel::send(guest::Kind kind, std::span<const std::uint8_t> bytes, int descriptor,
                   const std::atomic<bool>* stop) {
  const guest::Header header{static_cast<std::uint32_t>(kind), static_cast<std::uint32_t>(bytes.size())};
  std::uint8_t raw[8];
  std::memcpy(raw, &header.kind, 4);
  std::memcpy(raw + 4, &header.bytes, 4);
  return write_all(raw, descriptor, stop) && write_all(bytes, -1, stop);
}

} // namespace warpscope::whole
