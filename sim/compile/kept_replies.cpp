// Reads and writes kept replies, and finds out which program this is.
#include "sim/compile/kept_replies.h"

#include "sim/base/fnv.h"
#include "sim/base/wire.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <link.h>
#include <unistd.h>
#include <utility>

namespace warpscope::compile {

namespace {

namespace fs = std::filesystem;

struct Kept {
  std::string compiler;
  std::vector<std::uint8_t> request, reply;
  std::uint64_t sum = 0; ///< of the reply
};
template <class Io> void fields(Io& io, Kept& v) { io(v.compiler), io(v.request), io(v.reply), io(v.sum); }

/// Adds the build ID among the notes of a segment, in hexadecimal.
void add_build_id(const std::uint8_t* at, std::size_t size, std::string& id) {
  constexpr std::size_t unit = 4;
  const auto padded = [](std::size_t bytes) { return (bytes + unit - 1) / unit * unit; };
  while (size >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note{};
    std::memcpy(&note, at, sizeof note);
    const std::size_t name = padded(note.n_namesz), description = padded(note.n_descsz);
    if (size - sizeof note < name || size - sizeof note - name < description) return;
    const std::uint8_t* const begin = at + sizeof note + name;
    if (note.n_type == NT_GNU_BUILD_ID)
      for (std::size_t i = 0; i < note.n_descsz; ++i) {
        char digits[3];
        std::snprintf(digits, sizeof digits, "%02x", begin[i]);
        id += digits;
      }
    at = begin + description;
    size -= sizeof note + name + description;
  }
}

} // namespace

std::string build_id() {
  std::string id;
  dl_iterate_phdr(
      [](dl_phdr_info* program, std::size_t, void* found) {
        for (int i = 0; i < program->dlpi_phnum; ++i)
          if (const ElfW(Phdr)& segment = program->dlpi_phdr[i]; segment.p_type == PT_NOTE)
            add_build_id(reinterpret_cast<const std::uint8_t*>(program->dlpi_addr + segment.p_vaddr),
                         segment.p_memsz, *static_cast<std::string*>(found));
        return 1; // the first is the program itself; its libraries follow
      },
      &id);
  return id;
}

KeptReplies::KeptReplies(std::string folder, std::string compiler)
    : folder_(std::move(folder)), compiler_(std::move(compiler)) {}

std::string KeptReplies::file_of(std::span<const std::uint8_t> request) const {
  if (folder_.empty() || compiler_.empty()) return {};
  return folder_ + "/" + hex16(fnv1a(request)) + ".reply";
}

std::optional<std::vector<std::uint8_t>> KeptReplies::find(std::span<const std::uint8_t> request) const {
  const std::string path = file_of(request);
  if (path.empty()) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  wire::Reader in(bytes);
  Kept kept;
  in(kept);
  if (!in.good() || !in.at_end() || kept.compiler != compiler_ || kept.sum != fnv1a(kept.reply) ||
      !std::equal(kept.request.begin(), kept.request.end(), request.begin(), request.end()))
    return std::nullopt;
  return std::move(kept.reply);
}

bool KeptReplies::keep(std::span<const std::uint8_t> request, std::span<const std::uint8_t> reply) const {
  const std::string path = file_of(request);
  if (path.empty()) return false;
  std::error_code error;
  fs::create_directories(folder_, error);
  Kept kept{compiler_, {request.begin(), request.end()}, {reply.begin(), reply.end()}, fnv1a(reply)};
  wire::Writer out;
  out(kept);
  const std::string part = path + "." + std::to_string(getpid()) + ".part";
  std::ofstream file(part, std::ios::binary);
  file.write(reinterpret_cast<const char*>(out.bytes.data()), static_cast<std::streamsize>(out.bytes.size()));
  file.close();
  if (file) fs::rename(part, path, error); // whole, or not at all
  else fs::remove(part, error);
  return file && !error;
}

} // namespace warpscope::compile
