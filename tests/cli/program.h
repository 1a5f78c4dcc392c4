// Runs the built program as a person does: through a shell, with its exit code and both outputs.
#pragma once

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace warpscope {

struct ProgramRun {
  int code = -1;
  std::string out, err;
};

inline std::string read_whole(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A file that belongs to this test process.
inline std::string temporary(const std::string& name) {
  return testing::TempDir() + "warpscope_cli_" + std::to_string(getpid()) + "_" + name;
}

inline std::string temporary_file(const std::string& name, const std::string& text) {
  const std::string path = temporary(name);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

/// `command` may begin with "warpscope"; it runs in the source folder, with settings and state that belong to
/// this test process.
inline ProgramRun run_command(const std::string& command) {
  const std::string out = temporary("out");
  const std::string err = temporary("err");
  const std::string line = "cd '" + std::string(WARPSCOPE_SOURCE_DIR) + "' && export XDG_CONFIG_HOME='" +
                           temporary("config") + "' XDG_STATE_HOME='" + temporary("state") + "' && PATH='" +
                           WARPSCOPE_BINARY_DIR + "':\"$PATH\" && { " + command + "\n} >'" + out + "' 2>'" +
                           err + "'";
  const int status = std::system(line.c_str());
  ProgramRun run;
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run.out = read_whole(out);
  run.err = read_whole(err);
  return run;
}

/// Runs warpscope with a terminal as standard error, sends `signal` once `awaited` appears there, and waits
/// for the end.
inline ProgramRun run_until(const std::vector<std::string>& arguments, const std::string& awaited,
                            int signal) {
  ProgramRun run;
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0) return run;
  const std::string slave = ptsname(terminal), out = temporary("until_out"),
                    program = std::string(WARPSCOPE_BINARY_DIR) + "/warpscope";
  std::vector<char*> words{const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    dup2(open(slave.c_str(), O_RDWR | O_NOCTTY), STDERR_FILENO);
    dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
    close(terminal);
    execv(program.c_str(), words.data());
    _exit(127);
  }
  bool sent = false;
  char text[512];
  // The terminal's last open end closes with the program: reading then fails.
  for (ssize_t got = 0; (got = read(terminal, text, sizeof text)) > 0;) {
    run.err.append(text, static_cast<std::size_t>(got));
    if (!sent && run.err.find(awaited) != std::string::npos) {
      kill(child, signal);
      sent = true;
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  close(terminal);
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  run.out = read_whole(out);
  return run;
}

} // namespace warpscope
