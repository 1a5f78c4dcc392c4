// `warpscope lessons --handout` writes every lesson that travels with the program, and a file of one's own.
#include "sim/labs/labs.h"
#include "sim/labs/lessons.h"
#include "tests/cli/program.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace warpscope {
namespace {

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string in_html(const std::string& text) {
  std::string out;
  for (const char c : text)
    out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  return out;
}

TEST(Handouts, AreWrittenOfEveryLesson) {
  const std::string folder = testing::TempDir() + "warpscope-handouts/";
  std::filesystem::create_directories(folder);
  bool pdf = false;
  for (const labs::CourseLesson& lesson : labs::course_lessons()) {
    pdf = !pdf;
    const std::string path = folder + lesson.id + (pdf ? ".pdf" : ".html");
    const ProgramRun run = run_command("warpscope lessons --handout " + lesson.id + " -o " + path);
    EXPECT_EQ(run.code, 0) << run.err;
    const std::string bytes = bytes_of(path);
    EXPECT_TRUE(bytes.starts_with(pdf ? "%PDF-1.7" : "<!DOCTYPE html>")) << lesson.id;
    EXPECT_NE(bytes.find("CC BY 4.0"), std::string::npos);
    EXPECT_EQ(bytes.find("when recorded"), std::string::npos) << lesson.id << ": a count has moved";
    if (!pdf) {
      // An answer without its question says nothing to who was not there.
      for (const labs::Moment& moment : lesson.moments)
        EXPECT_NE(bytes.find(in_html(moment.ask)), std::string::npos) << lesson.id << ": " << moment.ask;
      const labs::Lab* lab = labs::find_lab(lesson.moments.front().lab);
      ASSERT_NE(lab, nullptr);
      EXPECT_NE(bytes.find(std::string("warpscope ") + (lab->program ? "run " : "sim ") + lab->id),
                std::string::npos)
          << lesson.id;
    }
  }
  std::filesystem::remove_all(folder);
}

TEST(Handouts, SayWhatIsWrong) {
  const ProgramRun ending = run_command("warpscope lessons --handout banks -o banks.txt"),
                   name = run_command("warpscope lessons --handout bank -o banks.pdf"),
                   alone = run_command("warpscope lessons --handout banks"),
                   played = run_command("warpscope gui nothing.cu --lesson banks");
  EXPECT_EQ(ending.code, 2);
  EXPECT_NE(ending.err.find(".html or .pdf"), std::string::npos) << ending.err;
  EXPECT_EQ(name.code, 2);
  EXPECT_NE(name.err.find("did you mean banks?"), std::string::npos) << name.err;
  EXPECT_EQ(alone.code, 2);
  EXPECT_EQ(played.code, 2) << "a file that is not there";
}

} // namespace
} // namespace warpscope
