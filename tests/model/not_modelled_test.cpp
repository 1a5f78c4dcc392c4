#include "sim/model/not_modelled.h"
#include "sim/model/not_modelled_parse.h"

#include <gtest/gtest.h>

#include <set>

namespace {

using namespace warpscope;

TEST(NotModelled, EveryModelHeaderIsInTheList) {
  std::set<std::string_view> headers;
  for (const NotModelled& entry : not_modelled()) {
    headers.insert(entry.header);
    EXPECT_GE(entry.sentence.size(), 10u);
    EXPECT_EQ(entry.sentence.find('\n'), std::string_view::npos);
    EXPECT_EQ(entry.sentence.find("///"), std::string_view::npos);
  }
  for (const char* header : {"sim/model/accesses_tsv.h", "sim/model/banks.h", "sim/model/constant.h",
                             "sim/model/occupancy.h", "sim/model/sectors.h", "sim/model/tally.h"})
    EXPECT_TRUE(headers.contains(header)) << header;
  EXPECT_FALSE(headers.contains("sim/model/not_modelled.h"));
}

TEST(NotModelled, ReadsEntriesOverSeveralLines) {
  const std::vector<std::string> entries =
      parse_not_modelled("// text\n"
                         "/// - Not modelled: one\n"
                         "/// and  more \r\n"
                         "/// - Not modelled:   two; \"quoted\"\n"
                         "/// - something else\n"
                         "/// still else\n"
                         "#pragma once\n"
                         "/// not a continuation\n"
                         "  /// - Not modelled: indented lines are not of the list\n"
                         "/// - Not modelled: last");
  EXPECT_EQ(entries, (std::vector<std::string>{"one and  more", "two; \"quoted\"", "last"}));
  EXPECT_TRUE(parse_not_modelled("").empty());
}

} // namespace
