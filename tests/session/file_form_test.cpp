// Files keep their encoding, byte order mark and line ends.
#include "app/document/file_form.h"
#include "sim/base/utf8.h"

#include <gtest/gtest.h>

#include <random>

namespace warpscope {
namespace {

std::string round_trip(const std::string& bytes) {
  const document::DecodedText decoded = document::decode(bytes);
  return document::encode(decoded.text, decoded.form);
}

TEST(FileForm, TakesAwayAndGivesBackMarkAndLineEnds) {
  const document::DecodedText decoded = document::decode("\xEF\xBB\xBF"
                                                         "a\r\nb\r\n");
  EXPECT_EQ(decoded.text, "a\nb\n");
  EXPECT_TRUE(decoded.form.byte_order_mark);
  EXPECT_EQ(decoded.form.usual, document::LineEnd::CrLf);
  EXPECT_TRUE(decoded.form.ends.empty()) << "all alike";
  EXPECT_EQ(document::encode("a\nnew\nb\n", decoded.form), "\xEF\xBB\xBF"
                                                           "a\r\nnew\r\nb\r\n");
}

TEST(FileForm, LinesThatWereNotChangedKeepTheirEnds) {
  const document::DecodedText decoded = document::decode("a\nb\r\nc\r\nd\ne\r\n");
  EXPECT_EQ(decoded.text, "a\nb\nc\nd\ne\n");
  EXPECT_EQ(document::encode("a\nb\nC\nnew\nd\ne\n", decoded.form), "a\nb\r\nC\r\nnew\r\nd\ne\r\n");
  EXPECT_EQ(document::encode("a\ne\n", decoded.form), "a\ne\r\n");
  EXPECT_EQ(document::encode("", decoded.form), "");
}

TEST(FileForm, Latin1ComesBackByteForByte) {
  const document::DecodedText decoded = document::decode("// f\xFCr dich\n");
  EXPECT_EQ(decoded.text, "// f\xC3\xBCr dich\n");
  EXPECT_TRUE(decoded.form.latin1);
  EXPECT_EQ(document::encode("// f\xC3\xBCr uns\n", decoded.form), "// f\xFCr uns\n");
  EXPECT_EQ(document::encode("// \xE2\x86\x92\n", decoded.form), "// \xE2\x86\x92\n")
      << "an arrow has no place in Latin-1";
}

TEST(FileForm, TellsUtf8FromOtherBytes) {
  EXPECT_TRUE(is_utf8("plain"));
  EXPECT_TRUE(is_utf8("\xC3\x97 \xE2\x86\x92 \xF0\x9F\x98\x80"));
  for (const char* bytes :
       {"\xFF", "\xC3", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\x80", "\xE2\x86"})
    EXPECT_FALSE(is_utf8(bytes));
}

TEST(FileForm, EveryFileComesBackAsItWas) {
  std::mt19937 random(11);
  const std::string alphabet = "ab \n\n\r\r\n\xEF\xBB\xBF\xC3\x97\xFF\x80";
  for (int i = 0; i < 5000; ++i) {
    std::string bytes;
    for (std::size_t n = random() % 16; n > 0; --n) bytes += alphabet[random() % alphabet.size()];
    ASSERT_EQ(round_trip(bytes), bytes) << i;
    const document::DecodedText decoded = document::decode(bytes);
    ASSERT_TRUE(is_utf8(decoded.text));
    ASSERT_EQ(decoded.text.find('\r'), std::string::npos);
    // Whatever is typed in between, nothing is read past the ends.
    std::string changed = decoded.text;
    changed.insert(random() % (changed.size() + 1), "x\ny");
    (void)document::encode(changed, decoded.form);
  }
}

} // namespace
} // namespace warpscope
