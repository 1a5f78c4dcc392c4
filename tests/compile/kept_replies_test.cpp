// A kept reply answers the very same request by the very same compiler, and nothing else.
#include "sim/compile/kept_replies.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace warpscope::compile {
namespace {

namespace fs = std::filesystem;

class KeptRepliesTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "warpscope-replies-XXXXXX").string();
    folder_ = fs::path(mkdtemp(name.data())) / "replies";
  }
  void TearDown() override { fs::remove_all(folder_.parent_path()); }

  [[nodiscard]] fs::path only_file() const {
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
    return fs::directory_iterator(folder_)->path();
  }

  fs::path folder_;
  const std::vector<std::uint8_t> request_{1, 2, 3}, other_{1, 2, 4}, reply_{9, 8, 7, 6};
};

TEST_F(KeptRepliesTest, AnswerTheSameRequestByTheSameCompiler) {
  const KeptReplies kept(folder_.string(), "one");
  EXPECT_EQ(kept.find(request_), std::nullopt);
  ASSERT_TRUE(kept.keep(request_, reply_));
  EXPECT_EQ(kept.find(request_), reply_);
  EXPECT_EQ(kept.find(other_), std::nullopt);
  EXPECT_EQ(kept.find({}), std::nullopt);
  EXPECT_EQ(KeptReplies(folder_.string(), "another").find(request_), std::nullopt);
  EXPECT_EQ(KeptReplies(folder_.string(), "one").find(request_), reply_);
}

TEST_F(KeptRepliesTest, OfACompilerThatIsNotKnownNothingIsKept) {
  EXPECT_FALSE(KeptReplies(folder_.string(), "").keep(request_, reply_));
  EXPECT_FALSE(KeptReplies("", "one").keep(request_, reply_));
  EXPECT_FALSE(fs::exists(folder_));
}

/// Two requests of one name: the file says whose reply it holds.
TEST_F(KeptRepliesTest, AFileOfAnotherRequestIsNotTakenForIt) {
  const KeptReplies kept(folder_.string(), "one");
  ASSERT_TRUE(kept.keep(request_, reply_));
  const fs::path first = only_file();
  ASSERT_TRUE(kept.keep(other_, {}));
  for (const auto& entry : fs::directory_iterator(folder_))
    if (entry.path() != first) fs::copy_file(first, entry.path(), fs::copy_options::overwrite_existing);
  EXPECT_EQ(kept.find(other_), std::nullopt);
  EXPECT_EQ(kept.find(request_), reply_);
}

TEST_F(KeptRepliesTest, ADamagedFileIsNoReply) {
  const KeptReplies kept(folder_.string(), "one");
  ASSERT_TRUE(kept.keep(request_, reply_));
  const fs::path path = only_file();
  std::ifstream in(path, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
    std::ofstream(path, std::ios::binary) << damaged;
    EXPECT_EQ(kept.find(request_), std::nullopt) << at;
    std::ofstream(path, std::ios::binary) << whole.substr(0, at);
    EXPECT_EQ(kept.find(request_), std::nullopt) << at;
  }
  std::ofstream(path, std::ios::binary) << whole << 'x';
  EXPECT_EQ(kept.find(request_), std::nullopt);
  std::ofstream(path, std::ios::binary) << whole;
  EXPECT_EQ(kept.find(request_), reply_);
}

TEST_F(KeptRepliesTest, WhereNothingMayBeWrittenNothingIsKept) {
  std::ofstream(folder_.string()) << "a file";
  EXPECT_FALSE(KeptReplies(folder_.string(), "one").keep(request_, reply_));
  EXPECT_EQ(KeptReplies(folder_.string(), "one").find(request_), std::nullopt);
}

TEST(BuildId, IsHexadecimal) {
  const std::string id = build_id();
  if (id.empty()) GTEST_SKIP() << "the linker gave these tests none";
  EXPECT_EQ(id.find_first_not_of("0123456789abcdef"), std::string::npos) << id;
  EXPECT_EQ(id, build_id());
}

} // namespace
} // namespace warpscope::compile
