// The built program run as a person runs it: through a shell, with its exit code and both outputs.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace warpscope {

struct ProgramRun {
  int code = -1;
  std::string out, err;
};

inline std::string read_whole(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A file of this test process's own.
inline std::string temporary(const std::string& name) {
  return testing::TempDir() + "warpscope_cli_" + std::to_string(getpid()) + "_" + name;
}

inline std::string temporary_file(const std::string& name, const std::string& text) {
  const std::string path = temporary(name);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

/// `command` may begin with "warpscope"; it runs in the source folder.
inline ProgramRun run_command(const std::string& command) {
  const std::string out = temporary("out");
  const std::string err = temporary("err");
  const std::string line = "cd '" + std::string(WARPSCOPE_SOURCE_DIR) + "' && PATH='" + WARPSCOPE_BINARY_DIR + "':\"$PATH\" && { " + command +
                           "\n} >'" + out + "' 2>'" + err + "'";
  const int status = std::system(line.c_str());
  ProgramRun run;
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run.out = read_whole(out);
  run.err = read_whole(err);
  return run;
}

} // namespace warpscope
