// The lists of what is modelled, as headers, Help and README have them.
#include "sim/model/not_modelled.h"
#include "sim/model/not_modelled_parse.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace {

using namespace warpscope;

TEST(NotModelled, EveryModelHeaderIsInTheList) {
  std::set<std::string_view> headers;
  for (const model::NotModelled& entry : model::not_modelled()) {
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
  const std::vector<std::string> entries = model::parse_not_modelled(
      "// text\n"
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
  EXPECT_TRUE(model::parse_not_modelled("").empty());
}

TEST(NotModelled, EachHeadersNotesHaveASubjectAndTheSameSentences) {
  std::size_t left_out = 0;
  std::set<std::string_view> subjects;
  for (const model::ModelNotes& notes : model::model_notes()) {
    EXPECT_GE(notes.subject.size(), 5u) << notes.header;
    EXPECT_TRUE(subjects.insert(notes.subject).second) << notes.subject << " twice";
    EXPECT_FALSE(notes.modelled.empty() && notes.not_modelled.empty()) << notes.header;
    for (const std::string_view sentence : notes.modelled) EXPECT_GE(sentence.size(), 10u) << notes.header;
    left_out += notes.not_modelled.size();
  }
  EXPECT_EQ(left_out, model::not_modelled().size());
  // What each kind of memory costs is said, not only what is left out.
  for (const char* subject : {"Shared memory", "Global memory", "Constant memory"}) {
    const auto& all = model::model_notes();
    const auto at = std::find_if(all.begin(), all.end(),
                                 [&](const model::ModelNotes& notes) { return notes.subject == subject; });
    ASSERT_NE(at, all.end()) << subject;
    EXPECT_FALSE(at->modelled.empty()) << subject;
    EXPECT_FALSE(at->not_modelled.empty()) << subject;
  }
}

TEST(NotModelled, EntriesOfTwoKindsDoNotMix) {
  const char* text =
      "/// - Subject: A\n/// - Modelled: one\n/// two\n/// - Not modelled: three\n/// - Modelled: four\n";
  EXPECT_EQ(model::parse_entries(text, "Modelled"), (std::vector<std::string>{"one two", "four"}));
  EXPECT_EQ(model::parse_entries(text, "Not modelled"), (std::vector<std::string>{"three"}));
  EXPECT_EQ(model::parse_entries(text, "Subject"), (std::vector<std::string>{"A"}));
}

// The README shows the same list between two comments. WARPSCOPE_UPDATE=1 writes it there.
TEST(NotModelled, TheReadmeShowsTheList) {
  const std::string path = WARPSCOPE_SOURCE_DIR "/README.md", begin = "<!-- not-modelled -->\n",
                    end = "<!-- /not-modelled -->";
  std::ifstream in(path);
  std::string readme((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const std::size_t from = readme.find(begin), to = readme.find(end);
  ASSERT_TRUE(from != std::string::npos && to != std::string::npos && from < to);
  std::string list;
  for (const model::NotModelled& entry : model::not_modelled())
    list += "- `" + std::string(entry.header) + "`: " + std::string(entry.sentence) + "\n";
  const std::size_t first = from + begin.size();
  if (std::getenv("WARPSCOPE_UPDATE") != nullptr) {
    readme.replace(first, to - first, list);
    std::ofstream(path) << readme;
    return;
  }
  EXPECT_EQ(readme.substr(first, to - first), list) << "run model_tests once with WARPSCOPE_UPDATE=1";
}

} // namespace
