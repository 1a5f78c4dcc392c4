// Sessions on disk: resumed, crashed, of a second copy, damaged.
#include "app/settings/session_file.h"
#include "tests/settings/folder.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

document::SavedSession some_session() {
  document::SavedSession s;
  s.document.mode = document::SourceMode::Kernel;
  s.document.expression = "tile[threadIdx.x][0]";
  s.document.block = "32 × 4";
  s.document.warp = 3;
  s.document.kernel_text = std::make_shared<const std::string>(
      "__global__ void k() {\n  // \"ä\" \\ \t\n}\n");
  s.document.kernel_file = "/tmp/k.cu";
  s.document.kernel_folder = "/tmp";
  s.document.choices = {{"PAD", "1"}, {"WIDTH", "256"}};
  s.document.row_lengths = {{"a.b", ~0ull}, {"in", 64}};
  s.document.stops = {{"2", 1}, {"3", 34}};
  s.document.device = "cc80";
  s.moment = {123, 7};
  s.scene = "array";
  s.unsaved = true;
  s.running = true;
  return s;
}

void expect_same(const document::SavedSession& a, const document::SavedSession& b) {
  EXPECT_EQ(a.document, b.document);
  EXPECT_EQ(a.moment, b.moment);
  EXPECT_EQ(a.scene, b.scene);
  EXPECT_EQ(a.unsaved, b.unsaved);
  EXPECT_EQ(a.running, b.running);
  EXPECT_EQ(a.attempts, b.attempts);
}

TEST(SavedSession, ComesBackFromItsText) {
  const document::SavedSession s = some_session();
  const std::optional<document::SavedSession> back = document::saved_session_from(document::to_json(s));
  ASSERT_TRUE(back);
  expect_same(*back, s);
  expect_same(*document::saved_session_from(document::to_json(document::SavedSession{})),
              document::SavedSession{});
}

TEST(SavedSession, KeepsBytesThatAreNoUtf8) {
  document::SavedSession s = some_session();
  std::string all;
  for (int i = 1; i < 256; ++i) all += static_cast<char>(i);
  s.document.kernel_text = std::make_shared<const std::string>(all + "\xC3\xA4 \xC3( \xED\xA0\x80 \xF5");
  const std::optional<document::SavedSession> back = document::saved_session_from(document::to_json(s));
  ASSERT_TRUE(back);
  EXPECT_EQ(*back->document.kernel_text, *s.document.kernel_text);
}

TEST(SavedSession, OfOtherTextsIsNone) {
  EXPECT_FALSE(document::saved_session_from(""));
  EXPECT_FALSE(document::saved_session_from("{}"));
  EXPECT_FALSE(document::saved_session_from("[1, 2]"));
  EXPECT_FALSE(document::saved_session_from(std::string("\0\x01\x02", 3)));
  EXPECT_FALSE(document::saved_session_from(std::string(100'000, '[')));
  const std::string whole = document::to_json(some_session());
  for (std::size_t length = 0; length + 2 < whole.size(); length += 7)
    EXPECT_FALSE(document::saved_session_from(whole.substr(0, length))) << length;
}

TEST(SavedSession, WithWrongTypesIsTheDefaultThere) {
  const std::optional<document::SavedSession> s = document::saved_session_from(
      R"({"what": "warpscope session", "warp": -4, "mode": 7, "kernel_text": null, "playhead": [1], "choices": [["A"], "B", ["C", 1]], "device": {"latin1": 3}, "attempts": 1e99, "rows": [["a", -1], ["b"], 7, ["c", 0], ["d", "5"]], "stops": [["2", 35], ["x", 1], ["0", 1], ["3"], 4, ["5", "1"], ["6", 3]]})");
  ASSERT_TRUE(s);
  EXPECT_EQ(s->document.mode, document::SourceMode::Expression);
  EXPECT_EQ(s->document.warp, 0u);
  ASSERT_NE(s->document.kernel_text, nullptr);
  EXPECT_EQ(s->document.device, document::Document{}.device);
  EXPECT_EQ(s->moment, playback::Moment{});
  EXPECT_TRUE(s->document.row_lengths.empty());
  EXPECT_EQ(s->document.stops, (std::map<std::string, std::uint64_t>{{"6", 3}}));
}

class SessionOnDisk : public test::InFolder {};

TEST_F(SessionOnDisk, GoesOnWhereItEnded) {
  {
    settings::SessionFile file(folder());
    const settings::SessionFile::Opened opened = file.open(true);
    EXPECT_FALSE(opened.saved);
    EXPECT_EQ(opened.notice, "");
    EXPECT_EQ(file.close(some_session()), "");
  }
  settings::SessionFile file(folder());
  const settings::SessionFile::Opened opened = file.open(true);
  ASSERT_TRUE(opened.saved);
  EXPECT_FALSE(opened.crashed);
  EXPECT_FALSE(opened.second);
  EXPECT_EQ(opened.saved->document, some_session().document);
}

TEST_F(SessionOnDisk, ThatWasNotClosedHasCrashed) {
  {
    settings::SessionFile file(folder());
    (void)file.open(true);
    EXPECT_EQ(file.save(some_session()), "");
  } // the process ends: its lock goes, its file says that it runs
  settings::SessionFile file(folder());
  const settings::SessionFile::Opened opened = file.open(true);
  ASSERT_TRUE(opened.saved);
  EXPECT_TRUE(opened.crashed);
  EXPECT_EQ(*opened.saved->document.kernel_text, *some_session().document.kernel_text);
}

TEST_F(SessionOnDisk, OfASecondCopyIsItsOwn) {
  settings::SessionFile one(folder());
  (void)one.open(true);
  EXPECT_EQ(one.save(some_session()), "");
  {
    settings::SessionFile two(folder());
    const settings::SessionFile::Opened opened = two.open(true);
    EXPECT_TRUE(opened.second);
    EXPECT_FALSE(opened.saved) << "the first one's is not taken";
    EXPECT_NE(two.path(), one.path());
    document::SavedSession other;
    other.running = true;
    other.document.expression = "a[1]";
    EXPECT_EQ(two.save(other), "");
    EXPECT_EQ(document::saved_session_from(read("session.json"))->document, some_session().document);
    {
      settings::SessionFile three(folder());
      EXPECT_TRUE(three.open(true).second);
      EXPECT_NE(three.path(), two.path());
    }
  } // the second crashes; the first is still open
  {
    settings::SessionFile four(folder());
    const settings::SessionFile::Opened opened = four.open(true);
    ASSERT_TRUE(opened.saved) << "what the second left comes back";
    EXPECT_TRUE(opened.crashed);
    EXPECT_EQ(opened.saved->document.expression, "a[1]");
    EXPECT_EQ(four.close(document::SavedSession{}), "");
  }
  EXPECT_FALSE(std::filesystem::exists(path("session-2.json")))
      << "a second copy that ended well leaves nothing";
}

TEST_F(SessionOnDisk, ThatEndedBadlyIsNotWrittenOverByAStartWithAFile) {
  {
    settings::SessionFile file(folder());
    (void)file.open(true);
    (void)file.save(some_session());
  }
  {
    settings::SessionFile file(folder());
    const settings::SessionFile::Opened opened = file.open(false);
    EXPECT_TRUE(opened.kept_for_later);
    EXPECT_FALSE(opened.saved);
    EXPECT_EQ(file.save(document::SavedSession{}), "");
    EXPECT_EQ(file.close(document::SavedSession{}), "");
  }
  settings::SessionFile file(folder());
  const settings::SessionFile::Opened opened = file.open(true);
  ASSERT_TRUE(opened.saved);
  EXPECT_TRUE(opened.crashed);
  EXPECT_EQ(opened.saved->document, some_session().document);
}

TEST_F(SessionOnDisk, ThatIsDamagedIsSetAsideAndNamed) {
  const std::string whole = document::to_json(some_session());
  for (const std::string& damaged :
       {whole.substr(0, whole.size() / 2), std::string("\0\xff", 2), std::string()}) {
    write("session.json", damaged);
    settings::SessionFile file(folder());
    const settings::SessionFile::Opened opened = file.open(true);
    EXPECT_FALSE(opened.saved);
    const std::vector<std::string> aside = names_with("session.json.damaged-");
    ASSERT_EQ(aside.size(), 1u);
    EXPECT_NE(opened.notice.find(aside.front()), std::string::npos) << opened.notice;
    EXPECT_EQ(read(aside.front()), damaged);
    EXPECT_EQ(file.save(some_session()), "");
    std::filesystem::remove(path(aside.front()));
    std::filesystem::remove(path("session.json"));
  }
}

TEST_F(SessionOnDisk, ThatEndsEveryStartBadlyIsSetAside) {
  document::SavedSession s = some_session();
  s.attempts = 3;
  write("session.json", document::to_json(s));
  settings::SessionFile file(folder());
  const settings::SessionFile::Opened opened = file.open(true);
  EXPECT_FALSE(opened.saved);
  EXPECT_EQ(names_with(".damaged-").size(), 1u);
  EXPECT_NE(opened.notice, "");
}

TEST_F(SessionOnDisk, ThatCannotBeKeptSaysSoOnce) {
  settings::SessionFile file(impossible_folder());
  const settings::SessionFile::Opened opened = file.open(true);
  EXPECT_NE(opened.notice.find("session.json"), std::string::npos);
  EXPECT_EQ(file.save(some_session()), "") << "once is enough";
}

TEST(SessionWithoutAFolder, KeepsNothing) {
  settings::SessionFile file("");
  EXPECT_FALSE(file.open(true).saved);
  EXPECT_EQ(file.save(some_session()), "");
  EXPECT_EQ(file.close(some_session()), "");
}

} // namespace
} // namespace warpscope
