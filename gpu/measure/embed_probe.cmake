# cmake -DOUT=file.cpp -DFILE=kernels.cuh -P embed_probe.cmake
# Writes the probe's kernels as a raw string literal: probe_kernels() of gpu/measure/probe.h.
file(READ "${FILE}" text)
if(text MATCHES "\\)kernels\"")
  message(FATAL_ERROR "${FILE} holds the end mark of a raw string")
endif()
# Two halves: compilers need not take longer literals than 64 KB.
string(LENGTH "${text}" length)
math(EXPR half "${length} / 2")
string(SUBSTRING "${text}" 0 ${half} first)
string(SUBSTRING "${text}" ${half} -1 second)
file(WRITE "${OUT}" "// Generated from assets/probe/kernels.cuh by gpu/measure/embed_probe.cmake.\n#include \"gpu/measure/probe.h\"\n\n"
     "namespace warpscope::measure {\n\nconst std::string& probe_kernels() {\n"
     "  static const std::string text = std::string(R\"kernels(${first})kernels\") + R\"kernels(${second})kernels\";\n"
     "  return text;\n}\n\n} // namespace warpscope::measure\n")
