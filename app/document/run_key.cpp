// The key of a simulated text, taken from the request that simulates it.
#include "app/document/run_key.h"

#include "sim/base/fnv.h"
#include "sim/run/own_headers.h"

#include <functional>
#include <string_view>
#include <utility>

namespace warpscope::document {

std::size_t RunKeyHash::operator()(const RunKey& key) const {
  std::size_t hash = 0;
  const auto add = [&](std::size_t more) { hash = (hash ^ more) * 1099511628211ull; };
  const auto add_text = [&](std::string_view text) { add(std::hash<std::string_view>()(text)); };
  add_text(key.text);
  add_text(key.device);
  for (const auto& [name, value] : key.parameters) {
    add_text(name);
    add_text(value);
  }
  for (const std::uint32_t line : key.cuts) add(line);
  return hash; // what is left out is equal for nearly all keys that meet
}

namespace {

std::uint64_t hash_of_headers(const run::Request& request) {
  if (request.replay || request.header_folders.empty()) return 0;
  std::string all;
  for (const program::SourceFile& file : run::own_headers(request.text, request.header_folders).files)
    all += file.path + '\0' + file.text + '\0';
  return all.empty() ? 0 : fnv1a({reinterpret_cast<const std::uint8_t*>(all.data()), all.size()});
}

} // namespace

RunKey key_of(const run::Request& request) {
  std::vector<std::pair<std::string, std::string>> launch = request.overrides.arguments;
  if (request.overrides.kernel) launch.emplace_back("kernel", *request.overrides.kernel);
  if (request.overrides.shared) launch.emplace_back("shared", *request.overrides.shared);
  if (request.overrides.registers) launch.emplace_back("max_registers", *request.overrides.registers);
  for (const auto* size : {&request.overrides.grid, &request.overrides.block})
    if (*size)
      for (const std::string& number : **size) launch.emplace_back("size", number);
  return {request.device.id,
          request.folder,
          request.text,
          hash_of_headers(request),
          request.overrides.parameters,
          std::move(launch),
          request.without_barriers,
          request.schedule,
          request.replay};
}

} // namespace warpscope::document
