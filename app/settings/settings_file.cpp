// Reads settings.toml, merges changes into it and writes it.
#include "app/settings/settings_file.h"

#include "app/language/language.h"
#include "app/settings/store.h"
#include "sim/base/toml.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <sstream>
#include <type_traits>

namespace warpscope::settings {

namespace {

constexpr std::size_t largest_settings = 1u << 20;

/// One key of the file: how it is read, compared and written.
struct Field {
  const char* section;
  const char* key;
  bool (*same)(const Preferences&, const Preferences&);
  void (*read)(Preferences&, const toml::node&);
  void (*write)(toml::table&, const char* key, const Preferences&);
};

template <auto Outer> auto& at(auto& preferences) { return preferences.*Outer; }
template <auto Outer, auto Inner> auto& at(auto& preferences) { return preferences.*Outer.*Inner; }

template <auto... Path> constexpr Field field(const char* section, const char* key) {
  return {section, key,
          [](const Preferences& a, const Preferences& b) { return at<Path...>(a) == at<Path...>(b); },
          [](Preferences& p, const toml::node& node) {
            auto& member = at<Path...>(p);
            using Value = std::remove_reference_t<decltype(member)>;
            if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
              member.clear();
              if (const toml::array* list = node.as_array())
                for (const toml::node& one : *list)
                  if (const auto text = one.value<std::string>(); text && member.size() < most_recent_files)
                    member.push_back(*text);
            } else if constexpr (std::is_floating_point_v<Value>) {
              if (const auto number = node.value<double>(); number && std::isfinite(*number))
                member = static_cast<Value>(*number);
            } else if (const auto value = node.value<Value>()) {
              member = *value;
            }
          },
          [](toml::table& table, const char* name, const Preferences& p) {
            const auto& member = at<Path...>(p);
            using Value = std::remove_cvref_t<decltype(member)>;
            if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
              toml::array list;
              for (const std::string& one : member) list.push_back(one);
              table.insert_or_assign(name, std::move(list));
            } else if constexpr (std::is_same_v<Value, float>) {
              table.insert_or_assign(name, std::round(static_cast<double>(member) * 1e4) /
                                               1e4); // 1.1, not 1.10000002384
            } else {
              table.insert_or_assign(name, member);
            }
          }};
}

/// Arguments, stdin and folders of headers, a table for each program.
void read_programs(Preferences& p, const toml::node& node) {
  p.programs.clear();
  const toml::array* list = node.as_array();
  if (list == nullptr) return;
  for (const toml::node& one : *list) {
    const toml::table* table = one.as_table();
    if (table == nullptr || p.programs.size() >= document::most_known_options) continue;
    const auto text = [&](std::string_view key) { return (*table)[key].value_or(std::string()); };
    document::ProgramOptions options{text("arguments"), text("input"), {}};
    if (const toml::array* folders = (*table)["include"].as_array())
      for (const toml::node& folder : *folders)
        if (const auto name = folder.value<std::string>()) options.include_folders.push_back(*name);
    if (const std::string file = text("file"); !file.empty())
      p.programs.emplace_back(file, std::move(options));
  }
}

void write_programs(toml::table& table, const char* key, const Preferences& p) {
  toml::array list;
  for (const auto& [file, options] : p.programs) {
    toml::array folders;
    for (const std::string& folder : options.include_folders) folders.push_back(folder);
    list.push_back(toml::table{
        {"file", file}, {"arguments", options.arguments}, {"input", options.input}, {"include", folders}});
  }
  table.insert_or_assign(key, std::move(list));
}

using P = Preferences;
constexpr Field fields[] = {
    {"look", "theme", [](const P& a, const P& b) { return a.dark == b.dark; },
     [](P& p, const toml::node& node) { p.dark = node.value_or(std::string("dark")) != "light"; },
     [](toml::table& table, const char* key, const P& p) {
       table.insert_or_assign(key, p.dark ? "dark" : "light");
     }},
    field<&P::zoom>("look", "font_scale"),
    field<&P::reduce_motion>("look", "reduce_motion"),
    field<&P::language>("look", "language"),
    field<&P::speed>("playback", "speed"),
    field<&P::last_folder>("files", "last_folder"),
    field<&P::recent_files>("files", "recent"),
    {"files", "programs", [](const P& a, const P& b) { return a.programs == b.programs; }, read_programs,
     write_programs},
    field<&P::first_run_seen>("help", "first_steps_seen"),
    field<&P::window_width>("window", "width"),
    field<&P::window_height>("window", "height"),
    field<&P::window_x>("window", "x"),
    field<&P::window_y>("window", "y"),
    field<&P::window_maximized>("window", "maximized"),
    field<&P::panes, &PaneSizes::source>("layout", "source"),
    field<&P::panes, &PaneSizes::timeline>("layout", "timeline"),
    field<&P::panes, &PaneSizes::results>("layout", "results"),
    field<&P::panes, &PaneSizes::show_source>("layout", "show_source"),
    field<&P::panes, &PaneSizes::show_timeline>("layout", "show_timeline"),
    field<&P::panes, &PaneSizes::show_results>("layout", "show_results"),
    field<&P::measure_allowed>("measure", "allowed"),
    field<&P::measure_profile>("measure", "profile"),
};

/// Clamps every value, so that the window stays usable whatever the file contains.
void make_sane(Preferences& p) {
  p.zoom = std::clamp(p.zoom, smallest_zoom, largest_zoom);
  p.speed = std::clamp(p.speed, 1., 64.);
  for (float* factor : {&p.panes.source, &p.panes.timeline, &p.panes.results})
    *factor = std::clamp(*factor, .1f, 10.f);
  if (p.window_width < 0 || p.window_height < 0 || p.window_width > 32'768 || p.window_height > 32'768)
    p.window_width = p.window_height = 0;
  for (int* place : {&p.window_x, &p.window_y}) *place = std::clamp(*place, -65'536, 65'536);
}

/// Returns the file's table; an empty one when there is none or it had to be set aside (then `notice` says
/// so).
toml::table read_table(const std::string& path, std::string& notice) {
  const StoredText stored = read_stored(path, largest_settings);
  if (stored.state == StoredText::State::Absent) return {};
  std::string why = stored.why;
  if (stored.state == StoredText::State::Read) {
    toml::parse_result parsed = toml::parse(stored.text);
    if (parsed) return std::move(parsed).table();
    why = language::trf("settings.line", language::arg("line", parsed.error().source().begin.line),
                        language::arg("why", parsed.error().description()));
  }
  const std::string aside = set_aside(path);
  notice = aside.empty()
               ? language::trf("settings.unreadable", language::arg("path", path), language::arg("why", why))
               : language::trf("settings.set_aside", language::arg("path", path), language::arg("why", why),
                               language::arg("aside", aside));
  return {};
}

} // namespace

SettingsFile::SettingsFile(std::string folder)
    : path_(folder.empty() ? std::string() : folder + "/settings.toml") {}

Preferences SettingsFile::load(std::string& notice) {
  Preferences p;
  if (!path_.empty()) {
    const toml::table table = read_table(path_, notice);
    for (const Field& f : fields)
      if (const toml::table* section = table[f.section].as_table())
        if (const toml::node* node = section->get(f.key)) f.read(p, *node);
    make_sane(p);
  }
  known_ = p;
  return p;
}

std::string SettingsFile::save(const Preferences& now) {
  if (path_.empty() || now == known_) return {};
  // No other copy may write between reading and renaming. Without locks (or before the folder exists) it
  // continues all the same.
  FileLock lock;
  (void)lock.take(path_ + ".lock", true);
  std::string notice;
  toml::table table = read_table(path_, notice);
  for (const Field& f : fields) {
    if (f.same(now, known_)) continue;
    toml::table* section = table[f.section].as_table();
    if (section == nullptr)
      section = table.insert_or_assign(f.section, toml::table{}).first->second.as_table();
    if (std::string_view(f.key) == "recent") {
      // Another copy's files stay in the list, after those opened here.
      Preferences theirs, merged = now;
      if (const toml::node* node = section->get(f.key)) f.read(theirs, *node);
      for (const std::string& path : theirs.recent_files)
        if (merged.recent_files.size() < most_recent_files &&
            std::find(merged.recent_files.begin(), merged.recent_files.end(), path) ==
                merged.recent_files.end())
          merged.recent_files.push_back(path);
      f.write(*section, f.key, merged);
      continue;
    }
    f.write(*section, f.key, now);
  }
  std::ostringstream text;
  text
      << "# Warpscope's settings. Warpscope writes this file again when something is changed in its window;\n"
         "# keys that it does not know stay, comments do not.\n\n"
      << table << '\n';
  const std::string failed = write_stored(path_, text.str(), true);
  if (failed.empty()) {
    known_ = now;
    said_ = false;
    return notice;
  }
  if (!std::exchange(said_, true))
    return language::trf("settings.not_written", language::arg("path", path_), language::arg("why", failed));
  return notice;
}

} // namespace warpscope::settings
