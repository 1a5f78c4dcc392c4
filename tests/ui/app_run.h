// The app as a process of its own, with XDG folders of its own.
#pragma once

#include <nlohmann/json.hpp>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace warpscope::test {

/// This program as one run of the app (keep_child.h).
class AppRun {
 public:
  AppRun(const std::filesystem::path& folder, const std::string& role) {
    int ends[2];
    if (::pipe(ends) != 0) return;
    pid_ = ::fork();
    if (pid_ == 0) {
      ::dup2(ends[1], STDOUT_FILENO);
      ::close(ends[0]);
      ::close(ends[1]);
      ::setenv("XDG_CONFIG_HOME", (folder / "config").c_str(), 1);
      ::setenv("XDG_STATE_HOME", (folder / "state").c_str(), 1);
      const std::string argument = "--keep-child=" + role;
      ::execl("/proc/self/exe", "ui_tests", argument.c_str(), nullptr);
      ::_exit(127);
    }
    ::close(ends[1]);
    out_ = ::fdopen(ends[0], "r");
  }
  ~AppRun() {
    end(SIGKILL);
    if (out_ != nullptr) std::fclose(out_);
  }
  AppRun(const AppRun&) = delete;
  AppRun& operator=(const AppRun&) = delete;

  /// The next line it prints; null at its end.
  nlohmann::json line() {
    std::string text;
    for (int c = std::fgetc(out_); c != EOF && c != '\n'; c = std::fgetc(out_)) text += static_cast<char>(c);
    return nlohmann::json::parse(text, nullptr, false);
  }
  void end(int signal) {
    if (pid_ <= 0) return;
    ::kill(pid_, signal);
    (void)wait();
  }
  int wait() {
    int status = 0;
    if (pid_ > 0) ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  pid_t pid_ = -1;
  FILE* out_ = nullptr;
};

} // namespace warpscope::test
