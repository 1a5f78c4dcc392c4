// A test's own folder, processes that end with it, and a shell.
#pragma once

#include "gpu/remote/measure_process.h"
#include "sim/base/child_process.h"
#include "tests/gpu/some.h"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace warpscope::test {

inline constexpr const char* fake_program = WARPSCOPE_BINARY_DIR "/warpscope-fake-measure";

class Place {
 public:
  Place() {
    static int number = 0;
    path_ = testing::TempDir() + "warpscope-remote-" + std::to_string(getpid()) + "-" +
            std::to_string(++number);
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
    // Sshd and munge refuse files that others can write.
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all);
  }
  ~Place() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  [[nodiscard]] const std::string& path() const { return path_; }
  std::string write(const std::string& name, const std::string& text, bool executable = false) const {
    const std::string path = *this / name;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
    std::filesystem::permissions(path, executable ? std::filesystem::perms::owner_all
                                                  : std::filesystem::perms::owner_read |
                                                        std::filesystem::perms::owner_write);
    return path;
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream in(*this / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  /// Runs a line in a shell; its output goes to the file shell.log of the folder. True on success.
  [[nodiscard]] bool shell(const std::string& line) const {
    return std::system(("{ " + line + "\n} >>'" + (*this / "shell.log") + "' 2>&1").c_str()) == 0;
  }
  [[nodiscard]] std::vector<std::string> names_in(const std::string& folder) const {
    std::vector<std::string> names;
    std::error_code failed;
    for (const auto& entry : std::filesystem::directory_iterator(*this / folder, failed))
      names.push_back(entry.path().filename().string());
    return names;
  }

 private:
  std::string path_;
};

/// Returns the first of the programs that is missing, or an empty string. Debian has some in folders that are
/// not in everyone's PATH.
inline std::string missing_program(const std::vector<std::string>& programs) {
  for (const std::string& program : programs)
    if (std::system(("PATH=\"$PATH:/usr/sbin:/sbin\" command -v " + program + " >/dev/null 2>&1").c_str()) !=
        0)
      return program;
  return {};
}

inline bool wait_until(const std::function<bool()>& done, double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (!done()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

/// One answer of a profile, and the stages that were reported.
struct Asked {
  remote::MeasureAnswer answer;
  std::vector<remote::MeasureStage::Kind> stages;
  double seconds = 0;
  [[nodiscard]] bool copied() const {
    return std::find(stages.begin(), stages.end(), remote::MeasureStage::Kind::Copying) != stages.end();
  }
};
inline Asked ask_once(const remote::MeasureProfile& profile, const std::atomic<bool>* cancel = nullptr,
                      const std::string& program = fake_program) {
  Asked asked;
  remote::MeasureProcess process(profile, program);
  protocol::MeasureRequest request = some_request();
  request.limits.seconds = 0.1;
  const auto begin = std::chrono::steady_clock::now();
  asked.answer = process.ask(request, cancel, [&](const remote::MeasureStage& stage) {
    if (asked.stages.empty() || asked.stages.back() != stage.kind) asked.stages.push_back(stage.kind);
  });
  asked.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return asked;
}

/// Expects one sentence that contains `part`, within `seconds`.
inline void expect_sentence(const Asked& asked, const std::string& part, double seconds = 5) {
  EXPECT_FALSE(asked.answer.recording);
  EXPECT_NE(asked.answer.error.find(part), std::string::npos) << "said: " << asked.answer.error;
  EXPECT_EQ(asked.answer.error.find('\n'), std::string::npos) << asked.answer.error;
  EXPECT_LT(asked.seconds, seconds) << asked.answer.error;
}

} // namespace warpscope::test
