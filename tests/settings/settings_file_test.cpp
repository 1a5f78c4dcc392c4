// settings.toml: defaults, unknown keys, two copies, damage.
#include "app/settings/settings_file.h"
#include "tests/settings/folder.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

class SettingsOnDisk : public test::InFolder {
 protected:
  [[nodiscard]] settings::Preferences load(std::string* notice = nullptr) const {
    settings::SettingsFile file(folder());
    std::string said;
    settings::Preferences p = file.load(said);
    if (notice != nullptr) *notice = said;
    else EXPECT_EQ(said, "");
    return p;
  }
};

settings::Preferences unlike_the_default() {
  settings::Preferences p;
  p.dark = false;
  p.zoom = 1.1f;
  p.reduce_motion = true;
  p.speed = 16;
  p.language = "Deutsch";
  p.last_folder = "/tmp/kernels \"quoted\"\\";
  p.recent_files = {"/tmp/ä b.cu", "/tmp/c.cu"};
  p.programs = {{"/tmp/p.cu", {"-n \"4 5\"", "42\n", {"/inc"}}}, {"/tmp/q.cu", {"x", "", {}}}};
  p.first_run_seen = true;
  p.window_width = 1234;
  p.window_height = 777;
  p.window_x = -5;
  p.window_y = 40;
  p.window_maximized = true;
  p.panes = {.source = 1.5f,
             .timeline = .8f,
             .results = 2.f,
             .show_source = true,
             .show_timeline = false,
             .show_results = false};
  return p;
}

TEST_F(SettingsOnDisk, AreTheDefaultsWithoutAFileAndMakeNone) {
  EXPECT_EQ(load(), settings::Preferences{});
  settings::SettingsFile file(folder());
  std::string notice;
  const settings::Preferences p = file.load(notice);
  EXPECT_EQ(file.save(p), "");
  EXPECT_TRUE(names_with("settings.toml").empty()) << "nothing was changed, nothing is written";
}

TEST_F(SettingsOnDisk, ComeBackAsTheyWere) {
  settings::SettingsFile file(path("made/on/the/way"));
  std::string notice;
  (void)file.load(notice);
  const settings::Preferences p = unlike_the_default();
  EXPECT_EQ(file.save(p), "");
  settings::SettingsFile again(path("made/on/the/way"));
  EXPECT_EQ(again.load(notice), p);
  EXPECT_EQ(notice, "");
}

TEST_F(SettingsOnDisk, KeepKeysThatNobodyKnows) {
  write("settings.toml",
        "future = 7\n[look]\ntheme = \"light\"\nborder = \"thin\"\n[other]\nlist = [1, 2]\n");
  settings::SettingsFile file(folder());
  std::string notice;
  settings::Preferences p = file.load(notice);
  EXPECT_FALSE(p.dark);
  p.zoom = 2;
  EXPECT_EQ(file.save(p), "");
  const std::string text = read("settings.toml");
  for (const char* kept : {"future = 7", "border", "list = [ 1, 2 ]", "font_scale = 2.0", "light"})
    EXPECT_NE(text.find(kept), std::string::npos) << kept << " in\n" << text;
  EXPECT_EQ(load(), p);
}

TEST_F(SettingsOnDisk, OfTwoCopiesChangeOnlyTheirOwnKeys) {
  settings::SettingsFile one(folder()), two(folder());
  std::string notice;
  settings::Preferences p = one.load(notice), q = two.load(notice);
  p.dark = false;
  p.recent_files = {"/a.cu"};
  EXPECT_EQ(one.save(p), "");
  q.zoom = 1.5f;
  q.recent_files = {"/b.cu"};
  EXPECT_EQ(two.save(q), "");
  const settings::Preferences both = load();
  EXPECT_FALSE(both.dark) << "set by the first";
  EXPECT_EQ(both.zoom, 1.5f) << "set by the second";
  EXPECT_EQ(both.recent_files, (std::vector<std::string>{"/b.cu", "/a.cu"}));
  p.zoom = 2;
  EXPECT_EQ(one.save(p), "");
  EXPECT_EQ(load().zoom, 2.f) << "the last writer wins";
}

TEST_F(SettingsOnDisk, ThatAreDamagedAreSetAsideAndNamed) {
  const std::string whole = "[look]\ntheme = \"light\"\n";
  for (const std::string& damaged : {whole.substr(0, 14), std::string("\0\x01\xff\xfe ELF", 8),
                                     std::string("theme = = \"light\""), std::string(2u << 20, '#')}) {
    write("settings.toml", damaged);
    std::string notice;
    EXPECT_EQ(load(&notice), settings::Preferences{});
    const std::vector<std::string> aside = names_with("settings.toml.damaged-");
    ASSERT_EQ(aside.size(), 1u);
    EXPECT_NE(notice.find(aside.front()), std::string::npos) << notice;
    EXPECT_EQ(read(aside.front()), damaged);
    EXPECT_FALSE(std::filesystem::exists(path("settings.toml")));
    std::filesystem::remove(path(aside.front()));
  }
}

TEST_F(SettingsOnDisk, ThatBecomeDamagedMeanwhileAreSetAsideBeforeASave) {
  settings::SettingsFile file(folder());
  std::string notice;
  settings::Preferences p = file.load(notice);
  write("settings.toml", "[[[");
  p.dark = false;
  EXPECT_NE(file.save(p).find(".damaged-"), std::string::npos);
  EXPECT_FALSE(load().dark);
}

TEST_F(SettingsOnDisk, WithWrongTypesOrWildNumbersStayUsable) {
  write("settings.toml", "look = 3\nplayback = { speed = 1e9 }\n[window]\nwidth = -3\nheight = \"high\"\nx = "
                         "999999999\n[layout]\nsource = nan\nresults = -4\n"
                         "[files]\nrecent = [1, \"/a.cu\", [2]]\n");
  const settings::Preferences p = load();
  EXPECT_EQ(p.dark, true);
  EXPECT_EQ(p.speed, 64);
  EXPECT_EQ(p.window_width, 0);
  EXPECT_EQ(p.panes.source, 1);
  EXPECT_EQ(p.panes.results, .1f);
  EXPECT_EQ(p.recent_files, std::vector<std::string>{"/a.cu"});
}

TEST_F(SettingsOnDisk, ThatCannotBeWrittenSaySoOnce) {
  settings::SettingsFile file(impossible_folder());
  std::string notice;
  settings::Preferences p = file.load(notice);
  p.dark = false;
  EXPECT_NE(file.save(p).find("settings.toml"), std::string::npos);
  p.zoom = 2;
  EXPECT_EQ(file.save(p), "") << "once is enough";
}

TEST_F(SettingsOnDisk, BehindALinkAreWrittenThroughIt) {
  std::filesystem::create_directory(path("dotfiles"));
  write("dotfiles/mine.toml", "[look]\ntheme = \"light\"\n");
  std::filesystem::create_symlink(path("dotfiles/mine.toml"), path("settings.toml"));
  settings::SettingsFile file(folder());
  std::string notice;
  settings::Preferences p = file.load(notice);
  p.zoom = 2;
  EXPECT_EQ(file.save(p), "");
  EXPECT_TRUE(std::filesystem::is_symlink(path("settings.toml")));
  EXPECT_NE(read("dotfiles/mine.toml").find("font_scale = 2.0"), std::string::npos);
}

TEST(Settings, WithoutAFolderAreTheDefaultsAndStayInMemory) {
  settings::SettingsFile file("");
  std::string notice;
  settings::Preferences p = file.load(notice);
  EXPECT_EQ(p, settings::Preferences{});
  p.dark = false;
  EXPECT_EQ(file.save(p), "");
}

TEST(RecentFiles, AreTenAndEachStandsOnce) {
  std::vector<std::string> recent;
  for (int i = 0; i < 14; ++i) settings::remember_file(recent, "/" + std::to_string(i));
  EXPECT_EQ(recent.size(), settings::most_recent_files);
  EXPECT_EQ(recent.front(), "/13");
  settings::remember_file(recent, "/10");
  EXPECT_EQ(recent.size(), settings::most_recent_files);
  EXPECT_EQ(recent.front(), "/10");
  EXPECT_EQ(std::count(recent.begin(), recent.end(), "/10"), 1);
}

} // namespace
} // namespace warpscope
