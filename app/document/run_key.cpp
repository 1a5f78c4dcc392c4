// The key of a simulated text, taken from the request that simulates it.
#include "app/document/run_key.h"

#include <functional>
#include <string_view>

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

RunKey key_of(const run::Request& request) {
  return {request.device.id,        request.folder,  request.text, request.overrides.parameters,
          request.without_barriers, request.schedule};
}

} // namespace warpscope::document
