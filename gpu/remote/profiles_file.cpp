// Parses profiles.toml.
#include "gpu/remote/profiles.h"
#include "sim/base/toml.h"
#include "sim/source/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace warpscope::remote {

namespace {

using Kind = MeasureProfile::Kind;
constexpr std::pair<std::string_view, Kind> kinds[] = {
    {"local", Kind::Local}, {"ssh", Kind::Ssh}, {"srun", Kind::Srun}, {"prefix", Kind::Prefix}};
constexpr std::size_t most_bytes = 1u << 20;

class Reader {
 public:
  Reader(std::string_view text, const std::string& file, Diagnostics& diagnostics)
      : text_(text), file_(file), diagnostics_(diagnostics) {}

  std::optional<std::vector<MeasureProfile>> read() {
    if (text_.size() > most_bytes)
      return tell({1, 1, 1, 2}, "the file is longer than 1 MiB: it holds no profiles"), std::nullopt;
    const toml::parse_result parsed = toml::parse(text_, std::string_view(file_));
    if (!parsed) return tell(error_of(parsed.error(), text_, file_)), std::nullopt;
    std::vector<std::pair<Span, MeasureProfile>> found;
    for (const auto& [key, node] : parsed.table()) {
      const Span where = span_of(key.source());
      if (const std::optional<MeasureProfile> profile = read_profile(std::string(key.str()), node, where))
        found.emplace_back(where, *profile);
    }
    if (!good_) return std::nullopt;
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; }); // in the order of the
                                                                                      // file
    std::vector<MeasureProfile> profiles(1);
    for (auto& [where, profile] : found) profiles.push_back(std::move(profile));
    return profiles;
  }

 private:
  void tell(Diagnostic error) {
    diagnostics_.push_back(std::move(error));
    good_ = false;
  }
  void tell(Span span, std::string message) { tell(error_at(text_, file_, span, std::move(message))); }

  std::optional<MeasureProfile> read_profile(std::string name, const toml::node& node, Span where) {
    const toml::table* table = node.as_table();
    if (table == nullptr)
      return tell(where, fmt::format("{} must be a table: [{}] and its keys below it", name, name)),
             std::nullopt;
    if (name == "local")
      return tell(where, "local is built in and cannot be another GPU; take another name"), std::nullopt;
    const bool printable = std::none_of(name.begin(), name.end(),
                                        [](unsigned char c) { return c <= ' ' || c == 127; });
    if (name.empty() || name.size() > 60 || !printable)
      return tell(where, "a profile's name has 1 to 60 bytes and no blanks"), std::nullopt;
    MeasureProfile profile;
    profile.name = std::move(name);
    check_keys(*table, profile.name);
    if (!read_kind(*table, where, profile)) return std::nullopt;
    read_words(*table, where, profile);
    read_patience(*table, profile);
    read_folder(*table, profile);
    return profile;
  }

  void check_keys(const toml::table& table, const std::string& name) {
    const std::vector<std::string> known = {"kind", "words", "patience", "folder"};
    for (const auto& [key, node] : table) {
      if (std::find(known.begin(), known.end(), key.str()) != known.end()) continue;
      const std::string meant = source::nearest_name(key.str(), known);
      tell(span_of(key.source()), fmt::format("{}: unknown key {}; {}", name, key.str(),
                                              meant.empty() ? "there are kind, words, patience and folder"
                                                            : fmt::format("did you mean {}?", meant)));
    }
  }

  bool read_kind(const toml::table& table, Span where, MeasureProfile& profile) {
    const toml::node* node = table.get("kind");
    if (node == nullptr)
      return tell(where, fmt::format("{}: kind is missing; it is \"local\", \"ssh\", \"srun\" or \"prefix\"",
                                     profile.name)),
             false;
    const std::string given = node->value<std::string>().value_or("");
    const auto* const row = std::find_if(std::begin(kinds), std::end(kinds),
                                         [&](const auto& k) { return k.first == given; });
    if (!node->is_string() || row == std::end(kinds))
      return tell(span_of(node->source()),
                  fmt::format("{}: kind must be \"local\", \"ssh\", \"srun\" or \"prefix\"", profile.name)),
             false;
    profile.kind = row->second;
    profile.patience = profile.kind == Kind::Srun ? default_srun_patience : default_patience;
    return true;
  }

  void read_words(const toml::table& table, Span where, MeasureProfile& profile) {
    const toml::node* node = table.get("words");
    if (profile.kind == Kind::Local) {
      if (node != nullptr)
        tell(span_of(node->source()), fmt::format("{}: a local GPU needs no words", profile.name));
      return;
    }
    if (node == nullptr)
      return tell(where, fmt::format("{}: words are missing, such as \"ssh gpu-host\"", profile.name));
    const Span at = span_of(node->source());
    std::string error;
    if (node->is_string()) {
      std::optional<std::vector<std::string>> words = split_words(node->as_string()->get(), error);
      if (!words) return tell(at, fmt::format("{}: {}", profile.name, error));
      profile.words = std::move(*words);
    } else if (const toml::array* list = node->as_array()) {
      for (const toml::node& word : *list) {
        if (!word.is_string())
          return tell(span_of(word.source()), fmt::format("{}: words must be texts", profile.name));
        profile.words.push_back(word.as_string()->get());
      }
    } else {
      return tell(at, fmt::format("{}: words must be a text such as \"ssh gpu-host\", or a list of texts",
                                  profile.name));
    }
    for (const std::string& word : profile.words)
      if (word.find('\0') != std::string::npos)
        return tell(at, fmt::format("{}: a word cannot hold a zero byte", profile.name));
    if (profile.words.empty() || profile.words.front().empty())
      return tell(at, fmt::format("{}: words are empty; they are such as \"ssh gpu-host\"", profile.name));
    const std::string program = std::filesystem::path(profile.words.front()).filename().string();
    if (profile.kind == Kind::Srun && program != "srun")
      tell(at, fmt::format(
                   "{}: the words of kind \"srun\" begin with srun, not with {}; kind \"prefix\" takes any",
                   profile.name, program));
  }

  void read_patience(const toml::table& table, MeasureProfile& profile) {
    const toml::node* node = table.get("patience");
    if (node == nullptr) return;
    const double seconds = node->is_number() ? node->value<double>().value_or(-1) : -1;
    if (!std::isfinite(seconds) || seconds < 0 || seconds > longest_patience)
      return tell(span_of(node->source()), fmt::format("{}: patience must be seconds from 0 to {:.0f}",
                                                       profile.name, longest_patience));
    profile.patience = seconds;
  }

  void read_folder(const toml::table& table, MeasureProfile& profile) {
    const toml::node* node = table.get("folder");
    if (node == nullptr) return;
    const std::string folder = node->value<std::string>().value_or("");
    const bool plain = std::none_of(folder.begin(), folder.end(),
                                    [](unsigned char c) { return c < ' ' || c == 127; });
    if (!node->is_string() || !folder.starts_with('/') || folder.size() > 1000 || !plain)
      return tell(span_of(node->source()),
                  fmt::format("{}: folder must be an absolute path on one line, such as \"/scratch/me\"",
                              profile.name));
    if (profile.kind == Kind::Local)
      return tell(span_of(node->source()), fmt::format("{}: a local GPU needs no folder", profile.name));
    profile.folder = folder;
  }

  std::string_view text_;
  const std::string& file_;
  Diagnostics& diagnostics_;
  bool good_ = true;
};

} // namespace

std::string_view name_of(MeasureProfile::Kind kind) {
  return std::find_if(std::begin(kinds), std::end(kinds), [&](const auto& k) { return k.second == kind; })
      ->first;
}

std::optional<std::vector<MeasureProfile>> parse_profiles(std::string_view text, const std::string& file,
                                                          Diagnostics& diagnostics) {
  return Reader(text, file, diagnostics).read();
}

std::optional<std::vector<MeasureProfile>> read_profiles(const std::string& config_folder,
                                                         Diagnostics& diagnostics) {
  std::error_code failed;
  const std::string path = config_folder + "/profiles.toml";
  if (config_folder.empty() || (!std::filesystem::exists(path, failed) && !failed))
    return std::vector<MeasureProfile>(1);
  const auto unreadable = [&](std::string_view why) {
    Diagnostic d;
    d.file = path;
    d.span = {1, 1, 1, 2};
    d.message = fmt::format("the profiles cannot be read: {}", why);
    diagnostics.push_back(std::move(d));
    return std::nullopt;
  };
  if (failed) return unreadable(failed.message());
  if (!std::filesystem::is_regular_file(path, failed)) return unreadable("it is no file");
  std::ifstream in(path, std::ios::binary);
  if (!in) return unreadable(std::strerror(errno));
  std::string text(most_bytes + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (in.bad()) return unreadable("reading failed");
  text.resize(static_cast<std::size_t>(in.gcount()));
  return parse_profiles(text, path, diagnostics);
}

const MeasureProfile* find_profile(const std::vector<MeasureProfile>& profiles, std::string_view name,
                                   std::string& error) {
  std::vector<std::string> names;
  std::string list;
  for (const MeasureProfile& profile : profiles) {
    if (profile.name == name) return &profile;
    names.push_back(profile.name);
    list += (list.empty() ? "" : ", ") + profile.name;
  }
  const std::string meant = source::nearest_name(name, names);
  error = fmt::format(
      "there is no GPU profile {}{}; there is {} (profiles.toml in the configuration folder adds others)",
      name.substr(0, 60), meant.empty() ? "" : fmt::format(" (did you mean {}?)", meant), list);
  return nullptr;
}

} // namespace warpscope::remote
