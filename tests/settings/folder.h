// A folder for each test, removed afterwards.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace warpscope::test {

class InFolder : public testing::Test {
 protected:
  void SetUp() override {
    const testing::TestInfo* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) / ("warpscope-" + std::to_string(::getpid()) + "-" +
                                                           info->test_suite_name() + "-" + info->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override {
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all);
    std::filesystem::remove_all(folder_);
  }
  [[nodiscard]] std::string folder() const { return folder_.string(); }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void write(const std::string& name, std::string_view text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream in(folder_ / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  /// Returns the names that contain `part`.
  [[nodiscard]] std::vector<std::string> names_with(std::string_view part) const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      if (const std::string name = entry.path().filename().string(); name.find(part) != std::string::npos)
        names.push_back(name);
    return names;
  }
  /// The superuser can write every folder, so tests that need a folder that cannot be written use a file in
  /// its place.
  [[nodiscard]] std::string impossible_folder() const {
    write("in_the_way", "a file");
    return path("in_the_way") + "/below";
  }

  std::filesystem::path folder_;
};

} // namespace warpscope::test
