// Reads the files of lessons: TOML in, moments out, each mistake a sentence.
#include "sim/labs/lessons.h"

#include "sim/base/toml.h"
#include "sim/labs/embedded.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <tuple>

namespace warpscope::labs {

namespace {

constexpr std::string_view toml_extension = ".toml";
constexpr std::int64_t longest_lesson = 240, most_lessons = 999, most_turns = 1'000'000, most_warps = 31,
                       most_counted = 4'000'000'000;

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
      else if (name == "task") text(node, lesson_.task, "task");
      else if (name == "minutes") lesson_.minutes = number(node, longest_lesson, "minutes");
      else if (name == "number") lesson_.number = number(node, most_lessons, "number");
      else if (name == "moment") moments(node);
      else
        say("unknown key \"" + std::string(name) +
            "\": a lesson has title, minutes, number, aims, mistakes, task and [[moment]]");
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
      else if (name == "kernel") text(node, moment.kernel, full);
      else if (name == "at") text(node, moment.at, full);
      else if (name == "access") text(node, moment.access, full);
      else if (name == "say") text(node, moment.say, full);
      else if (name == "ask") text(node, moment.ask, full);
      else if (name == "count") text(node, moment.count, full);
      else if (name == "turn") moment.turn = number(node, most_turns, full);
      else if (name == "right") moment.right = number(node, most_choices, full);
      else if (name == "warp") moment.warp = from_zero(node, most_warps, full);
      else if (name == "counted") moment.counted = from_zero(node, most_counted, full);
      else if (name == "choices") choices(node, moment, full);
      else if (name == "hide") {
        if (const auto* value = node.as_boolean()) moment.hide = value->get();
        else say(full + " must be true or false");
      } else if (name == "set") settings(node, moment.set, "parameters and their values: { PAD = 1 }", full);
      else if (name == "show") settings(node, moment.show, "what is chosen in the scene: { lane = 6 }", full);
      else
        say(where + "unknown key \"" + name +
            "\": a moment has lab, set, scene, show, kernel, at, access, turn, warp, say, ask, hide, count, "
            "counted, "
            "choices and right");
    }
    static constexpr std::array<std::string_view, 4> kinds = {"", "load", "store", "atomic"};
    if (std::find(kinds.begin(), kinds.end(), moment.access) == kinds.end())
      say(where + "access must be load, store or atomic");
    if (moment.lab.empty() || moment.at.empty() || moment.say.empty())
      say(where + "a moment needs lab, at = \"a piece of the line\" and say = \"a sentence\"");
    if (moment.hide && moment.ask.empty()) say(where + "what is hidden needs a question: ask = \"…?\"");
    if (!moment.choices.empty()) {
      if (moment.ask.empty()) say(where + "choices need a question: ask = \"…?\"");
      if (moment.count.empty() && (moment.right == 0 || moment.right > moment.choices.size()))
        say(where +
            "choices need count = \"wavefronts\" or the like, or right = the number of the right one");
    }
    if (!moment.show.empty() && moment.scene.empty())
      say(where + "show needs the scene in which it is chosen: scene = \"fragment\"");
    if (moment.counted.has_value() != !moment.count.empty())
      say(where + "count and counted go together: what is counted, and how many there were");
    lesson_.moments.push_back(std::move(moment));
  }

  std::optional<std::uint32_t> from_zero(const toml::node& node, std::int64_t most, const std::string& key) {
    const auto* value = node.as_integer();
    if (value != nullptr && value->get() >= 0 && value->get() <= most)
      return static_cast<std::uint32_t>(value->get());
    say(key + " must be a whole number from 0 to " + std::to_string(most));
    return std::nullopt;
  }

  void choices(const toml::node& node, Moment& moment, const std::string& full) {
    const toml::array* list = node.as_array();
    if (list == nullptr || list->size() < fewest_choices || list->size() > most_choices)
      return say(full + " must be two or three numbers or texts: [1, 16, 32]");
    for (const toml::node& one : *list) {
      if (const auto* word = one.as_string()) moment.choices.push_back(word->get());
      else if (const auto* whole = one.as_integer()) moment.choices.push_back(std::to_string(whole->get()));
      else say(full + " must be two or three numbers or texts: [1, 16, 32]");
    }
  }

  void settings(const toml::node& node, std::vector<std::pair<std::string, std::string>>& into,
                std::string_view what, const std::string& full) {
    const toml::table* table = node.as_table();
    if (table == nullptr) return say(full + " must be " + std::string(what));
    for (auto&& [key, value] : *table) {
      std::string chosen;
      if (const auto* word = value.as_string()) chosen = word->get();
      else if (const auto* whole = value.as_integer()) chosen = std::to_string(whole->get());
      else if (const auto* yes = value.as_boolean()) chosen = yes->get() ? "true" : "false";
      else say(full + "." + std::string(key.str()) + " must be a number, a text, true or false");
      into.emplace_back(std::string(key.str()), chosen);
    }
  }

  CourseLesson& lesson_;
  std::vector<std::string>& problems_;
};

bool is_number(std::string_view text) {
  return !text.empty() && text.size() < 10 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// A basic string of TOML.
std::string quoted(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') (out += '\\') += c;
    else if (c == '\n') out += "\\n";
    else if (byte < 0x20 || byte == 0x7F) ((out += "\\u00") += digits[byte >> 4]) += digits[byte & 15];
    else out += c;
  }
  return out + '"';
}

} // namespace

std::string write_lesson(const CourseLesson& lesson) {
  std::ostringstream out;
  const auto text = [&](const char* key, const std::string& value, int width) {
    if (value.empty()) return;
    out << key << std::string(static_cast<std::size_t>(width) - std::string_view(key).size(), ' ') << " = "
        << quoted(value) << "\n";
  };
  text("title", lesson.title, 8);
  if (lesson.number > 0) out << "number   = " << lesson.number << "\n";
  out << "minutes  = " << lesson.minutes << "\n";
  text("aims", lesson.aims, 8);
  text("mistakes", lesson.mistakes, 8);
  text("task", lesson.task, 8);
  for (const Moment& moment : lesson.moments) {
    constexpr int width = 7;
    out << "\n[[moment]]\n";
    text("lab", moment.lab, width);
    const auto table = [&](const char* key, const std::vector<std::pair<std::string, std::string>>& entries) {
      if (entries.empty()) return;
      out << key << " = { ";
      for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto& [name, value] = entries[i];
        out << (i == 0 ? "" : ", ") << name << " = " << (is_number(value) ? value : quoted(value));
      }
      out << " }\n";
    };
    table("set    ", moment.set);
    text("scene", moment.scene, width);
    table("show   ", moment.show);
    text("kernel", moment.kernel, width);
    text("at", moment.at, width);
    text("access", moment.access, width);
    if (moment.turn > 0) out << "turn    = " << moment.turn << "\n";
    if (moment.warp) out << "warp    = " << *moment.warp << "\n";
    text("count", moment.count, width);
    if (moment.counted) out << "counted = " << *moment.counted << "\n";
    text("ask", moment.ask, width);
    if (!moment.choices.empty()) {
      out << "choices = [";
      for (std::size_t i = 0; i < moment.choices.size(); ++i)
        out << (i == 0 ? "" : ", ")
            << (is_number(moment.choices[i]) ? moment.choices[i] : quoted(moment.choices[i]));
      out << "]\n";
    }
    if (moment.right > 0) out << "right   = " << moment.right << "\n";
    if (moment.hide) out << "hide    = true\n";
    text("say", moment.say, width);
  }
  return out.str();
}

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
    std::stable_sort(found.begin(), found.end(), [](const CourseLesson& a, const CourseLesson& b) {
      return std::tie(a.number, a.id) < std::tie(b.number, b.id);
    });
    return found;
  }();
  return all;
}

} // namespace warpscope::labs
