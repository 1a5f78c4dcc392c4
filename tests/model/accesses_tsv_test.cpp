// Tables of raw accesses: counts, spellings, errors with their line.
#include "sim/model/accesses_tsv.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace {

using namespace warpscope;

const std::string header = "id\tspace\top\twidth\tmask\toffsets\n";
const std::string out_header = "id\trequests\twavefronts\tbank_conflicts\tsectors\tlines\tpasses\n";

std::string offsets(unsigned stride, const char* separator = ",") {
  std::string text;
  for (unsigned lane = 0; lane < 32; ++lane) text += (lane ? separator : "") + std::to_string(stride * lane);
  return text;
}

std::string row(const std::string& space, const std::string& op, const std::string& width,
                const std::string& mask, const std::string& list) {
  return "r\t" + space + "\t" + op + "\t" + width + "\t" + mask + "\t" + list + "\n";
}

std::string counted(const std::string& rows) {
  const model::AccessesTsv result = model::count_accesses_tsv(header + rows, "t.tsv");
  EXPECT_TRUE(result.diagnostics.empty()) << format_diagnostics(result.diagnostics);
  EXPECT_TRUE(result.tsv.starts_with(out_header)) << result.tsv;
  return result.tsv.substr(std::min(out_header.size(), result.tsv.size()));
}

std::string error(const std::string& text) {
  const model::AccessesTsv result = model::count_accesses_tsv(text, "t.tsv");
  EXPECT_TRUE(has_errors(result.diagnostics)) << "no error; printed " << result.tsv;
  return result.diagnostics.empty() ? "" : format_diagnostic(result.diagnostics.front());
}

TEST(AccessesTsv, CountsThatApply) {
  EXPECT_EQ(counted(row("shared", "ld", "4", "ffffffff", offsets(128))), "r\t1\t32\t31\t\t\t\n");
  EXPECT_EQ(counted(row("shared", "st", "4", "ffffffff", offsets(0))), "r\t1\t1\t0\t\t\t\n");
  EXPECT_EQ(counted(row("shared", "red", "4", "ffffffff", offsets(0))), "r\t1\t32\t31\t\t\t\n");
  EXPECT_EQ(counted(row("global", "ld", "4", "ffffffff", offsets(4))), "r\t1\t\t\t4\t1\t\n");
  EXPECT_EQ(counted(row("global", "st", "16", "ffffffff", offsets(16))), "r\t1\t\t\t16\t4\t\n");
  EXPECT_EQ(counted(row("global", "red", "4", "ffffffff", offsets(4))), "r\t1\t\t\t4\t1\t\n");
  EXPECT_EQ(counted(row("constant", "ld", "4", "ffffffff", offsets(4))), "r\t1\t\t\t\t\t32\n");
  EXPECT_EQ(counted(row("shared", "ld", "4", "0", offsets(4))), "r\t0\t0\t0\t\t\t\n");
  EXPECT_EQ(counted(row("global", "ld", "4", "0", offsets(4))), "r\t0\t\t\t0\t0\t\n");
}

TEST(AccessesTsv, WaysOfWritingTheSame) {
  const std::string expected = counted(row("shared", "ld", "4", "ffffffff", offsets(8)));
  EXPECT_EQ(counted(row("shared", "ld", "4", "0xFFFFFFFF", offsets(8, " "))), expected);
  EXPECT_EQ(counted(row("shared", "ld", " 4 ", "FFFFFFFF", offsets(8, ", "))), expected);
  EXPECT_EQ(counted("\n" + row("shared", "ld", "4", "ffffffff", offsets(8)) + "\n\n"), expected);
  std::string text = "offsets\tnote\tmask\twidth\top\tspace\tid\r\n" + offsets(8) +
                     "\thi\tffffffff\t4\tld\tshared\tr\r\n";
  EXPECT_EQ(model::count_accesses_tsv(text, "t").tsv, out_header + expected)
      << "columns in another order, one more, CR LF";
  text.pop_back(), text.pop_back();
  EXPECT_EQ(model::count_accesses_tsv(text, "t").tsv, out_header + expected) << "no end of line at the end";
  EXPECT_EQ(model::count_accesses_tsv("\xEF\xBB\xBF" + text, "t").tsv, out_header + expected)
      << "a byte order mark";
  EXPECT_EQ(model::count_accesses_tsv(header, "t").tsv, out_header) << "no rows";
}

TEST(AccessesTsv, InactiveLanesOffsetsArePassedOver) {
  std::string list = offsets(4);
  list.replace(list.rfind("124"), 3, "-");
  EXPECT_EQ(counted(row("shared", "ld", "4", "7fffffff", list)), "r\t1\t1\t0\t\t\t\n");
  list.replace(list.rfind('-'), 1, "-99999999999999999999");
  EXPECT_EQ(counted(row("shared", "ld", "4", "7fffffff", list)), "r\t1\t1\t0\t\t\t\n");
  list = list.substr(0, list.rfind('-'));
  EXPECT_EQ(counted(row("shared", "ld", "4", "7fffffff", list)), "r\t1\t1\t0\t\t\t\n")
      << "empty after the last comma";
}

TEST(AccessesTsv, ErrorsNameFileLineAndWhatToDo) {
  const auto expect = [](const std::string& text, const std::string& part) {
    const std::string told = error(text);
    EXPECT_NE(told.find(part), std::string::npos) << "got: " << told << "wanted: " << part;
    EXPECT_TRUE(told.starts_with("t.tsv:")) << told;
  };
  expect("", "t.tsv:1:1: error: the table is empty");
  expect("\n\n", "the table is empty");
  expect("id space op\n", "missing: id, space, op, width, mask, offsets");
  expect("id\tspace\top\twidth\tmask\n", "missing: offsets");
  expect("id\tid\tspace\top\twidth\tmask\toffsets\n", "the column id is named twice");
  expect(header + "r\tshared\n", "t.tsv:2:9: error: the row ends before its column op; it has 2 fields");
  expect(header + row("texture", "ld", "4", "1", offsets(4)), "t.tsv:2:3: error: unknown space 'texture'");
  expect(header + row("", "ld", "4", "1", offsets(4)), "unknown space ''");
  expect(header + row("shared", "load", "4", "1", offsets(4)), "unknown op 'load'; use ld, st or red");
  expect(header + row("constant", "st", "4", "1", offsets(4)), "constant memory can only be loaded");
  for (const char* width : {"0", "3", "32", "-4", "4x", "", "99999999999"})
    expect(header + row("shared", "ld", width, "1", offsets(4)), "is none of 1, 2, 4, 8, 16");
  for (const char* mask : {"", "xyz", "1ffffffff", "-1", "0x", "0x-1"})
    expect(header + row("shared", "ld", "4", mask, offsets(4)), "is no hexadecimal number of up to 8 digits");
  expect(header + row("shared", "ld", "4", "ffffffff", "0,4"), "2 offsets, but a warp has 32 lanes");
  expect(header + row("shared", "ld", "4", "ffffffff", ""), "0 offsets");
  expect(header + row("shared", "ld", "4", "ffffffff", offsets(4) + ",128"), "33 offsets");
  expect(header + row("shared", "ld", "4", "ffffffff", "x" + offsets(4)),
         "lane 0: offset 'x0' is no number of bytes");
  expect(header + row("shared", "ld", "4", "ffffffff", "-" + offsets(4)), "lane 0: offset '-0'");
  expect(header + row("shared", "ld", "4", "ffffffff", "," + offsets(4)), "lane 0: offset ''");
  expect(header + row("shared", "ld", "4", "ffffffff", offsets(2)),
         "lane 1: offset 2 is no multiple of the width 4");
  expect(header + row("shared", "ld", "4", "ffffffff", "4294967296" + offsets(4)), "lies beyond 4 GiB");
  expect(header + row(std::string("sh\0red", 6), "ld", "4", "1", offsets(4)), "unknown space 'sh\\x00red'");
}

TEST(AccessesTsv, ABadRowDoesNotLoseTheOthers) {
  const std::string good = row("shared", "ld", "4", "ffffffff", offsets(4));
  const model::AccessesTsv result = model::count_accesses_tsv(header + good + "junk\n" + good, "t.tsv");
  EXPECT_EQ(result.tsv, out_header + "r\t1\t1\t0\t\t\t\nr\t1\t1\t0\t\t\t\n");
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].span.line, 3u);
}

TEST(AccessesTsv, MemoryStaysBounded) {
  std::string many = header;
  for (int i = 0; i < 1000; ++i) many += "junk\n";
  const model::AccessesTsv errors = model::count_accesses_tsv(many, "t.tsv");
  EXPECT_EQ(errors.diagnostics.size(), model::max_accesses_errors + 1);
  EXPECT_EQ(errors.diagnostics.back().message, "stopped reading after 50 errors");

  const std::string good = row("shared", "ld", "4", "ffffffff", offsets(4));
  const model::AccessesTsv result = model::count_accesses_tsv(
      header + std::string(10'000'000, 'x') + "\n" + good, "t.tsv");
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_NE(result.diagnostics[0].message.find("the line is longer than 65536 bytes"), std::string::npos);
  EXPECT_EQ(result.tsv, out_header + "r\t1\t1\t0\t\t\t\n");
  const model::AccessesTsv no_line = model::count_accesses_tsv(std::string(10'000'000, '\0'), "t.tsv");
  EXPECT_EQ(no_line.diagnostics.size(), 1u);
}

TEST(AccessesTsv, AFileThatCannotBeReadIsTold) {
  std::ifstream in("a/file/that/is/not/there.tsv");
  std::ostringstream out;
  EXPECT_TRUE(has_errors(model::count_accesses_tsv(in, out, "t.tsv")));
}

} // namespace
