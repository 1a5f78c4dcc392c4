// The table of texts against the sources that use it, and against files that people write.
#include "app/language/language.h"
#include "app/language/sentence.h"
#include "tests/language/sources.h"

#include <gtest/gtest.h>

namespace warpscope {
namespace {

using namespace language_sources;
namespace fs = std::filesystem;

const std::vector<Source>& app_sources() {
  static const std::vector<Source> all = [] {
    std::vector<Source> read = sources(fs::path(WARPSCOPE_SOURCE_DIR) / "app");
    // The counters' words are named where their table is.
    const std::string counters = WARPSCOPE_SOURCE_DIR "/sim/model/counters.def";
    std::ifstream in(counters, std::ios::binary);
    read.push_back({counters, {std::istreambuf_iterator<char>(in), {}}});
    // The table's own sources name rows as examples.
    std::erase_if(
        read, [](const Source& s) { return s.path.find("/app/language/language.") != std::string::npos; });
    return read;
  }();
  return all;
}

TEST(EnglishTable, HasEveryKeyThatTheSourcesAskFor) {
  std::size_t asked = 0;
  for (const Source& source : app_sources())
    for (const char* name : {"tr", "trf"})
      for (std::string_view inside : calls(source.text, name))
        for (const std::string& key :
             key_literals(inside.substr(0, name[2] == 'f' ? inside.find("arg(") : inside.size()))) {
          ++asked;
          EXPECT_TRUE(language::english_rows().contains(key)) << source.path << " asks for " << key;
        }
  EXPECT_GT(asked, 15u);
}

TEST(EnglishTable, HasNoRowThatNobodyUses) {
  std::set<std::string> used;
  for (const Source& source : app_sources())
    for (const std::string& key : key_literals(source.text)) used.insert(key);
  for (const auto& [key, text] : language::english_rows())
    EXPECT_TRUE(used.contains(key)) << key << " is in en.toml and nowhere in the sources";
}

TEST(EnglishTable, NamesNoOptionOfTheCommandLine) {
  for (const auto& [key, text] : language::english_rows()) {
    if (key.ends_with("use_the_command_line")) continue; // said on a terminal, where there is no window
    EXPECT_EQ(text.find(" --"), std::string::npos) << key << ": the window has fields";
  }
}

TEST(EnglishTable, HasThePlaceholdersThatTheCallsFill) {
  for (const Source& source : app_sources())
    for (std::string_view inside : calls(source.text, "trf")) {
      const std::vector<std::string> given = argument_names(inside);
      for (const std::string& key : key_literals(inside.substr(0, inside.find("arg(")))) {
        if (!language::english_rows().contains(key)) continue; // the test above tells
        bool well_formed = false;
        const std::vector<std::string> wanted = language::placeholders(language::english_rows().at(key),
                                                                       well_formed);
        EXPECT_TRUE(well_formed) << key;
        for (const std::string& name : wanted)
          EXPECT_TRUE(std::find(given.begin(), given.end(), name) != given.end())
              << source.path << ": " << key << " wants {" << name << "}";
        EXPECT_EQ(given.empty(), wanted.empty()) << source.path << ": " << key;
      }
    }
}

TEST(EnglishTable, IsPlainText) {
  EXPECT_GT(language::english_rows().size(), 15u);
  for (const auto& [key, text] : language::english_rows()) {
    EXPECT_FALSE(text.empty()) << key;
    EXPECT_TRUE(is_key(key)) << key;
    EXPECT_NE(text.back(), '\n') << key;
    bool well_formed = false;
    for (const std::string& name : language::placeholders(text, well_formed))
      EXPECT_FALSE(name.empty()) << key << ": placeholders have names";
  }
}

/// The room of app/ that a source lies in: "view"; empty: in none.
std::string room_of(const std::string& path) {
  const std::size_t app = path.rfind("/app/");
  const std::size_t begin = app == std::string::npos ? std::string::npos : app + 5;
  const std::size_t end = begin == std::string::npos ? begin : path.find('/', begin);
  return end == std::string::npos ? std::string() : path.substr(begin, end - begin);
}

TEST(Sources, HaveNoSentenceOfTheirOwn) {
  // Rooms whose words are not the window's own; every other room of app/ is read, those to come too.
  constexpr std::string_view exempt[] = {
      "cli",      // English, as a compiler's messages are
      "compare",  // the reasons that `warpscope compare` prints, too
      "language", // speaks of the table that it could not read
      "render",   // what a driver cannot do: on standard error, before there is a window
  };
  // Path's end, the literal, and why it is no text of the window's.
  struct Allowed {
    std::string_view file, text;
  };
  constexpr Allowed allowed[] = {
      {"/window/menu.cpp", "Warpscope "},                   // the program's name
      {"/window/widgets.cpp", "ncu: "},                     // the mark of a counter's line
      {"/window/first_run.cpp", "first steps"},             // a window's name inside Dear ImGui
      {"/results/counters.cpp", "\\nncu: "},                // the mark of a counter's line
      {"/document/command_line.cpp", "warpscope "},         // what a shell reads
      {"/document/command_line.cpp", "sim "},               // the same
      {"/document/document_json.cpp", "warpscope session"}, // the mark of a session's file
      {"/measuring/measuring.cpp", " warpscope-measure"},   // what a shell reads
      {"/jobs/sweep.cpp", "expression "},                   // a subject's name for the program, never shown
      {"/jobs/sweep.cpp", "declaration "},                  // the same
      {"/document/share.cpp", " } # what Warpscope showed; it takes this out again"}, // a shared file's form
      {"/document/share.cpp", " view = { "},                                          // the same
      {"/document/share.cpp", ", step = "},
      {"/document/share.cpp", ", warp = "},
      {"/document/share.cpp", ", choices = { "},
      // What is said about a place of a text, file:line:column in front, is a compiler's message.
      {"/measuring/measure_request.cpp",
       "'{}' is made of {}, which has no single kind of number in it: it can be file:PATH[COUNT]"},
      {"/measuring/measure_request.cpp", "'{}' takes {} bytes from a file, and at most {} can be sent along"},
      {"/measuring/measure_request.cpp", "the barrier that is cut on line {0} is not written out on line {0} "
                                         "alone, so the text cannot be sent without it"},
      {"/measuring/measure_request.cpp",
       "points to no buffer of the program, so this launch cannot be measured alone"},
      {"/measuring/measure_request.cpp", "points {} bytes into its buffer; alone it would begin on a line of "
                                         "memory, with other sectors, so this launch is not measured"},
      {"/measuring/measure_request.cpp", "points to {} bytes, and at most {} can be sent along"},
      {"/measuring/measure_request.cpp",
       "'{}' and '{}' point into one buffer of the program; measured, each has "
       "memory of its own"},
      {"/measuring/measure_request.cpp",
       "a program of several files is not measured: a GPU gets the text of one"},
      // What the compiler and the guest say, looked through for these.
      {"/source/missing_header.cpp", "' file not found"},
      {"/source/missing_header.cpp", "' is neither in the text's folder nor in one of -I"},
      {"/results/launches.cpp", "kernel '"},
      {"/results/launches.cpp", "' never ran: "},
      {"/results/launches.cpp", "; nobody asked"},
      {"/document/words.cpp", " with "}, // the same
      {"/document/words.cpp", " or "},
      {"/document/words.cpp", ", or "},
      {"/document/words.cpp", "--set "},
      {"/document/document.h", "__shared__ float tile[32][32]"}, // CUDA
      {"/results/offers.cpp", "__shared__ float tile[32][32]"},  // CUDA
      {"/jobs/programs.cpp",
       "#include <cstdio>\\n#include <cuda_runtime.h>\\n#include <vector>\\n__global__ void warm_up(float "
       "*out) { "
       "out[threadIdx.x] = 1.0f; }\\nint main() { warm_up<<<1, 32>>>(nullptr); return 0; }\\n"}, // CUDA
      {"/settings/settings_file.cpp",
       "# Warpscope's settings. Warpscope writes this file again when something is changed in its "
       "window;\\n# keys that it does not know stay, comments do not.\\n\\n"}, // a comment in a file
      {"/settings/shown_commands.cpp", "there is no folder for it"},           // said by the command line
      {"/export/ffmpeg.cpp", "No space left"}, // what ffmpeg says is looked through for these
      {"/export/ffmpeg.cpp", "No space left on device"},
      {"/export/ffmpeg.cpp", "Unknown encoder"},
      {"/export/animation.cpp", "No space left"},
      {"/export/animation.cpp", "Unknown encoder"},
      // Words of a lesson's file and of a permalink, which are of no language.
      {"/view/scene_choices.cpp",
       "instruction, load, operand, lane, register, rows, wavefront, selector, pattern"},
      {"/view/scene_choices.cpp", "elements, bytes"},
      {"/view/scene_choices.cpp", "access, swizzle, layout, counts, type, column, row, bytes, cell"},
      {"/view/since_pin.cpp", "unsigned int"},                      // a type of CUDA
      {"/view/fonts/fonts.cpp", "an embedded font does not parse"}, // a defect of the build, not a text of
                                                                    // the window
  };
  std::size_t literals_seen = 0;
  std::set<std::string> rooms;
  for (const Source& source : app_sources()) {
    const std::string room = room_of(source.path);
    if (room.empty() || std::find(std::begin(exempt), std::end(exempt), room) != std::end(exempt)) continue;
    rooms.insert(room);
    if (source.path.ends_with("/export/pdf.cpp")) continue; // the words of PDF
    for (const Literal& literal : literals(source.text)) {
      ++literals_seen;
      if (!reads_like_english(literal.text) || literal.text.find("=\\\"") != std::string::npos)
        continue; // name="value" is SVG
      const bool known = std::any_of(std::begin(allowed), std::end(allowed), [&](const Allowed& a) {
        return source.path.ends_with(a.file) && literal.text == a.text;
      });
      EXPECT_TRUE(known) << source.path << ":" << literal.line << ": “" << literal.text
                         << "” belongs into assets/language/en.toml";
    }
  }
  EXPECT_GT(literals_seen, 1000u);
  for (const fs::directory_entry& room : fs::directory_iterator(fs::path(WARPSCOPE_SOURCE_DIR) / "app")) {
    const std::string name = room.path().filename().string();
    if (!room.is_directory() || std::find(std::begin(exempt), std::end(exempt), name) != std::end(exempt))
      continue;
    EXPECT_TRUE(rooms.contains(name)) << "no source of app/" << name << " was read";
  }
  for (const std::string_view name : exempt)
    EXPECT_TRUE(fs::is_directory(fs::path(WARPSCOPE_SOURCE_DIR) / "app" / name)) << name << " is no room";
}

TEST(Sources, AreReadAsAPersonWould) {
  const std::vector<Literal> found = literals(
      "#include \"a b\"\nf(\"one two\"); // \"three four\"\n/* \"five\n six\" */ c = '\"'; "
      "g(\"seven \\\" eight\", 1'000);\n");
  ASSERT_EQ(found.size(), 2u);
  const std::vector<Literal> broken = literals("f(\"one \"\n  \"two\", \"three\");\n");
  ASSERT_EQ(broken.size(), 2u);
  EXPECT_EQ(broken[0].text, "one two");
  EXPECT_EQ(found[0].text, "one two");
  EXPECT_EQ(found[0].line, 2u);
  EXPECT_EQ(found[1].text, "seven \\\" eight");
  EXPECT_EQ(found[1].line, 4u);
  for (const char* english :
       {"one two", "Nothing is here.", " where ", " would do", "lane ", "is, as it were", ": each"})
    EXPECT_TRUE(reads_like_english(english)) << english;
  for (const char* code :
       {"stage.compiling", "x y", "A B", " = ", "", " ", "##id", "l1tex__t_sectors.sum", ", ", "%g"})
    EXPECT_FALSE(reads_like_english(code)) << code;
}

TEST(Texts, AreFoundAndFilled) {
  EXPECT_EQ(language::tr("path.cancel"), "Cancel");
  EXPECT_EQ(language::trf("path.opened", language::arg("path", "a.cu")), "Opened a.cu");
  EXPECT_EQ(language::tr("no.such_key"), "no.such_key");
  EXPECT_EQ(language::trf("no.such_key", language::arg("n", 3)), "no.such_key");
}

TEST(Texts, AClauseBecomesASentence) {
  EXPECT_EQ(language::as_sentence("barrier of line 4 removed"), "Barrier of line 4 removed");
  EXPECT_EQ(language::as_sentence("'x' is not declared"), "'x' is not declared");
  EXPECT_EQ(language::as_sentence("Übrigens"), "Übrigens");
  EXPECT_EQ(language::as_sentence(""), "");
}

TEST(Placeholders, AreNamesBetweenBraces) {
  bool ok = false;
  EXPECT_EQ(language::placeholders("{b} of {a:>4} {{not}} {b}", ok), (std::vector<std::string>{"a", "b"}));
  EXPECT_TRUE(ok);
  EXPECT_TRUE(language::placeholders("none", ok).empty());
  EXPECT_TRUE(ok);
  (void)language::placeholders("open {a", ok);
  EXPECT_FALSE(ok);
  (void)language::placeholders("closed }", ok);
  EXPECT_FALSE(ok);
}

/// A folder of language files that goes away with the test; English again afterwards.
class LanguageFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              ("warpscope-languages-" +
               std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override {
    (void)language::choose_language({}, std::string(language::english));
    fs::remove_all(folder_);
  }
  void write(const std::string& name, std::string_view text) const {
    std::ofstream(folder_ / (name + ".toml"), std::ios::binary) << text;
  }
  [[nodiscard]] std::string choose(const std::string& name) const {
    return language::choose_language(folder_.string(), name);
  }

  fs::path folder_;
};

TEST_F(LanguageFiles, AreListedAndChosen) {
  write("Deutsch", "[path]\ncancel = \"Abbrechen\"\nopened = \"{path} ist geöffnet\"\n");
  write("Français", "[path]\ncancel = \"Annuler\"\n");
  std::ofstream(folder_ / "notes.txt") << "no language";
  EXPECT_EQ(language::languages(folder_.string()),
            (std::vector<std::string>{"English", "Deutsch", "Français"}));
  const std::string_view english_cancel = language::tr("path.cancel");
  EXPECT_EQ(choose("Deutsch"), "");
  EXPECT_EQ(language::chosen_language(), "Deutsch");
  EXPECT_EQ(language::tr("path.cancel"), "Abbrechen");
  EXPECT_EQ(language::trf("path.opened", language::arg("path", "a.cu")), "a.cu ist geöffnet");
  EXPECT_EQ(language::tr("path.save"), "Save") << "a row that the file lacks stays English";
  EXPECT_EQ(english_cancel, "Cancel") << "a text handed out stays what it was";
  const std::string_view german_cancel = language::tr("path.cancel");
  EXPECT_EQ(choose("English"), "");
  EXPECT_EQ(language::tr("path.cancel"), "Cancel");
  EXPECT_EQ(german_cancel, "Abbrechen");
}

TEST_F(LanguageFiles, AreNotSpokenInEnglishDocuments) {
  write("Deutsch", "[path]\ncancel = \"Abbrechen\"\n");
  const auto table = [] {
    return language::made_in_language([] { return std::string(language::tr("path.cancel")) + "!"; });
  };
  EXPECT_EQ(table(), "Cancel!");
  EXPECT_EQ(choose("Deutsch"), "");
  EXPECT_EQ(table(), "Abbrechen!");
  {
    const language::EnglishTexts document;
    {
      const language::EnglishTexts part;
      EXPECT_EQ(language::tr("path.cancel"), "Cancel");
    }
    EXPECT_EQ(language::tr("path.cancel"), "Cancel");
    EXPECT_EQ(table(), "Cancel!");
    EXPECT_EQ(language::chosen_language(), "English");
  }
  EXPECT_EQ(language::tr("path.cancel"), "Abbrechen");
  EXPECT_EQ(table(), "Abbrechen!");
}

TEST_F(LanguageFiles, MayDoubleBracesAndFormatNumbers) {
  write("Odd", "[path]\nopened = \"{{{path}}} ist offen\"\nsaved = \"{path:>6}\"\n");
  EXPECT_EQ(choose("Odd"), "");
  EXPECT_EQ(language::trf("path.opened", language::arg("path", "a.cu")), "{a.cu} ist offen");
  EXPECT_EQ(language::trf("path.saved", language::arg("path", "a.cu")), "  a.cu");
  EXPECT_EQ(language::trf("path.opened", language::arg("path", 1.5)), "{1.5} ist offen")
      << "what is no text and no whole number";
}

TEST_F(LanguageFiles, ThatAreBrokenAreNamed) {
  write("Torn", "[path]\ncancel = \"Abbr");
  EXPECT_NE(choose("Torn").find("Torn.toml"), std::string::npos);
  EXPECT_NE(choose("Torn").find("line 2"), std::string::npos) << choose("Torn");
  EXPECT_EQ(language::tr("path.cancel"), "Cancel");
  write("Binary", std::string("\0\xff\xfe\x01", 4));
  EXPECT_NE(choose("Binary"), "");
  EXPECT_EQ(language::tr("path.cancel"), "Cancel");
  EXPECT_NE(choose("Missing").find("Missing.toml"), std::string::npos);
  EXPECT_NE(choose("../path/elsewhere"), "");
  EXPECT_EQ(language::chosen_language(), "English");
  EXPECT_EQ(language::languages((folder_ / "nowhere").string()), std::vector<std::string>{"English"});
}

TEST_F(LanguageFiles, WithWrongPlaceholdersFallBackRowByRow) {
  write("Odd", "[path]\nopened = \"offen: {pfad}\"\nsaved = \"gesichert: {path\"\ncancel = "
               "\"Abbrechen\"\nsave = 3\n[bar]\nunknown = \"row\"\n");
  const std::string said = choose("Odd");
  EXPECT_NE(said.find("path.opened and 2 more"), std::string::npos) << said;
  EXPECT_EQ(language::trf("path.opened", language::arg("path", "a.cu")), "Opened a.cu");
  EXPECT_EQ(language::trf("path.saved", language::arg("path", "a.cu")), "Saved a.cu");
  EXPECT_EQ(language::tr("path.save"), "Save");
  EXPECT_EQ(language::tr("path.cancel"), "Abbrechen");
}

TEST_F(LanguageFiles, WithAFormatThatCannotBeDoneFallBackWhenAsked) {
  write("Wild", "[path]\nopened = \"{path:d}\"\n"); // a text as a decimal number
  EXPECT_EQ(choose("Wild"), "");
  EXPECT_EQ(language::trf("path.opened", language::arg("path", "a.cu")), "Opened a.cu");
}

} // namespace
} // namespace warpscope
