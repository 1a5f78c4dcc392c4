// Loads the embedded device descriptions and finds devices by name.
#include "sim/devices/devices.h"

#include "sim/devices/embedded.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace warpscope::devices {

const std::vector<Device>& devices() {
  static const std::vector<Device> known = [] {
    std::vector<Device> list;
    for (const EmbeddedDevice& file : embedded_devices()) {
      if (file.measured) continue;
      ParsedDevice parsed = parse_device(file.text, file.name);
      assert(parsed.device &&
             "assets/devices holds a file with an error; tests/base/devices_test.cpp says which");
      if (parsed.device) list.push_back(std::move(*parsed.device));
    }
    std::sort(list.begin(), list.end(), [](const Device& a, const Device& b) {
      return a.cc_major != b.cc_major ? a.cc_major < b.cc_major : a.cc_minor < b.cc_minor;
    });
    return list;
  }();
  return known;
}

/// Lower case without blanks, so that "RTX 4090" and "rtx4090" are the same name.
static std::string folded(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c != ' ') out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

const Device* find_device(std::string_view wanted) {
  const std::string key = folded(wanted);
  if (key.empty()) return nullptr;
  const auto first = [](auto matches) -> const Device* {
    const auto found = std::find_if(devices().begin(), devices().end(), matches);
    return found == devices().end() ? nullptr : &*found;
  };
  if (const Device* d = first([&](const Device& device) {
        const std::string digits = fmt::format("{}.{}", device.cc_major, device.cc_minor);
        std::string joined = digits;
        std::erase(joined, '.');
        return key == folded(device.id) || key == folded(device.name) || key == digits || key == joined;
      }))
    return d;
  if (const Device* d = first([&](const Device& device) {
        return std::any_of(device.aliases.begin(), device.aliases.end(),
                           [&](const std::string& alias) { return key == folded(alias); });
      }))
    return d;
  return first([&](const Device& device) { return key == folded(device.architecture); });
}

namespace {

void set_capability(MeasuredDevice& measured) {
  if (const Device* of = find_device(measured.of); of != nullptr)
    measured.cc_major = of->cc_major, measured.cc_minor = of->cc_minor;
}

std::vector<MeasuredDevice> embedded_measured() {
  std::vector<MeasuredDevice> list;
  for (const EmbeddedDevice& file : embedded_devices()) {
    if (!file.measured) continue;
    ParsedMeasured parsed = parse_measured(file.text, file.name);
    assert(parsed.measured && "assets/devices/measured holds a file with an error");
    if (!parsed.measured) continue;
    set_capability(*parsed.measured);
    list.push_back(std::move(*parsed.measured));
  }
  return list;
}

/// The only list that changes: use_own_measured() puts a person's files in front.
std::vector<MeasuredDevice>& measured_list() {
  static std::vector<MeasuredDevice> list = embedded_measured();
  return list;
}

} // namespace

const std::vector<MeasuredDevice>& measured_devices() { return measured_list(); }

std::vector<std::string> use_own_measured(const std::string& folder) {
  std::vector<std::string> wrong;
  std::vector<MeasuredDevice> list;
  std::error_code none;
  std::vector<std::filesystem::path> files;
  if (!folder.empty())
    for (const auto& entry : std::filesystem::directory_iterator(folder, none))
      if (entry.path().extension() == ".toml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const std::filesystem::path& path : files) {
    std::ifstream in(path, std::ios::binary);
    std::string text(max_device_file_bytes + 1, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, in.gcount())));
    if (text.empty() || text.size() > max_device_file_bytes) {
      wrong.push_back(
          fmt::format("{}: it cannot be read, or is no file of `warpscope probe`", path.string()));
      continue;
    }
    ParsedMeasured parsed = parse_measured(text, path.string());
    if (parsed.measured && find_device(parsed.measured->of) == nullptr)
      parsed.error = fmt::format("{}: {}", path.string(), unknown_device_message(parsed.measured->of));
    if (!parsed.error.empty()) {
      wrong.push_back(parsed.error);
      continue;
    }
    parsed.measured->file = path.string();
    parsed.measured->of = find_device(parsed.measured->of)->id;
    set_capability(*parsed.measured);
    list.push_back(std::move(*parsed.measured));
  }
  std::vector<MeasuredDevice>& all = measured_list();
  std::erase_if(all, [](const MeasuredDevice& one) { return !one.file.empty(); });
  all.insert(all.begin(), std::make_move_iterator(list.begin()), std::make_move_iterator(list.end()));
  return wrong;
}

const MeasuredDevice* measured_for(const Device& device) {
  const MeasuredDevice *own = nullptr, *nearest = nullptr;
  long least = 0;
  for (const MeasuredDevice& measured : measured_devices()) {
    if (measured.of == device.id) {
      const bool of_its_name = folded(measured.device).find(folded(device.name)) != std::string::npos;
      if (own == nullptr || (of_its_name && !own->file.empty() && !measured.file.empty())) own = &measured;
    }
    const long apart = std::labs(10L * device.cc_major + device.cc_minor - 10L * measured.cc_major -
                                 measured.cc_minor);
    if (nearest == nullptr || apart < least) nearest = &measured, least = apart;
  }
  return own != nullptr ? own : nearest;
}

std::string unknown_device_message(std::string_view wanted) {
  std::string known;
  for (const Device& d : devices())
    known += fmt::format("{}{} ({})", known.empty() ? "" : ", ", d.id, d.name);
  return fmt::format("unknown device '{}'; known: {}", wanted.substr(0, 40), known);
}

} // namespace warpscope::devices
