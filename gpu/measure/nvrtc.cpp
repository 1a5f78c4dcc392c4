// Compiles device text with NVRTC, in both builds, and reads its log.
#include "gpu/measure/nvrtc.h"

#include "gpu/measure/driver.h"
#include "gpu/measure/includes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>

namespace warpscope::measure {

namespace {

constexpr const char* before_name = "warpscope_before_the_text.h";

/// What nvcc's implicit cuda_runtime.h brings along from the host, in the toolkit's own spelling
/// (cuda/std/cstdint, cuda/std/climits), so that both may be included.
constexpr std::string_view types_and_limits = R"(
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef int64_t intptr_t;
typedef uint64_t uintptr_t;
typedef unsigned int uint;
#define INT_MAX 0x7fffffff
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 0xffffffff
#define LLONG_MAX 0x7fffffffffffffffLL
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define ULLONG_MAX 0xffffffffffffffffUL
#define SHRT_MAX 0x7fff
#define SHRT_MIN (-SHRT_MAX - 1)
#define USHRT_MAX 0xffff
#define SCHAR_MAX 0x7f
#define UCHAR_MAX 0xff
#define FLT_MAX 3.40282346638528859811704183484516925e+38F
#define FLT_MIN 1.17549435082228750796873653722224568e-38F
#define FLT_EPSILON 1.19209289550781250000000000000000000e-7F
#define DBL_MAX 1.79769313486231570814527423731704357e+308
#define DBL_MIN 2.22507385850720138309023271733240406e-308
#define DBL_EPSILON 2.22044604925031308084726333618164062e-16
#define LONG_MAX  LLONG_MAX
#define LONG_MIN  (-LONG_MAX - 1)
#define ULONG_MAX ULLONG_MAX
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440
#define INFINITY __int_as_float(0x7f800000)
#define NAN __int_as_float(0x7fffffff)
namespace std { using ::size_t; }
)";

constexpr std::string_view volatile_shared = R"(
#undef __shared__
#define __shared__ __location__(shared) volatile
)";

/// Atomics do not accept volatile variables, and need not: they are never merged.
constexpr std::string_view atomics_head = R"(
namespace __warpscope {
template <class T> __device__ __forceinline__ T *plain(volatile T *p) { return const_cast<T *>(p); }
}
)";

std::string atomics() {
  std::string text(atomics_head);
  for (const char* name : {"Add", "Sub", "Exch", "Min", "Max", "Inc", "Dec", "CAS", "And", "Or", "Xor"})
    for (const char* scope : {"", "_block", "_system"})
      text += fmt::format("#define atomic{0}{1}(p, ...) atomic{0}{1}(__warpscope::plain(p), __VA_ARGS__)\n",
                          name, scope);
  return text;
}

/// Returns the parameters as macros, to come after NVRTC's own declarations: a macro N or T given as an
/// option would be expanded in those, too.
std::string macros_of(const protocol::MeasureRequest& request) {
  std::string text;
  for (const auto& [name, value] : request.macros) text += fmt::format("#define {} {}\n", name, value);
  return text;
}

/// Returns the toolkit headers that the text may need, to be included before its macros are defined.
std::string headers_of(const protocol::MeasureRequest& request, const AnsweredIncludes& includes) {
  std::string text;
  const auto add = [&](std::string_view from) {
    for (const WrittenInclude& include : find_includes(from))
      if (std::none_of(includes.headers.begin(), includes.headers.end(),
                       [&](const auto& header) { return header.first == include.name; }))
        text += fmt::format("#include <{}>\n", include.name);
  };
  add(request.text);
  for (const auto& [name, content] : request.headers) add(content);
  return text;
}

bool any_text_has(const protocol::MeasureRequest& request, std::string_view word) {
  return request.text.find(word) != std::string::npos ||
         std::any_of(request.headers.begin(), request.headers.end(),
                     [&](const auto& header) { return header.second.find(word) != std::string::npos; });
}

class Program {
 public:
  Program(const std::string& text, const std::vector<std::pair<std::string, std::string>>& headers) {
    std::vector<const char*> names, texts;
    for (const auto& [name, content] : headers) {
      names.push_back(name.c_str());
      texts.push_back(content.c_str());
    }
    if (nvrtc().create(&program_, text.c_str(), device_text_name, static_cast<int>(headers.size()),
                       texts.data(), names.data()) != 0)
      program_ = nullptr;
  }
  ~Program() {
    if (program_ != nullptr) nvrtc().destroy(&program_);
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  [[nodiscard]] void* get() const { return program_; }
  [[nodiscard]] std::string log() const {
    std::size_t size = 0;
    if (nvrtc().log_size(program_, &size) != 0 || size == 0) return {};
    std::string log(size, '\0');
    if (nvrtc().log(program_, log.data()) != 0) return {};
    log.resize(std::min(log.find('\0'), log.size()));
    return log;
  }

 private:
  void* program_ = nullptr;
};

/// Parses "text.cu(12): error: …" or "…: warning #177-D: …"; false for other lines.
bool read_head(std::string_view line, protocol::RecordedMessage& message) {
  const std::size_t close = line.find("): ");
  const std::size_t open = close == std::string_view::npos ? close : line.rfind('(', close);
  if (open == std::string_view::npos) return false;
  std::uint32_t number = 0;
  const auto [end, code] = std::from_chars(line.data() + open + 1, line.data() + close, number);
  if (code != std::errc{} || end != line.data() + close) return false;
  const std::string_view rest = line.substr(close + 3);
  const std::size_t colon = rest.find(": ");
  if (colon == std::string_view::npos) return false;
  const std::string_view kind = rest.substr(0, colon);
  const bool error = kind.find("error") != std::string_view::npos;
  if (!error && !kind.starts_with("warning") && !kind.starts_with("remark")) return false;
  const std::string_view file = line.substr(0, open);
  message = {};
  message.is_error = error;
  message.text = rest.substr(colon + 2);
  if (file == device_text_name) message.line = number;
  else message.text = fmt::format("{} (in {}, line {})", message.text, file, number);
  return true;
}

std::uint32_t number_before(std::string_view line, std::string_view words) {
  const std::size_t at = line.find(words);
  if (at == std::string_view::npos || at == 0) return 0;
  std::size_t begin = at;
  while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9') --begin;
  std::uint32_t number = 0;
  std::from_chars(line.data() + begin, line.data() + at, number);
  return number;
}

/// Reports a refused header as a message at its #include.
void place_refused_headers(const protocol::MeasureRequest& request, CompiledDeviceText& compiled) {
  const std::vector<WrittenInclude> includes = find_includes(request.text);
  for (protocol::RecordedMessage& message : compiled.messages) {
    const std::size_t at = message.text.find(refused_include);
    if (at == std::string::npos) continue;
    const auto names_it = [&](const WrittenInclude& include) {
      return message.text.find(fmt::format("(in {}, line ", include.name)) != std::string::npos;
    };
    std::string where; ///< of an #include in a header
    if (const auto include = std::find_if(includes.begin(), includes.end(), names_it);
        message.line == 0 && include != includes.end()) {
      message.line = include->line;
      message.column = include->column;
    }
    for (const auto& [name, content] : request.headers)
      for (const WrittenInclude& include : find_includes(content))
        if (message.line == 0 && where.empty() && names_it(include))
          where = fmt::format(" (in {}, line {})", name, include.line);
    const std::size_t end = message.text.rfind(" (in ");
    message.text = message.text.substr(at + refused_include.size(), end - at - refused_include.size()) +
                   where;
  }
}

/// Products of warpgroups are instructions of one architecture alone, which has a name of its own.
std::string architecture_of(std::uint32_t cc, const std::string& text) {
  constexpr std::uint32_t with_products = 90;
  const bool of_it_alone = cc == with_products && (text.find("wgmma.") != std::string::npos ||
                                                   text.find("setmaxnreg") != std::string::npos);
  return fmt::format("--gpu-architecture=sm_{}{}", cc, of_it_alone ? "a" : "");
}

std::vector<std::string> options_of(std::uint32_t cc, const std::string& text, std::uint32_t max_registers,
                                    const std::vector<std::filesystem::path>& folders) {
  int major = 0, minor = 0;
  nvrtc().version(&major, &minor);
  std::vector<std::string> options = {architecture_of(cc, text), "--generate-line-info",
                                      major >= 12 ? "--std=c++20" : "--std=c++17", "--disable-warnings",
                                      // Allows calls of constexpr host functions, as nvcc does.
                                      "--device-as-default-execution-space", "--ptxas-options=-v",
                                      fmt::format("--pre-include={}", before_name)};
  if (max_registers != 0) options.push_back(fmt::format("--maxrregcount={}", max_registers));
  for (const auto& folder : folders) options.push_back("--include-path=" + folder.string());
  return options;
}

/// What ptxas says first, without the line of a PTX text that nobody sees; empty: nothing of ptxas is there.
std::string refusal_by_ptxas(std::string_view log) {
  constexpr std::string_view head = "ptxas application ptx input", mark = "error   : ";
  const std::size_t line = log.find(head);
  const std::size_t error = line == log.npos ? log.npos : log.find(mark, line);
  if (error == log.npos) return {};
  log.remove_prefix(error + mark.size());
  return std::string(log.substr(0, log.find('\n')));
}

CompiledDeviceText compile_once(const protocol::MeasureRequest& request,
                                const std::vector<std::string>& options,
                                std::vector<std::pair<std::string, std::string>> headers,
                                const std::string& before) {
  CompiledDeviceText compiled;
  headers.emplace_back(before_name, before);
  const auto fail = [&](std::string text) {
    compiled.cubin.clear();
    compiled.messages.push_back({0, 0, true, std::move(text)});
    return compiled;
  };
  Program program(request.text, headers);
  if (program.get() == nullptr) return fail("NVRTC took no program: it is out of memory");
  std::vector<std::string> expressions = {request.call.kernel};
  for (const protocol::MeasureCheck& check : request.checks) expressions.push_back(check.reference.kernel);
  for (const protocol::MeasureArgument& variable : request.variables)
    expressions.push_back("&" + variable.name);
  for (const std::string& expression : expressions)
    if (nvrtc().name_expression(program.get(), expression.c_str()) != 0)
      return fail(fmt::format("NVRTC does not take the name {}", expression));
  std::vector<const char*> words;
  for (const std::string& option : options) words.push_back(option.c_str());
  const int status = nvrtc().compile(program.get(), static_cast<int>(words.size()), words.data());
  const std::string log = program.log();
  read_nvrtc_log(log, compiled);
  if (status != 0) {
    if (compiled.first_error().empty()) {
      const std::string refusal = refusal_by_ptxas(log);
      compiled.messages.push_back(
          {0, 0, true,
           refusal.empty() ? fmt::format("NVRTC failed with code {}: {}", status, log.substr(0, 500))
                           : fmt::format("{} is refused: {}", options.front().substr(2), refusal)});
    }
    return compiled;
  }
  for (const std::string& expression : expressions) {
    const char* symbol = nullptr;
    if (nvrtc().lowered_name(program.get(), expression.c_str(), &symbol) != 0 || symbol == nullptr)
      return fail(fmt::format("NVRTC knows no symbol for {}", expression));
    compiled.symbols[expression.front() == '&' ? expression.substr(1) : expression] = symbol;
  }
  std::size_t size = 0;
  if (nvrtc().cubin_size(program.get(), &size) != 0 || size == 0) return fail("NVRTC gave no machine code");
  compiled.cubin.resize(size);
  if (nvrtc().cubin(program.get(), compiled.cubin.data()) != 0) return fail("NVRTC gave no machine code");
  if (nvrtc().ptx_size(program.get(), &size) == 0 && size > 1) {
    compiled.ptx.resize(size);
    if (nvrtc().ptx(program.get(), compiled.ptx.data()) != 0) compiled.ptx.clear();
    compiled.ptx.resize(std::min(compiled.ptx.find('\0'), compiled.ptx.size()));
  }
  return compiled;
}

} // namespace

std::string CompiledDeviceText::first_error() const {
  for (const protocol::RecordedMessage& message : messages)
    if (message.is_error)
      return message.line == 0 ? message.text : fmt::format("line {}: {}", message.line, message.text);
  return {};
}

void read_nvrtc_log(std::string_view log, CompiledDeviceText& into) {
  bool open = false; // the previous message may continue
  std::string symbol;
  while (!log.empty()) {
    const std::size_t end = std::min(log.find('\n'), log.size());
    const std::string_view line = log.substr(0, end);
    log.remove_prefix(std::min(end + 1, log.size()));
    if (line.starts_with("ptxas")) {
      open = false;
      constexpr std::string_view function = "Function properties for ";
      if (const std::size_t at = line.find(function); at != std::string_view::npos)
        symbol = line.substr(at + function.size());
      if (line.find("bytes spill stores") != std::string_view::npos)
        into.spills[symbol] = {number_before(line, " bytes spill stores"),
                               number_before(line, " bytes spill loads")};
      continue;
    }
    if (protocol::RecordedMessage message; read_head(line, message)) {
      into.messages.push_back(std::move(message));
      open = true;
      continue;
    }
    const std::size_t first = line.find_first_not_of(" \t");
    if (first == std::string_view::npos) open = false;
    if (!open) continue;
    protocol::RecordedMessage& last = into.messages.back();
    constexpr std::size_t source_indent = 2, more_indent = 12;
    if (line.substr(first) == "^") { // under the source line, which is indented by two columns
      if (last.line != 0)
        last.column = static_cast<std::uint32_t>(std::max(first, source_indent) - source_indent) + 1;
      open = false;
    } else if (line.find_first_not_of(' ') >= more_indent &&
               line.find("types are:") != std::string_view::npos) {
      last.text += fmt::format(" ({})", line.substr(first));
    }
  }
}

CompiledDeviceText compile_device_text(const protocol::MeasureRequest& request, std::uint32_t cc,
                                       protocol::BuildKind kind) {
  const auto begin = std::chrono::steady_clock::now();
  CompiledDeviceText compiled;
  if (const std::string reason = no_nvrtc(); !reason.empty()) {
    compiled.messages.push_back({0, 0, true, reason});
    return compiled;
  }
  const std::vector<std::filesystem::path> folders = cuda_header_folders(nvrtc().library.file());
  const AnsweredIncludes includes = answer_includes(request.text, request.headers, folders);
  for (const auto& [header, include] : includes.computed) {
    std::string why = "this #include gives no name between < > or quotes: it is refused, since it could read "
                      "any file";
    if (header.empty()) compiled.messages.push_back({include.line, include.column, true, std::move(why)});
    else
      compiled.messages.push_back(
          {0, 0, true, fmt::format("{} (in {}, line {})", why, header, include.line)});
  }
  if (!compiled.messages.empty()) return compiled;
  const std::vector<std::string> options = options_of(cc, request.text, request.max_registers, folders);
  std::string before(types_and_limits);
  if (kind == protocol::BuildKind::AsWritten) before += volatile_shared;
  const std::string macros = macros_of(request);
  compiled = compile_once(request, options, includes.headers, before + macros);
  const auto instead = [&](bool sensible, const std::string& text) {
    if (compiled.fine() || !sensible) return;
    CompiledDeviceText other = compile_once(request, options, includes.headers, text + macros);
    if (other.fine()) compiled = std::move(other);
  };
  const std::string headers = headers_of(request, includes);
  instead(!headers.empty() && !macros.empty(), headers + before); // a macro may have broken a header
  instead(kind == protocol::BuildKind::AsWritten && any_text_has(request, "atomic"),
          headers + before + atomics());
  place_refused_headers(request, compiled);
  compiled.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return compiled;
}

CompiledDeviceText compile_plain_text(const std::string& text, std::uint32_t cc) {
  CompiledDeviceText compiled;
  const auto fail = [&](std::string sentence) {
    compiled.cubin.clear();
    compiled.messages.push_back({0, 0, true, std::move(sentence)});
    return compiled;
  };
  if (std::string reason = no_nvrtc(); !reason.empty()) return fail(std::move(reason));
  const Program program(text, {});
  if (program.get() == nullptr) return fail("NVRTC took no program: it is out of memory");
  const std::string architecture = fmt::format("--gpu-architecture=sm_{}", cc);
  const char* const options[] = {architecture.c_str(), "--std=c++17", "--disable-warnings"};
  const int status = nvrtc().compile(program.get(), static_cast<int>(std::size(options)), options);
  if (status != 0) {
    read_nvrtc_log(program.log(), compiled);
    const std::string first = compiled.first_error();
    return fail(first.empty()
                    ? fmt::format("NVRTC failed with code {}: {}", status, program.log().substr(0, 500))
                    : first);
  }
  std::size_t size = 0;
  if (nvrtc().cubin_size(program.get(), &size) != 0 || size == 0) return fail("NVRTC gave no machine code");
  compiled.cubin.resize(size);
  if (nvrtc().cubin(program.get(), compiled.cubin.data()) != 0) return fail("NVRTC gave no machine code");
  return compiled;
}

std::string nvrtc_version() {
  int major = 0, minor = 0;
  if (!no_nvrtc().empty() || nvrtc().version(&major, &minor) != 0) return {};
  return fmt::format("{}.{}", major, minor);
}

std::string no_nvrtc() {
  if (!nvrtc())
    return "there is no libnvrtc on this machine: scripts/install-cuda-runtime gets it, or name its folder "
           "in WARPSCOPE_CUDA_LIBS";
  if (const std::string missing = nvrtc().missing(); !missing.empty())
    return fmt::format("{} is too old, it has no {}", nvrtc().library.file().string(), missing);
  return {};
}

} // namespace warpscope::measure
