// Reads sources from files, standard input and labs.
#include "app/cli/input.h"

#include "app/document/files.h"
#include "sim/devices/devices.h"
#include "sim/labs/labs.h"
#include "sim/source/nearest.h"

#include <fmt/format.h>

#include <filesystem>
#include <istream>

namespace warpscope::cli {

namespace {

std::optional<SourceInput> from_standard_input(Console& console, std::string& error) {
  SourceInput input{"<stdin>", {}, "."};
  std::string chunk(1 << 16, '\0');
  while (console.in.read(chunk.data(), static_cast<std::streamsize>(chunk.size())) ||
         console.in.gcount() > 0) {
    input.text.append(chunk, 0, static_cast<std::size_t>(console.in.gcount()));
    if (input.text.size() > document::max_source_bytes) {
      error = fmt::format("standard input is longer than {} MB; a CUDA source is smaller",
                          document::max_source_bytes >> 20);
      return std::nullopt;
    }
  }
  if (input.text.find('\0') != std::string::npos) {
    error = "standard input is binary, not the text of a .cu file";
    return std::nullopt;
  }
  return input;
}

} // namespace

std::optional<SourceInput> read_source(const std::string& name, Console& console, std::string& error) {
  if (name == "-") return from_standard_input(console, error);
  std::error_code ignored;
  if (!std::filesystem::exists(name, ignored)) {
    if (const labs::Lab* lab = labs::find_lab(name)) return SourceInput{lab->file_name, lab->text, "."};
    std::vector<std::string> ids;
    for (const labs::Lab& lab : labs::labs()) ids.push_back(lab.id);
    const std::string meant = source::nearest_name(name, ids);
    error = fmt::format("there is no file {} and no lab of that name{}", name,
                        meant.empty() ? " (`warpscope labs` lists the labs)"
                                      : fmt::format("; did you mean the lab {}?", meant));
    return std::nullopt;
  }
  document::OpenedFile opened = document::open_source(name);
  if (!opened.error.empty()) {
    error = opened.error;
    return std::nullopt;
  }
  const std::string folder = std::filesystem::path(name).parent_path().string();
  return SourceInput{name, std::move(opened.text), folder.empty() ? "." : folder, true};
}

const Device* find_device_or_say(const std::string& id, std::string& error) {
  const Device* device = devices::find_device(id);
  if (device == nullptr) error = devices::unknown_device_message(id);
  return device;
}

} // namespace warpscope::cli
