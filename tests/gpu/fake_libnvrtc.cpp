// An NVRTC that takes every text whose headers it gets by their names, as libnvrtc.so.13 and .12
// (FAKE_MAJOR): its machine code is its version. A text with the word tell_the_heap gets a warning that says
// where the memory of this compilation lies and which of the process it is.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#define FAKE(name, ...) extern "C" [[gnu::visibility("default")]] int name(__VA_ARGS__)

namespace {

int some;
std::string log_text;
std::vector<std::string> names, texts; ///< of the program and its headers
constexpr std::size_t cubin_bytes = 64;

/// Returns what stands in quotes behind an #include and is no header's name; empty: nothing.
std::string missing_header() {
  static const std::string word = "#include \"";
  for (const std::string& text : texts)
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
      const std::size_t begin = at + word.size();
      const std::string name = text.substr(begin, text.find('"', begin) - begin);
      if (std::find(names.begin(), names.end(), name) == names.end()) return name;
    }
  return {};
}

} // namespace

FAKE(nvrtcVersion, int* major, int* minor) { return *major = FAKE_MAJOR, *minor = 0, 0; }
FAKE(nvrtcCreateProgram, void** out, const char* text, const char* name, int headers,
     const char* const* header_texts, const char* const* header_names) {
  names.assign(header_names, header_names + headers);
  texts.assign(header_texts, header_texts + headers);
  names.emplace_back(name);
  texts.emplace_back(text);
  return *out = &some, 0;
}
FAKE(nvrtcDestroyProgram, void**) { return 0; }
FAKE(nvrtcAddNameExpression, void*, const char*) { return 0; }
FAKE(nvrtcCompileProgram, void*, int, const char* const*) {
  static int compilations = 0;
  ++compilations;
  const std::string missing = missing_header();
  log_text = missing.empty() ? std::string()
                             : names.back() + "(1): error: cannot open source file \"" + missing + "\"\n";
  if (texts.back().find("tell_the_heap") != std::string::npos) {
    const std::vector<char> some_memory(1000);
    char words[80];
    std::snprintf(words, sizeof words, "(1): warning #1-D: compilation %d at %p\n", compilations,
                  static_cast<const void*>(some_memory.data()));
    log_text += names.back() + words;
  }
  return missing.empty() ? 0 : 6;
}
FAKE(nvrtcGetProgramLogSize, void*, std::size_t* out) { return *out = log_text.size() + 1, 0; }
FAKE(nvrtcGetProgramLog, void*, char* out) { return std::strcpy(out, log_text.c_str()), 0; }
FAKE(nvrtcGetLoweredName, void*, const char* name, const char** out) { return *out = name, 0; }
FAKE(nvrtcGetCUBINSize, void*, std::size_t* out) { return *out = cubin_bytes, 0; }
FAKE(nvrtcGetPTXSize, void*, std::size_t* out) { return *out = 1, 0; }
FAKE(nvrtcGetPTX, void*, char* out) { return *out = '\0', 0; }
FAKE(nvrtcGetCUBIN, void*, char* out) {
  return std::snprintf(out, cubin_bytes, "cubin %d", FAKE_MAJOR * 1000), 0;
}
