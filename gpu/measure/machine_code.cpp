// Disassembles a cubin with nvdisasm and reads what else a kernel's code needs from its ELF file.
#include "gpu/measure/machine_code.h"

#include "gpu/measure/dynlib.h"
#include "gpu/measure/elf.h"
#include "gpu/measure/line_table.h"
#include "sim/base/child_process.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <set>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace warpscope::measure {

namespace fs = std::filesystem;

namespace {

using Json = nlohmann::json;

constexpr std::size_t longest_disassembly = std::size_t{256} << 20;
constexpr unsigned instruction_bytes = 16;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

/// Descriptors of a pipe.
struct Pipe {
  int ends[2] = {-1, -1};
  Pipe() {
    if (pipe2(ends, O_CLOEXEC) != 0) ends[0] = ends[1] = -1;
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close_end(int which) {
    if (ends[which] >= 0) close(ends[which]);
    ends[which] = -1;
  }
};

/// The cubin as a file that a child can open by its path.
class CubinFile {
 public:
  explicit CubinFile(const std::vector<char>& cubin) : descriptor_(memfd_create("warpscope_cubin", 0)) {
    std::size_t at = 0;
    while (descriptor_ >= 0 && at < cubin.size()) {
      const ssize_t done = write(descriptor_, cubin.data() + at, cubin.size() - at);
      if (done <= 0) break;
      at += static_cast<std::size_t>(done);
    }
    if (at != cubin.size() && descriptor_ >= 0) {
      close(descriptor_);
      descriptor_ = -1;
    }
  }
  ~CubinFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  CubinFile(const CubinFile&) = delete;
  CubinFile& operator=(const CubinFile&) = delete;
  [[nodiscard]] bool fine() const { return descriptor_ >= 0; }
  [[nodiscard]] std::string path() const {
    return fmt::format("/proc/{}/fd/{}", static_cast<int>(getpid()), descriptor_);
  }

 private:
  int descriptor_ = -1;
};

/// What a program writes to its output; nullopt with a sentence in `why`.
std::optional<std::string> output_of(const std::vector<std::string>& command, std::string& why) {
  Pipe pipe;
  int failed = 0;
  ChildStreams streams;
  streams.output = pipe.ends[1];
  const pid_t child = spawn_child(command, streams, failed);
  if (child < 0) {
    why = fmt::format("{} does not start: {}", command[0], std::strerror(failed));
    return std::nullopt;
  }
  pipe.close_end(1);
  std::string text;
  char buffer[65536];
  for (;;) {
    const ssize_t got = read(pipe.ends[0], buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    if (text.size() < longest_disassembly) text.append(buffer, static_cast<std::size_t>(got));
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0 && text.size() < longest_disassembly) return text;
  why = fmt::format("{} does not disassemble the compiler's code (from CUDA 12.3 on it can, with -json)",
                    command[0]);
  return std::nullopt;
}

/// "@!P0 BRA 0xaf0"
std::string text_of(const Json& instruction) {
  std::string text;
  if (instruction.contains("predicate")) text = instruction["predicate"].get<std::string>() + " ";
  if (!text.starts_with('@')) text.clear(); // "PR", of P2R, is no predicate of the instruction
  text += instruction.at("opcode").get<std::string>();
  if (instruction.contains("operands")) text += " " + instruction["operands"].get<std::string>();
  return text;
}

/// Bits 105 to 125 of an instruction's 128.
std::uint32_t control_of(std::string_view code, std::size_t at) {
  const auto high = read_at<std::uint64_t>(code, at + 8);
  return high ? static_cast<std::uint32_t>(*high >> 41 & 0x1f'ffff) : 0;
}

/// Visits the attributes of a section .nv.info: a format, an attribute, a length or a value.
template <class Visit> void each_attribute(std::string_view info, Visit visit) {
  for (std::uint64_t at = 0; at + 4 <= info.size();) {
    const auto format = static_cast<std::uint8_t>(info[at]),
               attribute = static_cast<std::uint8_t>(info[at + 1]);
    const std::uint16_t length = read_at<std::uint16_t>(info, at + 2).value_or(0);
    constexpr std::uint8_t with_bytes = 4;
    const std::uint64_t bytes = format == with_bytes ? length : 0;
    visit(attribute, info.substr(at + 4, std::min<std::uint64_t>(bytes, info.size() - at - 4)));
    at += 4 + bytes;
  }
}

/// Of a whole text's PTX: the kernel, and the names of the files that its lines are in.
std::string ptx_of_kernel(std::string_view ptx, const std::string& symbol) {
  const std::string head = ".entry " + symbol + "(";
  const std::size_t at = ptx.find(head);
  const std::size_t end = at == std::string_view::npos ? at : ptx.find("\n}", at);
  if (end == std::string_view::npos) return {};
  std::string kept(ptx.substr(at, end + 2 - at));
  kept += '\n';
  constexpr std::string_view directive = ".file";
  for (std::size_t file = ptx.find(directive); file != std::string_view::npos;
       file = ptx.find(directive, file + 1))
    kept += std::string(ptx.substr(file, std::min(ptx.find('\n', file), ptx.size()) - file)) + '\n';
  return kept;
}

class Reader {
 public:
  Reader(const CompiledDeviceText& compiled, const std::string& symbol)
      : elf_(compiled.cubin.data(), compiled.cubin.size()), symbol_(symbol), sections_(sections_of(elf_)),
        symbols_(symbols_of(sections_)) {
    code_.symbol = symbol;
    code_.ptx = ptx_of_kernel(compiled.ptx, symbol);
    if (const auto spill = compiled.spills.find(symbol); spill != compiled.spills.end())
      std::tie(code_.spill_store_bytes, code_.spill_load_bytes) = spill->second;
  }

  sass::MachineCode& code() { return code_; }

  void read_resources() {
    const auto mine = [&](std::string_view bytes) {
      const auto index = read_at<std::uint32_t>(bytes, 0);
      return index && *index < symbols_.size() && symbols_[*index].name == symbol_;
    };
    each_attribute(bytes_of(sections_, ".nv.info"), [&](std::uint8_t attribute, std::string_view bytes) {
      constexpr std::uint8_t frame_size = 0x11, stack_size = 0x12, register_count = 0x2f;
      const std::uint32_t value = read_at<std::uint32_t>(bytes, 4).value_or(0);
      if (!mine(bytes)) return;
      if (attribute == register_count) code_.registers = value;
      if (attribute == frame_size || attribute == stack_size)
        code_.local_bytes = std::max(code_.local_bytes, value);
    });
    each_attribute(bytes_of(sections_, ".nv.info." + symbol_),
                   [&](std::uint8_t attribute, std::string_view bytes) {
                     constexpr std::uint8_t parameters = 0x0a;
                     if (attribute != parameters) return;
                     code_.parameter_offset = read_at<std::uint16_t>(bytes, 4).value_or(0);
                     code_.parameter_bytes = read_at<std::uint16_t>(bytes, 6).value_or(0);
                   });
    for (const Section& section : sections_)
      if (section.name == ".nv.shared." + symbol_)
        code_.shared_bytes = static_cast<std::uint32_t>(section.size);
  }

  void read_constants() {
    const auto keep = [&](std::uint32_t number, const std::string& name) {
      const std::string_view bytes = bytes_of(sections_, name);
      if (!bytes.empty()) code_.banks.push_back({number, {bytes.begin(), bytes.end()}});
    };
    keep(2, ".nv.constant2." + symbol_);
    keep(3, ".nv.constant3");
    keep(4, ".nv.constant4");
    // The variables of the code: initialised ones first, then those that begin as zeros.
    std::uint64_t zeros = 0, all = 0;
    for (const Section& section : sections_)
      if (section.name == ".nv.global.init") {
        code_.global_image.assign(section.bytes.begin(), section.bytes.end());
        zeros = all = (section.size + 255) / 256 * 256;
      }
    for (const Section& section : sections_)
      if (section.name == ".nv.global") all = zeros + section.size;
    code_.global_bytes = static_cast<std::uint32_t>(all);
    beginning_of_zeros_ = zeros;
    const std::string_view relocations = bytes_of(sections_, ".rela.nv.constant4");
    for (std::uint64_t at = 0; const auto entry = read_at<Elf64_Rela>(relocations, at);
         at += sizeof(Elf64_Rela)) {
      const std::uint64_t index = ELF64_R_SYM(entry->r_info);
      if (index >= symbols_.size()) continue;
      const Symbol& symbol = symbols_[index];
      const std::optional<std::uint64_t> offset = global_offset(symbol);
      code_.addresses.push_back({static_cast<std::uint32_t>(entry->r_offset), std::string(symbol.name),
                                 static_cast<std::uint32_t>(offset.value_or(0) + entry->r_addend), !offset});
    }
    for (const Symbol& symbol : symbols_)
      if (symbol.section < sections_.size() && sections_[symbol.section].name == ".nv.constant3" &&
          !symbol.is_section)
        code_.variables.push_back({std::string(symbol.name), true, static_cast<std::uint32_t>(symbol.value),
                                   static_cast<std::uint32_t>(symbol.size)});
  }

  /// False with a sentence in `why`.
  bool read_instructions(const Json& disassembly, const LineTable& lines, std::string& why) {
    const std::string_view bytes = bytes_of(sections_, ".text." + symbol_);
    for (const Json& function : disassembly.at(1)) {
      if (function.at("function-name") != symbol_) continue;
      const std::uint64_t start = function.at("start").get<std::uint64_t>();
      std::uint64_t pc = start;
      for (const Json& instruction : function.at("sass-instructions")) {
        code_.instructions.push_back({text_of(instruction), lines.line_of(pc), control_of(bytes, pc)});
        pc += instruction_bytes;
      }
      if (start != 0) break; // code that does not begin its section is not laid out as jumps name it
      for (const Symbol& symbol : symbols_)
        if (symbol.section < sections_.size() && sections_[symbol.section].name == ".text." + symbol_ &&
            !symbol.is_section)
          code_.labels.push_back({std::string(symbol.name), static_cast<std::uint32_t>(symbol.value)});
      keep_what_is_used();
      return true;
    }
    why = fmt::format("nvdisasm does not find the kernel {} in the compiler's code", symbol_);
    return false;
  }

 private:
  [[nodiscard]] std::optional<std::uint64_t> global_offset(const Symbol& symbol) const {
    if (symbol.section >= sections_.size()) return std::nullopt;
    const std::string_view name = sections_[symbol.section].name;
    if (name == ".nv.global.init") return symbol.value;
    if (name == ".nv.global") return beginning_of_zeros_ + symbol.value;
    return std::nullopt;
  }

  /// Headers bring along hundreds of variables: the addresses that no instruction names are left out, and
  /// with the last one bank 4.
  void keep_what_is_used() {
    std::set<std::uint32_t> used;
    for (const sass::CodeLine& line : code_.instructions) {
      constexpr std::string_view bank = "c[0x4][";
      const std::size_t at = line.text.find(bank);
      if (at == std::string::npos) continue;
      const std::string offset = line.text.substr(at + bank.size());
      if (!offset.starts_with("0x")) return; // by a register: any may be meant
      used.insert(static_cast<std::uint32_t>(std::strtoul(offset.c_str(), nullptr, 16)));
    }
    std::erase_if(code_.addresses,
                  [&](const sass::CodeAddress& address) { return !used.contains(address.at); });
    const bool constants = std::any_of(
        code_.instructions.begin(), code_.instructions.end(),
        [](const auto& line) { return line.text.find("c[0x3]") != std::string::npos; });
    if (!constants) code_.variables.clear();
    std::erase_if(code_.banks, [&](const sass::ConstantBank& bank) {
      return (bank.number == 4 && used.empty()) || (bank.number == 3 && !constants);
    });
    if (used.empty()) code_.global_image.clear(), code_.global_bytes = 0;
  }

  std::string_view elf_;
  std::string symbol_;
  std::vector<Section> sections_;
  std::vector<Symbol> symbols_;
  std::uint64_t beginning_of_zeros_ = 0;
  sass::MachineCode code_;
};

} // namespace

fs::path find_disassembler() {
  std::error_code error;
  const auto usable = [&](const fs::path& file) {
    return !file.empty() && fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0;
  };
  if (const fs::path named = environment("WARPSCOPE_NVDISASM"); !named.empty())
    return usable(named) ? named : usable(named / "nvdisasm") ? named / "nvdisasm" : fs::path();
  for (const char* root : {"CUDA_HOME", "CUDA_PATH"})
    if (const fs::path file = fs::path(environment(root)) / "bin/nvdisasm"; usable(file)) return file;
  for (const fs::path& libraries : cuda_library_folders())
    if (const fs::path file = libraries.parent_path() / "bin/nvdisasm"; usable(file)) return file;
  // Python's packages of CUDA 12 have a folder each, and nvdisasm one of its own beside them; where
  // scripts/install-cuda-runtime got nothing else there is no folder of libraries.
  std::vector<fs::path> beside = {installed_cuda_folder() / "nvidia"};
  for (const fs::path& libraries : cuda_library_folders())
    beside.push_back(libraries.parent_path().parent_path());
  for (const fs::path& packages : beside) {
    if (packages.filename() != "nvidia") continue;
    for (fs::directory_iterator it(packages, error), end; !error && it != end; it.increment(error))
      if (const fs::path file = it->path() / "bin/nvdisasm"; usable(file)) return file;
  }
  const std::string path = environment("PATH");
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t colon = std::min(path.find(':', at), path.size());
    if (const fs::path file = fs::path(path.substr(at, colon - at)) / "nvdisasm"; colon != at && usable(file))
      return file;
    at = colon + 1;
  }
  return {};
}

std::string no_disassembler() {
  return "nvdisasm was not found: it comes with the CUDA toolkit, or with `pip install "
         "nvidia-cuda-nvdisasm`; "
         "WARPSCOPE_NVDISASM may name it";
}

std::optional<sass::MachineCode> read_machine_code(const CompiledDeviceText& compiled,
                                                   const std::string& symbol, std::uint32_t cc,
                                                   const std::vector<std::string>& headers,
                                                   std::string& why) {
  const fs::path disassembler = find_disassembler();
  if (disassembler.empty()) {
    why = no_disassembler();
    return std::nullopt;
  }
  const CubinFile file(compiled.cubin);
  if (!file.fine()) {
    why = "there is no memory for the compiler's code";
    return std::nullopt;
  }
  const std::optional<std::string> text = output_of({disassembler.string(), "-json", file.path()}, why);
  if (!text) return std::nullopt;
  Reader reader(compiled, symbol);
  reader.code().architecture = cc;
  reader.read_resources();
  reader.read_constants();
  try {
    const LineTable lines(compiled.cubin, symbol, device_text_name, headers);
    if (!reader.read_instructions(Json::parse(*text), lines, why)) return std::nullopt;
  } catch (const Json::exception&) {
    why = fmt::format("{} writes a form that is not known here", disassembler.string());
    return std::nullopt;
  }
  return std::move(reader.code());
}

} // namespace warpscope::measure
