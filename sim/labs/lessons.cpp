// Reads the files of lessons: TOML in, moments out, each mistake a sentence.
#include "sim/labs/lessons.h"

#include "sim/base/toml.h"
#include "sim/labs/embedded.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace warpscope::labs {

namespace {

constexpr std::string_view toml_extension = ".toml";
constexpr std::int64_t longest_lesson = 240, most_turns = 1'000'000;

class LessonReader {
 public:
  LessonReader(CourseLesson& lesson, std::vector<std::string>& problems)
      : lesson_(lesson), problems_(problems) {}

  void read(const toml::table& table) {
    for (auto&& [key, node] : table) {
      const std::string_view name = key.str();
      if (name == "title") text(node, lesson_.title, "title");
      else if (name == "aims") text(node, lesson_.aims, "aims");
      else if (name == "mistakes") text(node, lesson_.mistakes, "mistakes");
      else if (name == "minutes") lesson_.minutes = number(node, longest_lesson, "minutes");
      else if (name == "moment") moments(node);
      else
        say("unknown key \"" + std::string(name) +
            "\": a lesson has title, minutes, aims, mistakes and [[moment]]");
    }
    if (lesson_.title.empty()) say("the lesson has no title");
    if (lesson_.minutes == 0) say("the lesson says not how many minutes it takes");
    if (lesson_.moments.empty()) say("the lesson has no [[moment]]");
  }

 private:
  void say(const std::string& sentence) { problems_.push_back(lesson_.id + ": " + sentence); }

  void text(const toml::node& node, std::string& target, const std::string& key) {
    if (const auto* value = node.as_string()) target = value->get();
    else say(key + " must be a text in quotes");
  }

  std::uint32_t number(const toml::node& node, std::int64_t most, const std::string& key) {
    const auto* value = node.as_integer();
    if (value != nullptr && value->get() >= 1 && value->get() <= most)
      return static_cast<std::uint32_t>(value->get());
    say(key + " must be a whole number from 1 to " + std::to_string(most));
    return 0;
  }

  void moments(const toml::node& node) {
    const toml::array* list = node.as_array();
    if (list == nullptr) return say("moments are written as [[moment]], once for each");
    for (const toml::node& one : *list) {
      const toml::table* table = one.as_table();
      if (table == nullptr) say("moments are written as [[moment]], once for each");
      else moment(*table, "moment " + std::to_string(lesson_.moments.size() + 1) + ": ");
    }
  }

  void moment(const toml::table& table, const std::string& where) {
    Moment moment;
    for (auto&& [key, node] : table) {
      const std::string name(key.str()), full = where + name;
      if (name == "lab") text(node, moment.lab, full);
      else if (name == "scene") text(node, moment.scene, full);
      else if (name == "at") text(node, moment.at, full);
      else if (name == "access") text(node, moment.access, full);
      else if (name == "say") text(node, moment.say, full);
      else if (name == "ask") text(node, moment.ask, full);
      else if (name == "turn") moment.turn = number(node, most_turns, full);
      else if (name == "hide") {
        if (const auto* value = node.as_boolean()) moment.hide = value->get();
        else say(full + " must be true or false");
      } else if (name == "set") settings(node, moment, full);
      else
        say(where + "unknown key \"" + name +
            "\": a moment has lab, set, scene, at, access, turn, say, ask and hide");
    }
    static constexpr std::array<std::string_view, 4> kinds = {"", "load", "store", "atomic"};
    if (std::find(kinds.begin(), kinds.end(), moment.access) == kinds.end())
      say(where + "access must be load, store or atomic");
    if (moment.lab.empty() || moment.at.empty() || moment.say.empty())
      say(where + "a moment needs lab, at = \"a piece of the line\" and say = \"a sentence\"");
    if (moment.hide && moment.ask.empty()) say(where + "what is hidden needs a question: ask = \"…?\"");
    lesson_.moments.push_back(std::move(moment));
  }

  void settings(const toml::node& node, Moment& moment, const std::string& full) {
    const toml::table* table = node.as_table();
    if (table == nullptr) return say(full + " must be parameters and their values: { PAD = 1 }");
    for (auto&& [key, value] : *table) {
      std::string chosen;
      if (const auto* word = value.as_string()) chosen = word->get();
      else if (const auto* whole = value.as_integer()) chosen = std::to_string(whole->get());
      else if (const auto* yes = value.as_boolean()) chosen = yes->get() ? "true" : "false";
      else say(full + "." + std::string(key.str()) + " must be a number, a text, true or false");
      moment.set.emplace_back(std::string(key.str()), chosen);
    }
  }

  CourseLesson& lesson_;
  std::vector<std::string>& problems_;
};

} // namespace

CourseLesson read_lesson(std::string_view id, std::string_view toml, std::vector<std::string>& problems) {
  CourseLesson lesson;
  lesson.id = std::string(id);
  const toml::parse_result result = toml::parse(toml);
  if (!result) {
    std::ostringstream place;
    place << result.error().source().begin.line;
    problems.push_back(lesson.id + ": line " + place.str() +
                       " cannot be read: " + std::string(result.error().description()));
    return lesson;
  }
  LessonReader(lesson, problems).read(result.table());
  return lesson;
}

const std::vector<CourseLesson>& course_lessons() {
  static const std::vector<CourseLesson> all = [] {
    std::vector<CourseLesson> found;
    for (std::size_t i = 0; i < embedded_lesson_count; ++i) {
      std::vector<std::string> problems; // a test reads every file and wants none
      const std::string_view name = embedded_lessons[i].name;
      found.push_back(read_lesson(name.substr(0, name.size() - toml_extension.size()),
                                  embedded_lessons[i].text, problems));
    }
    return found;
  }();
  return all;
}

} // namespace warpscope::labs
