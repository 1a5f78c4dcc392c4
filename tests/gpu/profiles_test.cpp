// profiles.toml: what it says, and each way of writing it wrong.
#include "gpu/remote/profiles.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace warpscope {
namespace {

using Kind = remote::MeasureProfile::Kind;

TEST(Profiles, AreReadInTheOrderOfTheFile) {
  Diagnostics diagnostics;
  const auto profiles = remote::parse_profiles(
      "[lab]\nkind = \"ssh\"\nwords = \"ssh -p 2222 'me@gpu host'\"\nfolder = \"/scratch/me\"\n"
      "[cluster]\nkind = \"srun\"\nwords = [\"srun\", \"--gres=gpu:1\"]\npatience = 600\n"
      "[box]\nkind = \"prefix\"\nwords = \"docker exec -i box\"\n[mine]\nkind = \"local\"\n",
      "profiles.toml", diagnostics);
  ASSERT_TRUE(profiles) << format_diagnostics(diagnostics);
  const std::vector<remote::MeasureProfile> expected = {
      {},
      {Kind::Ssh, "lab", {"ssh", "-p", "2222", "me@gpu host"}, 15, "/scratch/me"},
      {Kind::Srun, "cluster", {"srun", "--gres=gpu:1"}, 600, ""},
      {Kind::Prefix, "box", {"docker", "exec", "-i", "box"}, 15, ""},
      {Kind::Local, "mine", {}, 15, ""},
  };
  EXPECT_EQ(*profiles, expected);
  std::string error;
  EXPECT_EQ(remote::find_profile(*profiles, "cluster", error), &(*profiles)[2]);
  EXPECT_EQ(remote::find_profile(*profiles, "clutser", error), nullptr);
  EXPECT_EQ(error, "there is no GPU profile clutser (did you mean cluster?); there is local, lab, cluster, "
                   "box, mine (profiles.toml in the "
                   "configuration folder adds others)");
}

TEST(Profiles, AMistakeIsNamedWithItsPlace) {
  const struct {
    const char* text;
    const char* sentence;
  } cases[] = {
      {"[a]\nkind = \"ssh\"\nwords = \"ssh 'host\"\n",
       "p:3:9: error: a: ssh 'host has a quote that does not end"},
      {"[a]\nkind = \"ssh\"\nwords = \"  \"\n",
       "p:3:9: error: a: words are empty; they are such as \"ssh gpu-host\""},
      {"[a]\nkind = \"ssh\"\nwords = []\n", "p:3:9: error: a: words are empty"},
      {"[a]\nkind = \"ssh\"\nwords = [\"ssh\", 3]\n", "p:3:17: error: a: words must be texts"},
      {"[a]\nkind = \"ssh\"\nwords = 3\n", "p:3:9: error: a: words must be a text"},
      {"[a]\nkind = \"ssh\"\n", "p:1:2: error: a: words are missing, such as \"ssh gpu-host\""},
      {"[a]\nwords = \"ssh x\"\n", "p:1:2: error: a: kind is missing"},
      {"[a]\nkind = \"slurm\"\n", "p:2:8: error: a: kind must be \"local\", \"ssh\", \"srun\" or \"prefix\""},
      {"[a]\nkind = \"local\"\nwords = \"x\"\n", "p:3:9: error: a: a local GPU needs no words"},
      {"[a]\nkind = \"srun\"\nwords = \"ssh x\"\n",
       "p:3:9: error: a: the words of kind \"srun\" begin with srun, not with ssh"},
      {"[a]\nkind = \"ssh\"\nwords = \"ssh x\"\npatience = -1\n",
       "p:4:12: error: a: patience must be seconds from 0 to 1000000"},
      {"[a]\nkind = \"ssh\"\nwords = \"ssh x\"\npatience = nan\n",
       "p:4:12: error: a: patience must be seconds"},
      {"[a]\nkind = \"ssh\"\nwords = \"ssh x\"\nfolder = \"here\"\n",
       "p:4:10: error: a: folder must be an absolute path"},
      {"[a]\nkind = \"ssh\"\nwords = \"ssh x\"\nfolder = \"/a\\nb\"\n",
       "p:4:10: error: a: folder must be an absolute path"},
      {"[a]\nkind = \"ssh\"\nwords = \"ssh x\"\npatince = 3\n",
       "p:4:1: error: a: unknown key patince; did you mean patience?"},
      {"[local]\nkind = \"ssh\"\nwords = \"ssh x\"\n", "p:1:2: error: local is built in"},
      {"[\"my gpu\"]\nkind = \"local\"\n", "p:1:2: error: a profile's name has 1 to 60 bytes and no blanks"},
      {"kind = \"ssh\"\n", "p:1:1: error: kind must be a table: [kind]"},
      {"[a\n", "p:1:3: error: "},
  };
  for (const auto& c : cases) {
    Diagnostics diagnostics;
    EXPECT_FALSE(remote::parse_profiles(c.text, "p", diagnostics)) << c.text;
    EXPECT_NE(format_diagnostics(diagnostics).find(c.sentence), std::string::npos)
        << c.text << format_diagnostics(diagnostics);
  }
}

TEST(Profiles, WithoutAFileThereIsLocalAndAFolderIsNoFile) {
  const std::string folder = testing::TempDir() + "warpscope_profiles";
  std::filesystem::remove_all(folder);
  Diagnostics diagnostics;
  for (const std::string& none : {std::string(), folder}) {
    const auto profiles = remote::read_profiles(none, diagnostics);
    ASSERT_TRUE(profiles);
    EXPECT_EQ(*profiles, std::vector<remote::MeasureProfile>(1));
  }
  std::filesystem::create_directories(folder + "/profiles.toml");
  EXPECT_FALSE(remote::read_profiles(folder, diagnostics));
  EXPECT_EQ(format_diagnostics(diagnostics),
            folder + "/profiles.toml:1:1: error: the profiles cannot be read: it is no file\n");
  std::filesystem::remove(folder + "/profiles.toml");
  std::ofstream(folder + "/profiles.toml") << "[far]\nkind = \"ssh\"\nwords = \"ssh far\"\n";
  const auto profiles = remote::read_profiles(folder, diagnostics);
  ASSERT_TRUE(profiles);
  EXPECT_EQ(profiles->back().name, "far");
  std::filesystem::remove_all(folder);
}

TEST(Profiles, APrefixSaysItsKind) {
  std::string error;
  EXPECT_EQ(remote::profile_of_prefix("", error)->kind, Kind::Local);
  EXPECT_EQ(remote::profile_of_prefix("ssh host", error)->kind, Kind::Ssh);
  EXPECT_EQ(remote::profile_of_prefix("timeout 9 /usr/bin/ssh host", error)->kind, Kind::Ssh);
  EXPECT_EQ(remote::profile_of_prefix("/opt/bin/srun --gres=gpu:1", error)->kind, Kind::Srun);
  EXPECT_EQ(remote::profile_of_prefix("env A=b", error)->kind, Kind::Prefix);
}

TEST(Profiles, TheShownCommandIsTheOneThatRuns) {
  remote::MeasureProfile local;
  EXPECT_EQ(remote::shown_command(local, "/a b/measure"), "'/a b/measure' --serve");
  EXPECT_EQ(remote::shell_line({"it's", "$(x)", ""}), "'it'\\''s' '$(x)' ''");
  std::string error;
  const std::string ssh = remote::shown_command(*remote::profile_of_prefix("timeout 9 ssh -p 22 host", error),
                                                "m");
  EXPECT_EQ(ssh.rfind("timeout 9 ssh -T -o BatchMode=yes -p 22 host ", 0), 0u) << ssh;
}

TEST(Profiles, WordsAreSplitWithoutAShell) {
  std::string error;
  const auto split = [&](std::string_view text) {
    std::string shown;
    const auto words = remote::split_words(text, error);
    EXPECT_TRUE(words) << error;
    for (std::size_t i = 0; words && i < words->size(); ++i) shown += "[" + (*words)[i] + "]";
    return shown;
  };
  EXPECT_EQ(split("ssh  -p 22 'my host' a\"b c\"d ''"), "[ssh][-p][22][my host][ab cd][]");
  EXPECT_EQ(split("$(rm -rf x);`y`"), "[$(rm][-rf][x);`y`]");
  EXPECT_EQ(split(""), "");
  EXPECT_FALSE(remote::split_words("ssh 'host", error));
  EXPECT_EQ(error, "ssh 'host has a quote that does not end");
}

} // namespace
} // namespace warpscope
